// @ts-check
// The answers to a query among the passages of an index, best first. As `graph/search/rank.py`; the
// definition says how they are ranked.
import { breathe } from "../lib/pieces.js";
import { Claims } from "./claims.js";
import { definition } from "./definition.js";
import { rounded } from "./index.js";
import { oldNamesIn } from "./renamed.js";
import { Scores } from "./score.js";
import { contentWords, fold, phrasePlaces, stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("./claims.js").Saying} Saying
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./renamed.js").OtherName} OtherName
 * @typedef {import("./score.js").Part} Part
 * @typedef {import("./understand.js").Query} Query
 * @typedef {import("./why.js").Why} Why
 * @typedef {import("./words.js").Record} Record
 */

/**
 * A record that answers a query; `Ranking.explain` tells the rest of those that are shown.
 * @typedef {object} Ranked
 * @property {number} place of the record
 * @property {number} tier
 * @property {number} score
 * @property {number} at the place of its best passage; -1 for none
 * @property {Part[]} parts
 * @property {boolean} whole whether its best passage has all the words
 * @property {import("./words.js").Run[]} [runs] in a search of all editions
 */

/**
 * @typedef {{meant: string, why: Why}} Replacement what a word was taken for
 */

/**
 * @typedef {object} RankingOptions
 * @property {Set<string>} known stems of other editions, which are not mistyped
 * @property {OtherName[]} renamed old names that have a new one in this edition, or the other way
 *   round
 * @property {Saying[]} sayings
 * @property {boolean} typing whether the last word may be unfinished
 * @property {(record: Record, field: string) => boolean} accepts whether a passage is looked for at
 *   all
 */

/** @typedef {{score: number, at: number, parts: Part[], whole: boolean}} BestPassage */

export class Ranking {
  /**
   * @param {Index} index
   * @param {Query} query
   * @param {RankingOptions} options
   */
  constructor(index, query, { known, renamed, sayings, typing, accepts }) {
    this.index = index;
    this.query = query;
    this.known = known;
    this.sayings = sayings;
    this.typing = typing;
    this.accepts = accepts;
    this.weights = definition.weights;
    /**
     * What words were taken for: mistyped ones and abbreviations.
     * @type {Map<string, Replacement>}
     */
    this.replaced = new Map();
    this.unwanted = query.unwanted.map(stemOf);
    const words = query.words.flatMap((word) => this.readWord(word));
    /** Whether words look mistyped, though they may be those of another language. */
    this.looksMistyped = this.offer !== "";
    const isForeign = this.looksMistyped && this.isForeign();
    if (isForeign) this.replaced.clear();
    this.words = isForeign ? query.words : words;
    const said = this.words.join(" ");
    this.renamed = query.phrases.length
      ? []
      : oldNamesIn(renamed, said, (name) => index.uses(name));
    this.claims = new Claims(index, query);
    this.scores = new Scores(index, query, typing);
  }

  /** The query with its mistyped words corrected; empty if none is mistyped. */
  get offer() {
    let isMistyped = false;
    const words = [];
    for (const word of this.query.words) {
      const replacement = this.replaced.get(word);
      const isCorrected = replacement?.why.kind === "mistyped";
      words.push(replacement && isCorrected ? replacement.meant : word);
      isMistyped ||= isCorrected;
    }
    return isMistyped ? words.join(" ") : "";
  }

  /**
   * Whether a query is in another language: nothing knows a word of it, and not all of them are
   * near to a known one.
   */
  isForeign() {
    return (
      this.query.words.some((word) => !this.replaced.has(word)) &&
      this.query.words.every((word) => this.isUnknown(word))
    );
  }

  /**
   * Whether nothing knows a word as it was typed.
   * @param {string} word
   */
  isUnknown(word) {
    const replacement = this.replaced.get(word);
    if (replacement) return replacement.why.kind === "mistyped";
    // a short word of another edition may be part of a foreign name there
    const isShort = word.length < definition.limits.one_error;
    return !this.isWord(word) && (isShort || !this.isKnownElsewhere(word));
  }

  /**
   * The words that a typed word means: itself, those of an abbreviation, or the nearest known one.
   * @param {string} word
   */
  readWord(word) {
    const { index } = this;
    if (this.isWord(word)) return [word];
    const long = index.initials.get(word);
    if (long && word.length > 1) {
      this.replaced.set(word, { meant: long, why: makeWhy("abbreviation", long) });
      return wordsIn(long);
    }
    if (this.isKnownElsewhere(word)) return [word];
    const meant = index.correct(word);
    if (meant === null) return [word];
    this.replaced.set(word, { meant, why: makeWhy("mistyped", meant) });
    return [meant];
  }

  /**
   * Whether a word is that of the passages, of a saying or the beginning of another.
   * @param {string} word
   */
  isWord(word) {
    const { index, query } = this;
    const stem = stemOf(word);
    if (definition.stop.has(word) || index.stems.has(stem)) return true;
    if (Object.hasOwn(definition.synonyms, word) || query.beginnings.includes(word)) return true;
    if (this.typing && word === query.words.at(-1) && index.wordsThatBegin(word).length)
      return true;
    return this.sayings.some(({ stems }) => stems.has(stem));
  }

