// @ts-check
// The words of a query as typed: which are known, abbreviated or mistyped. As
// `graph/search/typed.py`.
import { definition } from "./definition.js";
import { commonStems } from "./spelling.js";
import { synonymsOf } from "./synonyms.js";
import { stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("./claims.js").Saying} Saying
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./understand.js").Query} Query
 * @typedef {import("./why.js").Why} Why
 */

/**
 * The words that the search looks for instead of a typed word: "deathtouch" for "deathtuch".
 * @typedef {object} Substitute
 * @property {string} words one or more words with blanks between them
 * @property {Why} why the reason: the typed word is mistyped, or an abbreviation
 */

/**
 * @typedef {object} TypedWordsOptions
 * @property {Set<string>} knownStems stems of other editions, whose words are not mistyped
 * @property {Saying[]} sayings phrases of players, whose words are not mistyped
 * @property {Saying[]} asked words of questions that were asked before, which are not mistyped
 * @property {boolean} typing whether the last word may be unfinished
 */

/** The words that are searched for a query, which can differ from the words as typed. */
export class TypedWords {
  /**
   * @param {Index} index
   * @param {Query} query
   * @param {TypedWordsOptions} options
   */
  constructor(index, query, { knownStems, sayings, asked, typing }) {
    this.index = index;
    this.query = query;
    this.knownStems = knownStems;
    this.sayings = sayings;
    this.asked = asked;
    this.typing = typing;
    /**
     * The words to search, in order.
     * @type {string[]}
     */
    this.words = [];
    /**
     * By typed word its substitute, in the order of the query. Words that are searched for as typed
     * have none.
     * @type {Map<string, Substitute>}
     */
    this.substitutes = new Map();
    for (const word of query.words) {
      const substitute = this.findSubstitute(word);
      if (substitute) this.substitutes.set(word, substitute);
      this.words.push(...(substitute ? wordsIn(substitute.words) : [word]));
    }
    /** Whether some words look mistyped; they may be words of another language instead. */
    this.looksMistyped = this.offer !== "";
    if (this.looksMistyped && this.isForeign()) {
      this.words = query.words;
      this.substitutes.clear();
    }
  }

  /** The query with its mistyped words corrected; empty if none is mistyped. */
  get offer() {
    let isMistyped = false;
    const words = [];
    for (const word of this.query.words) {
      const substitute = this.substitutes.get(word);
      const isCorrected = substitute?.why.kind === "mistyped";
      words.push(substitute && isCorrected ? substitute.words : word);
      isMistyped ||= isCorrected;
    }
    return isMistyped ? words.join(" ") : "";
  }

  /**
   * The typed words that no edition has, and for which nothing else is searched: words of other
   * languages and names of cards.
   */
  get unknown() {
    return this.query.words.filter((word) => !this.substitutes.has(word) && this.isUnknown(word));
  }

  /**
   * Whether no edition can have the query: none has any of its words, or a word of a phrase.
   */
  get isNowhere() {
    const { unknown } = this;
    if (this.query.kind === "phrase") return unknown.length > 0;
    const known = this.query.words.filter((word) => !unknown.includes(word));
    return unknown.length > 0 && known.every((word) => definition.stop.has(word));
  }

  /**
   * The reason for searching for the first substitute; null if all words are searched for as typed.
   */
  get why() {
    const [first] = this.substitutes.values();
    return first?.why ?? null;
  }

  /**
   * The substitute of a typed word; null if the word itself is searched for.
   * @param {string} word
   * @returns {Substitute | null}
   */
  findSubstitute(word) {
    if (this.isKnownHere(word)) return null;
    const long = this.index.initials.get(word);
    if (long && word.length > 1) return { words: long, why: makeWhy("abbreviation", long) };
    if (this.isKnownElsewhere(word)) return null;
    const meant = this.index.correct(word);
    return meant === null ? null : { words: meant, why: makeWhy("mistyped", meant) };
  }

  /**
   * Whether a query is in another language: no word of it is known, and at least one is not even
   * close to a known one.
   */
  isForeign() {
    const { words } = this.query;
    const areAllClose = words.every((word) => this.substitutes.has(word));
    return !areAllClose && words.every((word) => this.isUnknown(word));
  }

  /**
   * Whether a word is not known as it was typed: it is neither a word of the rules nor an
   * abbreviation.
   * @param {string} word
   */
  isUnknown(word) {
    const substitute = this.substitutes.get(word);
    if (substitute) return substitute.why.kind === "mistyped";
    if (this.isKnownHere(word)) return false;
    // a short word of another edition may be part of a foreign name there
    const isShort = word.length < definition.limits.one_error;
    return isShort || !this.isKnownElsewhere(word);
  }

  /**
   * Whether a word means itself: the passages, a saying or a question that was asked before have
   * it, it has synonyms, or it is the beginning of a word of the passages that is not typed to its
   * end.
   * @param {string} word
   */
  isKnownHere(word) {
    const { index, query } = this;
    const stem = stemOf(word);
    if (definition.stop.has(word) || index.knows(stem)) return true;
    if (synonymsOf(stem) || query.beginnings.includes(word)) return true;
    if (this.typing && word === query.words.at(-1) && index.wordsThatBegin(word).length)
      return true;
    return [...this.sayings, ...this.asked].some(({ stems }) => stems.has(stem));
  }

  /**
   * Whether a word is one of another edition, or a common English one.
   * @param {string} word
   */
  isKnownElsewhere(word) {
    const stem = stemOf(word);
    return this.knownStems.has(stem) || commonStems().has(stem);
  }
}
