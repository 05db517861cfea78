// @ts-check
// The history of the numbers in a question: since when a rule exists, under which numbers, when its
// words changed. As `graph/search/number_history.py`.
import { dateInWords } from "../lib/dates.js";
import { numbersByLineage, successorEdition } from "../lib/numbers.js";
import { hrefOf, isTerm, nameOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("../lib/numbers.js").NumbersTable} NumbersTable
 */

/** The number of editions, or of other rules with the number, that a sentence names at most. */
const SHOWN = 3;
/** The number of numbers that a sentence names at most; of more, it names the first and last. */
const NUMBERS_SHOWN = 6;
const listed = new Intl.ListFormat("en-GB");

/**
 * What became of a rule that is gone, by the outcome of its lineage.
 * @type {Record<string, string>}
 */
const ENDS = {
  deleted: "it was deleted",
  merged: "it was merged into another rule",
  split: "it was split into others",
  ambiguous: "it went on in one of several rules",
};

/**
 * Consecutive editions in which a rule had a number, by the indexes of the first and the last one.
 * @typedef {{number: string, first: number, last: number}} Span
 */

/**
 * The life of a rule: its numbers, and the editions that changed its words.
 * @typedef {object} Life
 * @property {string} lineage its id
 * @property {Span[]} spans of all its numbers, oldest first
 * @property {number[]} reworded indexes of the editions that changed its words
 * @property {string} status
 * @property {string} entry the glossary entry as which it goes on; empty for almost every rule
 * @property {string} number its number today, or its last one
 * @property {number} first index of the first edition that has it
 * @property {number} last index of the last edition that has it
 * @property {boolean} isCurrent whether it is a rule of the newest edition
 */

/**
 * The answer to a question for the history of numbers; empty for any other query.
 * @typedef {{notes: string[], rows: Answer[]}} NumberHistory
 */

/**
 * What follows the number of a rule without letters, a chapter or a section in the numbers below
 * it.
 * @param {string} number
 */
function patternBelow(number) {
  if (number.includes(".")) return /^[a-z]/;
  const isSection = number.length === 1;
  return isSection ? /^[0-9]{2}/ : /^\./;
}

/**
 * Answers a query that asks for the history of its numbers.
 * @param {import("./understand.js").Query} query
 * @param {NumbersTable} table
 * @param {string} edition date of the edition that is searched, which may say which rule is meant
 * @returns {NumberHistory}
 */
export function answerNumbers(query, table, edition) {
  const found = query.numbers.map((number) =>
    new NumberLives(table).answer(number, edition, query.aim),
  );
  const pages = [...new Set(found.flatMap(({ numbers }) => numbers))];
  // two numbers may be those of one rule, and two rules may have a sentence in common
  const notes = new Map(
    found.flatMap(({ numbers, notes: ofNumber }) =>
      ofNumber.map((note) => /** @type {const} */ ([`${numbers} ${note}`, note])),
    ),
  );
  return {
    notes: [...notes.values()],
    rows: pages.slice(0, definition.limits.meanings).map(makeHistoryRow),
  };
}

/**
 * The history of a rule as an answer.
 * @param {string} number today's or the last number of the rule
 * @returns {Answer}
 */
export const makeHistoryRow = (number) => ({
  key: `history:${number}`,
  edition: null,
  label: number,
  detail: "its history: every wording and every number",
  text: "",
  why: makeWhy("history", number),
  href: `history/${/^\d+(?:\.\d+)?/.exec(number)?.[0] ?? number}/${hrefOf(number)}`,
  exact: true,
});

/** The lives of the rules that had a number. */
class NumberLives {
  /** @param {NumbersTable} table */
  constructor(table) {
    this.table = table;
    this.retyped = new Set(table.retyped);
  }

  /**
   * The history of a number, and the numbers of the rules whose histories are answers. The rule
   * that has the number in the edition is meant, or the only rule that ever had it.
   * @param {string} number
   * @param {string} edition date
   * @param {string} aim what is asked
   * @returns {{notes: string[], numbers: string[]}}
   */
  answer(number, edition, aim) {
    const lives = this.listLives(number);
    if (!lives.length) return { notes: [], numbers: [] };
    const position = this.table.editions.indexOf(edition);
    const now = lives.filter((life) =>
      spansOf(life, number).some(({ first, last }) => first <= position && position <= last),
    );
    const holders = now.length ? now : lives;
    if (holders.length > 1) {
      const newestFirst = lives.map((life) => life.number).reverse();
      return { notes: [this.describeSeveral(number, lives)], numbers: newestFirst.slice(0, SHOWN) };
    }
    const [meant] = holders;
    const ofRulesBelow = this.describeRulesBelow(meant);
    const notes = [
      ...this.describeLostNumber(number, meant),
      this.describeNumbers(meant),
      this.describeWords(meant, ofRulesBelow.length > 0),
      ...ofRulesBelow,
    ];
    if (aim === "until" && meant.isCurrent && meant.number === number)
      notes.push("It is still in the rules.");
    const otherLives = lives.filter((life) => life !== meant);
    if (otherLives.length) notes.push(this.describeOtherRules(number, otherLives));
    return { notes, numbers: [meant.number] };
  }

