// @ts-check
// The editions of sets and of times, as queries name them.
import { capitalize } from "../lib/capitalize.js";
import { dateInWords } from "../lib/dates.js";
import { definition } from "./definition.js";
import { fold, wordsIn } from "./text.js";

/** @typedef {import("./times.js").Time} Time */

/**
 * An edition and a set: `["2003-07-01", "8ED", "Eighth Edition"]`. The row of a set with which no
 * edition was published has the edition that was in force, and then the day of the set's release;
 * that of a set whose edition is retyped has the next edition, the day and the remark `retyped`. A
 * query must have the code or the whole name of such a set.
 * @typedef {[date: string, code: string, name: string, released?: string, remark?: string]
 * } EditionRow
 */

/**
 * The sets of all editions that are not retyped, and the other sets, oldest first.
 * @param {{editions?: EditionRow[], sets?: EditionRow[]}} table as `assets/jump.json` has it
 * @returns {EditionRow[]}
 */
export function setsOf({ editions = [], sets = [] }) {
  const retyped = new Set(sets.filter(([, , , , remark]) => remark).map(([, , , day]) => day));
  const rows = [...editions.filter(([date]) => !retyped.has(date)), ...sets];
  return rows.sort(([left], [right]) => Number(left > right) - Number(left < right));
}

/**
 * The date of the latest edition; empty if there is none.
 * @param {{editions?: EditionRow[]}} table as `assets/jump.json` has it
 */
export const latestOf = ({ editions = [] }) => editions.at(-1)?.[0] ?? "";

/**
 * A list of a sentence about the set that a query names, if no edition was published with it, or
 * only a retyped one; else an empty list. If the set has editions, but none of the time in the
 * query, the sentence says of which years they are.
 * @param {import("./understand.js").Query} query
 * @param {{sets?: EditionRow[]}} table
 */
export function describeSet({ whole, editions, setName }, { sets = [] }) {
  const typed = fold(setName || whole);
  const named = sets.find(
    ([date, code, name]) => editions.includes(date) && [code, name].map(fold).includes(typed),
  );
  if (!named) return setName ? [describeYears(setName, editions)] : [];
  const [date, code, name, released = "", remark] = named;
  if (remark) {
    const retyped = `The edition of ${name} (${code}), ${dateInWords(released)}`;
    const following = `the next one is that of ${dateInWords(date)}`;
    return [`${retyped}, is known only from a retyped copy; ${following}.`];
  }
  const set = `${name} (${code}) was released on ${dateInWords(released)}`;
  return [`${set} without an edition of its own; that of ${dateInWords(date)} was in force.`];
}

/**
 * A sentence on the years of the editions of a set that has none of the time in the query.
 * @param {string} setName
 * @param {string[]} editions
 */
function describeYears(setName, editions) {
  const years = [...new Set(editions.map((date) => date.slice(0, 4)))].sort();
  const verb = years.length === 1 ? "edition is" : "editions are";
  const list = new Intl.ListFormat("en-GB").format(years);
  return `“${capitalize(setName)}” had no edition then; its ${verb} from ${list}.`;
}

/**
 * A list of a sentence about a time that a query names, if no edition was in force yet; else an
 * empty list.
 * @param {import("./understand.js").Query} query
 * @param {{editions: EditionRow[]}} table
 */
export function describeTime({ time, editions }, table) {
  if (!time || editions.length) return [];
  const first = dateInWords(table.editions[0][0]);
  return [`No edition of that time is known; the first is that of ${first}.`];
}

/**
 * The editions of a time, newest first: that in force on a day, those of a month or year.
 * @param {EditionRow[]} editions
 * @param {Time} time
 */
export function editionsOfTime(editions, { first, last, isDay }) {
  const before = editions.filter(([date]) => date <= first).slice(-1);
  const within = isDay ? [] : editions.filter(([date]) => first <= date && date <= last);
  return [...new Set((within.length ? within : before).map(([date]) => date).reverse())];
}

/** Any code, as the whole query: `M10`, `rvr`. */
const CODE = /^\w{2,4}$/;
/** A code among other words, in capitals: `M10`, `RVR`. */
const CODE_IN_CAPITALS = /^[A-Z0-9]{2,4}$/;
/** A code among other words that no word can be, since it has a digit: `m10`. */
const CODE_WITH_DIGIT = /^(?=.*\d)[a-z][a-z0-9]{1,3}$/;

/**
 * Whether a text may be the code of a set.
 * @param {string} text
 * @param {boolean} isWholeQuery whether the query is nothing else
 */
