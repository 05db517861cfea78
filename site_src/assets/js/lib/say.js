// @ts-check
// Sentences from their patterns in `sentences.json`, which the pages share.
import { failed } from "../../sentences.json";

/**
 * A sentence: each name in braces gives way to its value.
 * @param {(string | object)[]} sentence its pattern, and what the pattern is about
 * @param {Record<string, unknown>} values
 */
export const say = ([pattern], values = {}) =>
  String(pattern).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * Why something failed: browsers report a missing network as a TypeError, each in words of its own.
 * @param {Error} problem
 */
function reasonOf(problem) {
  if (problem instanceof TypeError && !navigator.onLine) return "there is no network";
  if (problem instanceof TypeError && /fetch|network|load failed/i.test(problem.message))
    return "the server did not answer";
  return problem.message;
}

/**
 * What went wrong, as a sentence, and what to do about it.
 * @param {string} what
 * @param {unknown} problem an Error, as all that is thrown here
 */
export const sayFailure = (what, problem) =>
  say(failed, { what, problem: reasonOf(/** @type {Error} */ (problem)) });
