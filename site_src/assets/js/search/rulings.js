// @ts-check
// The rulings of the rulings summaries that have all words of a query, which the search page lists
// beside the answers from the rules.
import { data } from "../lib/data.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { useDefinition } from "./definition.js";
import { hitLink } from "./rows.js";
import { placesIn, stemOf, wordsIn } from "./text.js";

/** The number of rulings that are listed at most. */
const SHOWN = 20;
/** Joins words: `a, b and c`. */
const LISTED = new Intl.ListFormat("en-GB");

/**
 * An issue of the rulings summary, as `search/rulings.json` has it: its date and its rulings, each
 * with its key, its address and its words.
 * @typedef {[string, [string, string, string][]]} Issue
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
 * The rulings of an issue that have all of some stems, each with the words to mark.
 * @param {Issue} issue
 * @param {Set<string>} stems
 */
function hitsIn([date, rulings], stems) {
  const hits = [];
  for (const [key, href, text] of rulings) {
    const marks = marksOf(text, stems);
    if (marks) hits.push({ date, key, href, text, marks });
  }
  return hits;
}

/**
 * The first and the last day from which rulings summaries are searched. No day lies between them if
 * none are searched. In scope `then` they are those of the whole year, since hardly any day is that
 * of an issue.
 * @param {import("./state.js").SearchState} state
 */
export function daysSearched(state) {
  if (state.scope === "then") {
    const year = state.day.slice(0, 4);
    return [`${year}-01-01`, `${year}-12-31`];
  }
  if (state.scope === "now" || state.scope === "changes") return ["9999", "0000"];
  return [state.from || "0000", state.to || "9999"];
}

/**
 * The heading of the rulings that were found: `3 in the rulings summary of 1 May 1999, 1 June 1999
 * and 1 July 1999`.
 * @param {number} count of the rulings
 * @param {string[]} dates of their issues
 */
export function headingOf(count, dates) {
  return `${count} in the rulings summary of ${LISTED.format(dates.map(dateInWords))}`;
}

/**
 * The rulings with all words of a query, as a section of the page; null if there are none.
 * @param {string} text as typed
 * @param {string} first only issues from this day on
 * @param {string} last only issues up to this day
 */
export async function rulingsWith(text, first, last) {
  const [issues, definition] = await Promise.all([
    data("rulings", "search/", "the rulings"),
    data("definition", "search/", "the words"),
  ]);
  useDefinition(definition);
  const stems = new Set(wordsIn(text).map(stemOf));
  if (!stems.size) return null;
  const hits = /** @type {Issue[]} */ (issues)
    .filter(([date]) => first <= date && date <= last)
    .flatMap((issue) => hitsIn(issue, stems));
  return hits.length ? sectionOf(hits) : null;
}

/**
 * A section of the page with the rulings that were found, of which the first `SHOWN` are shown.
 * @param {ReturnType<typeof hitsIn>} hits
 */
function sectionOf(hits) {
  const dates = [...new Set(hits.map(({ date }) => date))];
  return element(
    "section",
    { class: "search-rulings" },
    element("h2", {}, headingOf(hits.length, dates)),
    element(
      "ol",
      { class: "search-results" },
      hits.slice(0, SHOWN).map((hit) => element("li", { class: "hit hit-found" }, hitLink(hit))),
    ),
    hits.length > SHOWN ? element("p", {}, `The first ${SHOWN} are shown.`) : null,
  );
}
