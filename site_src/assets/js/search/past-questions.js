// @ts-check
// Questions about the history of something: since when, until when, when was it changed. As
// `graph/search/past_questions.py`.
import { numberIn } from "../jump.js";
import { definition } from "./definition.js";

/** The number of words of the longest beginning or end in the definition: "still in the game". */
const LONGEST = 4;

/**
 * The words of a subject, without those around it that belong to the question. Nothing behind a
 * verb is left out: "removed from the game" would be "removed".
 * @param {string[]} words
 * @param {Set<string>} [behind] words that may be left out behind the subject
 */
function trim(words, behind = new Set()) {
  let [start, end] = [0, words.length];
  while (start < end && definition.before_subject.has(words[start])) start += 1;
  while (start < end && behind.has(words[end - 1])) end -= 1;
  const isVerbLast = start < end && Object.hasOwn(definition.history.verbs, words[end - 1]);
  return words.slice(start, isVerbLast ? words.length : end);
}

/**
 * A question about the history of a subject, given by its words. `aim` is what it asks (`since`,
 * `until` or `changed`), as a value of the verbs in `graph/search/definition.toml`.
 * @typedef {{aim: string, subject: string[]}} PastQuestion
 */

/**
 * The index of the verb that says what became of a subject; -1 for none. It is the first such verb
 * after "they", else the last one: in "when did they rename removed from the game" the verb is
 * "rename", and "removed" is a part of the subject.
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
 * The question that has a known beginning or end; null if its other words have no subject although
 * they need one, or lack a verb that is needed.
 * @param {string} aim of the beginning or end; empty if a verb must say it ("when was … removed")
 * @param {string[]} rest the other words
 * @param {boolean} needsSubject
 * @returns {PastQuestion | null}
 */
function readRest(aim, rest, needsSubject) {
  const { verbs } = definition.history;
  if (aim) {
    const subject = trim(rest, definition.after_subject);
    return subject.length || !needsSubject ? { aim, subject } : null;
  }
  const verb = findVerb(rest);
  if (verb < 0) return null;
  // "from the game" may be a part of the subject where it is before the verb
  const before = trim(rest.slice(0, verb));
  while (definition.before_verb.has(before.at(-1) ?? "")) before.pop();
  const subject = [...before, ...trim(rest.slice(verb + 1), definition.after_subject)];
  return subject.length || !needsSubject ? { aim: verbs[rest[verb]], subject } : null;
}

/**
 * The question that words ask by their beginning or end; null if they ask none.
 * @param {string[]} words
 * @param {boolean} needsSubject whether they ask nothing if no words are left as the subject
 */
function readWords(words, needsSubject) {
  const { begins, ends } = definition.history;
  // a beginning has two words or more ("since when"); an end may be a single one
  for (let length = LONGEST; length > 1; length -= 1) {
    const beginning = words.slice(0, length).join(" ");
    if (Object.hasOwn(begins, beginning))
      return readRest(begins[beginning], words.slice(length), needsSubject);
  }
  for (let length = LONGEST; length > 0; length -= 1) {
    const end = words.slice(-length).join(" ");
    if (Object.hasOwn(ends, end)) return readRest(ends[end], words.slice(0, -length), needsSubject);
  }
  return readQuestionBehind(words);
}

/**
 * The question that stands behind its subject, with a pronoun for it: `mana burn, when was it
 * removed`; null if there is none.
 * @param {string[]} words
 * @returns {PastQuestion | null}
 */
function readQuestionBehind(words) {
  const { begins } = definition.history;
  for (let start = 1; start < words.length; start += 1) {
    for (let length = 2; length <= LONGEST; length += 1) {
      const beginning = words.slice(start, start + length).join(" ");
      const behind = words.slice(start + length);
      const hasPronoun = behind.slice(0, 2).some((word) => definition.pronoun.has(word));
      if (!Object.hasOwn(begins, beginning) || !hasPronoun) continue;
      const question = readRest(begins[beginning], behind, false);
      const subject = trim(words.slice(0, start), definition.after_subject);
      return question && subject.length ? { aim: question.aim, subject } : null;
    }
  }
  return null;
}

/**
 * Words without those that only belong to a question about the history of a number.
 * @param {string[]} words
 */
function dropAroundNumber(words) {
  const { before_subject, after_subject, around_change, around_number } = definition;
  const lists = [before_subject, after_subject, around_change, around_number];
  return words.filter((word) => !lists.some((list) => list.has(word)));
}

/**
 * The number of a section, chapter or rule if it is all that a question asks about; else null.
 * Anywhere else, digits such as those of `702 history` may be any number. Numbers with a point are
 * found before; those with another mark, as in `603,4 history`, are found here, too.
 * @param {PastQuestion} question
 */
export const numberAskedAbout = ({ subject }) => numberIn(dropAroundNumber(subject).join(" "));

/**
 * The question about history that the words of a query ask; null if they ask no such question. If
 * the query names a number of a rule, that is the subject, and words such as "last" in "when was
 * 603.4 last changed" are left out.
 * @param {string[]} words without the numbers
 * @param {{namesNumber?: boolean}} options
 * @returns {PastQuestion | null}
 */
export function pastQuestion(words, { namesNumber = false } = {}) {
  const question = readWords(words, !namesNumber);
  if (!question || !namesNumber) return question;
  return { ...question, subject: dropAroundNumber(question.subject) };
}
