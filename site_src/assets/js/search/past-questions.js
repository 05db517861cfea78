// @ts-check
// Questions about the history of something: since when, until when, when was it changed. As
// `graph/search/past_questions.py`.
import { definition } from "./definition.js";

/** Words of the longest beginning in the definition. */
const LONGEST_BEGINNING = 4;

/**
 * Words without those around a subject that belong to the question.
 * @param {string[]} words
 * @param {Set<string>} behind those that may be left out behind the subject
 */
function trim(words, behind) {
  let [start, end] = [0, words.length];
  while (start < end && definition.before_subject.has(words[start])) start += 1;
  while (start < end && behind.has(words[end - 1])) end -= 1;
  return words.slice(start, end);
}

/**
 * What is asked, and the words that say of what.
 * @typedef {{aim: string, subject: string[]}} PastQuestion
 */

/**
 * The question with a beginning and other words; null if a verb is needed that they have not.
 * @param {string} aim what the beginning asks; empty if a verb must say it
 * @param {string[]} rest
 * @returns {PastQuestion | null}
 */
function readRest(aim, rest) {
  const { verbs } = definition.history;
  if (aim) {
    const subject = trim(rest, definition.after_subject);
    return subject.length ? { aim, subject } : null;
  }
  const verb = rest.findLastIndex((word) => Object.hasOwn(verbs, word));
  if (verb < 0) return null;
  // "from the game" may be a part of the subject where it is before the verb
  const before = trim(rest.slice(0, verb), definition.before_subject);
  const subject = [...before, ...trim(rest.slice(verb + 1), definition.after_subject)];
  return subject.length ? { aim: verbs[rest[verb]], subject } : null;
}

/**
 * The question about history that the words of a query ask; null if they ask no such question.
 * @param {string[]} words
 */
export function pastQuestion(words) {
  const { begins } = definition.history;
  for (let length = LONGEST_BEGINNING; length > 1; length -= 1) {
    const beginning = words.slice(0, length).join(" ");
    if (Object.hasOwn(begins, beginning)) return readRest(begins[beginning], words.slice(length));
  }
  return null;
}
