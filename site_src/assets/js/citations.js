// @ts-check
// The dialog with citations of a rule or glossary entry, in the forms of papers, wikis and forums.
import { dateInWords } from "./lib/dates.js";
import { FORMS, cite } from "./lib/cite.js";
import { copyText, editionHere, element, makeButton, modal, nameOf } from "./lib/dom.js";
import { rulesEditions, setOf } from "./lib/editions.js";
import { isTerm } from "./lib/record-key.js";

const RECORDS = ".page-rules .page-head, .rule";
const HEADINGS = ".rule-heading, .title";

/**
 * The title of a rule: its own heading, or that of the nearest rule above it that has one: the
 * title of 702.40a is that of 702.40. A glossary entry has none, because its name is its term.
 * @param {Element} record
 */
function titleOf(record) {
  if (record.classList.contains("term")) return "";
  const number = nameOf(record);
  const records = [...document.querySelectorAll(RECORDS)];
  const before = records.slice(0, records.indexOf(record) + 1).reverse();
  const titled = before.find((above) => contains(nameOf(above), number) && headingOf(above));
  return titled ? headingOf(titled) : "";
}

/**
 * Whether a rule is another one or has it below it: 702.40 contains 702.40 and 702.40a, and 702.4
 * contains neither.
 * @param {string} number
 * @param {string} inner
 */
function contains(number, inner) {
  if (!/^\d/.test(number) || !inner.startsWith(number)) return false;
  return !/^\d/.test(inner.slice(number.length));
}

/** @param {Element} record */
const headingOf = (record) => record.querySelector(HEADINGS)?.textContent.trim() ?? "";

/**
 * The ordinal of a record among those with its number or term, from its anchor: 2 for `502.35b-2`
 * and `glossary:Storm#2`, else 1.
 * @param {Element} record
 */
function ordinalOf({ id }) {
  const pattern = isTerm(id) ? /#(\d+)$/ : /-(\d+)$/;
  return Number(pattern.exec(id)?.[1] ?? 1);
}

/** The present day in the reader's time zone: `2026-11-29`. */
function today() {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * The part of the dialog for one form: its name, the citation, and a button that copies it.
 * @param {string} name
 * @param {string} citation
 */
function makePart(name, citation) {
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
 * @param {string} link the record's permanent address
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
    ordinal: ordinalOf(record),
  };
  const forms = Object.entries(FORMS).map(([form, [name]]) => makePart(name, cite(citable, form)));
  const title = `Cite ${citable.number} as of ${dateInWords(edition)}`;
  const dialog = modal("citations", title, element("div", { class: "citation-forms" }, ...forms));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
