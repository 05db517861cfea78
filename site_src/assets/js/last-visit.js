// @ts-check
// What changed for this reader: since the last visit, and since the day of an exam; the browser
// keeps both dates.
import { address } from "./site.js";
import { inWords } from "./lib/date-input.js";
import { element, latestEdition, makeButton } from "./lib/dom.js";
import { dateInWords } from "./lib/dates.js";

const VISIT = "comprules edition seen";
const EXAM = "comprules.exam";

/**
 * A date that the browser keeps; empty if there is none.
 * @param {string} name
 */
function read(name) {
  try {
    const found = window.localStorage.getItem(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(found) ? found : "";
  } catch {
    // storage is not allowed: nothing is known of former visits
    return "";
  }
}

/**
 * Lets the browser keep a date, or forget it if that is empty.
 * @param {string} name
 * @param {string} day
 */
function keep(name, day) {
  try {
    if (day) window.localStorage.setItem(name, day);
    else window.localStorage.removeItem(name);
  } catch {
    // likewise: the date applies to this page only
  }
}

/** Says which edition was the latest at the last visit, if another one is now. */
export function tellLastVisit() {
  /** @type {HTMLElement | null} */
  const notice = document.querySelector(".since-visit");
  if (!notice) return;
  const latest = latestEdition();
  const seen = read(VISIT);
  keep(VISIT, latest);
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
 * The address of what changed between a day and today, in all chapters or in one.
 * @param {string} day
 * @param {string} chapter
 */
function changesSince(day, chapter = "") {
  const inside = chapter ? `&chapter=${chapter}` : "";
  return address(`compare/?from=${day}&to=${latestEdition()}${inside}`);
}

/**
 * Keeps the day of the exam that a form asks for, and leads to the changes since.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 * @param {string} chapter the chapter; empty for all
 */
function listenToExam(form, input, chapter = "") {
  input.value = read(EXAM);
  inWords(input);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(EXAM, input.value);
    if (input.value) window.location.assign(changesSince(input.value, chapter));
  });
}

/** On the page of a chapter: a button that asks for the day of an exam and shows what changed. */
export function offerSinceExam() {
  /** @type {HTMLElement | null} */
  const tools = document.querySelector(".page-tools[data-follow]");
  const chapter = tools?.dataset.follow;
  if (!tools || !chapter) return;
  /** @type {Promise<HTMLDialogElement> | undefined} */
  let asking;
  const askForDay = async () => {
    asking ??= import("./exam.js").then(({ askForExam }) => askForExam(chapter, listenToExam));
    (await asking).showModal();
  };
  tools.append(makeButton("Since my exam", askForDay));
}

/** Offers what changed since the day of an exam, or any other day that the reader wants kept. */
export function tellSinceExam() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector(".since-exam");
  const input = form?.querySelector("input");
  if (form && input) listenToExam(form, input);
}
