// @ts-check
// Finds words in the passages that changed, as `graph/search/match.py` does; tests compare the two.
// `useDefinition` of search/definition.js must have been called before.
import { numberIn } from "../jump.js";
import { definition } from "../search/definition.js";
import { GAP } from "./gap.js";
import { fold, inflectionStemOf, phrasePlaces, placesIn, singleBlanks } from "../search/text.js";

/** @typedef {"inserted" | "deleted"} Side */

/**
 * The words and phrases to look for. For `countered "mana pool" tap*` they are the words `counter`
 * and `tap*`, and the phrase `mana pool`.
 * @typedef {object} Wanted
 * @property {string[]} words the stem that the inflections of each word share; a word typed with a
 *   star is a beginning
 * @property {string[]} phrases in small letters
 * @property {string} typed the words as typed, without the phrases
 */

/** @typedef {[number, number]} TextRange begin and end in a text */

/**
 * A text; `folded` and `words` are made when they are first asked for.
 * @typedef {object} PlainText
 * @property {string} text
 * @property {string} [folded]
 * @property {[string, number, number][]} [words] each with its begin and end
 */

/** @typedef {PlainText & {changed: TextRange[]}} ChangedText with the ranges that changed */

/**
 * One side of a passage, the text before the change or after it; see `readSide`.
 * @typedef {ChangedText & {other: string, shown: TextRange[]}} ReadSide
 */

/** @type {Side[]} */
export const SIDES = ["inserted", "deleted"];
const SIGN_OF_SIDE = { inserted: "+", deleted: "-" };
/**
 * The signs of a change of typography alone, and the signs that they count as.
 * @type {Record<string, string>}
 */
