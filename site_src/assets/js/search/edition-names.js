// @ts-check
// The part of a query that names an edition, by a set, by a time, or by both. As
// `graph/search/edition_names.py`.
import { definition } from "./definition.js";
import { PeriodReader } from "./period-names.js";
import {
  editionsOfPart,
  editionsOfPartInForce,
  editionsOfPartInTime,
  editionsOfSet,
  editionsOfTime,
  findEditionBefore,
  datesOf,
  rowsOfPart,
  rowsOfSet,
  wordsOfName,
} from "./sets.js";
import { fold, splitAtBlanks, wordsIn } from "./text.js";
import { timeIn } from "./times.js";

/**
 * @typedef {import("./sets.js").EditionRow} EditionRow
 * @typedef {import("./times.js").Time} Time
 */

/** The preposition that is left at the end of a query without the name after it: `banding in`. */
const PREPOSITION = /\s+(?:in|as of|on|of|at|during|under)$/i;
/** A preposition that begins a name: `in 2009`. */
const AHEAD = /^(?:in|as of|on|at|during|under)\s+/i;
/**
 * The words before a time or set whose edition is followed by the one that is meant: `before M10`,
 * `pre-2009`.
 */
const BEFORE = /^(?:before|pre|prior to)[\s-]+/i;
const ARTICLE = /^the\s+/i;
const YEAR = /^\d{4}$/;
const NUMBER_OR_CODE = /\b\d\S*/g;
const SMALL_LETTER = /\p{Ll}/u;

/**
 * A test of words, such as whether they name something in the rules.
 * @typedef {(words: string[]) => boolean} WordTest
 */

/**
 * The part of a query that names an edition, and the rest: "banding in 2009" has the editions of
 * 2009, the time `2009`, and the rest `banding`.
 * @typedef {object} EditionPart
 * @property {string[]} editions their dates, first the one that is most likely meant
 * @property {Time | null} time that is named; null if none is
 * @property {string} rest of the query
 * @property {string[]} aroundName the words around the name that only say that an edition is meant:
 *   of "rules of zendikar", `rules`
 * @property {boolean} isPartOfName whether the query is only a part of the names of the editions'
 *   sets, so that it may mean words of the rules as well; the rest is then the whole query
 * @property {string} setName the set that the query names with a time that has no edition of it;
 *   empty for any other query; the editions are then those of the set
 */

/** Finds the editions that queries name. */
export class EditionNameReader {
  /**
   * @param {EditionRow[]} editions of the rules, oldest first, with a row for each set
   * @param {WordTest} isName whether words are a saying, or the name of a rule or glossary entry:
   *   then they name no set
   * @param {WordTest} isCommon whether words mean so much in the rules that they are no part of a
   *   set's name
   */
  constructor(editions, isName, isCommon) {
    this.editions = editions;
    this.isName = isName;
    this.isCommon = isCommon;
    this.periods = new PeriodReader(editions, (words) => this.mayBePartOfSet(words));
  }

  /**
   * The part of a query that names editions; null if none does. The first of these counts:
   * 1. a period that is clear from the words around its name: "when Lorwyn came out";
   * 2. a time, or the whole name or code of a set, at the end or the beginning: "banding in 2009";
   * 3. a time within the query: "storm 2009 copies";
   * 4. the whole query as a part of the names of sets: "kamigawa";
   * 5. a part of the names of sets next to a name in the rules: "legend rule kamigawa".
   * Of several names the longest counts. Among other words, a name in the rules names no set:
   * "conspiracy hidden agenda".
   * @param {string} text
   * @returns {EditionPart | null}
   */
  findEdition(text) {
    const named = this.findPeriod(text) ?? this.findAtEnds(text) ?? this.findTimeInside(text);
    if (named) return named;
    const found = editionsOfPart(this.editions, text);
    if (found.length && !this.isCommon(wordsIn(text)))
      return { ...partOf(found, null, text), isPartOfName: true };
    return this.findNextToName(text);
  }

  /**
   * The part of a query that names a period by words around its name; null if none does.
   * @param {string} text
   * @returns {EditionPart | null}
   */
  findPeriod(text) {
    const found = this.periods.findPeriod(text);
    if (!found) return null;
    const named = partOf(found.editions, found.time, found.rest);
    if (!found.editions.length) return named;
    return this.readSetAndTime(named, found.ownName) ?? this.readAround(named, "");
  }

