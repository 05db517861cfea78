// @ts-check
// Sharing a rule: its words with citation and link, the address of its page, a permanent link to
// its wording in this edition, its citation, its data. A number in the margin is a link that also
// copies itself; the menu is at the end of each quiet line, with what opens the rest of that line
// on a phone, and what shows the rule through the years.
import { hrefOf, isTerm } from "./lib/record-key.js";
import { segmentOf } from "./asof/records.js";
import { followButton } from "./follow.js";
import { address } from "./site.js";
import { dateInWords } from "./lib/dates.js";
import { lineageFile } from "./lib/numbers.js";
import {
  closestTo,
  copyText,
  editionHere,
  element,
  latestEdition,
  makeButton,
  nameOf,
  recordOf,
} from "./lib/dom.js";

/**
 * What a record can be shared as: by a name, the words of the choice and what is copied.
 * @typedef {Record<string, [words: string, copied: string]>} Shares
 */

/**
 * `CR 702.40a (2026-04-17)`; a glossary entry is cited by its term, a rulings summary by its name.
 * The date is the stamp that `comprules check` reads in a file.
 * @param {Element} record
 */
function citation(record) {
  const name = nameOf(record);
  const when = editionHere();
  if (record.closest(".page-rulings")) return `Rulings summary ${name} (${when})`;
  const what = record.classList.contains("term") ? `Glossary, “${name}”` : name;
  return `CR ${what} (${when})`;
}

/**
 * The words of a record as printed, with its examples; what stands below it is another record.
 * @param {Element} record
 */
function wordsOf(record) {
  const parts = [
    ...record.querySelectorAll(".rule-heading, .rule-text, .example-text, .note-text"),
  ].filter((part) => recordOf(part) === record);
  return parts
    .map((part) =>
      part.matches(".example-text") ? `Example: ${part.textContent}` : part.textContent,
    )
    .join("\n");
}

/** @param {Element} record */
const addressOf = (record) =>
  /** @type {HTMLAnchorElement} */ (record.querySelector("a[data-copy]")).href;

/**
 * Key of a record: its number, or its term.
 * @param {Element} record
 */
function keyOf(record) {
  const printed = record.querySelector(".rule-text[data-key]")?.getAttribute("data-key");
  return printed ?? `${record.classList.contains("term") ? "glossary:" : ""}${nameOf(record)}`;
}

const isLatest = () => editionHere() === latestEdition();

/**
 * The file with the data of a record; nothing for one that has none.
 * @param {Element} record
 */
function fileOf(record) {
  const key = keyOf(record);
  // numbers have a file of their own in the latest edition only
  if (isLatest() && !isTerm(key)) return `rule/${segmentOf(key)}`;
  const lineage = record.querySelector(".quiet")?.getAttribute("data-lineage");
  return lineage && `lineages/${lineageFile(lineage)}`;
}

/**
 * What a record can be shared as, in the order of its menu.
 * @param {Element} record
 * @returns {Shares}
 */
function shares(record) {
  const edition = editionHere();
  const page = addressOf(record);
  const cited = citation(record);
  /** @type {Shares} */
  const own = { link: ["Link to this page", page], citation: [`Citation: ${cited}`, cited] };
  if (record.closest(".page-rulings")) return own;
  const permanent = address(`e/${edition}/${hrefOf(keyOf(record))}`);
  const words = wordsOf(record);
  const file = fileOf(record);
  return {
    ...(words && { words: ["Words, citation and link", `${words}\n(${cited}, ${permanent})`] }),
    // a page of a former edition is permanent itself
    ...(page !== permanent && { link: own.link }),
    permanent: [`Permanent link to the wording of ${dateInWords(edition)}`, permanent],
    citation: own.citation,
    cite: ["Cite in a paper, wiki or forum …", permanent],
    ...(file && { json: ["Address of its data (JSON)", address(`api/v1/${file}.json`)] }),
  };
}

/**
 * The menu of a record; its rows are made when it is first opened, for a chapter has hundreds of
 * menus.
 * @param {Element} record
 * @param {string} name
 * @returns {HTMLElement}
 */
function copiers(record, name) {
  const list = element("ul");
  const menu = element(
    "details",
    { class: "copiers" },
    element("summary", { "aria-label": `Share ${name}` }, "Share"),
    list,
  );
  menu.addEventListener("toggle", () => list.replaceChildren(...choicesOf(record, name)), {
    once: true,
  });
  menu.addEventListener("toggle", () => {
    if (menu.open) list.scrollIntoView({ block: "nearest" });
  });
  return menu;
}

