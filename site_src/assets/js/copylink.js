// @ts-check
// The tools of a record: the menu that shares it (as words, link, citation or data), the buttons
// that show it through the years and cite it, and its number in the margin, a link that also copies
// itself.
// The tools are at the end of the quiet line, the line below the record's words.
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
 * The choices of the menu: the name of each (`link`, `citation` …), its words in the menu, and the
 * text that it copies.
 * @typedef {Record<string, {words: string, copied: string}>} Choices
 */

/**
 * The short citation of a record: `CR 702.40a (2026-04-17)`, `CR Glossary, “Storm” (2026-04-17)`,
 * `Rulings summary A.2 (2003-10-01)`. `comprules check` reads the date as a stamp.
 * @param {Element} record
 */
function citation(record) {
  const name = nameOf(record);
  const when = editionHere();
  if (record.closest(".page-rulings")) return `Rulings summary ${name} (${when})`;
  const cited = record.classList.contains("term") ? `Glossary, “${name}”` : name;
  return `CR ${cited} (${when})`;
}

/**
 * The words of a record as printed: heading, text, examples and notes. The element of a rule may
 * contain those of its subrules, whose words are left out.
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

/**
 * The address of a record on this page.
 * @param {Element} record
 */
const addressOf = (record) =>
  /** @type {HTMLAnchorElement} */ (record.querySelector("a[data-copy]")).href;

/**
 * The key of a record: `702.40a`, `502.35b#2`, `glossary:Storm`. Pages of old editions have it in
 * `data-key`; on other pages it follows from the number or term.
 * @param {Element} record
 */
function keyOf(record) {
  const printed = record.querySelector(".rule-text[data-key]")?.getAttribute("data-key");
  return printed ?? `${record.classList.contains("term") ? "glossary:" : ""}${nameOf(record)}`;
}

/**
 * The permanent address of a record's wording in the edition of the page.
 * @param {Element} record
 */
const permanentAddress = (record) => address(`e/${editionHere()}/${hrefOf(keyOf(record))}`);

const isLatest = () => editionHere() === latestEdition();

/**
 * The file with the data of a record, below `api/v1/`: `rule/702.40a`, or `lineages/17` for a
 * record that is not in the latest edition; null or empty for one that has no data.
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
 * The choices of a record's menu, in their order.
 * @param {Element} record
 * @returns {Choices}
 */
function choicesFor(record) {
  const edition = editionHere();
  const page = addressOf(record);
  const cited = citation(record);
  const link = { words: "Link to this page", copied: page };
  const citing = { words: `Citation: ${cited}`, copied: cited };
  if (record.closest(".page-rulings")) return { link, citation: citing };

  const permanent = permanentAddress(record);
  const printed = wordsOf(record);
  const file = fileOf(record);
  /** @type {Choices} */
  const choices = {};
  if (printed)
    choices.words = {
      words: "Words, citation and link",
      copied: `${printed}\n(${cited}, ${permanent})`,
    };
  // on the page of a former edition, the page's own address is the permanent one
  if (page !== permanent) choices.link = link;
  choices.permanent = {
    words: `Permanent link to the wording of ${dateInWords(edition)}`,
    copied: permanent,
  };
  choices.citation = citing;
  if (file)
    choices.json = { words: "Address of its data (JSON)", copied: address(`api/v1/${file}.json`) };
  return choices;
}

/**
 * Makes the menu of a record. Its rows are made when it is first opened, because a chapter has
 * hundreds of menus.
 * @param {Element} record
 * @param {string} name its number or term
 * @returns {HTMLElement}
 */
