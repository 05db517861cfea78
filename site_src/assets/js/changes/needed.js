// @ts-check
// The files of changes that can have the words that are searched for; only these are fetched.
import { numberIn } from "../jump.js";
import { fold, inflectionStemOf } from "../search/text.js";
import { partsOf, readWanted } from "./match.js";

/**
 * The contents of all files of changes, `search/changes/index.json`.
 * @typedef {object} Contents
 * @property {string} build the build of the site to which files of words and pairs must belong
 * @property {string[]} files the names of the files of changes, oldest first
 * @property {number[]} begins the position of the first passage of each of these files, among the
 *   passages of all
 * @property {string[]} editions the ids of the editions, oldest first
 * @property {Record<string, string>} titles of bulletins, by id
 * @property {string[]} firsts the first stem of each file of words
 * @property {string[]} pairs the first pair of stems of each file of pairs
 * @property {number} many the number of files of changes from which a word is common
 */

/**
 * A common word: the number of changed sides with the word, the first and the last edition that had
 * it, the first one without it, and the files of changes in which the word itself changed, each as
 * the difference between its position and that of the one before.
 * @typedef {[count: number, first: string | null, last: string | null, gone: string | null,
 *   files: number[]]} CommonWord
 */

/**
 * A file of words, `search/changes/words/0.json`: by stem the passages with the stem, of each the
 * difference between its position and that of the one before; and the common words.
 * @typedef {{build: string, passages: Record<string, number[]>, common: Record<string, CommonWord>}
 * } WordsFile
 */

/**
 * A file of pairs, `search/changes/pairs/0.json`: by two stems (`mana pool`) the passages in which
 * the change reaches into two such words in a row, as in a file of words. It has all pairs of
 * common words.
 * @typedef {{build: string, passages: Record<string, number[]>}} PairsFile
 */

/**
 * Fetches a file of words or pairs by its name below `search/changes/`, such as `words/3`.
 * @typedef {(name: string) => Promise<any>} FetchFile
 */

/** A part of a word between apostrophes. */
const PIECE = /[\p{L}\p{N}]+/gu;

/**
 * The stems of the words of a phrase, and of the parts of these words between apostrophes.
 * @param {string} phrase
 */
const stemsOfPhrase = (phrase) => (phrase.match(PIECE) ?? []).map(inflectionStemOf);

/**
 * The stems that a change must contain: those of all words and of the words of phrases. A beginning
 * with a star has no stem.
 * @param {{words: string[], phrases: string[]}} part
 */
const stemsOf = ({ words, phrases }) => [
  ...words.filter((word) => !word.endsWith("*")),
  ...phrases.flatMap(stemsOfPhrase),
];

/**
 * The pairs of stems of which a change must reach into one: those of words in a row in a phrase.
 * @param {{phrases: string[]}} part
 */
const pairsOf = ({ phrases }) =>
  phrases.flatMap((phrase) => {
    const stems = stemsOfPhrase(phrase);
    return stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
  });

/**
 * The file of words or pairs that would have a stem or a pair; null if no change has it.
 * @param {Contents} contents
 * @param {"words" | "pairs"} kind
 * @param {string} wanted the stem or the pair
 * @param {FetchFile} fetchFile
 */
async function fileWith({ build, firsts, pairs }, kind, wanted, fetchFile) {
  const file = (kind === "words" ? firsts : pairs).findLastIndex((first) => first <= wanted);
  // it is before all others
  if (file < 0) return null;
  const found = await fetchFile(`${kind}/${file}`);
  if (found.build !== build) throw new Error("the site was renewed meanwhile");
  return found;
}

/**
 * The common word that somebody typed, alone; null for any other words.
 * @param {Contents} contents
 * @param {string} typed
 * @param {FetchFile} fetchFile
 * @returns {Promise<CommonWord | null>}
 */
export async function findCommon(contents, typed, fetchFile) {
  const { words, phrases } = readWanted(typed);
  if (words.length !== 1 || phrases.length || numberIn(typed) !== null) return null;
  /** @type {WordsFile | null} */
  const found = await fileWith(contents, "words", words[0], fetchFile);
  return found && Object.hasOwn(found.common, words[0]) ? found.common[words[0]] : null;
}

/**
 * The positions of the passages with a stem or a pair.
 * @param {Contents} contents
 * @param {"words" | "pairs"} kind
 * @param {string} wanted the stem or the pair
 * @param {FetchFile} fetchFile
 */
async function passagesWith(contents, kind, wanted, fetchFile) {
  /** @type {WordsFile | PairsFile | null} */
  const found = await fileWith(contents, kind, wanted, fetchFile);
  const passages = found && Object.hasOwn(found.passages, wanted) ? found.passages[wanted] : [];
  return unpackPositions(passages);
}

/**
 * Some positions.
 * @param {number[]} distances of each from the one before, and of the first its position
 */
function unpackPositions(distances) {
  /** @type {Set<number>} */
  const positions = new Set();
  let position = 0;
  for (const distance of distances) {
    position += distance;
    positions.add(position);
  }
  return positions;
}

/**
 * The positions of the files of changes that have some passages.
 * @param {Contents} contents
 * @param {number[]} passages their positions
 */
const filesOf = ({ begins }, passages) => [
  ...new Set(passages.map((passage) => begins.findLastIndex((begin) => begin <= passage))),
];

/**
 * The positions of the files of changes in which a passage has all of some stems. If these files
 * are many, the change must reach into one of some pairs, too.
 * @param {Contents} contents
 * @param {string[]} stems
 * @param {string[]} pairs of stems that are among these; none for words of no phrase
 * @param {FetchFile} fetchFile
 */
async function positionsWithAll(contents, stems, pairs, fetchFile) {
  if (!stems.length) return contents.files.map((_, file) => file);
  const [first, ...further] = await Promise.all(
    [...new Set(stems)].map((stem) => passagesWith(contents, "words", stem, fetchFile)),
  );
  const passages = [...first].filter((passage) => further.every((having) => having.has(passage)));
  const files = filesOf(contents, passages);
  // then each of the words is common, so the files of pairs have every pair that there is
  if (files.length < contents.many || !pairs.length) return files;
  const reached = await Promise.all(
    [...new Set(pairs)].map((pair) => passagesWith(contents, "pairs", pair, fetchFile)),
  );
  return filesOf(
    contents,
    passages.filter((passage) => reached.some((having) => having.has(passage))),
  );
}

/**
 * The files of changes that must be read to find the words that somebody typed, and the time in
 * which the rules had each part of them; oldest first.
 * @param {Contents} contents
 * @param {string} typed
 * @param {FetchFile} fetchFile
 */
export async function filesFor(contents, typed, fetchFile) {
  const common = await findCommon(contents, typed, fetchFile);
  if (common) {
    const positions = unpackPositions(common[4]);
    return contents.files.filter((_, position) => positions.has(position));
  }
  const parts = partsOf(readWanted(typed)).map((part) => ({
    stems: stemsOf(part),
    pairs: pairsOf(part),
  }));
  // for a number also the changes of its rule are found, which need not have it in their words
  const number = numberIn(typed);
  if (number !== null) parts.push({ stems: [inflectionStemOf(fold(number))], pairs: [] });
  const lists = await Promise.all(
    parts.map(({ stems, pairs }) => positionsWithAll(contents, stems, pairs, fetchFile)),
  );
  const positions = new Set(lists.flat());
  return contents.files.filter((_, position) => positions.has(position));
}
