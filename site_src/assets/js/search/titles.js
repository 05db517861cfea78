// @ts-check
// Chapters whose subject is what a query names. As `graph/search/titles.py`.
import { chapterOf, isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { contentWords, stemOf, wordsIn } from "./text.js";

/** @typedef {import("./index.js").Index} Index */

/**
 * The number of digits of a chapter: `702`. A section has one, which is a number of things in most
 * queries.
 */
const CHAPTER_LENGTH = 3;
/** The words that divide a title into parts: `Timing and Priority`. */
const BETWEEN_PARTS = /,? and(?:\/or)? |, /;

/**
 * The joined stems of words, without words such as "phase" that do not say what a title is about.
 * @param {string[]} words
 */
function joinSubject(words) {
  const general = new Set([...definition.title].map(stemOf));
  return words
    .map(stemOf)
    .filter((stem) => !general.has(stem))
    .join("");
}

/**
 * The subjects of a title and of each of its parts; see `joinSubject`.
 * @param {string} title
 */
const listSubjects = (title) =>
  [title, ...title.split(BETWEEN_PARTS)].map((part) => joinSubject(contentWords(wordsIn(part))));

/**
 * The positions of the chapters of an edition whose title, or a part of it, says nothing but some
 * words: `combat` finds "Combat Phase", and `timing` "Timing and Priority".
 * @param {Index} index
 * @param {string[]} words
 */
export function findTitled(index, words) {
  const subject = joinSubject(contentWords(words));
  if (!subject) return [];
  const chapters = [...index.positions].filter(([key]) => !key.includes(".") && !isTerm(key));
  return chapters
    .map(([, position]) => position)
    .filter((position) => listSubjects(index.records[position].heading).includes(subject));
}

/**
 * The positions of the chapters of an edition whose number, and a word of whose title, are among
 * some words: `leveler cards 711` finds the chapter 711 if its title is "Leveler Cards".
 * @param {Index} index
 * @param {string[]} words
 */
export function findChaptersByNumber(index, words) {
  const stems = contentWords(words).map(stemOf);
  return [...new Set(words)]
    .sort()
    .filter((word) => word.length === CHAPTER_LENGTH)
    .map((word) => index.positions.get(word))
    .filter((position) => position !== undefined)
    .filter((position) => stems.some((stem) => index.own[position].has(stem)));
}

/**
 * Whether a name is the subject of a chapter. Either the title has the name, or most passages that
 * have the name are in the chapter, and most passages of the chapter have it: "layer" is the
 * subject of the chapter "Interaction of Continuous Effects".
 * @param {Index} index
 * @param {number} chapter its position
 * @param {Set<string>} stems of the name
 */
export function isAbout(index, chapter, stems) {
  if ([...stems].every((stem) => index.own[chapter].has(stem))) return true;
  const { key } = index.records[chapter];
  const isBelow = (/** @type {number} */ position) =>
    chapterOf(index.records[index.passages[position].record].key) === key;
  const [first, ...others] = [...stems].map((stem) => new Set(index.having(stem).passages));
  const using = [...first].filter((position) => others.every((having) => having.has(position)));
  const below = [...index.passages.keys()].filter(isBelow).length;
  const common = using.filter(isBelow).length;
  return 2 * common > below && 2 * common > using.length;
}
