// @ts-check
// The spelling of words that no edition has, corrected. As `graph/search/spelling.py`.
import { definition } from "./definition.js";
import { stemOf } from "./text.js";

/**
 * By definition of the search the stems of its common words, once they were asked for.
 * @type {WeakMap<object, Set<string>>}
 */
const commonStemsByDefinition = new WeakMap();

/**
 * The stems of common English words that must not be corrected: no edition has these words, and
 * each looks like a word of the rules that is mistyped.
 */
export function commonStems() {
  const known = commonStemsByDefinition.get(definition);
  if (known) return known;
  /** @type {Set<string>} */
  const stems = new Set([...definition.common].map(stemOf));
  commonStemsByDefinition.set(definition, stems);
  return stems;
}

/**
 * The number of letters to put in, leave out, exchange or swap with their neighbour that make one
 * word of another: 1 for "cotnrol" and "control". Infinity if it is more than `most`.
 * @param {string} left
 * @param {string} right
 * @param {number} most
 */
function editDistance(left, right, most) {
  if (Math.abs(left.length - right.length) > most) return Infinity;
  // rows of the usual table of distances between the beginnings of both words
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > most) return Infinity;
    before = row;
    row = next;
  }
  return row[right.length] <= most ? row[right.length] : Infinity;
}

/**
 * Whether the first letters of two words differ, or only their last ones: "prisa" and "prism",
 * "lampo" and "lamp".
 * @param {string} word
 * @param {string} known
 */
function differsAtAnEnd(word, known) {
  if (word[0] !== known[0]) return true;
  const shorter = Math.min(word.length, known.length);
  const same = word.length === known.length ? shorter - 1 : shorter;
  return word.slice(0, same) === known.slice(0, same);
}

/**
 * The known word that a mistyped one most likely is: the nearest, then the most frequent; null for
 * none.
 * @param {string} word
 * @param {Iterable<[string, number]>} frequencies of the known words
 */
export function correct(word, frequencies) {
  const { one_error: least, two_errors: longer } = definition.limits;
  // a word with other letters than those of English is no mistyped English one
  if (word.length < least || !/^[a-z]+$/i.test(word)) return null;
  const most = word.length < longer ? 1 : 2;
  const { short_word: short, known_well: often } = definition.limits;
  /** @type {Candidate | null} */
  let best = null;
  for (const [known, frequency] of frequencies) {
    if (known.length < least) continue;
    const distance = editDistance(word, known, most);
    if (distance === Infinity) continue;
    // the first letter is seldom the wrong one
    const hasOtherFirst = known[0] !== word[0];
    // with two errors as well, the word is rather one of another language
    if (distance > 1 && hasOtherFirst) continue;
    // a short word with another beginning or end resembles some seldom word by chance: "voar" is no
    // boar
    const isSeldom = word.length <= short && frequency < often;
    if (isSeldom && differsAtAnEnd(word, known)) continue;
    const candidate = { word: known, distance, hasOtherFirst, frequency };
    if (!best || isBetter(candidate, best)) best = candidate;
  }
  return best?.word ?? null;
}

/**
 * A known word that a mistyped one may be.
 * @typedef {object} Candidate
 * @property {string} word
 * @property {number} distance from the mistyped word
 * @property {boolean} hasOtherFirst whether its first letter is another one
 * @property {number} frequency how often it is printed
 */

/**
 * Whether a candidate is more likely than another one.
 * @param {Candidate} left
 * @param {Candidate} right
 */
function isBetter(left, right) {
  if (left.distance !== right.distance) return left.distance < right.distance;
  if (left.hasOtherFirst !== right.hasOtherFirst) return right.hasOtherFirst;
  if (left.frequency !== right.frequency) return left.frequency > right.frequency;
  return left.word < right.word;
}
