// @ts-check
// The options of a search.
import { isTerm } from "../lib/record-key.js";

/**
 * Filters of a search, and its limit.
 * @typedef {object} Options
 * @property {boolean} history whether all editions are searched
 * @property {boolean} typing whether the last word may be unfinished
 * @property {string[]} kinds of passages, of `KINDS`
 * @property {(run: import("./words.js").Run) => boolean} inside whether a run is in the part of
 *   the rules that is searched
 * @property {{first: number, last: number} | null} scope positions of the first and last edition
 * @property {string} changedSince a day: only records that are new or were reworded on it or later,
 *   in the latest edition only
 * @property {number} limit maximum of answers
 * @property {boolean} isFirstPart whether a phrase is looked for only in the texts that are shown,
 *   if that is enough to know which answers are the first; the reader then waits for fewer files
 */

export const KINDS = ["rule", "example", "glossary"];

/**
 * The options of a search that names none.
 * @type {Options}
 */
export const DEFAULTS = {
  history: false,
  typing: false,
  kinds: KINDS,
  inside: () => true,
  scope: null,
  changedSince: "",
  limit: 30,
  isFirstPart: false,
};

/**
 * Returns a test whether the filters of a search let a passage of a record through.
 * @param {Options} options
 * @returns {(record: import("./words.js").Record, field: string) => boolean} of a record, and of
 *   the field of the passage, `text` or `example:0`
 */
export function makeAcceptance({ kinds, inside, scope, history }) {
  const isInScope = (/** @type {import("./words.js").Run} */ run) =>
    !scope || !history || (run.last >= scope.first && run.first <= scope.last);
  return ({ key, run, runs }, field) => {
    const kindOfRule = field === "text" ? "rule" : "example";
    if (!kinds.includes(isTerm(key) ? "glossary" : kindOfRule)) return false;
    return (runs ?? [run]).some((span) => inside(span) && isInScope(span));
  };
}
