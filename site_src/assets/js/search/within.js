// @ts-check
// The part of the rules that the search page searches ("within").
import { numberIn } from "../jump.js";
import { fold } from "./text.js";
import { chapterOf, isInPart } from "../lib/record-key.js";

/**
 * @typedef {import("./words.js").Run} Run
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Makes a test whether a run is in the part of the rules that readers gave: a section, chapter or
 * rule by its number (`7`, `702`, `702.40`), or a chapter or rule by its title (`Storm`). A run is
 * a rule with the same words in consecutive editions.
 * @param {Words} words
 * @param {string} within as typed; the test lets all runs through if it is empty
 * @returns {(run: Run) => boolean}
 */
export function insideOf(words, within) {
  const wanted = fold(within.trim()).replace(/\.$/, "");
  if (!wanted) return () => true;
  const number = numberIn(wanted);
  if (number !== null) return (run) => isInPart(run.key, number);
  if (wanted === "glossary") return (run) => chapterOf(run.key) === "glossary";
  return (run) => titlesOf(words, run).some((title) => fold(title) === wanted);
}

/**
 * The titles of a run's rule, and of its chapter in the last edition that has the run.
 * @param {Words} words
 * @param {Run} run
 */
function titlesOf(words, run) {
  const ownTitle = words.titleOf(run);
  const chapterTitle = words.titles.at(chapterOf(run.key), run.last);
  return [ownTitle, chapterTitle];
}
