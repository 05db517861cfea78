// @ts-check
// Sentences made from the patterns in `sentences.json`, which the pages use too.
import { failed } from "../../sentences.json";

/**
 * Makes a sentence: each name in braces is replaced by its value. `No edition has {number}.` with
 * `{number: "702.999"}` is `No edition has 702.999.`
 * @param {(string | object)[]} sentence its pattern, and a note for those who read the file
 * @param {Record<string, unknown>} values
 */
export const say = ([pattern], values = {}) =>
  String(pattern).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * The reason why something failed, in words. Browsers report a missing network as a TypeError, each
 * in words of its own.
 * @param {Error} problem
 */
function reasonOf(problem) {
  if (problem instanceof TypeError && !navigator.onLine) return "there is no network";
  if (problem instanceof TypeError && /fetch|network|load failed/i.test(problem.message))
    return "the server did not answer";
  return problem.message;
}

/**
 * A sentence about a failure, with its reason and a remedy.
 * @param {string} task failed: `The changes could not be searched`
 * @param {unknown} problem an Error, like everything that these scripts throw
 */
export const sayFailure = (task, problem) =>
  say(failed, { what: task, problem: reasonOf(/** @type {Error} */ (problem)) });
