// @ts-check
// The dialog with citations of a rule or glossary entry, in the forms of papers, wikis and forums.
import { dateInWords } from "./lib/dates.js";
import { FORMS, cite } from "./lib/cite.js";
import { copyText, editionHere, element, makeButton, modal, nameOf } from "./lib/dom.js";
import { rulesEditions, setOf } from "./lib/editions.js";

const RECORDS = ".page-rules .page-head, .rule";
const HEADINGS = ".rule-heading, .title";

/**
 * The title of a rule: its own heading, or that of the nearest rule above it that has one. A
 * glossary entry is named by its term.
 * @param {Element} record
 */
function titleOf(record) {
  if (record.classList.contains("term")) return "";
  const number = nameOf(record);
  const records = [...document.querySelectorAll(RECORDS)];
  const before = records.slice(0, records.indexOf(record) + 1).reverse();
  const titled = before.find((other) => isAbove(nameOf(other), number) && headingOf(other));
  return titled ? headingOf(titled) : "";
}

/**
 * Whether a number is another one, or that of a rule above it.
 * @param {string} number
 * @param {string} other
 */
function isAbove(number, other) {
  if (!/^\d/.test(number) || !other.startsWith(number)) return false;
  // 702.4 is not above 702.40
  return !/^\d/.test(other.slice(number.length));
}

/** @param {Element} record */
const headingOf = (record) => record.querySelector(HEADINGS)?.textContent.trim() ?? "";

/** Today as an ISO date, where the reader is. */
function today() {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * One form: its name, the citation, and a button that copies it.
 * @param {string} name
 * @param {string} citation
 */
function formOf(name, citation) {
  const act = () => copyText(citation, `${name} copied`);
  const copy = makeButton("Copy", act, { class: "citation-copy" });
  const head = element("div", { class: "citation-head" }, element("h3", {}, name), copy);
  return element(
    "section",
    { class: "citation" },
    head,
    element("pre", { tabindex: "0" }, citation),
  );
}

/**
 * Opens the dialog.
 * @param {Element} record
 * @param {string} link its permanent address
 */
export async function showCitations(record, link) {
  const edition = editionHere();
  const editions = await rulesEditions().catch(() => []);
  const known = editions.find((candidate) => candidate.id === edition);
  const citable = {
    number: nameOf(record),
    title: titleOf(record),
    edition,
    setName: known ? setOf(known) : "",
    link,
    accessed: today(),
  };
  const forms = Object.entries(FORMS).map(([form, [name]]) => formOf(name, cite(citable, form)));
  const title = `Cite ${citable.number} as of ${dateInWords(edition)}`;
  const dialog = modal("citations", title, element("div", { class: "citation-forms" }, ...forms));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
