// @ts-check
// The years whose changes can have what is searched for, so that the others need not be fetched.
import { inflectionStemOf } from "../search/text.js";
import { makeNumberTest, partsOf, readWanted } from "./match.js";

/**
 * @typedef {object} Contents what `search/changes/index.json` has, among other things
 * @property {string[]} years
 * @property {[number[], string][]} words indexes of years, and the words that these years have and
 *   no other, with blanks between them; no words that more than half of the years have
 */

/** A part of a word between apostrophes. */
const PIECE = /[\p{L}\p{N}]+/gu;

/**
 * What the inflections of the words have in common without which nothing can be found.
 * @param {{words: string[], phrases: string[]}} part
 */
function stemsOf({ words, phrases }) {
  const pieces = phrases.flatMap((phrase) => phrase.match(PIECE) ?? []);
  return [...words.filter((word) => !word.endsWith("*")), ...pieces.map(inflectionStemOf)];
}

/**
 * The years that must be read to find a text typed by somebody, and when the rules had each part of
 * it; all of them for a number.
 * @param {Contents} contents
 * @param {string} typed
 */
export function yearsFor({ years, words }, typed) {
  if (makeNumberTest(typed)) return years;
  /** @type {Map<string, number[]>} */
  const yearsOf = new Map();
  for (const [indexes, rare] of words)
    for (const word of rare.split(" ")) yearsOf.set(word, indexes);
  const parts = partsOf(readWanted(typed)).map((part) =>
    stemsOf(part).flatMap((stem) => {
      const indexes = yearsOf.get(stem);
      return indexes ? [indexes] : [];
    }),
  );
  return years.filter((_, index) =>
    parts.some((limits) => limits.every((indexes) => indexes.includes(index))),
  );
}
