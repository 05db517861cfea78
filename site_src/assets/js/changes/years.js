// @ts-check
// The years whose changes can contain the words that are searched for; only these are fetched.
import { inflectionStemOf } from "../search/text.js";
import { makeNumberTest, partsOf, readWanted } from "./match.js";

/**
 * @typedef {object} Contents a part of `search/changes/index.json`
 * @property {string[]} years
 * @property {[number[], string][]} words indexes of years, and the stems that only the changes of
 *   these years have: `[[0, 3], "burn fizzl"]`. Stems that more than half of the years have are not
 *   listed.
 */

/** A part of a word between apostrophes. */
const PIECE = /[\p{L}\p{N}]+/gu;

/**
 * The stems that a change must contain: those of all words and of the words of phrases. A beginning
 * with a star has no stem.
 * @param {{words: string[], phrases: string[]}} part
 */
function stemsOf({ words, phrases }) {
  const pieces = phrases.flatMap((phrase) => phrase.match(PIECE) ?? []);
  return [...words.filter((word) => !word.endsWith("*")), ...pieces.map(inflectionStemOf)];
}

/**
 * The years that must be read to find the words that somebody typed, and the time in which the
 * rules had each part of them. For a number these are all years.
 * @param {Contents} contents
 * @param {string} typed
 */
export function yearsFor({ years, words }, typed) {
  if (makeNumberTest(typed)) return years;
  /** @type {Map<string, number[]>} */
  const yearsOf = new Map();
  for (const [indexes, rare] of words)
    for (const word of rare.split(" ")) yearsOf.set(word, indexes);
  // a stem that is not listed may be in any year, and excludes none
  const parts = partsOf(readWanted(typed)).map((part) =>
    stemsOf(part).flatMap((stem) => {
      const indexes = yearsOf.get(stem);
      return indexes ? [indexes] : [];
    }),
  );
  return years.filter((_, year) =>
    parts.some((listed) => listed.every((indexes) => indexes.includes(year))),
  );
}
