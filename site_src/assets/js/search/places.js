// @ts-check
// The editions that the search page searches, as its state names them, and words for them.
import { dateInWords } from "../lib/dates.js";
import { latestEdition } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { before_all, then_in_force } from "../../sentences.json";
import { KINDS } from "./options.js";
import { isListOfEditions } from "./result.js";
import { editionInWords } from "./rows.js";

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {Omit<import("./result.js").Result, "index">} Result
 * @typedef {import("./state.js").SearchState} SearchState
 * @typedef {import("./filtered.js").EditionRange} EditionRange
 * @typedef {import("./filtered.js").SearchedEditions} SearchedEditions
 */

/**
 * The edition in force on a day, with its main set; the first edition for a day before it.
 * @param {JumpTable["editions"]} editions
 * @param {string} day
 */
export function editionInForce(editions, day) {
  // an edition that came with several sets has several rows, the main set first
  const [edition] = editions.findLast(([date]) => date <= day) ?? editions[0];
  return editions.find(([date]) => date === edition) ?? editions[0];
}

/**
 * Whether a filter leaves out a part of the editions that are searched.
 * @param {SearchState} state
 */
export const isFiltered = (state) =>
  state.kinds.length < KINDS.length || state.within !== "" || state.changed !== "";

/**
 * Whether neither a filter nor a period leaves out passages of the latest edition.
 * @param {SearchState} state
 */
export const isWhole = (state) => !isFiltered(state) && !state.from && !state.to;

/**
 * The date of the edition that was searched, if that is not the edition of the filters, because the
 * query names another; else empty, also if the answer is a list of editions.
 * @param {SearchState} state
 * @param {Result} found
 * @param {string | null} ofFilters the date of the edition of the filters; null if they name none
 */
export function namedInstead(state, { answers, edition }, ofFilters) {
  if (state.scope === "all") return "";
  if (isListOfEditions(answers)) return "";
  const searched = edition ?? latestEdition();
  return searched === (ofFilters ?? latestEdition()) ? "" : searched;
}

/**
 * The edition that a query names, as the place of a search: `in the edition of 1 July 2003`.
 * @param {JumpTable} table
 * @param {string} named its date
 */
export function namedInWords(table, named) {
  const [day, , set] = editionInForce(table.editions, named);
  return `in the edition of ${editionInWords([day, set])}`;
}

/**
 * The edition that is searched for the day of the state, in words that say why it is that one.
 * @param {SearchState} state
 * @param {string} edition its date
 * @param {string} words the edition in words
 */
export function thenInWords(state, edition, words) {
  if (edition === state.day) return words;
  return say(state.day < edition ? before_all : then_in_force, {
    edition: words,
    day: dateInWords(state.day),
  });
}

/**
 * The place of a search by its filters: `in the latest edition`.
 * @param {SearchState} state
 * @param {SearchedEditions} words
 * @param {EditionRange} range the editions that are searched
 */
export function placeInWords(state, words, range) {
  if (state.scope === "now") {
    if (!state.changed) return "in the latest edition";
    return `in the latest edition, of what is new or reworded since ${dateInWords(state.changed)}`;
  }
  if (state.scope === "then") {
    const edition = words.editions[range.last];
    return `in the edition of ${thenInWords(state, edition[0], editionInWords(edition))}`;
  }
  if (range.first === 0 && range.last === words.newest) return "in all editions";
  const [from, to] = [range.first, range.last].map((index) =>
    dateInWords(words.editions[index][0]),
  );
  return `in the editions from ${from} to ${to}`;
}
