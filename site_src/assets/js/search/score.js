// @ts-check
// How well passages answer the words of a query. As `graph/search/score.py`; the definition has the
// weights.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { synonymsOf } from "./synonyms.js";
import { stemOf } from "./text.js";

/**
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./understand.js").Query} Query
 */

/**
 * A word of a query.
 * @typedef {object} Part
 * @property {Map<string, number>} stems that count as the word, with weights up to 1: its own,
 *   those of synonyms, and those of longer words if it may be the beginning of one
 * @property {number} rarity of the word; see `Index.rarity`
 */

/**
 * The score of a passage.
 * @typedef {object} Score
 * @property {number} score how well it answers; higher is better
 * @property {Part[]} parts the words for which it was scored
 * @property {boolean} whole whether it has all of them
 */

/** The scores of passages. */
export class Scores {
  /**
   * @param {Index} index
   * @param {Query} query
   * @param {boolean} typing whether the last word may be unfinished
   * @param {boolean} isFirstPart whether a passage without its text counts as typed if it may be
   */
  constructor(index, query, typing, isFirstPart) {
    this.index = index;
    this.query = query;
    this.typing = typing;
    this.isFirstPart = isFirstPart;
    this.weights = definition.weights;
    /**
     * The best score of each passage, by the position of the passage in the index.
     * @type {Map<number, Score>}
     */
    this.best = new Map();
  }

  /**
   * Scores the passages that have some of the words. A passage that has a score already keeps the
   * better one.
   * @param {string[]} words
   * @param {number} factor of the scores: less than 1 for words that only stand for those typed
   */
  addWords(words, factor) {
    const { index, weights, best } = this;
    const parts = this.makeParts(words).filter(({ stems }) => stems.size);
    const total = parts.reduce((sum, { rarity }) => sum + rarity, 0);
    /** @type {Map<number, number>} */
    const sums = new Map();
    const having = parts.map((part) => this.match(part, sums));
    const isInChapter = this.makeChapterTest(parts);
    for (const [position, found] of sums) {
      const { record, field } = index.passages[position];
      const inChapter = isInChapter(index.chapter[record]);
      let share = 0;
      let score = found;
      parts.forEach(({ rarity }, number) => {
        const within = inChapter[number];
        score += within ? weights.chapter * rarity : 0;
        share += within || having[number].has(position) ? rarity : 0;
      });
      share /= total;
      if (share < weights.least) continue;
      score *= share * index.prior(record) * this.kindFactor(record, field) * factor;
      const whole =
        parts.length === words.length && having.every((passages) => passages.has(position));
      const known = best.get(position);
      if (!known || score > known.score) best.set(position, { score, parts, whole });
    }
  }

  /**
   * Makes a function that says for each word whether the heading of a chapter has it, given the
   * stems of the heading. Passages of one chapter share an answer.
   * @param {Part[]} parts
   * @returns {(chapter: Set<string>) => boolean[]}
   */
  makeChapterTest(parts) {
    /** @type {Map<Set<string>, boolean[]>} */
    const chapters = new Map();
    return (chapter) => {
      const known = chapters.get(chapter);
      if (known) return known;
      const has = parts.map(({ stems }) => [...stems.keys()].some((stem) => chapter.has(stem)));
      chapters.set(chapter, has);
      return has;
    };
  }

  /**
   * Finds the stems that count as each word, and the rarity of each word.
   * @param {string[]} words
   * @returns {Part[]}
   */
  makeParts(words) {
    const { index } = this;
    const stemsOfWords = words.map((word, index) =>
      this.findStems(word, index === words.length - 1),
    );
    // all at once: whoever looks for some stems reads all passages
    index.find([...words.map(stemOf), ...stemsOfWords.flatMap((stems) => [...stems.keys()])]);
    return words.map((word, position) => ({
      stems: stemsOfWords[position],
      rarity: index.rarity(stemOf(word)),
    }));
  }

  /**
   * The stems that answer a word, with their weights.
   * @param {string} word
   * @param {boolean} isLast
   */
  findStems(word, isLast) {
    const { index, query } = this;
    const stem = stemOf(word);
    /** @type {Map<string, number>} */
    const stems = new Map();
    if (index.knows(stem)) stems.set(stem, 1);
    this.addSynonyms(stems, word);
    if (query.beginnings.includes(word)) this.addBeginnings(stems, word, 1);
    else if (this.typing && isLast && word.length > 1)
      this.addBeginnings(stems, word, this.weights.beginning);
    return stems;
  }

