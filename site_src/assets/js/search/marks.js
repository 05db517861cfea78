// @ts-check
// Which words of a text are marked. As `graph/search/marks.py`.
import { fold, phrasePlaces, placesIn, stemOf } from "./text.js";

/**
 * Where a text has phrases and words with some stems, in order.
 * @param {string} text
 * @param {Set<string>} stems
 * @param {string[]} phrases
 */
export function marksIn(text, stems, phrases = []) {
  const folded = fold(text);
  const exact = phrases.flatMap((phrase) => phrasePlaces(folded, phrase));
  const overlaps = (/** @type {number} */ begin, /** @type {number} */ end) =>
    exact.some(([start, to]) => begin < to && start < end);
  /** @type {[number, number][]} */
  const marks = [...exact];
  for (const [word, begin, end] of placesIn(text))
    if (stems.has(stemOf(word)) && !overlaps(begin, end)) marks.push([begin, end]);
  return marks.sort(([one, end], [other, otherEnd]) => one - other || end - otherEnd);
}
