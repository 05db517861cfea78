// @ts-check
// The answers that a query names: editions with their bulletins, pages about changes, and rules by
// number. As `graph/search/named_answers.py`.
import { makeEditionAnswer } from "./answers.js";
import { makeReferencesRow } from "./citing-questions.js";
import { changeRows } from "./comparisons.js";
import { definition } from "./definition.js";
import { nameOf } from "../lib/record-key.js";
import { answerNumbers } from "./number-history.js";
import { NumberSearch } from "./numbered.js";
import { bulletinRows } from "./past.js";
import { latestOf } from "./sets.js";
import { wordsIn } from "./text.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./searcher.js").Request} Request
 */

/** The answers that queries name. */
export class NamedAnswers {
  /** @param {import("./searchable.js").SearchableSources} searchable */
  constructor(searchable) {
    this.searchable = searchable;
  }

  /**
   * The editions that a query names, and the bulletins for them if it asks what was announced: the
   * bulletins come first if it has a word such as "bulletin".
   * @param {Request} request
   * @returns {Promise<Answer[]>}
   */
  async listEditions({ table, query }) {
    if (query.kind !== "edition") return [];
    const dates = query.editions.slice(0, definition.limits.meanings);
    const editions = dates.map((date) => makeEditionAnswer(table, date));
    if (!query.wantsBulletins) return editions;
    const bulletins = await bulletinRows(this.searchable.sources.times, dates);
    const asksForThem = wordsIn(query.whole).some((word) => definition.bulletin.has(word));
    return asksForThem ? [...bulletins, ...editions] : [...editions, ...bulletins];
  }

  /**
   * The rules that the numbers of a query mean, and the numbers that the edition lacks.
   * @param {Request} request
   */
  findNumbers({ table, query, date }) {
    const latest = latestOf(table);
    // `null` stands for the latest edition, as in `date`
    const dates = query.editions.map((edition) => (edition === latest ? null : edition));
    const numberSources = {
      table,
      numbers: this.searchable.sources.numbers,
      index: (/** @type {string | null} */ searched) => this.searchable.index(searched),
    };
    // the words of the query are marked in the rules
    const search = new NumberSearch(numberSources, date, query.content);
    return search.find(query.numbers, dates);
  }

  /**
   * The history of the numbers of a query that asks for that; empty for any other query, and if
   * only the passages that changed since a day are searched.
   * @param {Request} request
   * @returns {Promise<import("./number-history.js").NumberHistory>}
   */
  async findHistories({ table, query, date, options }) {
    const isAsked = query.kind === "number" && query.aim && !options.changedSince;
    const numbers = isAsked ? await this.searchable.sources.numbers().catch(() => null) : null;
    if (!numbers) return { notes: [], rows: [] };
    return answerNumbers(query, numbers, date ?? latestOf(table));
  }
}

/**
 * The pages of references for which a query asks: one for each of its numbers that an edition has.
 * If the rule has another number now, the page is that of this number.
 * @param {Request} request
 * @param {Answer[]} rows answers to its numbers, best first
 */
export function listReferences({ table, query }, rows) {
  if (!query.asksForReferences) return [];
  return query.numbers.flatMap((number) => {
    const row = rows.find(({ key, why }) =>
      why?.kind === "number-until" ? why.name === number : nameOf(key) === number,
    );
    return row ? [makeReferencesRow(table, nameOf(row.key), row.edition)] : [];
  });
}

/**
 * The pages about the changes in a part of the rules; none if the query asks for no changes.
 * @param {import("../jump.js").JumpTable} table
 * @param {import("./change-questions.js").ChangeQuestion | null} changes for which the query asks
 * @param {import("./comparisons.js").ComparedPart} part
 */
export function listChanges(table, changes, part) {
  if (!changes) return [];
  // `changes.first` is the edition before the changes: the next one is the first that has them
  const [firstChanged] = table.editions.find(([date]) => date > changes.first) ?? [changes.last];
  return changeRows(changes, part, firstChanged);
}
