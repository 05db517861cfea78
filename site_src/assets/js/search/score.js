// @ts-check
// How well passages answer the words of a query. As `graph/search/score.py`; the definition has the
// weights.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { stemOf, wordsIn } from "./text.js";

/**
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./understand.js").Query} Query
 */

/**
 * A word of a query: the stems that answer it, with their weights, and how rare it is.
 * @typedef {{stems: Map<string, number>, rarity: number}} Part
 */

/**
 * @typedef {{score: number, parts: Part[], whole: boolean}} Score how well a passage answers, which
 * words it was asked for, and whether it has all of them
 */

/** The scores of passages. */
export class Scores {
  /**
   * @param {Index} index
   * @param {Query} query
   * @param {boolean} typing whether the last word may be unfinished
   */
  constructor(index, query, typing) {
    this.index = index;
    this.query = query;
    this.typing = typing;
    this.weights = definition.weights;
    /**
     * By place of a passage.
     * @type {Map<number, Score>}
     */
    this.best = new Map();
  }

  /**
   * Scores the passages that have some of the words; keeps the better of two scores.
   * @param {string[]} words
   * @param {number} factor
   */
  addWords(words, factor) {
    const { index, weights, best } = this;
    const parts = this.makeParts(words).filter(({ stems }) => stems.size);
    const total = parts.reduce((sum, { rarity }) => sum + rarity, 0);
    /** @type {Map<number, number>} */
    const sums = new Map();
    const having = parts.map((part) => this.match(part, sums));
    const isInChapter = this.makeChapterTest(parts);
    for (const [at, found] of sums) {
      const { record, field } = index.passages[at];
      const inChapter = isInChapter(index.chapter[record]);
      let share = 0;
      let score = found;
      parts.forEach(({ rarity }, number) => {
        const within = inChapter[number];
        score += within ? weights.chapter * rarity : 0;
        share += within || having[number].has(at) ? rarity : 0;
      });
      share /= total;
      if (share < weights.least) continue;
      score *= share * share * index.prior(record) * this.kindFactor(record, field) * factor;
      const whole = parts.length === words.length && having.every((passages) => passages.has(at));
      const known = best.get(at);
      if (!known || score > known.score) best.set(at, { score, parts, whole });
    }
  }

  /**
   * Tells of the stems of a chapter's heading which words the heading has.
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
   * @param {string[]} words
   * @returns {Part[]}
   */
  makeParts(words) {
    const { index } = this;
    const stemsOfWords = words.map((word, at) => this.findStems(word, at === words.length - 1));
    // all at once: whoever looks for some stems reads all passages
    index.find([...words.map(stemOf), ...stemsOfWords.flatMap((stems) => [...stems.keys()])]);
    return words.map((word, at) => ({
      stems: stemsOfWords[at],
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
    if (index.stems.has(stem)) stems.set(stem, 1);
    this.addSynonyms(stems, word);
    if (query.beginnings.includes(word)) this.addBeginnings(stems, word, 1);
    else if (this.typing && isLast && word.length > 1)
      this.addBeginnings(stems, word, this.weights.beginning);
    return stems;
  }

  /**
   * @param {Map<string, number>} stems
   * @param {string} word
   */
  addSynonyms(stems, word) {
    if (!Object.hasOwn(definition.synonyms, word)) return;
    for (const [synonym, weight] of Object.entries(definition.synonyms[word])) {
      const stem = stemOf(synonym);
      if (this.index.stems.has(stem) && !stems.has(stem)) stems.set(stem, weight);
    }
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
   * Adds what a word adds to each passage; returns the places of those that have the word.
   * @param {Part} part
   * @param {Map<number, number>} sums
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
      passages.forEach((at, rank) => {
        const frequency = times[rank];
        const worth = (value * frequency) / (frequency + index.passages[at].norm);
        texts.set(at, Math.max(texts.get(at) ?? 0, worth));
      });
      for (const at of index.headed(stem)) {
        const isOwn = index.own[index.passages[at].record].has(stem);
        const worth = value * weights[isOwn ? "own" : "above"];
        heads.set(at, Math.max(heads.get(at) ?? 0, worth));
      }
    }
    const matched = new Set([...texts.keys(), ...heads.keys()]);
    for (const at of matched)
      sums.set(at, (sums.get(at) ?? 0) + ((texts.get(at) ?? 0) + (heads.get(at) ?? 0)));
    return matched;
  }

  /**
   * @param {number} place
   * @param {string} field
   */
  kindFactor(place, field) {
    if (isTerm(this.index.records[place].key))
      return this.weights[this.query.isQuestion ? "asked" : "glossary"];
    return field === "text" ? 1 : this.weights.example;
  }

  /**
   * The factor for words that are next to each other, and for those that stand as typed.
   * @param {number} at
   * @param {Part[]} parts
   */
  nearFactor(at, parts) {
    const passage = this.index.passages[at];
    const stems = passage.stems;
    const wanted = parts.filter((part) => stems.some((stem) => part.stems.has(stem)));
    if (wanted.length < 2) return 1;
    const gap = smallestGap(stems, wanted);
    const factor = 1 + (this.weights.near * wanted.length) / parts.length / (1 + gap);
    passage.said ??= ` ${wordsIn(passage.text).join(" ")} `;
    const isAsTyped = passage.said.includes(` ${this.query.words.join(" ")} `);
    return isAsTyped ? factor * (1 + this.weights.typed) : factor;
  }
}

/**
 * How many other words are between all wanted ones where they are closest.
 * @param {string[]} stems of a passage, which has all that are wanted
 * @param {Part[]} wanted
 */
function smallestGap(stems, wanted) {
  const last = wanted.map(() => -1);
  let smallest = -1;
  stems.forEach((stem, index) => {
    let isWanted = false;
    wanted.forEach((part, number) => {
      if (!part.stems.has(stem)) return;
      last[number] = index;
      isWanted = true;
    });
    if (!isWanted || last.includes(-1)) return;
    const gap = Math.max(0, index - Math.min(...last) + 1 - last.length);
    smallest = smallest < 0 ? gap : Math.min(smallest, gap);
  });
  return smallest;
}
