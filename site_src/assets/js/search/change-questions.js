// @ts-check
// Questions for what changed in a time: since a year, between two sets, before an edition. As
// `graph/search/change_questions.py` and `change_times.py`.
import { definition } from "./definition.js";
import { editionsOfPart, editionsOfSet, listWordsOfSets, wordsOfName } from "./sets.js";
import { fold, wordsIn } from "./text.js";
import { timeIn } from "./times.js";

/** @typedef {import("./sets.js").EditionRow} EditionRow */

/**
 * A question for what changed from one edition to another.
 * @typedef {object} ChangeQuestion
 * @property {string} subject the words that say in what; empty for all rules
 * @property {string} first the edition before the changes
 * @property {string} last the last edition that may have changed something
 */

/**
 * A time or a set that bounds a question.
 * @typedef {object} Point
 * @property {string} begin the edition with which changes since then are compared
 * @property {string} opening the first edition within it; `begin` if there is none
 * @property {string} previous the last edition before it
 * @property {string} end the last edition up to its end
 * @property {"time" | "set" | "part" | "latest"} form how it is named: as a time, by the whole name
 *   or the code of a set, by a part of a set's name, or by a word for the latest edition
 */

/**
 * The part of a question that names a time: "since 2009", "between Odyssey and M10". `kind` is that
 * of its preposition in the definition; `first` and `second` are the same if it names one time;
 * `rest` are the other words of the question.
 * @typedef {{kind: string, first: Point, second: Point, rest: string[]}} Span
 */

/** Punctuation at either end of a word. */
const MARKS = /^[?!.,;:]+|[?!.,;:]+$/g;
const YEAR_OR_CODE = "\\d{4}|[A-Za-z]\\d{2}|[A-Z][A-Z\\d]{2}";
/**
 * Two years or codes of sets with a dash or stroke between them, `2014-2016` or `M10/M11`; two
 * points in any range.
 */
const RANGE = new RegExp(
  String.raw`\b(${YEAR_OR_CODE})\s?[-–/]\s?(${YEAR_OR_CODE})\b|(?<=\w)\.\.(?=\w)`,
  "g",
);
const YEAR = /\d{4}/;

/** The words that may stand around the name of an edition: "the current rules". */
const isAroundEdition = (/** @type {string} */ word) =>
  definition.of_edition.has(word) &&
  !definition.span_join.has(word) &&
  !definition.changing.has(word) &&
  !(word in definition.spans);

/**
 * Whether two times or sets that follow each other in a question bound its changes. Without a word
 * between them, both must be years, months or days, or both whole names of sets: "Mirrodin 2003" is
 * one edition. Two parts of names need a preposition: "from Kamigawa to Ravnica".
 * @param {Point} first
 * @param {Point} second
 * @param {{isJoined: boolean, hasPreposition: boolean}} words whether a word such as "to" is
 *   between them, and whether one such as "between" is before them
 */
function isPair(first, second, { isJoined, hasPreposition }) {
  const isSame = first.form === second.form;
  if (!isJoined) return isSame && ["time", "set"].includes(first.form);
  return hasPreposition || !isSame || ["time", "set"].includes(first.form);
}

/**
 * Whether some words ask for changes: `changed`, `differences`.
 * @param {string[]} words
 */
const hasChangingWord = (words) => words.some((word) => definition.changing.has(fold(word)));

/** Finds the times of questions. */
class SpanReader {
  /**
   * @param {EditionRow[]} editions
   * @param {(words: string[]) => boolean} isName
   */
  constructor(editions, isName) {
    this.dates = editions.map(([date]) => date);
    this.editions = editions;
    this.isName = isName;
    this.longest = definition.limits.edition;
  }

