// @ts-check
// Answers to questions for changes: a comparison of two editions, and the search through what they
// changed. As `graph/search/comparisons.py`.
import { numberIn } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { chapterOf, isTerm, ruleOf } from "../lib/record-key.js";
import { makeWhy } from "./why.js";

/** The number of best rules by whose chapters the chapter of a question is chosen. */
const VOTERS = 5;

/**
 * The part of two editions that is compared; all empty for the whole.
 * @typedef {object} ComparedPart
 * @property {string} name
 * @property {string} chapter its number in the second edition
 * @property {string} words that the changes must have, or the number of the only rule
 */

/**
 * All rules.
 * @type {ComparedPart}
 */
export const WHOLE = { name: "", chapter: "", words: "" };

/**
 * The part of the rules whose number a question gives; null if it gives none.
 * @param {string} subject the words of the question that say in what something changed
 * @returns {ComparedPart | null}
 */
export function findNumberedPart(subject) {
  const number = numberIn(subject);
  if (!number || !/^\d/.test(number)) return null;
  const words = number.includes(".") ? number : "";
  return { name: number, chapter: chapterOf(number), words };
}

/**
 * The part of the rules that a question is about: that of its number, else that of the best rule.
 * @param {string} subject as for `findNumberedPart`
 * @param {import("./index.js").Index} index of the last edition of the question
 * @param {{position: number}[]} found the records that answer the subject there, best first
 * @returns {ComparedPart}
 */
export function findPart(subject, index, found) {
  const numbered = findNumberedPart(subject);
  if (numbered) return numbered;
  const keyAt = (/** @type {number} */ position) => index.records[position].key;
  const positions = found
    .map(({ position }) => position)
    .filter((position) => !isTerm(keyAt(position)));
  if (!positions.length) return WHOLE;
  const [best] = positions;
  const [key, title] = [keyAt(best), index.title(best)];
  if (title && key.includes("."))
    return { name: `${ruleOf(key)} ${title}`, chapter: chapterOf(key), words: title };
  const titles = positions.slice(0, VOTERS).map((position) => index.chapterTitle(position));
  const votes = [...Map.groupBy(titles, (name) => name).values()];
  votes.sort((left, right) => right.length - left.length);
  const [name] = votes[0];
  return { name, chapter: name.split(" ")[0], words: "" };
}

/**
 * Makes an answer that links to a page with changes.
 * @param {string} key
 * @param {string} edition
 * @param {string} detail
 * @param {Record<string, string>} parameters the parameters of the address; empty ones are left out
 * @param {string} page `compare` or `search`
 */
function makeRow(key, edition, detail, parameters, page) {
  const given = Object.entries(parameters).filter(([, value]) => value);
  return {
    key,
    edition,
    label: "Changes",
    detail,
    text: "",
    why: makeWhy("changes"),
    href: `${page}/?${new URLSearchParams(given)}`,
    exact: true,
  };
}

/**
 * The comparison that a question asks for, then the search for its words, if it has a subject.
 * @param {import("./change-questions.js").ChangeQuestion} question
 * @param {ComparedPart} part
 * @param {string} following the edition after the first one of the question
 * @returns {import("./answers.js").Answer[]}
 */
export function changeRows({ subject, first, last }, part, following) {
  const address = [`${first}..${last}`, part.chapter, part.words].filter(Boolean).join("/");
  const span = (/** @type {string} */ from) => `${dateInWords(from)} to ${dateInWords(last)}`;
  const compared = { from: first, to: last, chapter: part.chapter, q: part.words };
  const name = part.name || "the rules";
  const rows = [
    makeRow(`compare:${address}`, last, `${name}, ${span(first)}`, compared, "compare"),
  ];
  if (subject) {
    const parameters = { q: subject, in: "changes", from: following, to: last };
    const detail = `with “${subject}”, edition by edition, ${span(following)}`;
    rows.push(
      makeRow(`changes:${following}..${last}/${subject}`, last, detail, parameters, "search"),
    );
  }
  return rows;
}
