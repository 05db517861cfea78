// @ts-check
// The meanings of the numbers in a query: rules of the edition that is searched, and meanings at
// other times. As `graph/search/numbered.py`.
import { addressOf, isPast, lastEditionOf, wasReused } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { meaningsOf, numbersAt, sentence } from "../lib/numbers.js";
import { addressOfRecord, makeAnswer, makeNumberAnswer } from "./answers.js";
import { definition } from "./definition.js";
import { fold, stemOf } from "./text.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("../lib/numbers.js").Meaning} Meaning
 */

/**
 * The tables and indexes in which the meanings of a number are found.
 * @typedef {object} NumberSources
 * @property {import("../jump.js").JumpTable} table
 * @property {() => Promise<import("../lib/numbers.js").NumbersTable>} numbers all numbers of all
 *   editions
 * @property {(date: string | null) => Promise<import("./index.js").Index>} index of an edition;
 *   null for the latest
 */

const MEANT_BEFORE = "what this number meant before";
const ALL_MEANINGS = "everything it meant, and the rules with their histories";

/** @param {string} number */
const withoutLetters = (number) => number.replace(/[a-z]+$/, "");

/**
 * Orders meanings by their last editions, the newest first.
 * @param {Meaning} left
 * @param {Meaning} right
 */
function newestFirst(left, right) {
  if (left.until !== right.until) return left.until < right.until ? 1 : -1;
  return left.lineage < right.lineage ? -1 : 1;
}

/** Finds what numbers mean in an edition. */
export class NumberSearch {
  /**
   * @param {NumberSources} sources
   * @param {string | null} date of the edition that is searched; null for the latest
   * @param {string[]} content the words of the query, which are marked
   */
  constructor(sources, date, content) {
    this.sources = sources;
    this.table = sources.table;
    this.date = date;
    this.stems = new Set(content.map(stemOf));
  }

  /**
   * The rules that numbers mean, and the numbers that the edition lacks.
   * @param {string[]} numbers
   * @param {(string | null)[]} dates of the editions that the query names; null for the latest
   * @returns {Promise<{rows: Answer[], missing: string[]}>}
   */
  async find(numbers, dates) {
    /** @type {Map<string, Answer>} */
    const rows = new Map();
    const missing = [];
    const searched = dates.length ? dates : [this.date];
    for (const number of numbers) {
      const found = [];
      for (const date of searched) found.push(...(await this.findMeanings(number, date)));
      if (!found.some(({ key }) => key === number)) missing.push(number);
      if (!found.length) found.push(...(await this.findAbove(number)));
      for (const row of found) {
        // of several editions with a rule in the same words, as those of a year, the first answers
        const words = row.text ? fold(row.text) : `${row.edition} ${row.href}`;
        const name = `${row.key} ${words}`;
        if (!rows.has(name)) rows.set(name, row);
      }
    }
    return { rows: [...rows.values()], missing };
  }

  /**
   * The rule to which a subrule would belong that no edition has: 702.40 for 702.40z.
   * @param {string} number
   */
  async findAbove(number) {
    const above = withoutLetters(number);
    if (above === number) return [];
    const row = await this.findRule(above, this.date, makeWhy("no-number", number));
    return row ? [{ ...row, exact: false }] : [];
  }

  /**
   * The rule with a key in an edition; null for none.
   * @param {string} key
   * @param {string | null} date
   * @param {import("./why.js").Why} why the reason for which it is an answer
   */
  async findRule(key, date, why) {
    const index = await this.sources.index(date);
    const position = index.positions.get(key);
    if (position === undefined) return null;
    const [field, text] = index.shown(position);
    const found = { position, field, text, why, stems: this.stems };
    return makeAnswer(this.table, index, found, date, []);
  }