function makeMenu(record, name) {
  const list = element("ul");
  const menu = element(
    "details",
    { class: "copiers" },
    element("summary", { "aria-label": `Share ${name}` }, "Share"),
    list,
  );
  menu.addEventListener("toggle", () => list.replaceChildren(...menuRows(record, name)), {
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
function menuRows(record, name) {
  /** @type {HTMLElement[]} */
  const rows = Object.entries(choicesFor(record)).map(([choice, { words }]) =>
    element("li", {}, element("button", { type: "button", "data-copies": choice }, words)),
  );
  // only rules of the latest edition can be followed
  if (isLatest() && !record.closest(".page-rulings"))
    rows.push(element("li", {}, followButton(keyOf(record), name)));
  return rows;
}

/**
 * Makes the button that opens the rest of a quiet line on a phone, where only its beginning is
 * shown.
 * @param {Element} line
 * @param {string} name
 * @returns {HTMLElement}
 */
function makeLineButton(line, name) {
  const button = makeButton(
    "···",
    () => button.setAttribute("aria-expanded", String(line.classList.toggle("quiet-all"))),
    { class: "quiet-open", "aria-expanded": "false", "aria-label": `More about ${name}` },
  );
  return button;
}

/**
 * Makes the button that shows a rule through the years below its line. The script for that is
 * loaded when it is first needed.
 * @param {HTMLElement} line
 * @param {string} name
 * @returns {HTMLElement}
 */
function makeYearsButton(line, name) {
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
 * Makes the button that opens the citations for papers, wikis and forums. Their script is loaded
 * when it is first needed.
 * @param {Element} record
 * @param {string} name
 * @returns {HTMLElement}
 */
function makeCiteButton(record, name) {
  const cite = async () =>
    (await import("./citations.js")).showCitations(record, permanentAddress(record));
  return makeButton("Cite", cite, {
    class: "cite-open",
    title: "Cite in a paper, wiki or forum",
    "aria-label": `Cite ${name}`,
  });
}

/**
 * Makes the tools at the end of a quiet line: the menu, and before it, except for rulings, the
 * button that cites, and the button of the years for a rule with words and a history.
 * @param {Element} record
 * @param {HTMLElement} line
 * @param {string} name
 * @returns {HTMLElement}
 */
function makeTools(record, line, name) {
  const hasYears = line.querySelector(".quiet-since") && record.querySelector(".rule-text");
  const isRuling = record.closest(".page-rulings");
  const tools = element("div", { class: "quiet-tools" });
  if (hasYears && !isRuling) tools.append(makeYearsButton(line, name));
  if (!isRuling) tools.append(makeCiteButton(record, name));
  tools.append(makeMenu(record, name));
  return tools;
}

/**
 * Adds the tools to each quiet line that has none yet.
 * @param {ParentNode} [root] the part of the page in which a script has put records
 */
export function addTools(root = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const lines = root.querySelectorAll(".quiet:not(:has(.copiers))");
  for (const line of lines) {
    const record = recordOf(line);
    if (!record?.querySelector("a[data-copy]")) continue;
    const name = nameOf(record);
    const since = line.querySelector(".quiet-since");
    if (since) since.after(makeLineButton(line, name));
    else line.prepend(makeLineButton(line, name));
    line.append(makeTools(record, line, name));
  }
}

/** Puts a button at each example of the documentation that copies it. */
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
 * @param {HTMLElement} button
 */
function share(button) {
  const record = recordOf(button);
  const choice = button.dataset.copies;
  if (!record || !choice) return;
  const { words, copied } = choicesFor(record)[choice];
  button.closest("details")?.removeAttribute("open");
  copyText(copied, `${choice === "citation" ? copied : words} copied`);
}

/** Closes the open menu, and returns the focus to its button. */
function closeMenu() {
  const [menu] = openMenus();
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/**
 * Closes every menu that the reader clicked outside of.
 * @param {MouseEvent} event
 */
function closeOtherMenus(event) {
  for (const menu of openMenus())
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
}

/**
 * Copies what the clicked button of a menu, or the clicked number, stands for. A click with a key
 * that opens a link elsewhere only opens it.
 * @param {MouseEvent} event
 */
function copyClicked(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
  /** @type {HTMLElement | null} */
  const button = closestTo(event, "[data-copies]");
  /** @type {HTMLAnchorElement | null} */
  const link = closestTo(event, "a[data-copy]");
  if (button) share(button);
  else if (link) copyText(link.href, `Link to ${link.textContent.trim()} copied`);
}

/** Adds the tools to the page, and has its menus and numbers copy when they are clicked. */
export function offerToShare() {
  addTools();
  document.addEventListener("keydown", ({ key }) => key === "Escape" && closeMenu());
  document.addEventListener("click", closeOtherMenus);
  document.addEventListener("click", copyClicked);
}
