// @ts-check
// The views of an edition: a chapter, a section, the glossary, and the notice that something is
// missing. Each is one element with one heading.
import { address } from "../site.js";
import { element } from "../lib/dom.js";
import { drawnLater } from "../lib/later.js";
import { breathe, drawn, inPieces } from "../lib/pieces.js";
import { symbols } from "../lib/passage.js";
import { meaningsOf, numbersTable, sentence } from "../lib/numbers.js";
import { hrefOf, nameOf } from "../lib/record-key.js";
import { inside, rule, term } from "./records.js";
import { not_here } from "../../sentences.json";
import { say } from "../lib/say.js";

/**
 * @typedef {import("./edition.js").Chapter} Chapter
 * @typedef {import("./edition.js").Edition} Edition
 * @typedef {import("./edition.js").Row} Row
 * @typedef {import("./edition.js").WordsByKey} WordsByKey
 */

/** @typedef {[href: string, words: string]} Crumb a link of the trail above a heading */

/**
 * A view with its first records. `rest` appends the others part by part, and calls `put` with the
 * records of each part.
 * @typedef {object} LongView
 * @property {HTMLElement} view
 * @property {(put: (records: HTMLElement[]) => void) => Promise<void>} rest
 */

/**
 * The head of a view: the trail, the number, the heading, and more.
 * @param {Crumb[]} trail
 * @param {string | null} number null for the glossary
 * @param {string} heading
 * @param {...any} more
 * @returns {HTMLElement}
 */
function head(trail, number, heading, ...more) {
  const links = trail.map(([href, words]) => element("a", { href }, words));
  const title = number
    ? [numberLink(number), " ", element("span", { class: "title" }, symbols(heading))]
    : [heading];
  return element(
    "header",
    { class: "page-head" },
    element("p", { class: "trail taps" }, links),
    element("h1", { tabindex: "-1" }, title),
    more,
  );
}

/**
 * The number of a view in its heading, a link that copies itself.
 * @param {string} number
 */
const numberLink = (number) =>
  element(
    "a",
    {
      class: "num",
      href: hrefOf(number),
      "data-copy": true,
      "aria-label": `${number}, permanent link`,
    },
    number,
  );

/**
 * The heading of a chapter or of a section.
 * @param {Edition} edition
 * @param {string} key
 */
const titleOf = (edition, key) => edition.headings[key] ?? "Untitled";

/**
 * Links to the chapters before and after a chapter.
 * @param {Edition} edition
 * @param {Chapter} chapter
 * @returns {HTMLElement}
 */
function pager(edition, chapter) {
  const index = edition.chapters.indexOf(chapter);
  const link = (/** @type {Chapter | undefined} */ page, /** @type {string} */ side) =>
    page
      ? element(
          "a",
          { class: `pager-${side}`, href: hrefOf(page.number) },
          element("span", { class: "num" }, page.number),
          " ",
          symbols(titleOf(edition, page.number)),
        )
      : null;
  return element(
    "nav",
    { class: "pager", "aria-label": "Neighbouring chapters" },
    link(edition.chapters[index - 1], "previous"),
    link(edition.chapters[index + 1], "next"),
  );
}

/**
 * The link to a section in the trail of its chapter; empty if the edition has no such section.
 * @param {Edition} edition
 * @param {string} number of the section
 * @returns {Crumb[]}
 */
const sectionTrail = (edition, number) =>
  edition.byKey.has(number) ? [[hrefOf(number), `${number} ${titleOf(edition, number)}`]] : [];

/** Records that a long view has at first, and records of each later part. */
const PART = 20;
/**
 * Records whose words are fetched ahead while a part is made: few enough that other requests come
 * between.
 */
const AHEAD = 100;

/**
 * The number of records that a long view has at first: up to half a part after the target.
 * @param {Row[]} rows
 * @param {Row | null | undefined} target the record that the address names
 */
const lengthOfBeginning = (rows, target) =>
  Math.max(PART, (target ? rows.indexOf(target) : -1) + PART / 2);

/**
 * Returns the function that appends the rest of the records to a view, in parts that the browser
 * draws when the reader comes near them.
 * @param {Edition} edition
 * @param {HTMLElement} view
 * @param {Row[]} rows the rest of the records
 * @param {(row: Row, words: WordsByKey) => HTMLElement} make makes one record
 * @param {(part: HTMLElement) => void} append puts a part into the view
 * @returns {LongView["rest"]}
 */
const makeRest = (edition, view, rows, make, append) => async (put) => {
  // measured before the view grows
  const width = view.clientWidth;
  for (let index = 0; index < rows.length; index += PART) {
    // the first part waits until the beginning of the view is drawn
    await (index ? breathe() : drawn());
    edition.words(rows.slice(index, index + AHEAD)).catch(() => {});
    const group = rows.slice(index, index + PART);
    const words = await edition.words(group);
    /** @type {HTMLElement[]} */
    const made = [];
    await inPieces(group, (row) => made.push(make(row, words)));
    append(drawnLater(width, made));
    put(made);
  }
  view.removeAttribute("aria-busy");
};

/**
 * A chapter with its records.
 * @param {Edition} edition
 * @param {Chapter} chapter
 * @param {Crumb} start
 * @param {Row | null} [target] the record that is asked for
 * @returns {Promise<LongView>}
 */
