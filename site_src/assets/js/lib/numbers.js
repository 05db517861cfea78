// @ts-check
// Old numbers: the rules that a number named in any edition, and where they are now. The data is
// n/numbers.json.
import { lastDay } from "./dates.js";
import { data } from "./data.js";

/**
 * @typedef {"current" | "deleted" | "merged" | "split" | "ambiguous"} Status
 */

/**
 * All numbers of all editions, as `numbers_json` of `site_src/pages/history/write.py` writes them.
 * Lists refer to each other by indexes.
 * @typedef {object} NumbersTable
 * @property {string[]} editions dates, oldest first
 * @property {number[]} [retyped] the indexes of the retyped editions
 * @property {string[]} titles
 * @property {[string, string, Status, number[], number[]?][]} lineages id, last number, what became
 *   of it, the indexes of the lineages into which it went, and the indexes of the editions that
 *   changed its words
 * @property {Record<string, [number, number, number, number][]>} numbers the meanings of each
 *   number: the indexes of the lineage, of the first and the last edition, and of the title
 * @property {Record<string, string[]>} [restated] by the number of a ruling, sentences about the
 *   rules that it restates
 * @property {Map<number, [string, number, number][]>} [byLineage] made at the first look-up
 */

/**
 * A rule that a number named for some time.
 * @typedef {object} Meaning
 * @property {string} lineage
 * @property {string} title
 * @property {string} first date of the first edition
 * @property {string} last the last day on which the last of these editions was in force
 * @property {string} until date of the last edition
 * @property {string | null} key today's; null if the lineage has ended
 * @property {boolean} isToday whether the rule has this number today
 * @property {string} outcome words that the numbers of `now` follow: `merged into what is now`
 * @property {string[]} now the rule's numbers today; empty if it still has this one
 * @property {string} history address from the site's root
 */

/**
 * The table of all numbers; it is fetched only when somebody asks for a number that is not in use.
 */
export const numbersTable = () =>
  /** @type {Promise<NumbersTable>} */ (data("numbers", "n/", "the table of numbers"));

/**
 * The present lineages that continue a lineage: itself, or those into which it was merged or split,
 * directly or by way of others.
 * @param {NumbersTable} table
 * @param {number} start index of the lineage
 * @returns {number[]} indexes of lineages
 */
function successors(table, start) {
  /** @type {Set<number>} */
  const kept = new Set();
  const seen = new Set();
  const todo = [start];
  for (let lineage = todo.pop(); lineage !== undefined; lineage = todo.pop()) {
    if (seen.has(lineage)) continue;
    seen.add(lineage);
    const [, , status, into] = table.lineages[lineage];
    if (status === "current") kept.add(lineage);
    else todo.push(...[...into].reverse());
  }
  return [...kept];
}

/**
 * The words before the current numbers of a rule, by what became of its lineage.
 * @type {Record<Status, string>}
 */
const OUTCOMES = {
  current: "now",
  deleted: "continued in what is now",
  merged: "merged into what is now",
  split: "split into what is now",
  ambiguous: "perhaps continued in what is now",
};

/**
 * The address of the history of a lineage: the page of its last number.
 * @param {string} lineage
 * @param {string} number
 */
const historyOf = (lineage, number) => {
  const home = /^\d+(?:\.\d+)?/.exec(number)?.[0] ?? number;
  return `history/${home}/#${lineage.replaceAll("#", "~")}`;
};

/**
 * A number without the ordinal of a repeated one: `502.35b#2` → `502.35b`.
 * @param {string} number
 */
const withoutOrdinal = (number) => number.replace(/#.*/, "");

/**
 * The meanings of a number as the table has them; empty for a number that no edition had.
 * @param {NumbersTable} table
 * @param {string} number
 */
const packedMeanings = (table, number) =>
  Object.hasOwn(table.numbers, number) ? table.numbers[number] : [];

/**
 * The rules that a number named, oldest first; empty for a number that no edition had.
 * @param {NumbersTable} table
 * @param {string} number
 * @returns {Meaning[]}
 */
export function meaningsOf(table, number) {
  const newest = table.editions.length - 1;
  return packedMeanings(table, number).map(([index, first, last, title]) => {
    const [lineage, lastNumber, status] = table.lineages[index];
    const isToday = last === newest && withoutOrdinal(lastNumber) === number;
    const now = successors(table, index).map((successor) =>
      withoutOrdinal(table.lineages[successor][1]),
    );
    let outcome = now.length ? OUTCOMES[status] : "gone";
    if (isToday) outcome = "this rule today";
    return {
      lineage,
      title: table.titles[title],
      first: table.editions[first],
      last: lastDay(table.editions, last),
      until: table.editions[last],
      key: status === "current" ? lastNumber : null,
      isToday,
      outcome,
      now: isToday ? [] : now,
      history: historyOf(lineage, lastNumber),
    };
  });
}

/**
 * The numbers of each lineage, by its index: each number with the indexes of its first and last
 * edition.
 * @param {NumbersTable} table
 */
export function numbersByLineage(table) {
  if (table.byLineage) return table.byLineage;
  /** @type {Map<number, [string, number, number][]>} */
  const byLineage = new Map();
  for (const [number, meanings] of Object.entries(table.numbers)) {
    for (const [index, first, last] of meanings) {
      const known = byLineage.get(index);
      if (known) known.push([number, first, last]);
      else byLineage.set(index, [[number, first, last]]);
    }
  }
  table.byLineage = byLineage;
  return byLineage;
}

/**
 * The index of the next edition that is not retyped; undefined for the newest one.
 * @param {NumbersTable} table
 * @param {number} index
 */
export function successorEdition({ editions, retyped = [] }, index) {
  const next = editions.findIndex((_, later) => later > index && !retyped.includes(later));
  return next < 0 ? undefined : next;
}

/**
 * The numbers that the rules with a number today had in an edition: `702.40a` → `["502.30a"]` in
 * `2003-07-01`. A number printed twice today names two rules.
 * @param {NumbersTable} table
 * @param {string} number
 * @param {string} date of the edition
 */
export function numbersAt(table, number, date) {
  const position = table.editions.indexOf(date);
  const newest = table.editions.length - 1;
  const today = packedMeanings(table, number).filter(([, , last]) => last === newest);
  const then = today
    .flatMap(([index]) => numbersByLineage(table).get(index) ?? [])
    .filter(([, first, last]) => first <= position && position <= last);
  return [...new Set(then.map(([numberThen]) => numberThen))];
}

/**
 * A meaning in one sentence: `502.30a was Storm until 2009; now 702.40a`.
 * @param {string} number
 * @param {Meaning} meaning
 */
export function sentence(number, meaning) {
  const use = meaning.title ? ` was ${meaning.title}` : " was in use";
  if (meaning.isToday)
    return `${number} is ${meaning.title || "in use"} since ${meaning.first.slice(0, 4)}`;
  const outcome = [meaning.outcome, meaning.now.join(", ")].filter(Boolean).join(" ");
  return `${number}${use} until ${meaning.last.slice(0, 4)}; ${outcome}`;
}

/**
 * The name of the file of a lineage below `lineages/`, `0` to `63`: a hash (32-bit FNV-1a) of the
 * rule that its id names without letters (`502.30a@2003-05-26` → `502.30`), or of the term. As
 * `lineage_file` of `site_src/addresses.py`.
 * @param {string} lineage
 */
export function lineageFile(lineage) {
  const [family] = /^(?:glossary:[^@#]*|\w*\.?\d*)/.exec(lineage) ?? [""];
  const hash = new TextEncoder()
    .encode(family)
    .reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  return String((hash >>> 0) % 64);
}
