// @ts-check
// The answers to a query among the passages of an index, best first. As `graph/search/rank.py`;
// `graph/search/definition.toml` says how they are ranked.
import { breathe } from "../lib/pieces.js";
import { Claims } from "./claims.js";
import { definition } from "./definition.js";
import { rounded } from "./index.js";
import { oldNamesIn } from "./renamed.js";
import { Scores } from "./score.js";
import { contentWords, fold, phrasePlaces, splitAtBlanks, stemOf, wordsIn } from "./text.js";
import { TypedWords } from "./typed.js";
import { countVotes } from "./votes.js";
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
 * @property {number} tier the class of the answer: all answers of a higher tier come first
 * @property {number} score how good it is within its tier
 * @property {number} passage the position of its best passage; -1 if it answers by a name alone
 * @property {Part[]} parts the words for which that passage was scored
 * @property {boolean} whole whether its best passage has all the words
 * @property {import("./words.js").Run[]} [runs] in a search of all editions those with its text
 */

/**
 * @typedef {object} RankingOptions
 * @property {Set<string>} knownStems stems of other editions, whose words are not mistyped
 * @property {OldName[]} renamed old names that have a new one in this edition, or the other way
 *   round
 * @property {Saying[]} sayings
 * @property {Saying[]} asked words of questions that were asked before, as if they were sayings
 * @property {boolean} typing whether the last word may be unfinished
 * @property {boolean} isFirstPart whether a phrase is looked for only in texts that have arrived
 * @property {(record: Record, field: string) => boolean} accepts whether the filters of the search
 *   let a passage through
 */

/**
 * A passage that answers.
 * @typedef {object} RaisedPassage
 * @property {number} passage the position of the passage in the index
 * @property {number} score the score of the passage, raised if words of the query are close to each
 *   other
 * @property {Part[]} parts the words for which the passage was scored
 * @property {boolean} whole whether the passage has all of them
 */

/**
 * The passage of a record that answers best. `second` is the score of its second best passage; 0 if
 * no other passage answers.
 * @typedef {RaisedPassage & {second: number}} BestPassage
 */

/**
 * Ranks the records of an index by how well they answer a query. A record answers by the words of
 * its passages (see `Scores`), by a claim (see `Claims`), or by both. A claim is a reason other
 * than words: the query has the name of the record, or a saying that the record decides.
 */
export class Ranking {
  /**
   * @param {Index} index
   * @param {Query} query
   * @param {RankingOptions} options
   */
  constructor(index, query, { knownStems, renamed, sayings, asked, typing, isFirstPart, accepts }) {
    this.index = index;
    this.query = query;
    this.sayings = sayings;
    this.asked = asked;
    this.accepts = accepts;
    this.isFirstPart = isFirstPart && query.phrases.length > 0;
    /** Whether a passage whose text is missing, and may lack a phrase, was taken for an answer. */
    this.hasUnread = false;
    this.weights = definition.weights;
    this.unwanted = query.unwanted.map(stemOf);
    this.typedWords = new TypedWords(index, query, { knownStems, sayings, asked, typing });
    /** The words of the query, with mistyped ones corrected and abbreviations written out. */
    this.words = this.typedWords.words;
    // a quoted phrase is searched as it is, without other names for its things
    this.renamed = query.phrases.length
      ? []
      : oldNamesIn(renamed, this.words.join(" "), (name) => index.uses(name));
    this.claims = new Claims(index, query);
    /**
     * The votes of the words for records, by the positions of the records.
     * @type {Map<number, import("./votes.js").Vote>}
     */
    this.votes = new Map();
    this.scores = new Scores(index, query, typing, this.isFirstPart);
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
    claims.addNames(this.words, this.typedWords.why);
    this.addNewNames();
    claims.addSayings(this.words, this.sayings);
    await breathe();
    const best = this.findBestPassages();
    await breathe();
    if (query.phrases.length || query.unwanted.length) claims.keepOnly(best);
    this.votes = this.countVotes();
    const raised = [...claims.positions, ...this.votes.keys()].filter((position) =>
      this.accepts(index.records[position], "text"),
    );
    const positions = new Set([...best.keys(), ...raised]);
    const found = [...positions].map((position) => this.makeRanked(position, best.get(position)));
    return found.sort(
      (left, right) =>
        right.tier - left.tier || right.score - left.score || left.position - right.position,
    );
  }