  /**
   * The lives of the rules that had a number, in the order in which they got it.
   * @param {string} number
   */
  listLives(number) {
    const rows = Object.hasOwn(this.table.numbers, number) ? this.table.numbers[number] : [];
    const lives = [...new Set(rows.map(([index]) => index))].flatMap((index) =>
      this.readLife(index),
    );
    const had = lives.filter((life) => spansOf(life, number).length);
    return had.sort((left, right) => {
      const [own] = spansOf(left, number);
      const [others] = spansOf(right, number);
      return (
        own.first - others.first ||
        left.first - right.first ||
        Number(left.lineage > right.lineage) - Number(left.lineage < right.lineage)
      );
    });
  }

  /**
   * The life of a rule, as a list; empty for a rule that only a retyped edition has.
   * @param {number} index of the lineage
   * @returns {Life[]}
   */
  readLife(index) {
    const spans = this.listSpans(index);
    if (!spans.length) return [];
    const [lineage, lastKey, status, , reworded = []] = this.table.lineages[index];
    const entry = isTerm(lastKey) ? nameOf(lastKey) : "";
    return [
      {
        lineage,
        spans,
        reworded,
        status,
        entry,
        number: spans[spans.length - 1].number,
        first: spans[0].first,
        last: Math.max(...spans.map(({ last }) => last)),
        isCurrent: status === "current" && !entry,
      },
    ];
  }

  /**
   * The spans of the numbers of a rule, oldest first, in editions that are not retyped alone. A
   * span may begin with a retyped edition.
   * @param {number} index of the lineage
   * @returns {Span[]}
   */
  listSpans(index) {
    const rows = numbersByLineage(this.table).get(index) ?? [];
    const spans = rows.map(([number, first, last]) => {
      let printed = last;
      while (printed >= first && this.retyped.has(printed)) printed -= 1;
      return { number, first, last: printed };
    });
    return spans
      .filter(({ first, last }) => first <= last)
      .sort((left, right) => left.first - right.first);
  }

  /**
   * What a number is now, as a list; empty if the rule never lost it for another.
   * @param {string} number
   * @param {Life} life
   */
  describeLostNumber(number, life) {
    if (life.number === number) return [];
    const became = life.isCurrent ? "is now" : "was later";
    const lost = this.nameNextEdition(spansOf(life, number).at(-1)?.last ?? life.last);
    const sentence = `the rule lost the number ${number} with the edition of ${lost}`;
    return [`${number} ${became} ${life.number}; ${sentence}.`];
  }

  /**
   * Since when a rule exists, under which numbers, and how it ended.
   * @param {Life} life
   */
  describeNumbers(life) {
    const { number, entry } = life;
    const first = this.nameEdition(life.first);
    const oldest = life.first === 0 ? ", the oldest edition known" : "";
    const numbers = this.listNumbers(life);
    if (life.isCurrent)
      return `${number} has been in the rules since ${first}${oldest}, ${numbers}.`;
    const end = entry
      ? `it went on as the glossary entry “${entry}”`
      : (ENDS[life.status] ?? "it ended");
    const until = `${oldest ? "," : ""} to ${this.nameEdition(life.last)}`;
    const lost = this.nameNextEdition(life.last);
    const span = `from ${first}${oldest}${until}`;
    return `${number} was in the rules ${span}, ${numbers}; ${end} with the edition of ${lost}.`;
  }

  /**
   * The numbers of a rule, each with the edition since which the rule has had it.
   * @param {Life} life
   */
  listNumbers({ spans }) {
    const starts = spans.filter(
      ({ number }, index) => index === 0 || number !== spans[index - 1].number,
    );
    const [first, ...later] = starts;
    const last = later.pop();
    if (!last) return "always under this number";
    const between =
      starts.length > NUMBERS_SHOWN
        ? [`under ${later.length} more numbers`]
        : later.map((span) => `as ${span.number} since ${this.nameEdition(span.first)}`);
    const ofLast = `under this number since ${this.nameEdition(last.first)}`;
    return listed.format([`as ${first.number} at first`, ...between, ofLast]);
  }

