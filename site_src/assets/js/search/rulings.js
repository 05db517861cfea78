// @ts-check
// The rulings of the rulings summaries that have all words of a query, which the search page lists
// beside the answers from the rules.
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { callSearch } from "./call.js";
import { hitLink } from "./rows.js";

/** @typedef {import("./ruling-hits.js").RulingHit} RulingHit */

/** The number of rulings that are listed at most. */
const SHOWN = 20;
/** Joins words: `a, b and c`. */
const LISTED = new Intl.ListFormat("en-GB");

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
  const hits = await callSearch("findRulings", text, first, last);
  return hits.length ? sectionOf(hits) : null;
}

/**
 * A section of the page with the rulings that were found, of which the first `SHOWN` are shown.
 * @param {RulingHit[]} hits
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
