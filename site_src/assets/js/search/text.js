// @ts-check
// Words as the search compares them: folded, cut into tokens, reduced to stems. As
// `graph/search/text.py`.
import { definition } from "./definition.js";

/** @type {Record<string, string>} */
const PLAIN = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "\u00a0": " ",
};

/**
 * A text in small letters with straight quotes. It has the same length, so that a word is at the
 * same index in both.
 * @param {string} text
 */
export function fold(text) {
  const small = text.toLowerCase();
  return (small.length === text.length ? small : text).replace(
    /[’‘“”–—−\u00a0]/g,
    (sign) => PLAIN[sign],
  );
}

/**
 * Symbols (`{s}`), changes of power and toughness (`+1/+1`), words and numbers (`702.40a`,
 * `can't`).
 */
const TOKEN = new RegExp(
  String.raw`\{[^{}\s]{1,9}\}|[+-][\dx*]{1,3}/[+-][\dx*]{1,3}|` +
    String.raw`[\p{L}\p{N}]+(?:(?:(?<=[0-9])\.|')[\p{L}\p{N}]+)*`,
  "gu",
);
/** A word without the `'s` of a possessive. */
const bare = (/** @type {string} */ word) => (word.endsWith("'s") ? word.slice(0, -2) : word);

/**
 * The words of a text in order, folded, without the `'s` of a possessive.
 * @param {string} text
 */
export const wordsIn = (text) => (fold(text).match(TOKEN) ?? []).map(bare);

/**
 * The words of a text with where each begins and ends.
 * @param {string} text
 * @returns {[string, number, number][]}
 */
export const placesIn = (text) =>
  [...fold(text).matchAll(TOKEN)].map(({ 0: word, index }) => [
    bare(word),
    index,
    index + word.length,
  ]);

/**
 * Stems found so far, by word.
 * @type {Map<string, string>}
 */
const stems = new Map();
/**
 * The same for `inflectionStemOf`.
 * @type {Map<string, string>}
 */
const inflectionStems = new Map();
/** A doubled letter at the end, as "stopped" has it without its suffix. */
const TWIN = /([bdfgklmnprtvz])\1$/;

/**
 * The stem of a folded word: "layers" and "layer" share one. Symbols and numbers are their own.
 * @param {string} word
 */
export function stemOf(word) {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = makeStem(word);
    stems.set(word, stem);
  }
  return stem;
}

/**
 * Makes the stem of a folded word.
 * @param {string} word
 */
const makeStem = (word) =>
  reduce(word, [definition.irregular, definition.derived], definition.suffixes);

/**
 * The stem that a folded word shares with its own inflections, but not with other words derived
 * from it: "infects" has that of "infect", "infection" another one.
 * @param {string} word
 */
export function inflectionStemOf(word) {
  let stem = inflectionStems.get(word);
  if (stem === undefined) {
    stem = reduce(word, [definition.irregular], definition.inflections);
    inflectionStems.set(word, stem);
  }
  return stem;
}

/**
 * A folded word without the suffixes of some groups, of which each takes one away at most.
 * @param {string} typed
 * @param {Record<string, string>[]} irregular forms that are replaced before each group; a form
 *   that is replaced by itself is a stem
 * @param {[string, string, number][][]} groups of suffixes, each with its replacement and the least
 *   number of letters before it: `["ies", "y", 2]`
 */
function reduce(typed, irregular, groups) {
  if (!/^[a-z']{2,}$/.test(typed)) return typed;
  let word = typed;
  for (const group of groups) {
    const known = irregular.find((forms) => Object.hasOwn(forms, word))?.[word];
    if (known === word) return word;
    word = known ?? word;
    const rule = group.find(
      ([suffix, , least]) => word.endsWith(suffix) && word.length - suffix.length >= least,
    );
    if (rule) word = word.slice(0, word.length - rule[0].length) + rule[1];
  }
  word = word.replace(TWIN, "$1");
  return word.endsWith("y") ? `${word.slice(0, -1)}i` : word;
}

/**
 * The words of a query that say what it is about; all of them if none does.
 * @param {string[]} words
 */
export function contentWords(words) {
  const kept = words.filter((word) => !definition.stop.has(word));
  const content = kept.filter((word) => !definition.question.has(word));
  if (content.length) return content;
  return kept.length ? kept : words;
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
  /** @type {Candidate | null} */
  let best = null;
  for (const [known, frequency] of frequencies) {
    if (known.length < least) continue;
    const distance = editDistance(word, known, most);
    if (distance === Infinity) continue;
    // the first letter is seldom the wrong one
    const first = known[0] === word[0] ? 0 : 1;
    // with two errors as well, the word is rather one of another language
    if (distance > 1 && first) continue;
    const candidate = { word: known, distance, first, frequency };
    if (!best || isBetter(candidate, best)) best = candidate;
  }
  return best?.word ?? null;
}

/**
 * A known word that a mistyped one may be.
 * @typedef {object} Candidate
 * @property {string} word
 * @property {number} distance from the mistyped word
 * @property {number} first 0 if both have the same first letter, else 1
 * @property {number} frequency how often it is printed
 */

/**
 * Whether a candidate is more likely than another one.
 * @param {Candidate} left
 * @param {Candidate} right
 */
function isBetter(left, right) {
  if (left.distance !== right.distance) return left.distance < right.distance;
  if (left.first !== right.first) return left.first < right.first;
  if (left.frequency !== right.frequency) return left.frequency > right.frequency;
  return left.word < right.word;
}

/**
 * What the rules say instead of the words with a stem: stems with their weights. By stems, a
 * synonym of "kill" is one of "kills" and "killed", too.
 * @param {string} stem
 * @returns {Map<string, number> | undefined}
 */
export function synonymsOf(stem) {
  definition.synonymsByStem ??= readSynonyms();
  return definition.synonymsByStem.get(stem);
}

/** The stem of each word that people say, with the stems of what the rules say, and weights. */
function readSynonyms() {
  /** @type {Map<string, Map<string, number>>} */
  const byStem = new Map();
  for (const [word, synonyms] of Object.entries(definition.synonyms)) {
    const ofStem = byStem.get(stemOf(word)) ?? new Map();
    byStem.set(stemOf(word), ofStem);
    for (const [synonym, weight] of Object.entries(synonyms))
      if (!ofStem.has(stemOf(synonym))) ofStem.set(stemOf(synonym), weight);
  }
  return byStem;
}

/** A pattern: a blank, with or without a quotation mark before and after it. */
const BLANK_BESIDE_QUOTES = `["']? ["']?`;
/** A letter or digit. */
const INSIDE = /[\p{L}\p{N}]/u;
/** Whether an index in a text is not within a word. */
const isEdge = (/** @type {string} */ text, /** @type {number} */ index) =>
  index <= 0 || index >= text.length || !INSIDE.test(text[index - 1]) || !INSIDE.test(text[index]);

/**
 * Where a folded phrase stands in a folded text, as whole words: `[begin, end]`. Quotation marks
 * around some words of the phrase do not matter.
 * @param {string} text
 * @param {string} phrase
 */
export function phrasePlaces(text, phrase) {
  /** @type {[number, number][]} */
  const places = [];
  const words = phrase.split(" ");
  if (!phrase || !text.includes(words[0])) return places;
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, String.raw`\$&`));
  const pattern = new RegExp(`(?=(${escaped.join(BLANK_BESIDE_QUOTES)}))`, "g");
  for (const { index: begin, 1: found } of text.matchAll(pattern)) {
    const end = begin + found.length;
    if (isEdge(text, begin) && isEdge(text, end)) places.push([begin, end]);
  }
  return places;
}