const TYPOGRAPHIC = { "<": "-", ">": "+" };
/** A phrase in quotation marks; the last one may lack its end. */
const PHRASE = /["“”]([^"“”]*)(?:["“”]|$)/g;
const ASCII = /[a-z0-9{}+/.-]+/g;

/**
 * The stem of a wanted word, `countered` → `counter`; or the word with a star if one follows it in
 * the text: `tap*`.
 * @param {string} text
 * @param {string} word
 * @param {number} end of the word in the text
 */
const readWord = (text, word, end) => (text[end] === "*" ? `${word}*` : inflectionStemOf(word));

/**
 * Reads the words and phrases to look for.
 * @param {string} typed
 * @returns {Wanted}
 */
export function readWanted(typed) {
  const text = fold(typed.slice(0, definition.limits.query));
  const phrases = [...text.matchAll(PHRASE)].map(([, phrase]) => singleBlanks(phrase));
  const rest = text.replace(PHRASE, " ");
  return {
    words: placesIn(rest).map(([word, , end]) => readWord(rest, word, end)),
    phrases: [...new Set(phrases.filter(Boolean))],
    typed: singleBlanks(rest),
  };
}

/**
 * Returns a test for the keys of the number that somebody typed: `CR 502.35b` fits `502.35b` and
 * `502.35b#2`. The result is null if the text is no number.
 * @param {string} typed
 * @returns {((key: string) => boolean) | null}
 */
export function makeNumberTest(typed) {
  const number = numberIn(typed);
  return number === null ? null : (key) => key.split("#", 1)[0] === number;
}

/**
 * Divides the wanted words and phrases: all words together are one part, and each phrase is one.
 * `counter "mana pool"` has the parts `counter` and `"mana pool"`.
 * @param {Wanted} wanted
 * @returns {Wanted[]}
 */
export const partsOf = ({ words, phrases, typed }) => [
  ...(words.length ? [{ words, phrases: [], typed }] : []),
  ...phrases.map((phrase) => ({ words: [], phrases: [phrase], typed: `"${phrase}"` })),
];

/** A line without the white space around it. */
const LINE = /\S(?:.*\S)?/g;

/**
 * The ranges of the lines of a changed piece, without the white space around them.
 * @param {string} words
 * @param {number} start where the piece begins in the text
 * @returns {TextRange[]}
 */
function placesOfLines(words, start) {
  return [...words.matchAll(LINE)].map(({ 0: line, index }) => [
    start + index,
    start + index + line.length,
  ]);
}

/**
 * Makes one side of a passage from its pieces. `["=Add ", "-one mana", "+{C}", "=."]` is `Add {C}.`
 * on the side `inserted`, and `Add one mana.` (`other`) on the other side. `changed` has the ranges
 * of this side's own pieces, and an empty range at each piece of the other side alone; `shown` has
 * those lines that readers see as changed, without changes of typography.
 * @param {string[]} pieces each begins with `=`, `-` or `+`, or for a change of typography alone
 *   with `<` or `>`
 * @param {Side} side
 * @returns {ReadSide}
 */
export function readSide(pieces, side) {
  let text = "";
  let companion = "";
  /** @type {TextRange[]} */
  const changed = [];
  const shown = [];
  for (const piece of pieces) {
    const sign = piece[0];
    const kind = TYPOGRAPHIC[sign] ?? sign;
    const words = piece.slice(1);
    const start = text.length;
    if (kind === "=" || kind === SIGN_OF_SIDE[side]) text += words;
    if (kind !== SIGN_OF_SIDE[side]) companion += words;
    if (kind !== "=") changed.push([start, text.length]);
    if (sign === SIGN_OF_SIDE[side]) shown.push(...placesOfLines(words, start));
  }
  return { text, other: companion, changed, shown };
}

const wordsOf = (/** @type {PlainText} */ passage) => (passage.words ??= placesIn(passage.text));
const foldedOf = (/** @type {PlainText} */ passage) => (passage.folded ??= fold(passage.text));

/**
 * Whether a word is an inflection of a wanted word, or begins with it.
 * @param {string} word
 * @param {string} wanted a stem, or a beginning with a star
 */
const isForm = (word, wanted) =>
  wanted.endsWith("*") ? word.startsWith(wanted.slice(0, -1)) : inflectionStemOf(word) === wanted;

/**
 * Whether two ranges have a character in common.
 * @param {TextRange} left
 * @param {TextRange} right
 */
const doOverlap = ([begin, end], [otherBegin, otherEnd]) => begin < otherEnd && otherBegin < end;

/**
 * Whether the change reaches into a range. Words that only the other side has are an empty range
 * here; inside the given range it counts, as the change joined or parted the words around it.
 * @param {ChangedText} passage
 * @param {TextRange} range
 */
const isNew = (passage, range) => passage.changed.some((changed) => doOverlap(range, changed));

/**
 * The ranges of a phrase that are due to the change.
 * @param {ChangedText} passage
 * @param {string} phrase
 */
const newPhrases = (passage, phrase) =>
  phrasePlaces(foldedOf(passage), phrase).filter((range) => isNew(passage, range));

/**
 * The ranges in which all wanted words are next to each other in their order, due to the change.
 * @param {ChangedText} passage
 * @param {string[]} wanted
 */
function newSequences(passage, wanted) {
  const words = wordsOf(passage);
  /** @type {TextRange[]} */
  const sequences = [];
  for (let first = 0; first + wanted.length <= words.length; first += 1) {
    if (!wanted.every((form, offset) => isForm(words[first + offset][0], form))) continue;
    const [, begin] = words[first];
    const [, , end] = words[first + wanted.length - 1];
    // words on both sides of a gap are not next to each other in the rules
    const hasGap = passage.text.slice(begin, end).includes(GAP);
    if (!hasGap && isNew(passage, [begin, end])) sequences.push([begin, end]);
  }
  return sequences;
}

/**
 * The ranges of all wanted words in the changed words, in any order; empty if one is missing.
 * @param {ChangedText} passage
 * @param {string[]} wanted
 * @returns {TextRange[]}
 */
function newWords(passage, wanted) {
  const changedRanges = passage.changed.filter(([begin, end]) => begin < end);
  const changedWords = wordsOf(passage).filter(([, begin, end]) =>
    changedRanges.some((range) => doOverlap([begin, end], range)),
  );
  const found = wanted.map((form) => changedWords.filter(([word]) => isForm(word, form)));
  const isMissing = found.some((words) => !words.length);
  return isMissing ? [] : found.flat().map(([, begin, end]) => [begin, end]);
}

/**
 * Orders ranges by where they begin, then by where they end.
 * @param {TextRange} left
 * @param {TextRange} right
 */
const compareRanges = ([begin, end], [otherBegin, otherEnd]) =>
  begin - otherBegin || end - otherEnd;

/**
 * Sorts ranges, and joins those that overlap: `[5, 9]`, `[0, 2]` and `[7, 12]` give `[0, 2]` and
 * `[5, 12]`.
 * @param {TextRange[]} ranges
 */
function merge(ranges) {
  /** @type {TextRange[]} */
  const merged = [];
  for (const [begin, end] of ranges.toSorted(compareRanges)) {
    const last = merged.at(-1);
    if (last && begin < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([begin, end]);
  }
  return merged;
}

/**
 * Whether a side has a phrase more often than the other side.
 * @param {ReadSide} passage
 * @param {string} phrase
 */
const isMoreFrequent = (passage, phrase) =>
  phrasePlaces(foldedOf(passage), phrase).length > phrasePlaces(fold(passage.other), phrase).length;

/**
 * Finds the wanted words and phrases on a side of a passage as far as they are due to the change.
 * The result is empty if one of them is not.
 * @param {ReadSide} passage
 * @param {Wanted} wanted
 */
export function findChanged(passage, { words, phrases }) {
  if (!phrases.every((phrase) => isMoreFrequent(passage, phrase))) return [];
  const found = phrases.map((phrase) => newPhrases(passage, phrase));
  if (words.length) found.push([...newSequences(passage, words), ...newWords(passage, words)]);
  return found.every((ranges) => ranges.length) ? merge(found.flat()) : [];
}

/**
 * Finds the wanted words and phrases anywhere in a text. The result is empty if one is missing.
 * @param {PlainText} passage
 * @param {Wanted} wanted
 */
export function findAnywhere(passage, { words, phrases }) {
  const found = phrases.map((phrase) => phrasePlaces(foldedOf(passage), phrase));
  for (const form of words) {
    const forms = wordsOf(passage).filter(([word]) => isForm(word, form));
    found.push(forms.map(([, begin, end]) => [begin, end]));
  }
  return found.every((ranges) => ranges.length) ? merge(found.flat()) : [];
}

/**
 * Counts how often a side has a part of what is wanted due to the change.
 * @param {ChangedText} passage
 * @param {Wanted} part one of `partsOf`: words next to each other, or one phrase
 */
export const countNew = (passage, { words, phrases }) =>
  (words.length ? newSequences(passage, words) : newPhrases(passage, phrases[0])).length;

/**
 * The results of `beginningsOf`, by stem.
 * @type {Map<string, string[]>}
 */
const beginnings = new Map();

/**
 * The beginnings of the inflections of a word: every inflection begins with one of them. For the
 * stem `abiliti` (ability, abilities) they are `abiliti` and `ability`.
 * @param {string} stem
 */
function beginningsOf(stem) {
  let found = beginnings.get(stem);
  if (!found) {
    const irregular = Object.keys(definition.irregular).filter(
      (word) => inflectionStemOf(word) === stem,
    );
    const regular = [stem.replace(/\*$/, "")];
    if (stem.endsWith("i")) regular.push(`${stem.slice(0, -1)}y`);
    found = [...regular, ...irregular].map((pattern) => pattern.match(ASCII)?.[0] ?? "");
    beginnings.set(stem, found);
  }
  return found;
}

/**
 * Returns a quick test of texts in small letters. A text that fails it lacks a wanted word; one
 * that passes it may lack one, too.
 * @param {Wanted} wanted
 * @returns {(text: string) => boolean}
 */
export function makePrefilter({ words, phrases }) {
  const inPhrases = phrases.flatMap((phrase) => phrase.match(ASCII) ?? []);
  const choicesOfWords = [...words.map(beginningsOf), ...inPhrases.map((part) => [part])];
  return (text) =>
    choicesOfWords.every((choices) => choices.some((beginning) => text.includes(beginning)));
}
