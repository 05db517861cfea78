// @ts-check
// Links to the changes since a date that the browser stores: the edition that was the latest at the
// reader's last visit, or the day of an exam.
import { address } from "./site.js";
import { showInWords } from "./lib/date-input.js";
import { element, latestEdition, makeButton } from "./lib/dom.js";
import { dateInWords } from "./lib/dates.js";

const VISIT = "comprules edition seen";
const EXAM = "comprules.exam";

/**
 * Reads a date that the browser stores; empty if there is none.
 * @param {string} name
 */
function readDay(name) {
  try {
    const found = window.localStorage.getItem(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(found) ? found : "";
  } catch {
    // storage is not allowed: nothing is known of former visits
    return "";
  }
}

/**
 * Has the browser store a date; an empty one removes it.
 * @param {string} name
 * @param {string} day
 */
function storeDay(name, day) {
  try {
    if (day) window.localStorage.setItem(name, day);
    else window.localStorage.removeItem(name);
  } catch {
    // likewise: the date applies to this page only
  }
}

/** Says which edition was the latest at the last visit, if there is a later one by now. */
export function showLastVisit() {
  /** @type {HTMLElement | null} */
  const notice = document.querySelector(".since-visit");
  if (!notice) return;
  const latest = latestEdition();
  const seen = readDay(VISIT);
  storeDay(VISIT, latest);
  if (!seen || seen >= latest) return;
  notice.replaceChildren(
    "At your last visit the edition of ",
    dateInWords(seen),
    " was the latest: ",
    element("a", { href: changesSince(seen) }, "changed since then"),
    ".",
  );
  notice.hidden = false;
}

/**
 * The address of the comparison of a day with the latest edition.
 * @param {string} day
 * @param {string} chapter its number; empty for all chapters
 */
function changesSince(day, chapter = "") {
  const inside = chapter ? `&chapter=${chapter}` : "";
  return address(`compare/?from=${day}&to=${latestEdition()}${inside}`);
}

/**
 * Has a form store the day of the exam, and go to the changes since then, when it is submitted.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 * @param {string} chapter the chapter; empty for all
 */
function listenToExam(form, input, chapter = "") {
  input.value = readDay(EXAM);
  showInWords(input);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    storeDay(EXAM, input.value);
    if (input.value) window.location.assign(changesSince(input.value, chapter));
  });
}

/**
 * Makes a button on the page of a chapter work: it asks for the day of an exam and shows the
 * changes.
 */
export function offerSinceExam() {
  /** @type {HTMLElement | null} */
  const tools = document.querySelector(".page-tools[data-follow]");
  const chapter = tools?.dataset.follow;
  if (!tools || !chapter) return;
  /** @type {Promise<HTMLDialogElement> | undefined} */
  let dialog;
  const askForDay = async () => {
    dialog ??= import("./exam.js").then((exam) => exam.makeExamDialog(chapter, listenToExam));
    (await dialog).showModal();
  };
  tools.querySelector(".exam")?.replaceWith(makeButton("Since my exam", askForDay));
}

/** Makes the start page's form work, which asks for the day of an exam. */
export function listenToExamForm() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector(".since-exam");
  const input = form?.querySelector("input");
  if (form && input) listenToExam(form, input);
}