  /**
   * The parts of a question that may name a time: first those of two times, then those of one; of
   * the times and names of sets that may stand behind a preposition, the longest counts.
   * @param {string[]} words
   * @returns {Generator<Span>}
   */
  *listSpans(words) {
    if (this.mayHavePair(words))
      for (let start = 0; start < words.length; start += 1) yield* this.listPairs(words, start);
    for (let start = 0; start < words.length; start += 1) {
      for (const [form, kind] of Object.entries(definition.spans)) {
        const after = start + form.split(" ").length;
        if (fold(words.slice(start, after).join(" ")) !== form) continue;
        if (kind === "between") continue;
        const span = this.readOne(kind, words.slice(0, start), words.slice(after));
        if (span) yield span;
      }
    }
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
   * first: in "combat M10 to M11", from the second word on, that from M10 to M11, with the word
   * `combat`.
   * @param {string[]} words
   * @param {number} start a word such as "between" before it belongs to the span
   * @returns {Generator<Span>}
   */
  *listPairs(words, start) {
    const hasPreposition = start > 0 && definition.spans[fold(words[start - 1])] === "between";
    const ahead = words.slice(0, hasPreposition ? start - 1 : start);
    for (let stop = Math.min(words.length - 1, start + this.longest); stop > start; stop -= 1) {
      const first = this.readEdition(words.slice(start, stop));
      if (!first) continue;
      const begin = this.skipJoin(words, stop);
      const isJoined = words
        .slice(stop, begin)
        .some((word) => definition.span_join.has(fold(word)));
      for (let end = Math.min(words.length, begin + this.longest); end > begin; end -= 1) {
        const second = this.readEdition(words.slice(begin, end));
        // "Return to Ravnica" is one set
        if (!second || editionsOfPart(this.editions, words.slice(start, end).join(" ")).length)
          continue;
        if (isPair(first, second, { isJoined, hasPreposition }))
          yield { kind: "between", first, second, rest: [...ahead, ...words.slice(end)] };
      }
    }
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
   * neither. A word for the latest edition names that: "the current rules".
   * @param {string[]} words
   * @returns {Point | null}
   */
  readEdition(words) {
    let [start, end] = [0, words.length];
    while (start < end - 1 && isAroundEdition(fold(words[start]))) start += 1;
    while (start < end - 1 && isAroundEdition(fold(words[end - 1]))) end -= 1;
    const bare = words.slice(start, end);
    if (bare.length === 1 && definition.latest.has(fold(bare[0]))) {
      const newest = this.dates[this.dates.length - 1];
      const previous = this.before(newest);
      return { begin: newest, opening: newest, previous, end: newest, form: "latest" };
    }
    return this.readPoint(words, true) ?? this.readPoint(bare, true);
  }

  /**
   * The span of the time or set with which some words begin; null if they begin with none.
   * @param {string} kind
   * @param {string[]} ahead the words before the preposition
   * @param {string[]} words those after it
   * @returns {Span | null}
   */
  readOne(kind, ahead, words) {
    for (let stop = Math.min(words.length, this.longest); stop > 0; stop -= 1) {
      const point = this.readPoint(words.slice(0, stop), kind !== "in");
      if (point)
        return { kind, first: point, second: point, rest: [...ahead, ...words.slice(stop)] };
    }
    return null;
  }

  /**
   * The date of the last edition before a day; that of the first edition if there is none.
   * @param {string} day
   */
  before(day) {
    return this.dates.findLast((date) => date < day) ?? this.dates[0];
  }

  /**
   * The time or set that words name; null for neither. Of several editions of a set the first
   * counts.
   * @param {string[]} words
   * @param {boolean} mayBePart whether they may be a part of the name of a set
   * @returns {Point | null}
   */
  readPoint(words, mayBePart) {
    const name = words.join(" ");
    const time = timeIn(name);
    if (time) {
      const previous = this.before(time.first);
      const end = this.dates.findLast((date) => date <= time.last) ?? this.dates[0];
      const begin = time.isDay ? end : previous;
      const within = this.dates.find((date) => time.first <= date && date <= time.last);
      return { begin, opening: within ?? begin, previous, end, form: "time" };
    }
    const [ofSet] = editionsOfSet(this.editions, name, false);
    const isPart = !ofSet && mayBePart && this.isPartOfName(words);
    const date = isPart ? editionsOfPart(this.editions, name)[0] : ofSet;
    if (!date) return null;
    const previous = this.before(date);
    return { begin: date, opening: date, previous, end: date, form: isPart ? "part" : "set" };
  }

  /**
   * Whether words may be a part of a set's name: none is one in the rules, and both ends say
   * something.
   * @param {string[]} words
   */
  isPartOfName(words) {
    if (words.some((word) => this.isName(wordsIn(word)))) return false;
    return Boolean(wordsOfName(words[0]) && wordsOfName(words.at(-1) ?? ""));
  }

  /**
   * The edition before the changes of a span, and the last edition of the span. Two times count in
   * either order. "What changed between 2009 and 2015" asks for all changes of these years, and
   * "layers 2009 to 2015" for a comparison of an edition of 2009 with one of 2015.
   * @param {Span} span
   * @returns {[string, string]}
   */
  bound({ kind, first, second, rest }) {
    const [oldest, newest] = [this.dates[0], this.dates[this.dates.length - 1]];
    if (kind === "since") return [first.begin, newest];
    if (kind === "after") return [first.end, newest];
    if (kind === "before") return [oldest, first.previous];
    if (kind === "until") return [oldest, first.end];
    if (kind === "in") return [first.previous, first.end];
    const [earlier, later] = first.begin <= second.begin ? [first, second] : [second, first];
    return [hasChangingWord(rest) ? earlier.begin : earlier.opening, later.end];
  }
}

/**
 * The words of a question without those at both ends that only ask for changes; none if they only
 * speak of rules.
 * @param {string[]} words
 */
function trim(words) {
  const isAround = (/** @type {string} */ word) => definition.around_change.has(fold(word));
  const start = words.findIndex((word) => !isAround(word));
  if (start < 0) return [];
  const end = words.findLastIndex((word) => !isAround(word));
  const subject = words.slice(start, end + 1);
  return subject.every((word) => definition.question.has(fold(word))) ? [] : subject;
}

/**
 * The question for changes that a query asks; null if it asks no such question. "Since" and two
 * times always ask for changes; any other time asks for them only next to a word such as "changed",
 * because "banding before 2009" asks for the rules of that time.
 * @param {string} text
 * @param {EditionRow[]} editions oldest first: a row for each set
 * @param {(words: string[]) => boolean} isName
 * @returns {ChangeQuestion | null}
 */
export function changeQuestion(text, editions, isName) {
  if (!editions.length) return null;
  const words = text.replace(RANGE, "$1 to $2").split(/\s+/);
  const bare = words.map((word) => word.replace(MARKS, "")).filter(Boolean);
  const reader = new SpanReader(editions, isName);
  for (const span of reader.listSpans(bare)) {
    const subject = trim(span.rest).join(" ");
    if (!["since", "between"].includes(span.kind) && !hasChangingWord(span.rest)) continue;
    if (["in", "before"].includes(span.kind) && !subject) continue;
    const [first, last] = reader.bound(span);
    if (first < last) return { subject, first, last };
  }
  return null;
}
