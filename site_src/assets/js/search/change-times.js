// @ts-check
// The times by which a question for changes is bounded: since 2009, between Odyssey and M10, before
// a day. As `graph/search/change_times.py`.
import { definition } from "./definition.js";
import { editionsOfPart, editionsOfSet, listWordsOfSets, wordsOfName } from "./sets.js";
import { fold, wordsIn } from "./text.js";
import { timeIn } from "./times.js";

/**
 * @typedef {import("./sets.js").EditionRow} EditionRow
 * @typedef {import("./times.js").Time} Time
 */

/**
 * A day, a month, a year or a set that bounds a question, as dates of editions. Of a day, `begin`,
 * `opening` and `end` are the edition in force on that day. Of a set, they are its edition. Of a
 * year or a month, changes since then are compared with the edition before it, so `begin` is
 * `previous`.
 * @typedef {object} TimePoint
 * @property {string} begin the edition with which changes since then are compared
 * @property {string} opening the first edition within it; `begin` if there is none
 * @property {string} previous the last edition before it
 * @property {string} end the last edition up to its end
 * @property {"time" | "set" | "part" | "latest"} form how the words name it: as a time, by the
 *   whole name or code of a set, by a part of a set's name, or by a word for the latest edition
 */

/**
 * The part of a question that names a time: "since 2009", "between Odyssey and M10".
 * @typedef {object} TimeSpan
 * @property {string} kind the way in which the time bounds the changes, by its preposition
 * @property {TimePoint} first the time, or the first of two
 * @property {TimePoint} second the second time; the first one again if there are not two
 * @property {string[]} otherWords the words of the question around it
 */

const YEAR = /\d{4}/;

/**
 * Whether a word may stand around the name of an edition: "the current rules". Words that join two
 * times, ask for changes or are prepositions may not, since they have a meaning of their own.
 * @param {string} word
 */
const isAroundEdition = (word) =>
  definition.of_edition.has(word) &&
  !definition.span_join.has(word) &&
  !definition.changing.has(word) &&
  !(word in definition.spans);

/**
 * Whether one of the other words of a question asks for changes: `changed`, `differences`.
 * @param {TimeSpan} span
 */
export const hasChangingWord = (span) =>
  span.otherWords.some((word) => definition.changing.has(fold(word)));

/** Finds the times of questions. */
export class SpanReader {
  /**
   * @param {EditionRow[]} editions oldest first: a row for each set
   * @param {(words: string[]) => boolean} isName as for `readChangeQuestion`
   */
  constructor(editions, isName) {
    this.dates = editions.map(([date]) => date);
    this.editions = editions;
    this.isName = isName;
    this.longest = definition.limits.edition;
  }

  /**
   * The parts of a question that may name a time: first those of two times, then those of one.
   * @param {string[]} words
   * @returns {Generator<TimeSpan>}
   */
  *listSpans(words) {
    if (this.mayHavePair(words))
      for (let start = 0; start < words.length; start += 1) yield* this.listPairs(words, start);
    for (let start = 0; start < words.length; start += 1) yield* this.listSingles(words, start);
  }

  /**
   * Whether two words at least may be a time or in the name of a set; most queries end here. To
   * read every part of a query as the name of a set is slow.
   * @param {string[]} words
   */
  mayHavePair(words) {
    const wordsOfSets = listWordsOfSets(this.editions);
    const found = words
      .map(fold)
      .filter((word) => wordsOfSets.has(word) || definition.latest.has(word) || YEAR.test(word));
    return found.length > 1;
  }

