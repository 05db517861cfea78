// @ts-check
// The search with the filters of the search page.
import { insideOf } from "./within.js";

/**
 * @typedef {import("./options.js").Options} Options
 * @typedef {import("./result.js").Result} Result
 * @typedef {import("./searcher.js").Searcher} Searcher
 * @typedef {import("./state.js").SearchState} SearchState
 * @typedef {import("./words.js").Words} Words
 */

/**
 * A question of the search page.
 * @typedef {object} FilteredRequest
 * @property {SearchState} state the query and the filters
 * @property {string | null} edition the date of the edition of the filters; null if they name none
 * @property {boolean} isFormer whether that edition is not the latest
 * @property {number} limit maximum of answers
 * @property {boolean} isFirstPart as in `Options`
 */

/**
 * The positions of the first and the last edition that are searched.
 * @typedef {{first: number, last: number}} EditionRange
 */

/**
 * The editions that are searched: date and set of each, oldest first, and the position of the last.
 * @typedef {Pick<Words, "editions" | "newest">} SearchedEditions
 */

/**
 * What was found, and the editions in which it was searched.
 * @typedef {Omit<Result, "index"> & {words: SearchedEditions, range: EditionRange}} FilteredResult
 */

/**
 * The positions, in the list of `words`, of the first and the last edition that are searched; of
 * all editions in a search of the latest one.
 * @param {SearchState} state
 * @param {Words} words
 * @returns {EditionRange}
 */
function rangeOf(state, words) {
  if (state.scope === "then") {
    const at = words.inForce(state.day);
    return { first: at, last: at };
  }
  // leaves nothing out: a search of the latest edition has an index of that edition alone
  if (state.scope === "now") return { first: 0, last: words.newest };
  return {
    first: state.from ? words.inForce(state.from) : 0,
    last: state.to ? words.inForce(state.to) : words.newest,
  };
}

/** The number of questions so far. */
let questions = 0;

/**
 * Answers a question of the search page. The result is null if another question came while the
 * words were loading.
 * @param {Searcher} searcher
 * @param {FilteredRequest} request
 * @returns {Promise<FilteredResult | null>}
 */
export async function searchWithFilters(
  searcher,
  { state, edition, isFormer, limit, isFirstPart },
) {
  questions += 1;
  const question = questions;
  const former = isFormer ? edition : null;
  const { words } = await searcher.index(state.scope === "all" ? "all" : former);
  if (question !== questions) return null;
  const range = rangeOf(state, words);
  const { index, ...result } = await searcher.search(state.query.trim(), edition, {
    history: state.scope === "all",
    kinds: state.kinds,
    inside: insideOf(words, state.within),
    scope: range,
    changedSince: state.changed,
    limit,
    isFirstPart,
  });
  const { editions, newest } = words;
  return { ...result, words: { editions, newest }, range };
}
