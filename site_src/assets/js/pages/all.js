// @ts-check
// The page with a whole edition, for the browser's own search and for paper. Chapters are put in
// one after the other, so that the first can be read while the others are made.
import { editionOf } from "../asof/edition.js";
import { hrefOf } from "../lib/record-key.js";
import { rule, term } from "../asof/records.js";
import { element } from "../lib/dom.js";
import { drawnLater } from "../lib/later.js";
import { breathe, inPieces } from "../lib/pieces.js";
import { symbols } from "../lib/passage.js";
import { anchorHere } from "../lib/address-bar.js";
import { loadMaterial } from "../lib/material.js";
import { sayFailure } from "../lib/say.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("../asof/edition.js").Row} Row
 * @typedef {import("../asof/edition.js").WordsByKey} WordsByKey
 */

/**
 * A chapter, or the glossary.
 * @typedef {object} Part
 * @property {string} id its anchor
 * @property {string} number empty for the glossary
 * @property {string} heading
 * @property {Row[]} rows
 * @property {typeof rule} make makes one record
 */

/**
 * Chapters that are fetched at the same time: enough for a slow network, and few enough that other
 * requests come between.
 */
const AHEAD = 8;

const page = /** @type {HTMLElement} */ (document.querySelector("[data-all]"));
const state = /** @type {HTMLElement} */ (page.querySelector(".all-state"));
const output = /** @type {HTMLElement} */ (page.querySelector(".all-rules"));

/** Scrolls to the anchor of the address; returns whether it is on the page already. */
function scrollToAnchor() {
  const anchor = anchorHere();
  const target = anchor ? document.getElementById(anchor) : null;
  target?.scrollIntoView();
  return Boolean(target);
}

/** @param {Part} part */
const title = ({ number, heading }) =>
  element(
    "h2",
    {},
    number ? [element("span", { class: "num" }, number), " "] : null,
    symbols(heading),
  );

/**
 * @param {Edition} edition
 * @returns {Part[]}
 */
function partsOf({ chapters, glossary, headings }) {
  const parts = chapters.map(({ number, rows }) => ({
    id: number,
    number,
    heading: headings[number] ?? "Untitled",
    rows,
    make: rule,
  }));
  if (glossary.length)
    parts.push({ id: "glossary", number: "", heading: "Glossary", rows: glossary, make: term });
  return parts;
}

/**
 * Puts the list of chapters at the top of the page.
 * @param {Part[]} parts
 */
function putContents(parts) {
  const links = parts.map(({ id, number, heading }) =>
    element(
      "li",
      {},
      element(
        "a",
        { href: hrefOf(id) },
        element("span", { class: "num" }, number),
        " ",
        symbols(heading),
      ),
    ),
  );
  const contents = element("summary", {}, "Chapters");
  page
    .querySelector(".all-contents")
    ?.replaceChildren(element("details", {}, contents, element("ul", {}, links)));
}

/**
 * `3,059 rules and headings, 698 glossary entries`.
 * @param {Edition} edition
 */
function countRecords({ rules, glossary }) {
  const counted = `${rules.length.toLocaleString("en")} rules and headings`;
  if (!glossary.length) return counted;
  return `${counted}, ${glossary.length.toLocaleString("en")} glossary entries`;
}

/**
 * Yields the parts in order, each with the words of its records; the words of the next parts are
 * loading in the meantime.
 * @param {Edition} edition
 * @param {Part[]} parts
 * @returns {AsyncGenerator<{part: Part, words: WordsByKey}>}
 */
async function* loadAhead(edition, parts) {
  /** @type {Promise<WordsByKey>[]} */
  const loading = [];
  const load = (/** @type {Part} */ part) => {
    const words = edition.words(part.rows);
    // a failure is reported where the words are awaited below
    words.catch(() => {});
    loading.push(words);
  };
  parts.slice(0, AHEAD).forEach(load);
  for (const [index, part] of parts.entries()) {
    const next = parts.at(index + AHEAD);
    if (next) load(next);
    yield { part, words: await loading[index] };
  }
}

/**
 * Makes the section of a part.
 * @param {Edition} edition
 * @param {Part} part
 * @param {WordsByKey} words
 * @param {number} width of the page, by which the browser estimates the height of the section
 */
async function makeSection(edition, part, words, width) {
  // the title shows the record of the chapter itself, unless it has words
  const rows = part.rows.filter((row) => row.key !== part.id || words.get(row.key).text);
  /** @type {HTMLElement[]} */
  const made = [];
  await inPieces(rows, (row) =>
    made.push(part.make(edition, row, words.get(row.key), { quiet: false })),
  );
  const section = drawnLater(width, title(part), made);
  if (rows[0]?.key !== part.id) section.id = part.id;
  return section;
}

/** Fills the page. */
async function fillPage() {
  const edition = await editionOf(page.dataset.all ?? "");
  await breathe();
  const parts = partsOf(edition);
  putContents(parts);
  const width = output.clientWidth;
  let hasScrolled = false;
  for await (const { part, words } of loadAhead(edition, parts)) {
    output.append(await makeSection(edition, part, words, width));
    hasScrolled ||= scrollToAnchor();
    await breathe();
    // once the first chapter can be read, whatever comes after it; later calls do nothing
    loadMaterial();
  }
  state.textContent = countRecords(edition);
  if (!hasScrolled) scrollToAnchor();
}

window.addEventListener("hashchange", scrollToAnchor);
fillPage().catch((problem) => {
  state.setAttribute("role", "alert");
  state.textContent = sayFailure("The rules could not be loaded", problem);
});