  /**
   * The part of a query that names editions at its end or its beginning; null if neither does.
   * @param {string} text
   * @returns {EditionPart | null}
   */
  findAtEnds(text) {
    // in a query that is all in capitals, words look like codes, so that no word is taken for a
    // set; "702.40a M10" is a number and a set
    const readsSets = !isInCapitals(text) || /\d/.test(text);
    for (const [name, rest] of listNamesAtEnds(text)) {
      const isWholeQuery = rest === "";
      const mayBeSet = readsSets && (isWholeQuery || !this.isName(wordsIn(name)));
      const named = this.readName(name, { mayBeSet, isWholeQuery });
      if (!named) continue;
      const withRest = { ...named, rest: dropPreposition(rest) };
      return this.readSetAndTime(withRest, name) ?? this.readAround(withRest, name);
    }
    return null;
  }

  /**
   * The part of a query that names a time between its other words; null if there is none.
   * @param {string} text
   * @returns {EditionPart | null}
   */
  findTimeInside(text) {
    for (const [name, rest] of splitInside(text)) {
      const named = this.readName(name, { mayBeSet: false, isWholeQuery: false });
      if (named?.editions.length) return this.readAround({ ...named, rest }, name);
    }
    return null;
  }

  /**
   * The part of a query that is a part of the names of sets, if all the rest is a name or a saying;
   * else null. "legend rule kamigawa" has the editions of the sets of Kamigawa, and the rest
   * `legend rule`.
   * @param {string} text
   * @returns {EditionPart | null}
   */
  findNextToName(text) {
    for (const [part, rest] of listNamesAtEnds(text)) {
      const subject = dropPreposition(rest);
      if (!this.isName(wordsIn(subject))) continue;
      const words = wordsIn(part);
      const found = this.mayBePartOfSet(words) ? editionsOfPart(this.editions, part) : [];
      if (found.length) return partOf(found, null, subject);
    }
    return null;
  }

  /**
   * Whether words next to others may be a part of the name of a set.
   * @param {string[]} words
   */
  mayBePartOfSet(words) {
    return this.mayNameSet(words) && !this.isCommon(words);
  }

  /**
   * Whether words of a longer query may name a set: none of them is a name in the rules, and the
   * first and the last one say something. In "rule kamigawa", the first word belongs to the rest.
   * @param {string[]} words
   */
  mayNameSet(words) {
    if (!words.length || words.some((word) => this.isName([word]))) return false;
    return saysSomething(words[0]) && saysSomething(words[words.length - 1]);
  }

  /**
   * The part of a text around phrases that names a time, at its end or beginning; null if neither
   * does. Sets are not read.
   * @param {string} text
   * @returns {EditionPart | null}
   */
  findTime(text) {
    for (const [name, rest] of splitAtEnds(text)) {
      const named = this.readName(name, { mayBeSet: false, isWholeQuery: false });
      if (named) return { ...named, rest: dropPreposition(rest) };
    }
    return null;
  }

  /**
   * The editions and the time that some words of a query name, without a rest; null if they name
   * neither. A time is named even if no edition is of that time.
   * @param {string} name the words: `2009`, `in July 2009`, `M10`, or one of these after "before"
   * @param {{mayBeSet: boolean, isWholeQuery: boolean}} options whether the words may be a set, and
   *   whether they are the whole query: only then may a code without a digit be in small letters
   * @returns {EditionPart | null}
   */
  readName(name, { mayBeSet, isWholeQuery }) {
    const bare = name.replace(BEFORE, "");
    const time = timeIn(bare.replace(AHEAD, ""));
    /** @type {string[]} */
    let found = [];
    if (time) found = editionsOfTime(this.editions, time);
    else if (mayBeSet) found = editionsOfSet(this.editions, bare, isWholeQuery);
    const hasBefore = bare !== name;
    if (hasBefore && (time || found.length))
      found = findEditionBefore(this.editions, time ? time.first : found[0]);
    return time || found.length ? partOf(found, time, "") : null;
  }

