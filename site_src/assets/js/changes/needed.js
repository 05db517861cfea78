// @ts-check
// The files of changes that can have the words that are searched for; only these are fetched.
import { numberIn } from "../jump.js";
import { fold, inflectionStemOf } from "../search/text.js";
import { partsOf, readWanted } from "./match.js";

/**
 * The contents of all files of changes, `search/changes/index.json`.
 * @typedef {object} Contents
 * @property {string} build the build of the site to which files of words must belong
 * @property {string[]} files the names of the files of changes, oldest first
 * @property {string[]} editions the ids of the editions, oldest first
 * @property {Record<string, string>} titles of bulletins, by id
 * @property {string[]} firsts the first stem of each file of words
 */

/**
 * A common word: the number of changed sides with the word, the first and the last edition that had
 * it, the first one without it, and the files of changes in which the word itself changed, each as
 * the difference between its position and that of the one before.
 * @typedef {[count: number, first: string | null, last: string | null, gone: string | null,
 *   files: number[]]} CommonWord
 */

/**
 * A file of words, `search/changes/words/0.json`: by stem the files of changes with the stem, of
 * each the difference between its position and that of the one before; and the common words.
 * @typedef {{build: string, files: Record<string, number[]>, common: Record<string, CommonWord>}
 * } WordsFile
 */

/** A part of a word between apostrophes. */
const PIECE = /[\p{L}\p{N}]+/gu;

/**
 * The stems that a change must contain: those of all words and of the words of phrases. A beginning
 * with a star has no stem.
 * @param {{words: string[], phrases: string[]}} part
 */
function stemsOf({ words, phrases }) {
  const pieces = phrases.flatMap((phrase) => phrase.match(PIECE) ?? []);
  return [...words.filter((word) => !word.endsWith("*")), ...pieces.map(inflectionStemOf)];
}

/**
 * The file of words that would have a stem; null if no change has the stem.
 * @param {Contents} contents
 * @param {string} stem
 * @param {(number: number) => Promise<WordsFile>} fetchWords fetches a file of words
 */
async function wordsWith({ build, firsts }, stem, fetchWords) {
  const words = firsts.findLastIndex((first) => first <= stem);
  // it is before all others
  if (words < 0) return null;
  const found = await fetchWords(words);
  if (found.build !== build) throw new Error("the site was renewed meanwhile");
  return found;
}

/**
 * The common word that somebody typed, alone; null for any other words.
 * @param {Contents} contents
 * @param {string} typed
 * @param {(number: number) => Promise<WordsFile>} fetchWords fetches a file of words
 */
export async function findCommon(contents, typed, fetchWords) {
  const { words, phrases } = readWanted(typed);
  if (words.length !== 1 || phrases.length || numberIn(typed) !== null) return null;
  const found = await wordsWith(contents, words[0], fetchWords);
  return found && Object.hasOwn(found.common, words[0]) ? found.common[words[0]] : null;
}

/**
 * The positions of the files of changes with a stem.
 * @param {Contents} contents
 * @param {string} stem
 * @param {(number: number) => Promise<WordsFile>} fetchWords fetches a file of words
 */
async function filesWith(contents, stem, fetchWords) {
  const found = await wordsWith(contents, stem, fetchWords);
  return unpackPositions(found && Object.hasOwn(found.files, stem) ? found.files[stem] : []);
}

/**
 * The positions of files.
 * @param {number[]} distances of each file from the one before, and of the first its position
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
 * The files of changes that must be read to find the words that somebody typed, and the time in
 * which the rules had each part of them; oldest first.
 * @param {Contents} contents
 * @param {string} typed
 * @param {(number: number) => Promise<WordsFile>} fetchWords fetches a file of words
 */
export async function filesFor(contents, typed, fetchWords) {
  const common = await findCommon(contents, typed, fetchWords);
  if (common) {
    const positions = unpackPositions(common[4]);
    return contents.files.filter((_, position) => positions.has(position));
  }
  const stemsOfParts = partsOf(readWanted(typed)).map(stemsOf);
  // for a number also the changes of its rule are found, which need not have it in their words
  const number = numberIn(typed);
  if (number !== null) stemsOfParts.push([inflectionStemOf(fold(number))]);
  const stems = [...new Set(stemsOfParts.flat())];
  const filesOfStems = await Promise.all(
    stems.map((stem) => filesWith(contents, stem, fetchWords)),
  );
  const filesByStem = new Map(stems.map((stem, index) => [stem, filesOfStems[index]]));
  return contents.files.filter((_, position) =>
    stemsOfParts.some((wanted) => wanted.every((stem) => filesByStem.get(stem)?.has(position))),
  );
}