  /**
   * How many wordings a rule had, and which editions changed its words.
   * @param {Life} life
   * @param {boolean} hasRulesBelow whether it has rules below it, whose words are not meant
   */
  describeWords({ reworded, isCurrent }, hasRulesBelow) {
    const words = hasRulesBelow ? "its own words" : "its words";
    if (!reworded.length) return `No edition changed ${words}.`;
    const count = `${isCurrent ? "has had" : "had"} ${reworded.length + 1} wordings`;
    return `It ${count}; ${words} changed ${this.nameEditions(reworded)}.`;
  }

  /**
   * When the rules below a rule changed, as a list; empty if it has none.
   * @param {Life} life
   */
  describeRulesBelow(life) {
    const lives = this.listLivesBelow(life);
    if (!lives.length) return [];
    const days = lives.flatMap(({ first, reworded }) =>
      first > life.first ? [first, ...reworded] : reworded,
    );
    const changed = [...new Set(days)].filter((day) => day <= life.last);
    const when = life.isCurrent ? "today" : "at the end";
    const rules =
      lives.length === 1
        ? `rule below it ${when} was`
        : `${lives.length.toLocaleString("en")} rules below it ${when} were`;
    if (!changed.length) return [`The ${rules} never reworded.`];
    const sorted = changed.sort((left, right) => left - right);
    return [`The ${rules} added or reworded ${this.nameEditions(sorted)}.`];
  }

  /**
   * The lives of the rules below a rule in the last edition that has it.
   * @param {Life} life
   */
  listLivesBelow({ number, last }) {
    const below = patternBelow(number);
    /** @type {Set<number>} */
    const indexes = new Set();
    if (/[a-z]$/.test(number)) return [];
    for (const [other, rows] of Object.entries(this.table.numbers)) {
      if (!other.startsWith(number) || !below.test(other.slice(number.length))) continue;
      for (const [index, first, until] of rows)
        if (first <= last && last <= until) indexes.add(index);
    }
    return [...indexes].flatMap((index) => this.readLife(index));
  }

  /**
   * That a number, which the edition lacks or has twice, meant several rules.
   * @param {string} number
   * @param {Life[]} lives
   */
  describeSeveral(number, lives) {
    const rules = `${lives.length} different rules`;
    return `${number} has meant ${rules}: ${this.nameHolders(number, lives)}.`;
  }

  /**
   * Which other rules a number meant.
   * @param {string} number
   * @param {Life[]} lives
   */
  describeOtherRules(number, lives) {
    const rules = lives.length === 1 ? "another rule" : `${lives.length} other rules`;
    return `In other editions, ${number} meant ${rules}: ${this.nameHolders(number, lives)}.`;
  }

  /**
   * The rules that had a number, the last ones first, each with the editions that gave it the
   * number.
   * @param {string} number
   * @param {Life[]} lives
   */
  nameHolders(number, lives) {
    const named = [...lives].reverse().map((life) => {
      const spans = spansOf(life, number).map(({ first, last }) =>
        first === last
          ? this.nameEdition(first)
          : `${this.nameEdition(first)} to ${this.nameEdition(last)}`,
      );
      return `${nameHolder(number, life)} (${listed.format(spans)})`;
    });
    const more = named.length - SHOWN;
    return listed.format(more > 0 ? [...named.slice(0, SHOWN), `${more} more`] : named);
  }

  /**
   * In which editions something happened: `in 5 editions, most recently in those of A, B and C`.
   * @param {number[]} indexes
   */
  nameEditions(indexes) {
    const days = indexes.map((index) => this.nameEdition(index));
    if (days.length === 1) return `in the edition of ${days[0]}`;
    if (days.length <= SHOWN) return `in the editions of ${listed.format(days)}`;
    const latest = listed.format(days.slice(-SHOWN));
    return `in ${days.length} editions, most recently in those of ${latest}`;
  }

  /** @param {number} index of an edition */
  nameEdition(index) {
    return dateInWords(this.table.editions[index]);
  }

  /**
   * The edition after one that is not the newest.
   * @param {number} index
   */
  nameNextEdition(index) {
    return this.nameEdition(successorEdition(this.table, index) ?? index);
  }
}

/**
 * The spans of one of a rule's numbers.
 * @param {Life} life
 * @param {string} number
 */
const spansOf = ({ spans }, number) => spans.filter((span) => span.number === number);

/**
 * What a rule that had a number is today.
 * @param {string} number
 * @param {Life} life
 */
function nameHolder(number, life) {
  if (life.isCurrent) return `today’s ${life.number}`;
  return life.number === number ? "a rule that is gone" : `a rule that was last ${life.number}`;
}