  /**
   * The spans of two times or sets of which the first begins at a word, the longest first one
   * first: in "combat M10 to M11", from the second word on, the span from M10 to M11, with the
   * other word `combat`.
   * @param {string[]} words of the question
   * @param {number} start the position of the word; a word such as "between" before it belongs to
   *   the span
   * @returns {Generator<TimeSpan>}
   */
  *listPairs(words, start) {
    const hasPreposition = start > 0 && definition.spans[fold(words[start - 1])] === "between";
    const ahead = words.slice(0, hasPreposition ? start - 1 : start);
    for (let stop = Math.min(words.length - 1, start + this.longest); stop > start; stop -= 1) {
      const first = this.readEdition(words.slice(start, stop));
      if (!first) continue;
      const secondStart = this.skipJoin(words, stop);
      const isJoined = words
        .slice(stop, secondStart)
        .some((word) => definition.span_join.has(fold(word)));
      const longestStop = Math.min(words.length, secondStart + this.longest);
      for (let secondStop = longestStop; secondStop > secondStart; secondStop -= 1) {
        const second = this.readEdition(words.slice(secondStart, secondStop));
        if (!second || this.isPartOfSet(words.slice(start, secondStop))) continue;
        if (isPair(first, second, { isJoined, hasPreposition })) {
          const otherWords = [...ahead, ...words.slice(secondStop)];
          yield { kind: "between", first, second, otherWords };
        }
      }
    }
  }

  /**
   * Whether words are a part of the name of one set: "Return to Ravnica" names no two sets.
   * @param {string[]} words
   */
  isPartOfSet(words) {
    return editionsOfPart(this.editions, words.join(" ")).length > 0;
  }

  /**
   * The position after the words that may stand between two times: after `compared to` or `and in`.
   * @param {string[]} words
   * @param {number} start
   */
  skipJoin(words, start) {
    const isJoin = (/** @type {string} */ word) =>
      definition.span_join.has(word) || definition.spans[word] === "in";
    let end = start;
    while (end < words.length && isJoin(fold(words[end]))) end += 1;
    return end;
  }

  /**
   * The time or set that words name, perhaps between words such as "the" and "rules"; null for
   * neither. A word for the latest edition names that: "the current rules". The name of a set may
   * begin or end with such a word, so that all words are read before those without it.
   * @param {string[]} words
   * @returns {TimePoint | null}
   */
  readEdition(words) {
    let [start, end] = [0, words.length];
    while (start < end - 1 && isAroundEdition(fold(words[start]))) start += 1;
    while (start < end - 1 && isAroundEdition(fold(words[end - 1]))) end -= 1;
    const bare = words.slice(start, end);
    if (bare.length === 1 && definition.latest.has(fold(bare[0])))
      return this.makePointOfEdition(this.dates[this.dates.length - 1], "latest");
    return this.readPoint(words, { mayBePart: true }) ?? this.readPoint(bare, { mayBePart: true });
  }

  /**
   * The spans of one time whose preposition begins at a word. Of the times and names of sets that
   * may stand behind the preposition, the longest counts: "Magic 2010", not "Magic".
   * @param {string[]} words of the question
   * @param {number} start the position of the word
   * @returns {Generator<TimeSpan>}
   */
  *listSingles(words, start) {
    const prepositions = Object.entries(definition.spans).filter(([, kind]) => kind !== "between");
    for (const [form, kind] of prepositions) {
      const after = start + form.split(" ").length;
      if (fold(words.slice(start, after).join(" ")) !== form) continue;
      const span = this.readOne(kind, words.slice(0, start), words.slice(after));
      if (span) yield span;
    }
  }

  /**
   * The span of the time or set with which some words begin; null if they begin with none.
   * @param {string} kind of the preposition before the words
   * @param {string[]} ahead the words before the preposition
   * @param {string[]} words those after it
   * @returns {TimeSpan | null}
   */
  readOne(kind, ahead, words) {
    for (let stop = Math.min(words.length, this.longest); stop > 0; stop -= 1) {
      const point = this.readPoint(words.slice(0, stop), { mayBePart: kind !== "in" });
      if (point)
        return { kind, first: point, second: point, otherWords: [...ahead, ...words.slice(stop)] };
    }
    return null;
  }

