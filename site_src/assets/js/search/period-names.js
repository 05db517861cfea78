// @ts-check
// The part of a query that names a set, a block or a day by words around it: "at the time of
// Ravnica". As `graph/search/period_names.py`.
import { definition } from "./definition.js";
import {
  editionsOfBlock,
  editionsOfPart,
  editionsOfSet,
  editionsOfTime,
  findEditionBefore,
} from "./sets.js";
import { fold, splitAtBlanks } from "./text.js";
import { timeIn } from "./times.js";

/**
 * @typedef {import("./sets.js").EditionRow} EditionRow
 * @typedef {import("./times.js").Time} Time
 */

/** The beginning of a word that is ahead of the rest of it: `pre-Dominaria`. */
const JOINED = /\b(pre|post)-(?=[\p{L}\p{N}_])/giu;
/** Characters around a word that are no part of it. */
const AROUND_WORD = /^[ \t,.;:?!()]+|[ \t,.;:?!()]+$/g;
/** The number of words of the longest phrase ahead of a name, and of the longest one behind it. */
const LONGEST_AHEAD = 5;
const LONGEST_BEHIND = 3;

/**
 * The part of a query that names a period, and the rest. No edition was in force yet if there are
 * none, and then the time is that of the name. The name is the `ownName` if these are its own
 * editions, and not the one before it, or any after it; else that is empty.
 * @typedef {{editions: string[], time: Time | null, rest: string, ownName: string}} NamedPeriod
 */

/**
 * A place where a query may name a period: the indices of its first word with the words ahead of
 * the name, of the name, after the name, and after the words behind it; and how the edition is
 * meant.
 * @typedef {{start: number, nameStart: number, nameEnd: number, end: number, relation: string}
 * } Place
 */

/** Finds the periods that queries name by words around the name of a set, a block or a day. */
export class PeriodReader {
  /**
   * @param {EditionRow[]} editions of the rules, oldest first, with a row for each set
   * @param {(words: string[]) => boolean} mayBePart whether words may be a part of a set's name
   */
  constructor(editions, mayBePart) {
    this.editions = editions;
    this.mayBePart = mayBePart;
  }

  /**
   * The first period that a query names; null if it names none. Names with words behind them are
   * read before those that only have words ahead of them.
   * @param {string} text
   * @returns {NamedPeriod | null}
   */
  findPeriod(text) {
    const words = splitAtBlanks(text.replace(JOINED, "$1 "));
    const bare = words.map((word) => word.replace(AROUND_WORD, ""));
    const folded = bare.map(fold);
    for (const listPlaces of [listPlacesBeforeWords, listPlacesAfterWords]) {
      for (const place of listPlaces(folded)) {
        const found = this.readPlace(place, bare);
        if (!found) continue;
        const rest = [...words.slice(0, place.start), ...words.slice(place.end)].join(" ");
        return { ...found, rest };
      }
    }
    return null;
  }

  /**
   * The period that a place of a query names, without a rest; null if it names none.
   * @param {Place} place
   * @param {string[]} words
   * @returns {NamedPeriod | null}
   */
  readPlace({ nameStart, nameEnd, end, relation }, words) {
    const name = words.slice(nameStart, nameEnd);
    const time = timeIn(name.join(" "));
    const isOwn = relation !== "before" && relation !== "after";
    const ownName = isOwn ? name.join(" ") : "";
    if (time) {
      const ofTime = editionsOfTime(this.editions, time);
      return { ...this.relate(relation, ofTime, time), ownName };
    }
    const found = this.listEditions(relation, name);
    if (found.length) return { ...this.relate(relation, found, null), ownName };
    const year = findEarlyYear(relation, name, end > nameEnd);
    return year ? { editions: [], time: timeIn(year), rest: "", ownName: "" } : null;
  }

  /**
   * The editions of a block or a set, first the one that is most likely meant. Before the word
   * "block" only the name of a block counts, since the word may be a verb: "can Eldrazi block".
   * @param {string} relation how the edition is meant
   * @param {string[]} name its words
   */
  listEditions(relation, name) {
    const text = name.join(" ");
    if (relation === "block" || relation === "era") {
      const ofBlock = editionsOfBlock(this.editions, text);
      if (ofBlock.length || relation === "block") return ofBlock;
    }
    const ofSet = editionsOfSet(this.editions, text, false);
    if (ofSet.length || !this.mayBePart(name)) return ofSet;
    return editionsOfPart(this.editions, text);
  }