  /**
   * Adds the stems of the synonyms of a word, with their weights.
   * @param {Map<string, number>} stems
   * @param {string} word
   */
  addSynonyms(stems, word) {
    for (const [stem, weight] of synonymsOf(stemOf(word)) ?? [])
      if (!stems.has(stem) && this.index.knows(stem)) stems.set(stem, weight);
  }

  /**
   * Adds the stems of all words with a beginning.
   * @param {Map<string, number>} stems
   * @param {string} beginning
   * @param {number} weight
   */
  addBeginnings(stems, beginning, weight) {
    for (const word of this.index.wordsThatBegin(beginning)) {
      const stem = stemOf(word);
      if (!stems.has(stem)) stems.set(stem, weight);
    }
  }

  /**
   * Adds the worth of a word to the sums of the passages that have it in their text or headings.
   * @param {Part} part
   * @param {Map<number, number>} sums by the positions of the passages
   * @returns {Set<number>} the positions of the passages that have the word
   */
  match(part, sums) {
    const { index, weights } = this;
    /** @type {Map<number, number>} */
    const texts = new Map();
    /** @type {Map<number, number>} */
    const heads = new Map();
    for (const [stem, weight] of part.stems) {
      const value = weight * part.rarity;
      const { passages, times } = index.having(stem);
      passages.forEach((position, order) => {
        const frequency = times[order];
        const worth = (value * frequency) / (frequency + index.passages[position].norm);
        texts.set(position, Math.max(texts.get(position) ?? 0, worth));
      });
      for (const position of index.headed(stem)) {
        const isOwn = index.own[index.passages[position].record].has(stem);
        const worth = value * weights[isOwn ? "own" : "above"];
        heads.set(position, Math.max(heads.get(position) ?? 0, worth));
      }
    }
    const matched = new Set([...texts.keys(), ...heads.keys()]);
    for (const position of matched)
      sums.set(
        position,
        (sums.get(position) ?? 0) + ((texts.get(position) ?? 0) + (heads.get(position) ?? 0)),
      );
    return matched;
  }

  /**
   * The factor for the kind of a passage: glossary entries and examples count less than rules.
   * @param {number} position of the record
   * @param {string} field of the passage: `text` or `example:0`
   */
  kindFactor(position, field) {
    if (isTerm(this.index.records[position].key))
      return this.weights[this.query.isQuestion ? "asked" : "glossary"];
    return field === "text" ? 1 : this.weights.example;
  }

  /**
   * The factor, at least 1, by which the score of a passage is raised if it has words of the query
   * close to each other, and more if it has them as typed.
   * @param {number} position the position of the passage
   * @param {Part[]} parts
   */
  nearFactor(position, parts) {
    const { index } = this;
    const isIn = (/** @type {string} */ stem) => index.hasStem(position, stem);
    const wanted = parts.filter((part) => [...part.stems.keys()].some(isIn));
    if (wanted.length < 2) return 1;
    const stems = wanted.flatMap((part) => [...part.stems.keys()]);
    const gap = smallestGap(index.listPlaces(position, stems), wanted);
    const factor = 1 + (this.weights.near * wanted.length) / parts.length / (1 + gap);
    const isTyped =
      this.isFirstPart && !index.isRead(position)
        ? index.mayHaveAsTyped(position, this.query.words)
        : index.hasAsTyped(position, this.query.words);
    return isTyped ? factor * (1 + this.weights.typed) : factor;
  }
}

/**
 * The number of other words between the wanted ones where they are closest: 1 for "storm" and
 * "copy" in "storm you copy the spell".
 * @param {Iterable<[place: number, stem: string]>} places of the words of a passage, which has all
 *   wanted ones
 * @param {Part[]} wanted
 */
function smallestGap(places, wanted) {
  // for each wanted word the place where it was seen last; -1 for not yet
  const last = wanted.map(() => -1);
  let smallest = -1;
  for (const [place, stem] of places) {
    let isWanted = false;
    wanted.forEach((part, number) => {
      if (!part.stems.has(stem)) return;
      last[number] = place;
      isWanted = true;
    });
    if (!isWanted || last.includes(-1)) continue;
    const gap = Math.max(0, place - Math.min(...last) + 1 - last.length);
    smallest = smallest < 0 ? gap : Math.min(smallest, gap);
  }
  return smallest;
}
