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
 * The parts of a text between blanks: none of an empty text.
 * @param {string} text
 */
export const splitAtBlanks = (text) => text.split(/\s+/).filter(Boolean);

/**
 * A text with single blanks, and none at its ends.
 * @param {string} text
 */
export const singleBlanks = (text) => splitAtBlanks(text).join(" ");

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
  dropSuffixes(word, [definition.irregular, definition.derived], definition.suffixes);

/**
 * The stem that a folded word shares with its own inflections, but not with other words derived
 * from it: "infects" has that of "infect", "infection" another one.
 * @param {string} word
 */
export function inflectionStemOf(word) {
  let stem = inflectionStems.get(word);
  if (stem === undefined) {
    stem = dropSuffixes(word, [definition.irregular], definition.inflections);
    inflectionStems.set(word, stem);
  }
  return stem;
}

/**
 * A folded word without the suffixes of some groups; symbols and numbers as they are. Each group
 * changes the word at most once, and the next group works on the result:
 * `sailings` → `sailing` → `sail`.
 * @param {string} word
 * @param {Record<string, string>[]} irregular forms that are replaced before each group; a form
 *   that is replaced by itself is a stem
 * @param {SuffixRule[][]} groups
 */
function dropSuffixes(word, irregular, groups) {
  if (!/^[a-z']{2,}$/.test(word)) return word;
  let stem = word;
  for (const group of groups) {
    const regular = irregular.find((forms) => Object.hasOwn(forms, stem))?.[stem];
    if (regular === stem) return stem;
    stem = replaceSuffix(regular ?? stem, group);
  }
  stem = stem.replace(TWIN, "$1");
  return stem.endsWith("y") ? `${stem.slice(0, -1)}i` : stem;
}

/**
 * A suffix, its replacement and the least number of letters before it: `["ies", "y", 2]`.
 * @typedef {[string, string, number]} SuffixRule
 */

/**
 * A word changed by the first rule of a group that applies; the word itself if none does.
 * @param {string} word
 * @param {SuffixRule[]} group
 */
function replaceSuffix(word, group) {
  const rule = group.find(
    ([suffix, , least]) => word.endsWith(suffix) && word.length - suffix.length >= least,
  );
  if (!rule) return word;
  const [suffix, replacement] = rule;
  return word.slice(0, word.length - suffix.length) + replacement;
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
  // Most texts do not have the first word, which is found out faster than with a pattern.
  if (!phrase || !text.includes(words[0])) return places;
  for (const { index: begin, 1: found } of text.matchAll(phrasePattern(words))) {
    const end = begin + found.length;
    if (isEdge(text, begin) && isEdge(text, end)) places.push([begin, end]);
  }
  return places;
}

/**
 * The pattern of a phrase: its first group is the phrase, and the match itself is empty. Places
 * that overlap are therefore found, too.
 * @param {string[]} words of the phrase
 */
function phrasePattern(words) {
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, String.raw`\$&`));
  return new RegExp(`(?=(${escaped.join(BLANK_BESIDE_QUOTES)}))`, "g");
}