/**
 * @param {Element} record
 * @param {string} name
 */
function choicesOf(record, name) {
  /** @type {HTMLElement[]} */
  const choices = Object.entries(shares(record)).map(([what, [words]]) =>
    element("li", {}, element("button", { type: "button", "data-copies": what }, words)),
  );
  // what is followed is a rule of the latest edition
  if (isLatest() && !record.closest(".page-rulings"))
    choices.push(element("li", {}, followButton(keyOf(record), name)));
  return choices;
}

/**
 * Opens the rest of a quiet line on a phone.
 * @param {Element} line
 * @param {string} name
 * @returns {HTMLElement}
 */
function opener(line, name) {
  const button = makeButton(
    "···",
    () => button.setAttribute("aria-expanded", String(line.classList.toggle("quiet-all"))),
    { class: "quiet-open", "aria-expanded": "false", "aria-label": `More about ${name}` },
  );
  return button;
}

/**
 * Shows a rule through the years below its line; the script comes when it is first asked for.
 * @param {HTMLElement} line
 * @param {string} name
 * @returns {HTMLElement}
 */
function years(line, name) {
  const toggle = async () => {
    const panel = line.querySelector(".years-panel");
    button.setAttribute("aria-expanded", String(!panel));
    if (panel) panel.remove();
    else (await import("./years.js")).showYears(line);
  };
  const button = makeButton("Years", toggle, {
    class: "years-open",
    "aria-expanded": "false",
    "aria-label": `${name} through the years`,
  });
  return button;
}

/**
 * What stands at the end of a quiet line: the button of the years, where the record has some, and
 * the menu that shares it.
 * @param {Element} record
 * @param {HTMLElement} line
 * @param {string} name
 * @returns {HTMLElement}
 */
function toolsOf(record, line, name) {
  const hasYears = line.querySelector(".quiet-since") && record.querySelector(".rule-text");
  const isRuling = record.closest(".page-rulings");
  const tools = element("div", { class: "quiet-tools" });
  if (hasYears && !isRuling) tools.append(years(line, name));
  tools.append(copiers(record, name));
  return tools;
}

/**
 * Adds the controls to what is on the page, or to what a script has put there.
 * @param {ParentNode} [root]
 */
export function addCopiers(root = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const lines = root.querySelectorAll(".quiet:not(:has(.copiers))");
  for (const line of lines) {
    const record = recordOf(line);
    if (!record?.querySelector("a[data-copy]")) continue;
    const name = nameOf(record);
    const since = line.querySelector(".quiet-since");
    if (since) since.after(opener(line, name));
    else line.prepend(opener(line, name));
    line.append(toolsOf(record, line, name));
  }
}

/** A button at each example of the documentation that copies it. */
export function offerToCopyExamples() {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll(".page-docs pre > code")) {
    const copy = () => copyText(code.textContent, "Example copied");
    code.before(
      makeButton("Copy", copy, { class: "copy-example", "aria-label": "Copy this example" }),
    );
  }
}

/** @returns {NodeListOf<HTMLDetailsElement>} */
const openMenus = () => document.querySelectorAll(".copiers[open]");

/**
 * Does what a button of a menu says.
 * @param {HTMLElement} control
 */
function share(control) {
  const record = recordOf(control);
  const choice = control.dataset.copies;
  if (!record || !choice) return;
  const [words, text] = shares(record)[choice];
  control.closest("details")?.removeAttribute("open");
  if (choice === "cite")
    import("./citations.js").then(({ showCitations }) => showCitations(record, text));
  else copyText(text, choice === "citation" ? `${text} copied` : `${words} copied`);
}

export function copyNumbers() {
  addCopiers();
  document.addEventListener("keydown", ({ key }) => {
    const [menu] = key === "Escape" ? openMenus() : [];
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  document.addEventListener("click", (event) => {
    for (const menu of openMenus())
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
    /** @type {HTMLElement | null} */
    const control = closestTo(event, "[data-copies]");
    /** @type {HTMLAnchorElement | null} */
    const link = closestTo(event, "a[data-copy]");
    if (control) share(control);
    else if (link) copyText(link.href, `Link to ${link.textContent.trim()} copied`);
  });
}
