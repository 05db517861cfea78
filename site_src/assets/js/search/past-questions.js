// @ts-check
// Questions about the history of something: since when, until when, when was it changed. As
// `graph/search/past_questions.py`.
import { definition } from "./definition.js";

/** Words of the longest beginning or end in the definition. */
const LONGEST = 4;

/**
 * Words without those around a subject that belong to the question. A verb keeps what is behind it:
 * without the rest of its name, "removed from the game" would be "removed".
 * @param {string[]} words
 * @param {Set<string>} [behind] those that may be left out behind the subject
 */
function trim(words, behind = new Set()) {
  let [start, end] = [0, words.length];
  while (start < end && definition.before_subject.has(words[start])) start += 1;
  while (start < end && behind.has(words[end - 1])) end -= 1;
  const isVerbLast = start < end && Object.hasOwn(definition.history.verbs, words[end - 1]);
  return words.slice(start, isVerbLast ? words.length : end);
}

/**
 * What is asked, and the words that say of what.
 * @typedef {{aim: string, subject: string[]}} PastQuestion
 */

/**
 * The index of the verb that says what became of a subject; -1 for none. It is the last such verb,
 * but the first one after "they": "removed" is a part of what they renamed in "when did they rename
 * removed from the game".
 * @param {string[]} words
 */
function findVerb(words) {
  const isVerb = (/** @type {string} */ word) => Object.hasOwn(definition.history.verbs, word);
  const made = words.findIndex(
    (word, index) => index > 0 && isVerb(word) && definition.maker.has(words[index - 1]),
  );
  return made < 0 ? words.findLastIndex(isVerb) : made;
}

/**
 * The question with a beginning or end and other words; null if a verb is needed that they lack.
 * @param {string} aim what the beginning or end asks; empty if a verb must say it
 * @param {string[]} rest
 * @returns {PastQuestion | null}
 */
function readRest(aim, rest) {
  const { verbs } = definition.history;
  if (aim) {
    const subject = trim(rest, definition.after_subject);
    return subject.length ? { aim, subject } : null;
  }
  const verb = findVerb(rest);
  if (verb < 0) return null;
  // "from the game" may be a part of the subject where it is before the verb
  const before = trim(rest.slice(0, verb));
  const subject = [...before, ...trim(rest.slice(verb + 1), definition.after_subject)];
  return subject.length ? { aim: verbs[rest[verb]], subject } : null;
}

/**
 * The question about history that the words of a query ask; null if they ask no such question.
 * @param {string[]} words
 */
export function pastQuestion(words) {
  const { begins, ends } = definition.history;
  // a beginning has two words or more ("since when"); an end may be a single one
  for (let length = LONGEST; length > 1; length -= 1) {
    const beginning = words.slice(0, length).join(" ");
    if (Object.hasOwn(begins, beginning)) return readRest(begins[beginning], words.slice(length));
  }
  for (let length = LONGEST; length > 0; length -= 1) {
    const end = words.slice(-length).join(" ");
    if (Object.hasOwn(ends, end)) return readRest(ends[end], words.slice(0, -length));
  }
  return null;
}