  /**
   * The editions that a query names, with those that the words around the name add to them.
   * @param {EditionPart} named the editions, the time and the rest of the query
   * @param {string} name the words that name them; empty if they name no set that could be one of
   *   several
   * @returns {EditionPart}
   */
  readAround(named, name) {
    const { time, rest } = named;
    const words = wordsIn(rest);
    // "kamigawa 2004": the rest is a set of the time, whose editions are meant
    const ofSet = time && words.length ? editionsOfPartInForce(this.editions, rest, time) : [];
    if (ofSet.length) return partOf(ofSet, time, "");
    // "rules of zendikar": the rest only says that an edition is meant, or there is no rest, so
    // that editions of all sets with such a name are meant
    if (words.every((word) => definition.of_edition.has(word))) {
      const ofName = time ? [] : editionsOfPart(this.editions, name);
      const found = [...new Set([...named.editions, ...ofName])];
      return { ...partOf(found, time, ""), aroundName: words };
    }
    // any other rest is searched, without a set of the time or the year of the set at an end
    return time ? this.narrowToSet(named, time) : narrowToYear(named);
  }

  /**
   * What a query names that has nothing but a set and a time; null for any other query. If the set
   * has no edition of that time, all its editions are named, since the time is the lesser part of
   * the query: "kamigawa 2006".
   * @param {EditionPart} named the editions, the time and the rest of the query
   * @param {string} name the words that name the editions; empty if they are not those of the name
   *   itself
   * @returns {EditionPart | null}
   */
  readSetAndTime(named, name) {
    const text = named.time ? named.rest : name;
    const time = named.time ?? timeIn(dropWordsOfEdition(named.rest));
    if (!time || !text || !name || BEFORE.test(name)) return null;
    if (named.time && editionsOfPartInForce(this.editions, text, time).length) return null;
    const isSet = rowsOfSet(this.editions, text, false).length > 0;
    // "Tenth Edition" has such a word in its name
    const setName = isSet ? text : dropWordsOfEdition(text);
    const words = wordsIn(setName);
    if (this.isName(words)) return null;
    const ofSet = rowsOfSet(this.editions, setName, false);
    const ofPart = this.mayBePartOfSet(words) ? rowsOfPart(this.editions, setName) : [];
    const rows = this.editions.filter((row) => ofSet.includes(row) || ofPart.includes(row));
    if (!rows.length) return null;
    const ofTime = rows.filter(([date, , , released]) => isWithin(released || date, time));
    if (ofTime.length) return partOf(datesOf(ofTime), time, "");
    const wholeName = rows.length === 1 ? rows[0][2] : setName;
    return { ...partOf(datesOf(rows), time, ""), setName: wholeName };
  }

  /**
   * The part of a query that names a time, with the set of that time if the rest names one at an
   * end. "legend rule 2004 kamigawa" names a set of 2004; "combat 2008" names none, as the rules
   * know combat.
   * @param {EditionPart} named the editions, the time and the rest of the query
   * @param {Time} time
   * @returns {EditionPart}
   */
  narrowToSet(named, time) {
    for (const [part, rest] of splitAtEnds(named.rest)) {
      if (!rest || !this.mayNameSet(wordsIn(part))) continue;
      const ofSet = editionsOfPartInTime(this.editions, part, time);
      if (ofSet.length) return partOf(ofSet, time, dropPreposition(rest));
    }
    return named;
  }
}

/**
 * A part of a query that names editions by their time or by whole names.
 * @param {string[]} editions
 * @param {Time | null} time
 * @param {string} rest
 * @returns {EditionPart}
 */
export const partOf = (editions, time, rest) => ({
  editions,
  time,
  rest,
  aroundName: [],
  isPartOfName: false,
  setName: "",
});

/**
 * Whether a day is within a time.
 * @param {string} day
 * @param {Time} time
 */
const isWithin = (day, { first, last }) => first <= day && day <= last;

/**
 * A text without the words that say nothing in the name of a set: `kamigawa` for `rules of
 * kamigawa`.
 * @param {string} text
 */
const dropWordsOfEdition = (text) => splitAtBlanks(text).filter(saysSomething).join(" ");

/**
 * The part of a query that names a set, with the year of the set if the rest of the query has it at
 * an end: "mirrodin 2003 equipment" names the editions of that set of 2003.
 * @param {EditionPart} named
 * @returns {EditionPart}
 */