  /**
   * The rules with a number in an edition, then what the number means at another time, newest
   * first.
   * @param {string} number
   * @param {string | null} date
   * @returns {Promise<Answer[]>}
   */
  async findMeanings(number, date) {
    const found = await this.findRulesWith(number, date);
    if (date === null) {
      if (found.length && wasReused(this.table, number))
        found.push(makeNumberAnswer(number, MEANT_BEFORE, "meant-before"));
      if (found.length || !isPast(this.table, number)) return found;
    }
    const numbers = await this.sources.numbers().catch(() => null);
    if (date !== null && numbers)
      found.push(...(await this.findPresentMeaning(numbers, number, date)));
    if (found.length) return found;
    return numbers ? this.findPastMeanings(numbers, number, date) : this.findLastEdition(number);
  }

  /**
   * The rules with a number in an edition. An edition that gives a number twice has the second rule
   * under the key `104.5#2`.
   * @param {string} number
   * @param {string | null} date
   */
  async findRulesWith(number, date) {
    const found = [];
    let row = await this.findRule(number, date, makeWhy("number"));
    while (row) {
      found.push(row);
      row = await this.findRule(`${number}#${found.length + 1}`, date, makeWhy("number"));
    }
    return found;
  }

  /**
   * The rules that have a number today, as a past edition has them under other numbers.
   * @param {import("../lib/numbers.js").NumbersTable} numbers
   * @param {string} number
   * @param {string} date
   */
  async findPresentMeaning(numbers, number, date) {
    const found = [];
    for (const key of numbersAt(numbers, number, date)) {
      if (key === number) continue;
      const row = await this.findRule(key, date, makeWhy("number-today", number));
      if (row) found.push(row);
    }
    return found;
  }

  /**
   * The last edition with a number, for a device that could not load the table of all numbers.
   * @param {string} number
   * @returns {Answer[]}
   */
  findLastEdition(number) {
    const past = lastEditionOf(this.table, number);
    if (!past) return [];
    return [
      {
        key: number,
        edition: past,
        label: number,
        text: "",
        detail: `not in the latest edition; last in that of ${dateInWords(past)}`,
        href: addressOfRecord(this.table, number, past),
        exact: true,
      },
    ];
  }

  /**
   * The meanings of a number of the past, newest first. Each is shown as the rule in the latest
   * edition, if that is searched and has it; else as the last edition has it.
   * @param {import("../lib/numbers.js").NumbersTable} numbers
   * @param {string} number
   * @param {string | null} date
   */
  async findPastMeanings(numbers, number, date) {
    const meanings = meaningsOf(numbers, number).map((meaning) => [meaning.lineage, meaning]);
    /** @type {Map<string, Meaning>} */
    const latest = new Map(/** @type {[string, Meaning][]} */ (meanings));
    const shown = [...latest.values()].sort(newestFirst).slice(0, definition.limits.meanings);
    const rows = [];
    for (const meaning of shown) rows.push(await this.describePast(number, meaning, date));
    if (rows.length) rows.push(makeNumberAnswer(number, ALL_MEANINGS, "all-meanings"));
    return rows;
  }

  /**
   * A past meaning of a number as an answer: the rule of the latest edition, if that is searched
   * and has it; else a link to its successor or to its history.
   * @param {string} number
   * @param {Meaning} meaning
   * @param {string | null} date
   * @returns {Promise<Answer>}
   */
  async describePast(number, meaning, date) {
    const described = {
      label: number,
      detail: sentence(number, meaning).slice(number.length).trim(),
    };
    if (meaning.key && date === null) {
      const why = makeWhy("number-until", number, meaning.until);
      const today = await this.findRule(meaning.key, null, why);
      if (today) return { ...today, ...described };
    }
    const successor = meaning.now.length === 1 ? addressOf(this.table, meaning.now[0]) : undefined;
    return {
      key: number,
      edition: meaning.until,
      text: "",
      why: makeWhy("last-edition", "", meaning.until),
      href: successor ?? meaning.history,
      exact: true,
      ...described,
    };
  }
}
