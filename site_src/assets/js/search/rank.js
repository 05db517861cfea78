// @ts-check
// The answers to a query among the passages of an index, best first. As `graph/search/rank.py`;
// `graph/search/definition.toml` says how they are ranked.
import { breathe } from "../lib/pieces.js";
import { Claims } from "./claims.js";
import { definition } from "./definition.js";
import { rounded } from "./index.js";
import { oldNamesIn } from "./renamed.js";
import { Scores } from "./score.js";
import { synonymsOf } from "./synonyms.js";
import { contentWords, fold, phrasePlaces, splitAtBlanks, stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("./claims.js").Saying} Saying
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./renamed.js").OldName} OldName
 * @typedef {import("./score.js").Part} Part
 * @typedef {import("./understand.js").Query} Query
 * @typedef {import("./why.js").Why} Why
 * @typedef {import("./words.js").Record} Record
 */

/**
 * A record that answers a query. `Ranking.explain` adds to those that are shown what is shown.
 * @typedef {object} Ranked
 * @property {number} position of the record in the index
 * @property {number} tier the rank of its kind of answer, higher first
 * @property {number} score how good it is within its tier
 * @property {number} passage the position of its best passage; -1 if it answers by a name alone
 * @property {Part[]} parts the words for which that passage was scored
 * @property {boolean} whole whether its best passage has all the words
 * @property {import("./words.js").Run[]} [runs] in a search of all editions those with its text
 */

/**
 * The word or words that a typed word was taken for, and why: "deathtouch" for "deathtuch".
 * @typedef {{meant: string, why: Why}} Replacement
 */

/**
 * @typedef {object} RankingOptions
 * @property {Set<string>} known stems of other editions, which are not mistyped
 * @property {OldName[]} renamed old names that have a new one in this edition, or the other way
 *   round
 * @property {Saying[]} sayings
 * @property {boolean} typing whether the last word may be unfinished
 * @property {(record: Record, field: string) => boolean} accepts whether the filters of the search
 *   let a passage through
 */

/**
 * The passage of a record that answers best: its position, and its score as `Score` has it; and the
 * score of the second best passage, 0 if no other passage answers.
 * @typedef {{score: number, second: number, passage: number, parts: Part[], whole: boolean}}
 *   BestPassage
 */

