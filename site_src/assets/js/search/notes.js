// @ts-check
// Remarks about a query, as sentences for the reader. As `graph/search/notes.py`.
import { capitalize } from "../lib/capitalize.js";
import { dateInWords } from "../lib/dates.js";
import { definition } from "./definition.js";
import { fold, singleBlanks } from "./text.js";

/** Text with nothing but letters and signs of English. */
const ENGLISH = /^[ -~]*$/;
const QUOTES_AROUND = /^"|"$/g;

/**
 * A sentence if a query was cut, and one for each number that the edition lacks if it has others of
 * the query.
 * @param {string} typed the query as typed
 * @param {import("./answers.js").Answer[]} rows answers to the numbers of the query
 * @param {string[]} missing numbers that the edition lacks
 * @param {string} date of the edition
 */
export function describeNumbers(typed, rows, missing, date) {
  const notes = [];
  const longest = definition.limits.query;
  if ([...singleBlanks(typed)].length > longest)
    notes.push(`Only the first ${longest} characters are read.`);
  if (rows.some(({ exact }) => exact)) {
    const edition = dateInWords(date);
    for (const number of missing) notes.push(`The edition of ${edition} has no rule ${number}.`);
  }
  return notes;
}

/**
 * A sentence on words that no edition has, if they explain why a query has no answers, or too few;
 * else an empty list. A word of English letters may be the name of a card, which the other words of
 * a query can do without. A very long word is not repeated.
 * @param {string[]} words
 * @param {boolean} hasAnswers whether the query has answers by its other words
 */
export function describeUnknown(words, hasAnswers) {
  const short = words.filter((word) => [...word].length <= definition.limits.unknown);
  const unknown = short.filter((word) => !(hasAnswers && ENGLISH.test(word)));
  if (!unknown.length) return [];
  const noun = unknown.length === 1 ? "word" : "words";
  const list = new Intl.ListFormat("en-GB").format(unknown.map((word) => `“${word}”`));
  return [`No edition has the ${noun} ${list}; the rules are in English.`];
}

/**
 * A sentence on an old name in a query, `“bury” has been called “destroy” since 1 July 2003`, or
 * on a name that came after the edition.
 * @param {import("./understand.js").Query} query
 * @param {import("./renamed.js").OldName} name
 * @param {string} searched date of the edition that is searched
 */
function describeName(query, { old, names, edition, since }, searched) {
  const typed = query.text.replace(QUOTES_AROUND, "");
  // if the whole query is the old name, its letters are as typed: `Bury`, not `bury`
  const shown = capitalize(fold(typed) === old ? typed : old);
  const [otherName, day] = [names.at(-1), dateInWords(since ?? edition)];
  if (edition > searched)
    return `“${shown}” has been the name since ${day}; before, it was “${otherName}”`;
  return `“${shown}” has been called “${otherName}” since ${day}`;
}

/**
 * Sentences on what became of the subject of a query, then on the old names in it. The answer about
 * the past may already have the sentence of an old name, then with a full stop.
 * @param {import("./past.js").PastAnswer} past
 * @param {import("./understand.js").Query} query
 * @param {import("./renamed.js").OldName[]} oldNames in the query
 * @param {string} searched date of the edition that is searched
 */
export function describePast(past, query, oldNames, searched) {
  const ofNames = oldNames.map((name) => describeName(query, name, searched));
  // a name has its letters as typed in one of two equal sentences
  const said = new Set(past.notes.map(fold));
  return [...past.notes, ...ofNames.filter((note) => !said.has(fold(`${note}.`)))];
}