  /**
   * The votes of the words for rules. A query with a phrase or an excluded word has none: it asks
   * for these words, not for what they mean. Neither has one in all editions, as all words of
   * sayings would have to be loaded.
   */
  countVotes() {
    const { query, index } = this;
    const votes = new Map();
    if (!index.positions.size || query.phrases.length || query.unwanted.length) return votes;
    const words = this.scoredWords.filter((word) => !definition.stop.has(word));
    const rarities = new Map(words.map(stemOf).map((stem) => [stem, index.rarity(stem)]));
    for (const [rule, vote] of countVotes(rarities, [...this.sayings, ...this.asked])) {
      const position = index.positions.get(rule);
      if (position !== undefined) votes.set(position, vote);
    }
    return votes;
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
   * The best passage of each record, by the position of the record.
   * @returns {Map<number, BestPassage>}
   */
  findBestPassages() {
    /** @type {Map<number, BestPassage>} */
    const bestByRecord = new Map();
    for (const raised of this.raiseScores()) {
      const { record } = this.index.passages[raised.passage];
      const best = bestByRecord.get(record);
      if (!best) bestByRecord.set(record, { ...raised, second: 0 });
      else if (raised.score > best.score)
        bestByRecord.set(record, { ...raised, second: best.score });
      else if (raised.score > best.second) best.second = raised.score;
    }
    return bestByRecord;
  }

  /**
   * The wanted passages in the order of their scores, which are raised if words of the query are
   * close to each other. Only the passages with the highest scores are searched for such words,
   * since that is slow. The others keep their scores.
   * @returns {RaisedPassage[]}
   */
  raiseScores() {
    const wanted = [...this.scores.best].filter(([passage]) => this.isWanted(passage));
    wanted.sort(
      ([left, { score }], [right, { score: otherScore }]) =>
        rounded(otherScore) - rounded(score) || left - right,
    );
    return wanted.map(([passage, { score, parts, whole }], betterPassages) => {
      const isAmongBest = betterPassages < this.weights.looked_at;
      const factor = isAmongBest ? this.scores.nearFactor(passage, parts) : 1;
      return { passage, score: score * factor, parts, whole };
    });
  }

  /**
   * Joins the best passage of a record, the claim of the record and its votes to an answer.
   * @param {number} position of the record
   * @param {BestPassage | undefined} best undefined if the record answers without words
   * @returns {Ranked}
   */
  makeRanked(position, best) {
    const none = { score: 0, second: 0, passage: -1, parts: [], whole: false };
    const { score, second, passage, parts, whole } = best ?? none;
    const { tier, bonus } = this.claims.of(position) ?? { tier: 0, bonus: 0 };
    const ofWords = score + this.weights.second * second;
    const voted = this.votes.get(position)?.value ?? 0;
    const isByWords = tier === 0; // in the tiers above, the claim alone gives the order
    const value = isByWords ? ofWords + voted + bonus : bonus;
    return { position, tier, score: rounded(value), passage, parts, whole };
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
    const vote = passage < 0 ? this.votes.get(position) : undefined;
    const similar = vote ? makeWhy("similar", vote.text) : null;
    const why = this.claims.of(position)?.why ?? similar ?? this.typedWords.why ?? words;
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
        (index.mayHave(position, phrase) &&
          (this.isTakenUnread(position) || has(passage.text, phrase))),
    );
  }

  /**
   * Whether a passage that may have a phrase is taken for one that has it, until its text arrives.
   * If the passage is shown, its text is loaded for that.
   * @param {number} position the position of the passage
   */
  isTakenUnread(position) {
    if (!this.isFirstPart || this.index.isRead(position)) return false;
    this.hasUnread = true;
    return true;
  }
}