/** Ranks the records of an index by how well they answer a query. */

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
     * By word of the query the words that it was taken for, if it is mistyped or an abbreviation.
     * @type {Map<string, Replacement>}
     */
    this.replaced = new Map();
    this.unwanted = query.unwanted.map(stemOf);
    const words = query.words.flatMap((word) => this.readWord(word));
    /** Whether words look mistyped; they may be words of another language instead. */
    this.looksMistyped = this.offer !== "";
    const isForeign = this.looksMistyped && this.isForeign();
    if (isForeign) this.replaced.clear();
    /** The words of the query, with mistyped ones corrected and abbreviations written out. */
    this.words = isForeign ? query.words : words;
    const corrected = this.words.join(" ");
    this.renamed = query.phrases.length
      ? []
      : oldNamesIn(renamed, corrected, (name) => index.uses(name));
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

  /** The typed words that no edition has, and for which nothing else is searched. */
  get unknownWords() {
    return this.query.words.filter((word) => !this.replaced.has(word) && this.isUnknown(word));
  }

  /**
   * Whether a query is in another language: none of its words is known, and at least one is not
   * even near to a known one.
   */
  isForeign() {
    return (
      this.query.words.some((word) => !this.replaced.has(word)) &&
      this.query.words.every((word) => this.isUnknown(word))
    );
  }

  /**
   * Whether a word as typed is neither in the index nor known from elsewhere.
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
   * Whether a word is in the passages or in a saying, has synonyms, or is the beginning of a word
   * of the passages that is not typed to its end.
   * @param {string} word
   */
  isWord(word) {
    const { index, query } = this;
    const stem = stemOf(word);
    if (definition.stop.has(word) || index.stems.has(stem)) return true;
    if (synonymsOf(stem) || query.beginnings.includes(word)) return true;
    if (this.typing && word === query.words.at(-1) && index.wordsThatBegin(word).length)
      return true;
    return this.sayings.some(({ stems }) => stems.has(stem));
  }

  /**
   * Whether a word is a common English one, or in the words of another edition.
   * @param {string} word
   */
  isKnownElsewhere(word) {
    definition.commonStems ??= new Set([...definition.common].map(stemOf));
    const stem = stemOf(word);
    return this.known.has(stem) || definition.commonStems.has(stem);
  }

  /** The words for which passages are scored: those that say what query and phrases are about. */
  get scoredWords() {
    const { phrases } = this.query;
    const phraseWords = phrases.length ? contentWords(wordsIn(phrases.join(" "))) : [];
    return [...new Set([...contentWords(this.words), ...phraseWords])];
  }

  /**
   * The answers, best first. The browser can draw between the steps of the work.
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
    const claimed = claims.positions.filter((position) =>
      this.accepts(index.records[position], "text"),
    );
    const positions = new Set([...best.keys(), ...claimed]);
    const found = [...positions].map((position) => this.makeRanked(position, best.get(position)));
    return found.sort(
      (left, right) =>
        right.tier - left.tier || right.score - left.score || left.position - right.position,
    );
  }

  /**
   * Scores passages, and raises records, by the query with each old name replaced by a new one:
   * "battlefield" for "in play".
   */
  addNewNames() {
    for (const { old, names } of this.renamed) {
      for (const name of names) {
        const replaced = ` ${this.words.join(" ")} `.replaceAll(` ${old} `, ` ${name} `);
        const words = splitAtBlanks(replaced);
        this.scores.addWords(contentWords(words), this.weights.renamed);
        this.claims.addNames(words, makeWhy("old-name", name), "old");
      }
    }
  }

  /**
   * The best passage of each record, by the position of the record. Only for the passages with the
   * highest scores it counts how close the words are, since that takes time.
   * @returns {Map<number, BestPassage>}
   */
  findBestPassages() {
    const wanted = [...this.scores.best].filter(([position]) => this.isWanted(position));
    wanted.sort(
      ([left, { score }], [right, { score: otherScore }]) =>
        rounded(otherScore) - rounded(score) || left - right,
    );
    /** @type {Map<number, BestPassage>} */
    const best = new Map();
    for (const [rank, [position, { score, parts, whole }]] of wanted.entries()) {
      const isLookedAt = rank < this.weights.looked_at;
      const value = isLookedAt ? score * this.scores.nearFactor(position, parts) : score;
      const { record } = this.index.passages[position];
      const known = best.get(record);
      if (!known || value > known.score) {
        const second = known?.score ?? 0;
        best.set(record, { score: value, second, passage: position, parts, whole });
      } else if (value > known.second) known.second = value;
    }
    return best;
  }

  /**
   * Joins the best passage of a record and the claim of the record to an answer.
   * @param {number} position of the record
   * @param {BestPassage | undefined} best
   * @returns {Ranked}
   */
  makeRanked(position, best) {
    const none = { score: 0, second: 0, passage: -1, parts: [], whole: false };
    const { score, second, passage, parts, whole } = best ?? none;
    const { tier, bonus } = this.claims.of(position) ?? { tier: 0, bonus: 0 };
    const ofWords = score + this.weights.second * second;
    const value = tier ? bonus : ofWords + bonus;
    return { position, tier, score: rounded(value), passage, parts, whole };
  }

  /** The reason for which the first replaced word was replaced; null if none was. */
  get taken() {
    const [first] = this.replaced.values();
    return first?.why ?? null;
  }

  /**
   * Finds the passage to show for an answer, the reason for the answer, and the stems to mark.
   * @param {Ranked} answer
   * @returns {import("./answers.js").Found}
   */
  explain({ position, passage, parts, whole }) {
    const { index } = this;
    let [field, text] = index.shown(position);
    if (passage >= 0 && index.passages[passage].text) {
      field = index.passages[passage].field;
      text = index.passages[passage].text;
    }
    const words = makeWhy(whole ? "all-words" : "some-words");
    const why = this.claims.of(position)?.why ?? this.taken ?? words;
    const stems = new Set(parts.flatMap((part) => [...part.stems.keys()]));
    return { position, field, text, why, stems };
  }

  /**
   * Whether a passage has the phrases of the query, and none of the words that the query excludes.
   * @param {number} position the position of the passage
   */
  isWanted(position) {
    const { query, index } = this;
    const passage = index.passages[position];
    const record = index.records[passage.record];
    if (!this.accepts(record, passage.field)) return false;
    const headed = index.own[passage.record];
    if (this.unwanted.some((stem) => headed.has(stem) || index.hasStem(position, stem)))
      return false;
    const has = (/** @type {string} */ shown, /** @type {string} */ phrase) =>
      phrasePlaces(fold(shown), phrase).length > 0;
    return query.phrases.every(
      (phrase) =>
        has(record.heading, phrase) ||
        (index.mayHave(position, phrase) && has(passage.text, phrase)),
    );
  }
}