  /**
   * The time or set that words name; null for neither. Of several editions of a set the first
   * counts.
   * @param {string[]} words
   * @param {{mayBePart: boolean}} options whether the words may be a part of the name of a set.
   *   After "in" they may not, since "in combat" asks for no time
   * @returns {TimePoint | null}
   */
  readPoint(words, { mayBePart }) {
    const name = words.join(" ");
    const time = timeIn(name);
    if (time) return this.makePointOfTime(time);
    const [ofSet] = editionsOfSet(this.editions, name, false);
    if (ofSet) return this.makePointOfEdition(ofSet, "set");
    if (!mayBePart || !this.mayBePartOfName(words)) return null;
    const [ofPart] = editionsOfPart(this.editions, name);
    return ofPart ? this.makePointOfEdition(ofPart, "part") : null;
  }

  /**
   * A day, month or year as a point.
   * @param {Time} time
   * @returns {TimePoint}
   */
  makePointOfTime(time) {
    const previous = this.findPrevious(time.first);
    const end = this.findEnd(time);
    const begin = time.isDay ? end : previous;
    const within = this.dates.find((date) => time.first <= date && date <= time.last);
    return { begin, opening: within ?? begin, previous, end, form: "time" };
  }

  /**
   * An edition as a point.
   * @param {string} date
   * @param {TimePoint["form"]} form
   * @returns {TimePoint}
   */
  makePointOfEdition(date, form) {
    return { begin: date, opening: date, previous: this.findPrevious(date), end: date, form };
  }

  /**
   * The last edition before a day; the oldest edition if there is none.
   * @param {string} day
   */
  findPrevious(day) {
    return this.dates.findLast((date) => date < day) ?? this.dates[0];
  }

  /**
   * The last edition up to the end of a day, month or year; the oldest edition if there is none.
   * @param {Time} time
   */
  findEnd(time) {
    return this.dates.findLast((date) => date <= time.last) ?? this.dates[0];
  }

  /**
   * Whether words may be part of a set's name: none of them is the name of a rule or glossary
   * entry, and neither the first nor the last one is a stop word or a word such as "edition".
   * @param {string[]} words
   */
  mayBePartOfName(words) {
    if (words.some((word) => this.isName(wordsIn(word)))) return false;
    return wordsOfName(words[0]) !== "" && wordsOfName(words[words.length - 1]) !== "";
  }
}

/**
 * Whether two times or sets that follow each other in a question bound its changes. Without a word
 * between them, both must be years, months or days, or both whole names of sets: "Mirrodin 2003" is
 * one edition. Two parts of names need a preposition: "from Kamigawa to Ravnica".
 * @param {TimePoint} first
 * @param {TimePoint} second
 * @param {{isJoined: boolean, hasPreposition: boolean}} words whether a word such as "to" or "vs"
 *   is between them, and whether one such as "from" or "between" is before them
 */
function isPair(first, second, { isJoined, hasPreposition }) {
  const isSame = first.form === second.form;
  if (!isJoined) return isSame && ["time", "set"].includes(first.form);
  return hasPreposition || !isSame || ["time", "set"].includes(first.form);
}

/**
 * The edition before the changes of a span, and the last edition of the span. Two times count in
 * either order: "between M11 and M10" asks for the same as "between M10 and M11".
 * @param {TimeSpan} span
 * @param {EditionRow[]} editions oldest first
 * @returns {[first: string, last: string]}
 */
export function boundChanges(span, editions) {
  const { kind, first, second } = span;
  const [oldest] = editions[0];
  const [newest] = editions[editions.length - 1];
  if (kind === "since") return [first.begin, newest];
  if (kind === "after") return [first.end, newest];
  if (kind === "before") return [oldest, first.previous];
  if (kind === "until") return [oldest, first.end];
  if (kind === "in") return [first.previous, first.end];
  const [earlier, later] = first.begin <= second.begin ? [first, second] : [second, first];
  // "what changed between 2009 and 2015" asks for all changes of these years, and "layers 2009 to
  // 2015" for a comparison of an edition of 2009 with one of 2015
  return [hasChangingWord(span) ? earlier.begin : earlier.opening, later.end];
}
