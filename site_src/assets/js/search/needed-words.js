// @ts-check
// The words that a search of all editions certainly needs, as far as the query alone tells.
import { definition } from "./definition.js";
import { synonymsOf } from "./synonyms.js";
import { stemOf, wordsIn } from "./text.js";

/** Parts of a query for which all words are looked through: a phrase, the beginning of a word. */
const LOOKING_THROUGH_WORDS = /["*]/;

/**
 * The stems of the words of a query and of their synonyms, without stop words.
 * @param {string} query
 */
export function listStems(query) {
  const words = wordsIn(query).filter((word) => !definition.stop.has(word));
  const stems = words.map(stemOf).flatMap((stem) => [stem, ...(synonymsOf(stem)?.keys() ?? [])]);
  return [...new Set(stems)];
}

/**
 * Whether a query needs the list of all words.
 * @param {string} query
 */
export const needsAllWords = (query) => LOOKING_THROUGH_WORDS.test(query);