function narrowToYear(named) {
  const words = splitAtBlanks(named.rest);
  for (const end of [-1, 0]) {
    const year = words.at(end);
    if (!year || !YEAR.test(year)) continue;
    const ofYear = named.editions.filter((date) => date.startsWith(year));
    if (!ofYear.length) continue;
    words.splice(end, 1);
    return partOf(ofYear, timeIn(year), words.join(" "));
  }
  return named;
}

/**
 * Whether a word is neither a stop word nor a word such as "edition".
 * @param {string} word
 */
const saysSomething = (word) => wordsOfName(word) !== "";

/**
 * Whether a word only says that an edition is meant. "Changes" is no such word, since it asks for a
 * bulletin.
 * @param {string} word
 */
const saysOnlyEdition = (word) =>
  definition.of_edition.has(fold(word)) && !definition.of_bulletin.has(fold(word));

/**
 * The names that a part of a query may be: itself, and itself without the words that say what it
 * names. Of `the M10 rules`, it is `the M10 rules` and `M10`.
 * @param {string} text
 */
function listNames(text) {
  const words = splitAtBlanks(text.replace(ARTICLE, ""));
  while (words.length && saysOnlyEdition(words[words.length - 1])) words.pop();
  const bare = words.join(" ");
  return bare === "" || bare === text ? [text] : [text, bare];
}

/**
 * The rest of a query without the preposition that joined it to a name: `banding` for `banding in`.
 * @param {string} rest
 */
const dropPreposition = (rest) => rest.replace(PREPOSITION, "").trim();

/**
 * Whether a text of several words is all in capitals, numbers and codes apart.
 * @param {string} text
 */
const isInCapitals = (text) =>
  splitAtBlanks(text).length > 1 && !SMALL_LETTER.test(text.replace(NUMBER_OR_CODE, ""));

/**
 * Yields some last or first words of a text, with the rest of the text; the most words first: of `a
 * b`, `a b` and an empty rest (twice), `b` and `a`, `a` and `b`.
 * @param {string} text
 * @returns {Generator<[name: string, rest: string]>}
 */
function* splitAtEnds(text) {
  const words = splitAtBlanks(text);
  for (let length = Math.min(words.length, definition.limits.edition); length >= 1; length -= 1) {
    yield [words.slice(-length).join(" "), words.slice(0, -length).join(" ")];
    yield [words.slice(0, length).join(" "), words.slice(length).join(" ")];
  }
}

/**
 * Yields the names that some last or first words of a text may be, with the rest of the text; the
 * most words first. Of equally many words, those at both ends are names as they are before the
 * words that say what they name are left out: in "jan 2012 rules", `jan 2012` comes before `2012`.
 * @param {string} text
 * @returns {Generator<[name: string, rest: string]>}
 */
function* listNamesAtEnds(text) {
  const splits = [...splitAtEnds(text)];
  for (let index = 0; index < splits.length; index += 2) {
    const bothEnds = splits.slice(index, index + 2);
    yield* bothEnds;
    for (const [words, rest] of bothEnds)
      if (rest) for (const name of listNames(words).slice(1)) yield [name, rest];
  }
}

/**
 * Yields the words within a text that may be a time, with the rest of the text; the most words
 * first. A year is always meant as one. A month or day is only meant as one if a word next to it
 * speaks of a time: "in May 2005", "the July 2009 wording".
 * @param {string} text
 * @returns {Generator<[name: string, rest: string]>}
 */
function* splitInside(text) {
  const words = splitAtBlanks(text);
  const longest = Math.min(words.length - 2, definition.limits.edition);
  for (let length = longest; length >= 1; length -= 1) {
    for (let begin = 1; begin < words.length - length; begin += 1) {
      const end = begin + length;
      const name = words.slice(begin, end).join(" ");
      const followsWordOfTime = definition.before_time.has(fold(words[begin - 1]));
      const precedesWordOfTime = definition.after_time.has(fold(words[end]));
      const isWrittenAsTime = YEAR.test(name) || BEFORE.test(name);
      if (!followsWordOfTime && !precedesWordOfTime && !isWrittenAsTime) continue;
      const ahead = words.slice(0, begin).join(" ").replace(PREPOSITION, "");
      yield [name, `${ahead} ${words.slice(end).join(" ")}`];
    }
  }
}
