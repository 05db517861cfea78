// @ts-check
// Old numbers: what any number of any edition meant, and where that is now. Data: n/numbers.json.
import { lastDay } from "./dates.js";
import { data } from "./data.js";

/**
 * @typedef {"current" | "deleted" | "merged" | "split" | "ambiguous"} Status
 */

/**
 * All numbers of all editions, as `numbers_json` of `site_src/pages/history/write.py` writes them.
 * @typedef {object} NumbersTable
 * @property {string[]} editions dates, oldest first
 * @property {string[]} titles
 * @property {[string, string, Status, number[]][]} lineages name, last number, what became of it,
 *   and the places of those into which it went
 * @property {Record<string, [number, number, number, number][]>} numbers for each number place of
 *   the lineage, places of the first and the last edition, and of the title
 * @property {Record<string, string[]>} [restated]
 * @property {Map<number, [string, number, number][]>} [byLineage] made at the first look-up
 */

/**
 * What a number meant.
 * @typedef {object} Meaning
 * @property {string} lineage
 * @property {string} title
 * @property {string} first date of the first edition
 * @property {string} last the day before the edition in which the number is something else
 * @property {string} until date of the last edition
 * @property {string | null} key today's
 * @property {boolean} isToday
 * @property {string} outcome to be followed by the numbers of `now`
 * @property {string[]} now
 * @property {string} history address from the site's root
 */

/**
 * The table of all numbers, fetched once and only when somebody asks for one that is not in use.
 */
export const numbersTable = () =>
  /** @type {Promise<NumbersTable>} */ (data("numbers", "n/", "the table of numbers"));

/**
 * The lineages of today that continue a lineage: itself, or what it was merged or split into in the
 * end.
 * @param {NumbersTable} found
 * @param {number} start
 */
function successors(found, start) {
  /** @type {Set<number>} */
  const kept = new Set();
  const seen = new Set();
  const todo = [start];
  for (let lineage = todo.pop(); lineage !== undefined; lineage = todo.pop()) {
    if (seen.has(lineage)) continue;
    seen.add(lineage);
    const [, , status, into] = found.lineages[lineage];
    if (status === "current") kept.add(lineage);
    else todo.push(...[...into].reverse());
  }
  return [...kept];
}

/** @type {Record<Status, string>} */
const WENT_ON = {
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
 * What a number meant, oldest first; nothing for a number that no edition had.
 * @param {NumbersTable} found
 * @param {string} number
 * @returns {Meaning[]}
 */
export function meaningsOf(found, number) {
  const newest = found.editions.length - 1;
  return (Object.hasOwn(found.numbers, number) ? found.numbers[number] : []).map(
    ([index, first, last, title]) => {
      const [lineage, lastNumber, status] = found.lineages[index];
      const bare = lastNumber.replace(/#.*/, "");
      const isToday = last === newest && bare === number;
      const now = successors(found, index).map((lineage) =>
        found.lineages[lineage][1].replace(/#.*/, ""),
      );
      let outcome = now.length ? WENT_ON[status] : "gone";
      if (isToday) outcome = "this rule today";
      return {
        lineage,
        title: found.titles[title],
        first: found.editions[first],
        last: lastDay(found.editions, last),
        until: found.editions[last],
        key: status === "current" ? lastNumber : null,
        isToday,
        outcome,
        now: isToday ? [] : now,
        history: historyOf(lineage, lastNumber),
      };
    },
  );
}

/**
 * Every number of every lineage, with its first and last edition.
 * @param {NumbersTable} found
 */
function numbersOf(found) {
  if (found.byLineage) return found.byLineage;
  /** @type {Map<number, [string, number, number][]>} */
  const byLineage = new Map();
  for (const [number, meanings] of Object.entries(found.numbers)) {
    for (const [index, first, last] of meanings) {
      const known = byLineage.get(index);
      if (known) known.push([number, first, last]);
      else byLineage.set(index, [[number, first, last]]);
    }
  }
  found.byLineage = byLineage;
  return byLineage;
}

/**
 * The numbers in an edition of the rules that have a number today.
 * @param {NumbersTable} found
 * @param {string} number
 * @param {string} date
 */
export function numbersAt(found, number, date) {
  const at = found.editions.indexOf(date);
  const today = (Object.hasOwn(found.numbers, number) ? found.numbers[number] : []).filter(
    ([, , last]) => last === found.editions.length - 1,
  );
  const then = today
    .flatMap(([index]) => numbersOf(found).get(index) ?? [])
    .filter(([, first, last]) => first <= at && at <= last);
  return [...new Set(then.map(([own]) => own))];
}

/**
 * A meaning in one sentence: `502.30a was Storm until 2009; now 702.40a`.
 * @param {string} number
 * @param {Meaning} meaning
 */
export function sentence(number, meaning) {
  const what = meaning.title ? ` was ${meaning.title}` : " was in use";
  if (meaning.isToday)
    return `${number} is ${meaning.title || "in use"} since ${meaning.first.slice(0, 4)}`;
  const outcome = [meaning.outcome, meaning.now.join(", ")].filter(Boolean).join(" ");
  return `${number}${what} until ${meaning.last.slice(0, 4)}; ${outcome}`;
}

/**
 * The file of a lineage below `lineages/`, as `lineage_file` of `site_src/addresses.py` names it.
 * @param {string} lineage
 */
export function lineageFile(lineage) {
  const [family] = /^(?:glossary:[^@#]*|\w*\.?\d*)/.exec(lineage) ?? [""];
  const hash = new TextEncoder()
    .encode(family)
    .reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  return String((hash >>> 0) % 64);
}
