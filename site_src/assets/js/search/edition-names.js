// @ts-check
// The part of a query that names an edition, by a set, by a time, or by both. As
// `graph/search/edition_names.py`.
import { definition } from "./definition.js";
import {
  editionsOfPart,
  editionsOfPartIn,
  editionsOfSet,
  editionsOfTime,
  wordsOfName,
} from "./sets.js";
import { fold, wordsIn } from "./text.js";
import { timeIn } from "./times.js";

/**
 * @typedef {import("./sets.js").EditionRow} EditionRow
 * @typedef {import("./times.js").Time} Time
 */

/** A preposition before a time. */
const AHEAD = /^(?:in|as of|on|at|during)\s+/i;
/** Words that mean the edition before the time or set behind them. */
const BEFORE = /^(?:before|pre|prior to)[\s-]+/i;
const YEAR = /^\d{4}$/;
/** A preposition that is left at the end of a query without its edition. */
const PREPOSITION = /\s+(?:in|as of|on|of|at|during)$/i;

/**
 * The editions that a query names.
 * @typedef {object} Named
 * @property {string[]} editions their dates
 * @property {Time | null} time that it names; null if it names a set
 * @property {string} rest of the query
 * @property {string[]} about the words around the name that only say that the edition is meant
 * @property {boolean} inPart whether the query is a part of the names of the editions' sets
 */

/**
 * Whether some words of a longer query may be the name of a set: none of them is a name in the
 * rules, and the first and the last say something. Of "rule kamigawa", "rule" belongs to the rest.
 * @param {string[]} words
 * @param {(words: string[]) => boolean} isName
 */
function maybeSetName(words, isName) {
  if (!words.length || words.some((word) => isName([word]))) return false;
  return Boolean(wordsOfName(words[0]) && wordsOfName(words.at(-1) ?? ""));
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
    if (!rest || !maybeSetName(wordsIn(part), isName)) continue;
    const found = editionsOfPartIn(editions, part, named.time);
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
 * The editions that a query names, given those of a name in it, and by the words around that name.
 * @param {Named} named
 * @param {string} name
 * @param {EditionRow[]} editions
 * @param {(words: string[]) => boolean} isName
 * @returns {Named}
 */
function readAround(named, name, editions, isName) {
  const words = wordsIn(named.rest);
  const { time } = named;
  // the rest is a set of the time: "kamigawa 2004"
  if (time && words.length) {
    const found = editionsOfPartIn(editions, named.rest, time);
    if (found.length) return { ...named, editions: found, rest: "" };
  }
  // the rest is what is looked for, perhaps with a set of the time, or the year of the set
  if (!words.every((word) => definition.of_edition.has(word)))
    return time ? narrowToSet({ ...named, time }, editions, isName) : narrowToYear(named);
  // the rest only says that the edition is meant: "rules of zendikar"
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
 * The editions of the sets of whose names a query has a part, next to a name in the rules; null for
 * none: "legend rule kamigawa".
 * @param {string[]} words
 * @param {EditionRow[]} editions
 * @param {(words: string[]) => boolean} isName
 * @param {(words: string[]) => boolean} isCommon
 * @returns {Named | null}
 */
function nextToName(words, editions, isName, isCommon) {
  for (const [part, rest] of splitAtEnds(words)) {
    const subject = rest.replace(PREPOSITION, "").trim();
    const wordsOfPart = wordsIn(part);
    if (!isName(wordsIn(subject)) || !maybeSetName(wordsOfPart, isName) || isCommon(wordsOfPart))
      continue;
    const found = editionsOfPart(editions, part);
    if (found.length)
      return { editions: found, time: null, rest: subject, about: [], inPart: false };
  }
  return null;
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
export function editionIn(text, editions, isName, isCommon) {
  const words = text.split(/\s+/).filter(Boolean);
  const isInCapitals = words.length > 1 && !/\p{Ll}/u.test(text.replace(/\b\d\S*/g, ""));
  // of a query in capitals no word is taken for a code, but "702.40a M10" is a number and a set
  const mayBeCode = !isInCapitals || /\d/.test(text);
  // first a name at the end or the beginning, then one inside, then a part of a set's name alone
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
  if (!found.length || isCommon(wordsIn(text)))
    return nextToName(words, editions, isName, isCommon);
  return { editions: found, time: null, rest: text, about: [], inPart: true };
}

/**
 * The part of a text around phrases that names a time, at its end or beginning; no name is taken
 * for a set.
 * @param {string} text
 * @param {EditionRow[]} editions
 */
export function findTime(text, editions) {
  for (const [name, rest] of splitAtEnds(text.split(/\s+/).filter(Boolean))) {
    const named = readName(name, editions, false, false);
    if (named) return { ...named, rest: rest.replace(PREPOSITION, "").trim() };
  }
  return null;
}
