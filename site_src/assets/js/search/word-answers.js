// @ts-check
// The passages that answer the words of a query. As `graph/search/word_answers.py`.
import { dateOfRecord, makeAnswer } from "./answers.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./rank.js").Ranked} Ranked
 * @typedef {import("./rank.js").Ranking} Ranking
 * @typedef {import("./searcher.js").Request} Request
 * @typedef {import("./words.js").Run} Run
 */

/** The answers to the words of a query, from one edition or from all. */
export class WordAnswers {
  /**
   * @param {Request} request
   * @param {Index} index the records of the edition, or of all editions
   * @param {Ranking} ranking of these records
   */
  constructor(request, index, ranking) {
    this.request = request;
    this.index = index;
    this.ranking = ranking;
  }

  /**
   * Those of the ranked records that may be answers, best first; of all editions each lineage once.
   * @param {Ranked[]} ranked the records that the ranking found
   * @param {(key: string, date: string | null) => boolean} isWanted whether the record that an
   *   edition has under a key may be an answer
   */
  listWanted(ranked, isWanted) {
    const { options, date } = this.request;
    const found = options.history ? joinByLineage(ranked, this.index) : ranked;
    return found.filter(({ position }) => {
      const { key } = this.index.records[position];
      return isWanted(key, dateOfRecord(this.index, position, date));
    });
  }

  /**
   * A ranked record as an answer, with the passage to show.
   * @param {Ranked} found
   * @returns {Answer}
   */
  answer({ runs, ...found }) {
    const { table, date, query } = this.request;
    const explained = this.ranking.explain(found);
    return { ...makeAnswer(table, this.index, explained, date, query.phrases), runs };
  }
}

/**
 * Joins the records of each lineage in a search of all editions: the newest is kept, with the runs
 * of all of them. A record that is worse than the best one of its lineage, by its tier or because
 * words are missing, is left out.
 * @param {Ranked[]} ranked best first
 * @param {Index} index in which newer records come first
 * @returns {Ranked[]}
 */
function joinByLineage(ranked, index) {
  /** @type {Map<any, Ranked & {runs: Run[]}>} */
  const lineages = new Map();
  for (const found of ranked) {
    const { lineage, runs = [] } = index.records[found.position];
    const best = lineages.get(lineage);
    if (!best) lineages.set(lineage, { ...found, runs: [...runs] });
    else if (found.tier === best.tier && found.whole === best.whole) {
      best.runs.push(...runs);
      if (found.position < best.position) Object.assign(best, found);
    }
  }
  for (const { runs } of lineages.values()) runs.sort((left, right) => left.first - right.first);
  return [...lineages.values()];
}