export async function chapterView(edition, chapter, start, target) {
  const length = lengthOfBeginning(chapter.rows, target);
  const [first, later] = [chapter.rows.slice(0, length), chapter.rows.slice(length)];
  const words = await edition.words(first);
  // the record of the chapter itself, whose words are shown in the head
  const own = chapter.rows[0].key === chapter.number ? chapter.rows[0] : null;
  const body = own && bodyOf(edition, own, words);
  const trail = [start, ...sectionTrail(edition, chapter.number[0])];
  const make = (/** @type {Row} */ row, /** @type {WordsByKey} */ texts) =>
    rule(edition, row, texts.get(row.key));
  const end = pager(edition, chapter);
  const view = element(
    "div",
    { class: "page page-rules", "aria-busy": later.length ? "true" : null },
    head(trail, chapter.number, titleOf(edition, chapter.number), body),
    first.filter((row) => row !== own).map((row) => make(row, words)),
    end,
  );
  return { view, rest: makeRest(edition, view, later, make, (part) => end.before(part)) };
}

/**
 * The words of a chapter's or a section's own record, without the heading.
 * @param {Edition} edition
 * @param {Row} row
 * @param {WordsByKey} words
 */
const bodyOf = (edition, row, words) =>
  element(
    "div",
    { class: "rule-body" },
    inside(edition, row, words.get(row.key), { withHeading: false }),
  );

/**
 * A section: its own text, if it has any, and links to its chapters.
 * @param {Edition} edition
 * @param {Row} row
 * @param {Crumb} start
 * @returns {Promise<HTMLElement>}
 */
export async function sectionView(edition, row, start) {
  const words = await edition.words([row]);
  const links = edition.chapters
    .filter((chapter) => chapter.number.startsWith(row.key))
    .map((chapter) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: hrefOf(chapter.number) },
          element("span", { class: "num" }, chapter.number),
          element("span", {}, symbols(titleOf(edition, chapter.number))),
        ),
      ),
    );
  return element(
    "div",
    { class: "page page-rules" },
    head([start], row.key, titleOf(edition, row.key), bodyOf(edition, row, words)),
    element(
      "nav",
      { class: "section-chapters", "aria-label": "Chapters" },
      element("ol", { class: "chapter-list" }, links),
    ),
  );
}

/**
 * The letters with which terms begin, each with the key of its first term. Digits count as one
 * letter, and `The` at the beginning is ignored.
 * @param {Row[]} rows
 */
export function lettersOf(rows) {
  /** @type {Map<string, string>} */
  const firsts = new Map();
  for (const { key } of rows) {
    const [first] = nameOf(key)
      .toUpperCase()
      .replace(/^THE /, "")
      .match(/[A-Z0-9]/) ?? ["0"];
    const name = /\d/.test(first) ? "0–9" : first;
    if (!firsts.has(name)) firsts.set(name, key);
  }
  return [...firsts];
}

/**
 * The line of links to the letters of the glossary.
 * @param {Row[]} rows
 */
function letterLinks(rows) {
  return element(
    "p",
    { class: "letters" },
    lettersOf(rows).flatMap(([name, key]) => [element("a", { href: hrefOf(key) }, name), " "]),
  );
}

/**
 * The glossary with its entries.
 * @param {Edition} edition
 * @param {Crumb} start
 * @param {Row | null} [target] the entry that is asked for
 * @returns {Promise<LongView>}
 */
export async function glossaryView(edition, start, target) {
  const length = lengthOfBeginning(edition.glossary, target);
  const [first, later] = [edition.glossary.slice(0, length), edition.glossary.slice(length)];
  const make = (/** @type {Row} */ row, /** @type {WordsByKey} */ texts) =>
    term(edition, row, texts.get(row.key));
  const words = await edition.words(first);
  const view = element(
    "div",
    { class: "page page-glossary", "aria-busy": later.length ? "true" : null },
    head([start], null, "Glossary", letterLinks(edition.glossary)),
    first.map((row) => make(row, words)),
  );
  return { view, rest: makeRest(edition, view, later, make, (part) => view.append(part)) };
}

/**
 * What a number that this edition lacks means in the editions that have it: a sentence for each
 * rule, with its number in this edition, or its history if this edition lacks that rule, too.
 * @param {Edition} edition
 * @param {string} number
 */
async function meaningsElsewhere(edition, number) {
  const meanings = meaningsOf(await numbersTable(), number);
  if (!meanings.length) return [element("p", {}, "No edition has this number.")];
  const lines = meanings.map((meaning) => {
    const here = edition.byLineage.get(meaning.lineage);
    const link = here
      ? ["In this edition it is ", element("a", { href: hrefOf(here.key) }, nameOf(here.key)), "."]
      : [element("a", { href: address(meaning.history) }, "History")];
    return element("p", {}, sentence(number, meaning), ". ", link);
  });
  const href = address(`n/?${encodeURIComponent(number)}`);
  return [...lines, element("p", {}, element("a", { href }, `All about the number ${number}`))];
}

/**
 * The notice that this edition lacks the record that an anchor names, with the number that today's
 * rule of that number had then, if it had one, and with what that number means in other editions.
 * @param {Edition} edition
 * @param {string} anchor
 * @param {Crumb} start
 * @returns {Promise<HTMLElement>}
 */
export async function missingView(edition, anchor, start) {
  const name = anchor.replace(/^(now|glossary):/, "");
  const then = (await edition.today()).at(name);
  const words = [say(not_here, { number: name })];
  if (then) {
    const link = element("a", { href: hrefOf(then.key) }, then.key);
    words.push(" Today’s ", name, " was ", link, " then.");
  }
  return element(
    "div",
    { class: "page page-found" },
    head([start], null, "Not in this edition", element("p", { class: "lead" }, words)),
    /^\d/.test(name) ? await meaningsElsewhere(edition, name) : null,
  );
}
