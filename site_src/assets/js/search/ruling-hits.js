// @ts-check
// Finds rulings of the rulings summaries by the words of a query.
import { data } from "../lib/data.js";
import { useDefinition } from "./definition.js";
import { readDocument } from "./documents.js";
import { placesIn, stemOf, wordsIn } from "./text.js";

/**
 * An issue of the rulings summary, as `search/rulings.json` has it: its date and its rulings, each
 * with its key, its address and its words.
 * @typedef {[string, [string, string, string][]]} Issue
 */

/**
 * A ruling that was found.
 * @typedef {object} RulingHit
 * @property {string} date of its issue
 * @property {string} key
 * @property {string} href its address from the site's root
 * @property {string} text
 * @property {[number, number][]} marks where the text has words of the query
 */

/**
 * Where a text has words with some stems: `[begin, end]`, in order. Null unless it has all stems.
 * @param {string} text
 * @param {Set<string>} stems
 */
function marksOf(text, stems) {
  const found = placesIn(text).map(([word, begin, end]) => ({ stem: stemOf(word), begin, end }));
  const has = new Set(found.map(({ stem }) => stem));
  if (![...stems].every((stem) => has.has(stem))) return null;
  const marked = found.filter(({ stem }) => stems.has(stem));
  return marked.map(({ begin, end }) => /** @type {[number, number]} */ ([begin, end]));
}

/**
 * The rulings of an issue that have all of some stems.
 * @param {Issue} issue
 * @param {Set<string>} stems
 */
function hitsIn([date, rulings], stems) {
  /** @type {RulingHit[]} */
  const hits = [];
  for (const [key, href, text] of rulings) {
    const marks = marksOf(text, stems);
    if (marks) hits.push({ date, key, href, text, marks });
  }
  return hits;
}

/**
 * The rulings with all words of a query, in the order of their issues.
 * @param {string} text as typed
 * @param {string} first only issues from this day on
 * @param {string} last only issues up to this day
 */
export async function findRulings(text, first, last) {
  const [issues, definition] = await Promise.all([
    data("rulings", "search/", "the rulings"),
    readDocument("definition"),
  ]);
  useDefinition(definition);
  const stems = new Set(wordsIn(text).map(stemOf));
  if (!stems.size) return [];
  return /** @type {Issue[]} */ (issues)
    .filter(([date]) => first <= date && date <= last)
    .flatMap((issue) => hitsIn(issue, stems));
}