  /**
   * The period that is meant by a time or by the editions of a name.
   * @param {string} relation how the edition is meant
   * @param {string[]} editions of the time or name, first the one that is most likely meant
   * @param {Time | null} time null for a name
   * @returns {NamedPeriod}
   */
  relate(relation, editions, time) {
    if (relation !== "before") return { editions, time, rest: "", ownName: "" };
    const day = time ? time.first : [...editions].sort()[0];
    const before = findEditionBefore(this.editions, day);
    return { editions: before, time: before.length ? time : timeIn(day), rest: "", ownName: "" };
  }
}

/**
 * The year of an early set; undefined for any other name. After words such as "before" and
 * "after", a name of one word without words behind it does not count, as it may be a word of the
 * game: "before alpha strike".
 * @param {string} relation
 * @param {string[]} name
 * @param {boolean} hasWordsBehind
 * @returns {string | undefined}
 */
function findEarlyYear(relation, name, hasWordsBehind) {
  const isBeforeOrAfter = relation === "before" || relation === "after";
  if (isBeforeOrAfter && name.length === 1 && !hasWordsBehind) return undefined;
  const key = fold(name.join(" "));
  return Object.hasOwn(definition.early_sets, key) ? definition.early_sets[key] : undefined;
}

/**
 * Yields the places of names that have words behind them: `when Lorwyn came out`, `in Kamigawa
 * block`.
 * @param {string[]} folded the words of the query
 * @returns {Generator<Place>}
 */
function* listPlacesBeforeWords(folded) {
  const { behind } = definition.periods;
  for (let nameEnd = 1; nameEnd < folded.length; nameEnd += 1) {
    const longest = Math.min(folded.length, nameEnd + LONGEST_BEHIND);
    for (let end = longest; end > nameEnd; end -= 1) {
      const phrase = folded.slice(nameEnd, end).join(" ");
      if (!Object.hasOwn(behind, phrase)) continue;
      const first = Math.max(0, nameEnd - definition.limits.edition);
      for (let nameStart = first; nameStart < nameEnd; nameStart += 1) {
        const place = { start: nameStart, nameStart, nameEnd, end, relation: behind[phrase] };
        yield addWordsAhead(place, folded);
      }
    }
  }
}

/**
 * A place with the words ahead of its name, if there are any. Words such as "before" say how the
 * edition is meant, while those behind the name only say what the name is.
 * @param {Place} place
 * @param {string[]} folded
 * @returns {Place}
 */
function addWordsAhead(place, folded) {
  const { ahead, light } = definition.periods;
  const { nameStart } = place;
  for (let length = Math.min(LONGEST_AHEAD, nameStart); length > 0; length -= 1) {
    const start = nameStart - length;
    const phrase = folded.slice(start, nameStart).join(" ");
    if (Object.hasOwn(ahead, phrase)) {
      const isBeforeOrAfter = ahead[phrase] === "before" || ahead[phrase] === "after";
      return { ...place, start, relation: isBeforeOrAfter ? ahead[phrase] : place.relation };
    }
    if (light.includes(phrase)) return { ...place, start };
  }
  return place;
}

/**
 * Yields the places of names that only have words ahead of them: `at the time of Ravnica`, `before
 * Mirrodin`.
 * @param {string[]} folded the words of the query
 * @returns {Generator<Place>}
 */
function* listPlacesAfterWords(folded) {
  const { ahead } = definition.periods;
  for (let start = 0; start < folded.length; start += 1) {
    const longest = Math.min(folded.length, start + LONGEST_AHEAD);
    for (let nameStart = longest; nameStart > start; nameStart -= 1) {
      const phrase = folded.slice(start, nameStart).join(" ");
      if (!Object.hasOwn(ahead, phrase)) continue;
      const last = Math.min(folded.length, nameStart + definition.limits.edition);
      for (let nameEnd = last; nameEnd > nameStart; nameEnd -= 1)
        yield { start, nameStart, nameEnd, end: nameEnd, relation: ahead[phrase] };
    }
  }
}
