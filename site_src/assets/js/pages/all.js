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

const page = /** @type {HTMLElement} */ (document.querySelector("[data-all]"));
const state = /** @type {HTMLElement} */ (page.querySelector(".all-state"));
const chapters = /** @type {HTMLElement} */ (page.querySelector(".all-rules"));

/** Scrolls to the anchor of the address; returns whether it is on the page already. */
function scrollToAnchor() {
  const anchor = anchorHere();
  const target = anchor ? document.getElementById(anchor) : null;
  target?.scrollIntoView();
  return Boolean(target);
}

/**
 * Chapters that are fetched at the same time: enough for a slow network, and few enough that other
 * requests come between.
 */
const AHEAD = 8;

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
 * `3,059 rules and 698 glossary entries`.
 * @param {Edition} edition
 */
function countRecords({ rules, glossary }) {
  const counted = `${rules.length.toLocaleString("en")} rules`;
  if (!glossary.length) return counted;
  return `${counted} and ${glossary.length.toLocaleString("en")} glossary entries`;
}

/** Fills the page. */
async function fill() {
  const edition = await editionOf(page.dataset.all ?? "");
  await breathe();
  const parts = partsOf(edition);
  putContents(parts);
  const width = chapters.clientWidth;
  /** @type {Promise<WordsByKey>[]} */
  const words = [];
  const ask = (/** @type {Part | undefined} */ part) => {
    if (!part) return;
    const loading = edition.words(part.rows);
    // a failure is reported where the words are awaited below
    loading.catch(() => {});
    words.push(loading);
  };
  parts.slice(0, AHEAD).forEach(ask);
  let hasScrolled = false;
  for (const [index, part] of parts.entries()) {
    ask(parts[index + AHEAD]);
    const texts = await words[index];
    // the title shows the record of the chapter itself, unless it has words
    const rows = part.rows.filter((row) => row.key !== part.id || texts.get(row.key).text);
    /** @type {HTMLElement[]} */
    const made = [];
    await inPieces(rows, (row) =>
      made.push(part.make(edition, row, texts.get(row.key), { quiet: false })),
    );
    const section = drawnLater(width, title(part), made);
    if (rows[0]?.key !== part.id) section.id = part.id;
    chapters.append(section);
    hasScrolled ||= scrollToAnchor();
    await breathe();
    loadMaterial();
  }
  state.textContent = countRecords(edition);
  if (!hasScrolled) scrollToAnchor();
}

window.addEventListener("hashchange", scrollToAnchor);
fill().catch((problem) => {
  state.setAttribute("role", "alert");
  state.textContent = sayFailure("The rules could not be loaded", problem);
});
