// @ts-check
// The years whose changes can have what is searched for, so that the others need not be fetched.
import { inflectionStemOf } from "../search/text.js";
import { makeNumberTest, partsOf, readWanted } from "./match.js";

/**
 * @typedef {object} Contents what `search/changes/index.json` has, among other things
 * @property {string[]} years
 * @property {[number[], string][]} words places of years, and the words that these years have and
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
  const placesOf = new Map();
  for (const [places, rare] of words)
    for (const word of rare.split(" ")) placesOf.set(word, places);
  const parts = partsOf(readWanted(typed)).map((part) =>
    stemsOf(part).flatMap((stem) => {
      const places = placesOf.get(stem);
      return places ? [places] : [];
    }),
  );
  return years.filter((_, place) =>
    parts.some((limits) => limits.every((places) => places.includes(place))),
  );
}