  /**
   * Whether a word is a common one, or that of another edition.
   * @param {string} word
   */
  isKnownElsewhere(word) {
    definition.commonStems ??= new Set([...definition.common].map(stemOf));
    const stem = stemOf(word);
    return this.known.has(stem) || definition.commonStems.has(stem);
  }

  /** The words whose passages are scored: those of the query that count, and of its phrases. */
  get scoredWords() {
    const { phrases } = this.query;
    const phraseWords = phrases.length ? contentWords(wordsIn(phrases.join(" "))) : [];
    return [...new Set([...contentWords(this.words), ...phraseWords])];
  }

  /**
   * The answers, best first; the browser draws between the parts of the work.
   * @returns {Promise<Ranked[]>}
   */
  async answers() {
    const { query, claims, index } = this;
    this.scores.addWords(this.scoredWords, 1);
    await breathe();
    claims.addNames(this.words, this.taken);
    this.addNewNames();
    claims.addSayings(this.words, this.sayings);
    await breathe();
    const best = this.findBestPassages();
    await breathe();
    if (query.phrases.length || query.unwanted.length) claims.keepOnly(best);
    const claimed = claims.places.filter((place) => this.accepts(index.records[place], "text"));
    const places = new Set([...best.keys(), ...claimed]);
    const found = [...places].map((place) => this.makeRanked(place, best.get(place)));
    return found.sort(
      (one, other) => other.tier - one.tier || other.score - one.score || one.place - other.place,
    );
  }

  /** Scores and raises what has the other names of the old ones in the query. */
  addNewNames() {
    for (const { old, names } of this.renamed) {
      for (const name of names) {
        const replaced = ` ${this.words.join(" ")} `.replaceAll(` ${old} `, ` ${name} `);
        const words = replaced.split(/\s+/).filter(Boolean);
        this.scores.addWords(contentWords(words), this.weights.renamed);
        this.claims.addNames(words, makeWhy("old-name", name), "old");
      }
    }
  }

  /**
   * By record its best passage; only for the best of all it counts how near the words are.
   * @returns {Map<number, BestPassage>}
   */
  findBestPassages() {
    const wanted = [...this.scores.best].filter(([at]) => this.isWanted(at));
    wanted.sort(
      ([one, { score }], [other, { score: otherScore }]) =>
        rounded(otherScore) - rounded(score) || one - other,
    );
    /** @type {Map<number, BestPassage>} */
    const best = new Map();
    for (const [rank, [at, { score, parts, whole }]] of wanted.entries()) {
      const isLookedAt = rank < this.weights.looked_at;
      const value = isLookedAt ? score * this.scores.nearFactor(at, parts) : score;
      const { record } = this.index.passages[at];
      const known = best.get(record);
      if (!known || value > known.score) best.set(record, { score: value, at, parts, whole });
    }
    return best;
  }

  /**
   * @param {number} place
   * @param {BestPassage | undefined} best
   * @returns {Ranked}
   */
  makeRanked(place, best) {
    const { score, at, parts, whole } = best ?? { score: 0, at: -1, parts: [], whole: false };
    const { tier, bonus } = this.claims.of(place) ?? { tier: 0, bonus: 0 };
    return { place, tier, score: rounded(tier ? bonus : score + bonus), at, parts, whole };
  }

  /** Why words were replaced; null if none was. */
  get taken() {
    const [first] = this.replaced.values();
    return first?.why ?? null;
  }

  /**
   * What is shown of an answer: its passage, why it is one, and the stems to mark.
   * @param {Ranked} answer
   * @returns {import("./answers.js").Found}
   */
  explain({ place, at, parts, whole }) {
    const { index } = this;
    let [field, text] = index.shown(place);
    if (at >= 0 && index.passages[at].text) {
      field = index.passages[at].field;
      text = index.passages[at].text;
    }
    const words = makeWhy(whole ? "all-words" : "some-words");
    const why = this.claims.of(place)?.why ?? this.taken ?? words;
    const stems = new Set(parts.flatMap((part) => [...part.stems.keys()]));
    return { place, field, text, why, stems };
  }

  /**
   * Whether a passage has the phrases of the query, and none of the words that it excludes.
   * @param {number} at
   */
  isWanted(at) {
    const { query, index } = this;
    const passage = index.passages[at];
    const record = index.records[passage.record];
    if (!this.accepts(record, passage.field)) return false;
    const headed = index.own[passage.record];
    if (this.unwanted.some((stem) => passage.stems.includes(stem) || headed.has(stem)))
      return false;
    const has = (/** @type {string} */ shown, /** @type {string} */ phrase) =>
      phrasePlaces(fold(shown), phrase).length > 0;
    return query.phrases.every(
      (phrase) => has(passage.text, phrase) || has(record.heading, phrase),
    );
  }
}
