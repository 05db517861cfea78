// @ts-check
// What a query is: numbers, an edition, phrases, words. Pure: it knows the list of editions and
// nothing else. As `graph/search/understand.py` and `times.py`.
import { DOTTED, DRESS, mendDigits, numberIn } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { definition } from "./definition.js";
import { pastQuestion } from "./past-questions.js";
import { contentWords, fold, wordsIn } from "./text.js";

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const monthOf = (/** @type {string} */ word) =>
  MONTHS.findIndex((month) => word.length >= 3 && month.startsWith(word)) + 1;
const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** A number among other words: with a point, or after the word "rule". */
const WITHIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])` +
    String.raw`(?:${DRESS}\s*([1-9][0-9]{2})|(?:${DRESS}\s*)?(${DOTTED}))` +
    String.raw`(?![\p{L}\p{N}_]|\.[\p{L}\p{N}_])`,
  "gu",
);
const PHRASE = /["“”]([^"“”]*)(?:["“”]|$)/g;
const UNWANTED = /(?<!\S)-([^\P{L}]\S*)/gu;
const BEGINNING = /([\p{L}\p{N}]{2,})\*(?![\p{L}\p{N}_])/gu;
const AHEAD = /^(?:in|as of|on|at|during)\s+/i;
const BEFORE = /^(?:before|pre|prior to)[\s-]+/i;
const YEAR = /^\d{4}$/;
const PREPOSITION = /\s+(?:in|as of|on|of|at|during)$/i;

/**
 * @typedef {{first: string, last: string, isDay: boolean}} Time a day, month or year: its first and
 * last day
 */

/**
 * A day, month or year as a time; null for what is none, such as 31 February.
 * @param {number} year
 * @param {number} month 0 for the whole year
 * @param {number} day 0 for the whole month
 * @returns {Time | null}
 */
function makeTime(year, month, day) {
  if (month > 12 || year < 1993 || year > 2099) return null;
  const date = new Date(Date.UTC(year, (month || 1) - 1, day || 1));
  if (day && (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1)) return null;
  return {
    first: `${year}-${two(month || 1)}-${two(day || 1)}`,
    last: `${year}-${two(month || 12)}-${two(day || 31)}`,
    isDay: Boolean(day),
  };
}

/**
 * A time whose month is a word; null for none.
 * @param {string} year
 * @param {string} month
 * @param {string} [day]
 */
function makeTimeInWords(year, month, day) {
  if (!monthOf(month) || /^00?$/.test(day ?? "")) return null;
  return makeTime(Number(year), monthOf(month), Number(day ?? 0));
}

/**
 * The day, month or year that a text is; null for anything else.
 * @param {string} text
 */
export function timeIn(text) {
  const words = fold(text).replace(/,/g, " ").trim();
  const inDigits = /^(\d{4})(?:[-/.](\d\d?)(?:[-/.](\d\d?))?)?$/.exec(words);
  if (inDigits) {
    const [, year, month, day] = inDigits;
    if ([month, day].some((part) => part && Number(part) === 0)) return null;
    return makeTime(Number(year), Number(month ?? 0), Number(day ?? 0));
  }
  const dayFirst = /^(?:(\d\d?)(?:st|nd|rd|th)?\s+)?([a-z]+)\.?\s+(\d{4})$/.exec(words);
  if (dayFirst) return makeTimeInWords(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = /^([a-z]+)\.?\s+(\d\d?)(?:st|nd|rd|th)?\s+(\d{4})$/.exec(words);
  if (monthFirst) return makeTimeInWords(monthFirst[3], monthFirst[1], monthFirst[2]);
  return null;
}

/**
 * @typedef {[date: string, code: string, name: string, released?: string]} EditionRow an edition
 *   and a set; the day when the set was released if no edition was published with it: such a set is
 *   named by its code or whole name alone
 */

/**
 * The sets of all editions and those that no edition was published with, oldest first.
 * @param {{editions?: [string, string, string][], sets?: [string, string, string, string][]}} table
 *   as `assets/jump.json` has it
 * @returns {EditionRow[]}
 */
export const setsOf = ({ editions = [], sets = [] }) =>
  [...editions, ...sets].sort(([one], [other]) => Number(one > other) - Number(one < other));

/**
 * A sentence about the set that a query names if no edition was published with it; else none.
 * @param {Query} query
 * @param {{sets?: [string, string, string, string][]}} table
 */
export function describeSet({ whole, editions }, { sets = [] }) {
  const named = sets.find(
    ([date, code, name]) => editions.includes(date) && [code, name].map(fold).includes(fold(whole)),
  );
  if (!named) return [];
  const [date, code, name, released] = named;
  const set = `${name} (${code}) was released on ${dateInWords(released)}`;
  return [`${set} without an edition of its own; that of ${dateInWords(date)} was in force.`];
}

/**
 * The editions of a time, newest first: that in force on a day, those of a month or year.
 * @param {EditionRow[]} editions
 * @param {Time} time
 */
function editionsOfTime(editions, { first, last, isDay }) {
  const before = editions.filter(([date]) => date <= first).slice(-1);
  const within = isDay ? [] : editions.filter(([date]) => first <= date && date <= last);
  return [...new Set((within.length ? within : before).map(([date]) => date).reverse())];
}

/**
 * The editions of a set, by its code or name, oldest first.
 * @param {EditionRow[]} editions
 * @param {string} text
 * @param {boolean} alone whether the query is nothing else
 */
function editionsOfSet(editions, text, alone) {
  const isCode = alone
    ? /^\w{2,4}$/.test(text)
    : /^[A-Z0-9]{2,4}$/.test(text) || /^(?=.*\d)[a-z][a-z0-9]{1,3}$/.test(text);
  const code = isCode ? text.toUpperCase() : "";
  const found = editions.filter(
    ([, set, name]) => (code && set === code) || (name && fold(name) === fold(text)),
  );
  return [...new Set(found.map(([date]) => date))];
}

/**
 * The words of the name of a set, or a part of it, without those that say nothing.
 * @param {string} name
 */
const wordsOfName = (name) =>
  wordsIn(name)
    .filter((word) => !definition.stop.has(word) && !definition.of_edition.has(word))
    .join(" ");

/**
 * The editions of the sets whose names have the words of a text next to each other, oldest first.
 * @param {EditionRow[]} editions
 * @param {string} text
 */
function editionsOfPart(editions, text) {
  const part = wordsOfName(text);
  if (!part) return [];
  const found = editions.filter(
    ([, , name, released]) => !released && ` ${wordsOfName(name)} `.includes(` ${part} `),
  );
  return [...new Set(found.map(([date]) => date))];
}

/**
 * What a query names.
 * @typedef {object} Named
 * @property {string[]} editions
 * @property {Time | null} time
 * @property {string} rest of the query
 * @property {string[]} about the words around the name that only say that the edition is meant
 * @property {boolean} inPart whether the query is a part of the names of the editions' sets
 */

/**
 * Those editions of a time whose sets' names have the words of a text next to each other.
 * @param {EditionRow[]} editions
 * @param {string} text
 * @param {Time} time
 */
function editionsOfPartThen(editions, text, time) {
  const end = time.isDay ? time.first : time.last;
  return editionsOfPart(editions, text).filter((date) => time.first <= date && date <= end);
}

/**
 * A named time, with the set of that time that other words name at an end of the query: "legend
 * rule 2004 kamigawa".
 * @param {Named & {time: Time}} named
 * @param {EditionRow[]} editions
 * @param {(words: string[]) => boolean} isName
 * @returns {Named}
 */
function narrowToSet(named, editions, isName) {
  for (const [part, rest] of splitAtEnds(named.rest.split(/\s+/).filter(Boolean))) {
    const words = wordsIn(part);
    if (!rest || !words.length || words.some((word) => isName([word]))) continue;
    // of "rule kamigawa", the first word belongs to the rest
    if (!wordsOfName(words[0]) || !wordsOfName(words.at(-1) ?? "")) continue;
    const found = editionsOfPartThen(editions, part, named.time);
    if (found.length)
      return { ...named, editions: found, rest: rest.replace(PREPOSITION, "").trim() };
  }
  return named;
}

/**
 * A named set, with its year out of the rest of the query, if that is at an end of the rest.
 * @param {Named} named
 * @returns {Named}
 */
function narrowToYear(named) {
  const words = named.rest.split(/\s+/).filter(Boolean);
  for (const end of [-1, 0]) {
    const year = words.at(end) ?? "";
    const found = named.editions.filter((date) => date.startsWith(year));
    if (!YEAR.test(year) || !found.length) continue;
    words.splice(end, 1);
    return { ...named, editions: found, time: timeIn(year), rest: words.join(" ") };
  }
  return named;
}

/**
 * What a query names, with what the words around the name add to it.
 * @param {Named} named
 * @param {string} name
 * @param {EditionRow[]} editions
 * @param {(words: string[]) => boolean} isName
 * @returns {Named}
 */
function readAround(named, name, editions, isName) {
  const words = wordsIn(named.rest);
  const { time } = named;
  if (time && words.length) {
    const found = editionsOfPartThen(editions, named.rest, time);
    if (found.length) return { ...named, editions: found, rest: "" };
  }
  if (!words.every((word) => definition.of_edition.has(word)))
    return time ? narrowToSet({ ...named, time }, editions, isName) : narrowToYear(named);
  const more = time ? [] : editionsOfPart(editions, name);
  const found = [...new Set([...named.editions, ...more])];
  return { ...named, editions: found, rest: "", about: words };
}

/**
 * The editions and the time that some words of a query name, without a rest; null for none.
 * @param {string} name `2009`, `in July 2009`, `M10`, or one of these after "before"
 * @param {EditionRow[]} editions
 * @param {boolean} mayBeSet
 * @param {boolean} alone whether the words are the whole query
 * @returns {Named | null}
 */
function readName(name, editions, mayBeSet, alone) {
  const bare = name.replace(BEFORE, "");
  const time = timeIn(bare.replace(AHEAD, ""));
  const ofSet = () => (mayBeSet ? editionsOfSet(editions, bare, alone) : []);
  let found = time ? editionsOfTime(editions, time) : ofSet();
  if (!time && !found.length) return null;
  if (bare !== name) {
    const day = time ? time.first : found[0];
    const before = editions.map(([date]) => date).filter((date) => date < day);
    found = before.slice(-1);
    if (!time && !found.length) return null;
  }
  return { editions: found, time, rest: "", about: [], inPart: false };
}

/**
 * Some first or last words of a query, with the rest of it; the most words first.
 * @param {string[]} words
 * @returns {Generator<string[]>}
 */
function* splitAtEnds(words) {
  for (let length = Math.min(words.length, definition.limits.edition); length >= 1; length -= 1) {
    yield [words.slice(-length).join(" "), words.slice(0, -length).join(" ")];
    yield [words.slice(0, length).join(" "), words.slice(length).join(" ")];
  }
}

/**
 * The words within a query that may be a time, with the rest of it; the most words first. A month
 * or day is only meant there if the words next to it speak of a time: "in May 2005", "the July 2009
 * wording".
 * @param {string[]} words
 * @returns {Generator<string[]>}
 */
function* splitInside(words) {
  const longest = Math.min(words.length - 2, definition.limits.edition);
  for (let length = longest; length >= 1; length -= 1) {
    for (let begin = 1; begin < words.length - length; begin += 1) {
      const end = begin + length;
      const name = words.slice(begin, end).join(" ");
      const isTime =
        definition.before_time.has(fold(words[begin - 1])) ||
        definition.after_time.has(fold(words[end]));
      if (!isTime && !YEAR.test(name) && !BEFORE.test(name)) continue;
      const ahead = words.slice(0, begin).join(" ").replace(PREPOSITION, "");
      yield [name, `${ahead} ${words.slice(end).join(" ")}`];
    }
  }
}

/**
 * The editions named at the end or the beginning of a query, or their time within it, the time, and
 * the rest of the query; null for none. Among other words, what is a name in the rules names no
 * set: "conspiracy hidden agenda".
 * @param {string} text
 * @param {EditionRow[]} editions
 * @param {(words: string[]) => boolean} isName
 * @param {(words: string[]) => boolean} isCommon
 * @returns {Named | null}
 */
function editionIn(text, editions, isName, isCommon) {
  const words = text.split(/\s+/).filter(Boolean);
  const shouting = words.length > 1 && !/\p{Ll}/u.test(text.replace(/\b\d\S*/g, ""));
  // "702.40a M10" is a number and a set; of words in capitals none is taken for one
  const mayBeCode = !shouting || /\d/.test(text);
  for (const [name, rest] of splitAtEnds(words)) {
    const mayBeSet = mayBeCode && !(rest && isName(wordsIn(name)));
    const named = readName(name, editions, mayBeSet, !rest);
    if (!named) continue;
    const left = rest.replace(PREPOSITION, "").trim();
    return readAround({ ...named, rest: left }, name, editions, isName);
  }
  for (const [name, rest] of splitInside(words)) {
    const named = readName(name, editions, false, false);
    if (named?.editions.length) return readAround({ ...named, rest }, name, editions, isName);
  }
  const found = editionsOfPart(editions, text);
  if (!found.length || isCommon(wordsIn(text))) return null;
  return { editions: found, time: null, rest: text, about: [], inPart: true };
}

/**
 * What a query means.
 * @typedef {object} Query
 * @property {string} whole as typed
 * @property {"empty" | "number" | "edition" | "phrase" | "words"} kind
 * @property {string} text without the edition
 * @property {string[]} numbers of rules
 * @property {string[]} editions dates, the one meant first
 * @property {Time | null} time
 * @property {string[]} phrases folded
 * @property {string[]} words all of them
 * @property {string[]} content those that say what the query is about
 * @property {string[]} beginnings `planes*`
 * @property {string[]} unwanted `-plane`
 * @property {boolean} isQuestion
 * @property {string} aim what it asks about the history of its words, which are then those of the
 *   subject alone
 * @property {boolean} isNamedInPart whether its words are a part of the names of sets
 * @property {boolean} wantsBulletins whether it asks what was announced with the editions
 */

/**
 * What a query means; every text is a query, and some find nothing.
 * @param {string} typed
 * @param {EditionRow[]} editions of the rules, oldest first: a row for each set
 * @param {(words: string[]) => boolean} isName tells whether words are the name of a rule or
 *   glossary entry: then they name no set
 * @param {(words: string[]) => boolean} isCommon tells whether words mean so much in the rules that
 *   they are no part of a set's name
 * @returns {Query}
 */
export function understand(typed, editions, isName = () => false, isCommon = () => true) {
  const whole = typed.split(/\s+/).filter(Boolean).join(" ").slice(0, definition.limits.query);
  const phrases = [...whole.matchAll(PHRASE)]
    .map(([, phrase]) => fold(phrase).split(/\s+/).filter(Boolean).join(" "))
    .filter((phrase) => wordsIn(phrase).length);
  const outside = whole.replace(PHRASE, " ");
  let text = whole;
  let named = null;
  if (!phrases.length && numberIn(whole) === null) {
    named = isName(wordsIn(whole)) ? null : editionIn(whole, editions, isName, isCommon);
    if (named) text = named.rest;
  }
  let rest = phrases.length ? outside : text;
  const alone = phrases.length ? null : numberIn(text);
  const small = rest.toLowerCase();
  const numbers = alone
    ? [alone]
    : [...small.matchAll(WITHIN)].map(([, bare, dotted]) => mendDigits(bare ?? dotted));
  if (numbers.length) rest = alone ? "" : small.replace(WITHIN, " ");
  const unwanted = [...rest.matchAll(UNWANTED)].flatMap(([, word]) => wordsIn(word));
  rest = rest.replace(UNWANTED, " ");
  const typedWords = wordsIn(rest);
  const past = phrases.length || numbers.length ? null : pastQuestion(typedWords);
  const words = past?.subject ?? typedWords;
  /** @type {Query["kind"]} */
  let kind = "empty";
  if (named && (named.inPart || !text)) kind = "edition";
  else if (numbers.length) kind = "number";
  else if (phrases.length) kind = "phrase";
  else if (words.length) kind = "words";
  return {
    whole,
    kind,
    text: past ? words.join(" ") : text,
    numbers: [...new Set(numbers)],
    editions: named?.editions ?? [],
    time: named?.time ?? null,
    phrases,
    words,
    content: [...new Set(contentWords(words))],
    beginnings: wordsIn([...rest.matchAll(BEGINNING)].map(([, begin]) => begin).join(" ")),
    unwanted,
    isQuestion:
      whole.endsWith("?") || (typedWords.length > 1 && definition.asking.has(typedWords[0])),
    aim: past?.aim ?? "",
    isNamedInPart: named?.inPart ?? false,
    wantsBulletins: (named?.about ?? []).some((word) => definition.of_bulletin.has(word)),
  };
}
