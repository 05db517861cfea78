// @ts-check
// The words of a text that answer a query, which are marked. As `graph/search/marks.py`.
import { fold, phrasePlaces, placesIn, stemOf } from "./text.js";

/**
 * Where a text has phrases and words with some stems: `[begin, end]`, in order.
 * @param {string} text
 * @param {Set<string>} stems
 * @param {string[]} phrases folded
 */
export function marksIn(text, stems, phrases = []) {
  const folded = fold(text);
  const exact = phrases.flatMap((phrase) => phrasePlaces(folded, phrase));
  const overlaps = (/** @type {number} */ begin, /** @type {number} */ end) =>
    exact.some(([exactBegin, exactEnd]) => begin < exactEnd && exactBegin < end);
  /** @type {[number, number][]} */
  const marks = [...exact];
  for (const [word, begin, end] of placesIn(text))
    if (stems.has(stemOf(word)) && !overlaps(begin, end)) marks.push([begin, end]);
  return marks.sort(([left, end], [right, otherEnd]) => left - right || end - otherEnd);
}
