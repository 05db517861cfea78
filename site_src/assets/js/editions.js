// @ts-check
// Choosing another edition: any date means the edition then in force. Without this the link leads
// to the list of all.
import { address } from "./site.js";
import { anchorHere } from "./lib/address-bar.js";
import { data } from "./lib/data.js";
import { dateInput } from "./lib/date-input.js";
import { dateInWords } from "./lib/dates.js";
import { describeEdition, meant, rulesEditions, setOf } from "./lib/editions.js";
import { closestTo, editionHere, element, modal, nameOf } from "./lib/dom.js";
import { first_known } from "../sentences.json";
import { say } from "./lib/say.js";

/** @typedef {import("./lib/editions.js").Edition} Edition */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * What the reader looks at, as an anchor of the page of any edition: its lineage, for numbers
 * change owners.
 */
async function placeHere() {
  /** @type {HTMLElement | null} */
  const bar = document.querySelector(".edition-bar");
  const marked = bar?.dataset.lineage;
  const key = anchorHere() || nameOf(document.querySelector(".page-rules .page-head"));
  if (marked || !/^\d/.test(key)) return marked ? `#${encodeURIComponent(marked)}` : "";
  const rule = await data(`rule/${key}`).catch(() => null);
  return `#${encodeURIComponent(rule?.lineage ?? key)}`;
}

/**
 * The dialog with a day to type in and all editions.
 * @param {Edition[]} all
 * @param {string} anchor of what the reader looks at
 */
function build(all, anchor) {
  const addressAt = (/** @type {Edition} */ edition) => address(`e/${edition.id}/${anchor}`);
  const { input, field } = dateInput({
    id: "edition-date",
    min: all[0].id,
    value: editionHere(),
  });
  const answer = element("p", { class: "edition-answer", role: "status" });
  const tell = () => {
    const found = meant(all, input.value);
    if (found)
      answer.replaceChildren(
        "Then in force: ",
        element("a", { href: addressAt(found) }, describeEdition(found)),
      );
    else answer.textContent = input.value ? say(first_known, { day: dateInWords(all[0].id) }) : "";
  };
  const form = element(
    "form",
    { class: "edition-form" },
    element("label", { for: "edition-date" }, "On the day"),
    field,
    element("button", { type: "submit" }, "Read"),
  );
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    answer.querySelector("a")?.click();
  });
  input.addEventListener("input", tell);
  const list = element("ul", { class: "edition-list" });
  for (const edition of [...all].reverse()) {
    const link = element(
      "a",
      { href: addressAt(edition) },
      dateInWords(edition.id),
      element(
        "span",
        {},
        [setOf(edition), edition.reason && "retyped copy"].filter(Boolean).join(", "),
      ),
    );
    if (edition.id === editionHere()) link.setAttribute("aria-current", "true");
    list.append(element("li", {}, link));
  }
  const made = modal("editions-dialog", "Editions", form, answer, list);
  made.addEventListener("click", (event) => {
    if (closestTo(event, "a")) made.close();
  });
  tell();
  return made;
}

export function chooseEdition() {
  document.addEventListener("click", async (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = closestTo(event, "a.edition-choose");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const [all, anchor] = await Promise.all([rulesEditions(), placeHere()]);
      // built each time, because the rule being read may have changed
      dialog?.remove();
      dialog = build(all, anchor);
      dialog.showModal();
      dialog.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "center" });
    } catch {
      window.location.assign(link.href);
    }
  });
}