const isCode = (text, isWholeQuery) =>
  isWholeQuery ? CODE.test(text) : CODE_IN_CAPITALS.test(text) || CODE_WITH_DIGIT.test(text);

/**
 * A folded name of a set with its number as the rules print it: `10th edition` → `tenth edition`.
 * @param {string} name
 */
const spellOrdinals = (name) =>
  name
    .split(" ")
    .map((word) => (Object.hasOwn(definition.ordinals, word) ? definition.ordinals[word] : word))
    .join(" ");

/**
 * The dates of rows, each once, in their order.
 * @param {EditionRow[]} rows
 */
export const datesOf = (rows) => [...new Set(rows.map(([date]) => date))];

/**
 * The editions of a set, by its code or name, oldest first.
 * @param {EditionRow[]} editions
 * @param {string} text
 * @param {boolean} isWholeQuery whether the query is nothing else
 */
export function editionsOfSet(editions, text, isWholeQuery) {
  return datesOf(rowsOfSet(editions, text, isWholeQuery));
}

/**
 * The rows by which `editionsOfSet` finds editions.
 * @param {EditionRow[]} editions
 * @param {string} text
 * @param {boolean} isWholeQuery
 */
export function rowsOfSet(editions, text, isWholeQuery) {
  const code = isCode(text, isWholeQuery) ? text.toUpperCase() : "";
  const spelled = spellOrdinals(fold(text));
  return editions.filter(
    ([, set, name]) => (code && set === code) || (name && fold(name) === spelled),
  );
}

/**
 * The editions of the sets of a block, newest first, since only the newest has the keywords of all
 * its sets.
 * @param {EditionRow[]} editions
 * @param {string} name of the block, without the word "block"
 */
export function editionsOfBlock(editions, name) {
  const key = fold(name);
  const codes = Object.hasOwn(definition.blocks, key) ? definition.blocks[key] : [];
  const found = editions.filter(([, code]) => codes.includes(code)).map(([date]) => date);
  return [...new Set(found.reverse())];
}

/**
 * The result of `wordsOfName` for each name that it was asked for.
 * @type {Map<string, string>}
 */
const knownNames = new Map();

/**
 * The words of the name of a set, or of a part of it, without stop words and words such as
 * "edition".
 * @param {string} name
 */
export function wordsOfName(name) {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const words = wordsIn(spellOrdinals(fold(name)))
    .filter((word) => !definition.stop.has(word) && !definition.of_edition.has(word))
    .join(" ");
  knownNames.set(name, words);
  return words;
}

/**
 * The code of each set, and the words of its name that say something, folded.
 * @param {EditionRow[]} editions
 */
export function listWordsOfSets(editions) {
  const words = editions.flatMap(([, code, name]) => [fold(code), ...wordsOfName(name).split(" ")]);
  return new Set(words);
}

/**
 * The editions of the sets whose names have the words of a text next to each other, oldest first.
 * @param {EditionRow[]} editions
 * @param {string} text
 */
export const editionsOfPart = (editions, text) => datesOf(rowsOfPart(editions, text));

/**
 * The rows by which `editionsOfPart` finds editions.
 * @param {EditionRow[]} editions
 * @param {string} text
 */
export function rowsOfPart(editions, text) {
  const part = wordsOfName(text);
  if (!part) return [];
  return editions.filter(
    ([, , name, released]) => !released && ` ${wordsOfName(name)} `.includes(` ${part} `),
  );
}

/**
 * Those editions of a time whose sets' names have the words of a text next to each other.
 * @param {EditionRow[]} editions
 * @param {string} text
 * @param {Time} time
 */
export function editionsOfPartInTime(editions, text, time) {
  return editionsOfPart(editions, text).filter((date) => time.first <= date && date <= time.last);
}

/**
 * Those editions that `editionsOfPartInTime` finds; if there are none, the one in force as the time
 * begins, if its set's name has the words: in January 2010, that of a set of October 2009.
 * @param {EditionRow[]} editions
 * @param {string} text
 * @param {Time} time
 */
export function editionsOfPartInForce(editions, text, time) {
  const within = editionsOfPartInTime(editions, text, time);
  if (within.length) return within;
  const ofPart = new Set(editionsOfPart(editions, text));
  const inForce = editionsOfTime(editions, { first: time.first, last: time.first, isDay: true });
  return inForce.filter((date) => ofPart.has(date));
}

/**
 * A list of the date of the last edition before a day; empty if there is none.
 * @param {EditionRow[]} editions
 * @param {string} day
 */
export const findEditionBefore = (editions, day) =>
  editions
    .map(([date]) => date)
    .filter((date) => date < day)
    .slice(-1);
