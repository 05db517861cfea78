// @ts-check
// The documents of the site with the indexes and rankings that are made from them. As
// `graph/search/searchable.py`.
import { useDefinition } from "./definition.js";
import { Index } from "./index.js";
import { makeAcceptance } from "./options.js";
import { Ranking } from "./rank.js";
import { namesNotInForce } from "./renamed.js";
import { listSayings, listSayingsThen } from "./sayings.js";
import { latestOf } from "./sets.js";

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("./searcher.js").Request} Request
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Names and sayings of the rules, which `site_src/search/definition.py` writes.
 * @typedef {object} Names
 * @property {import("./sayings.js").SayingRow[]} sayings
 * @property {import("./renamed.js").OldName[]} renamed old names
 * @property {string[]} known stems that only other editions have, which are not mistyped
 * @property {import("./past.js").PastRows} past
 */

/**
 * The documents that the search reads; each is fetched once.
 * @typedef {object} Sources
 * @property {() => Promise<JumpTable>} table
 * @property {() => Promise<import("../lib/numbers.js").NumbersTable>} numbers
 * @property {() => Promise<any>} definition
 * @property {() => Promise<Names>} names
 * @property {() => Promise<import("./sayings.js").SayingRow[]>} asked words of questions that were
 *   asked before, which a search of all editions needs only for a word that seems mistyped
 * @property {() => Promise<Record<string, string>>} lineages those of the rules of sayings
 * @property {() => Promise<import("./past.js").Times>} times
 * @property {() => Promise<Index>} today the index of the latest edition
 * @property {() => Promise<import("./all-index.js").AllIndex>} all the index of all editions
 * @property {(day: string) => Promise<Words>} wordsThen the words of the edition in force on a day,
 *   and of editions near it
 */

/** The documents of the site, with the index of each edition. An index is made once. */
export class SearchableSources {
  /** @param {Sources} sources */
  constructor(sources) {
    this.sources = sources;
    /**
     * The indexes asked for so far, by the argument of `index`.
     * @type {Map<string | null, Promise<Index>>}
     */
    this.indexes = new Map();
  }

  /**
   * The index of an edition, with its sayings. It is made once, and again after a failure.
   * @param {string | null} searched date of the edition; null for the latest, `"all"` for all
   * @returns {Promise<Index>}
   */
  index(searched) {
    const known = this.indexes.get(searched);
    if (known) return known;
    const made = this.makeIndex(searched);
    made.catch(() => this.indexes.delete(searched));
    this.indexes.set(searched, made);
    return made;
  }

  /**
   * Makes the index of an edition. That of all editions has the sayings of today.
   * @param {string | null} searched as for `index`
   */
  async makeIndex(searched) {
    useDefinition(await this.sources.definition());
    // they arrive while the index is made
    const naming = this.sources.names();
    naming.catch(() => {});
    if (searched === "all") {
      const all = await this.sources.all();
      all.sayings = listSayings((await naming).sayings);
      return all;
    }
    if (searched !== null) return this.makeFormerIndex(searched);
    const asking = this.sources.asked();
    asking.catch(() => {});
    const today = await this.sources.today();
    today.sayings = listSayings((await naming).sayings);
    today.asked = listSayings(await asking);
    return today;
  }

  /**
   * Makes the index of a former edition.
   * @param {string} date
   */
  async makeFormerIndex(date) {
    const [words, { sayings }, asked, lineages] = await Promise.all([
      this.sources.wordsThen(date),
      this.sources.names(),
      this.sources.asked(),
      this.sources.lineages(),
    ]);
    const edition = words.inForce(date);
    const index = await Index.of(words.recordsAt(edition), words);
    index.sayings = listSayingsThen(sayings, lineages, words, edition);
    index.asked = listSayingsThen(asked, lineages, words, edition);
    return index;
  }

  /**
   * The ranking of the records that answer the words of a query. A query of nothing but numbers is
   * ranked by these numbers, as if they were its words: it finds the rules that mention them.
   * @param {Request} request
   * @param {Index} index
   */
  async rank({ table, query, options, date }, index) {
    const { known, renamed } = await this.sources.names();
    const isOnlyNumbers = query.kind === "number" && !query.words.length;
    // both have no words for such a query: `content` are those of `words` that say something
    const ranked = isOnlyNumbers
      ? { ...query, words: query.numbers, content: query.numbers }
      : query;
    const rankWith = (/** @type {string[]} */ knownStems, asked = index.asked) =>
      new Ranking(index, ranked, {
        knownStems: new Set(knownStems),
        renamed: options.history ? [] : namesNotInForce(renamed, date ?? latestOf(table)),
        sayings: index.sayings,
        asked,
        typing: options.typing,
        isFirstPart: options.isFirstPart,
        accepts: makeAcceptance(options),
      });
    const ranking = rankWith(known);
    const { substitutes, looksMistyped } = ranking.typedWords;
    // in all editions these questions only say which words are typed as they are meant
    if (options.history && (substitutes.size || looksMistyped))
      return rankWith(known, listSayings(await this.sources.asked()));
    if (!looksMistyped || options.history || date === null) return ranking;
    return this.rankAgainWithToday(rankWith, known);
  }

  /**
   * Ranks once more with the words of the latest edition: a word that only this edition has is not
   * mistyped either. Other queries do without its index.
   * @param {(knownStems: string[]) => Ranking} rankWith
   * @param {string[]} known stems that are not mistyped
   */
  async rankAgainWithToday(rankWith, known) {
    const today = await this.index(null);
    return rankWith([...known, ...today.stems.keys()]);
  }
}
