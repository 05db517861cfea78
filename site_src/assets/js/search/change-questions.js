// @ts-check
// Questions for what changed in a time: since a year, between two sets, before an edition. As
// `graph/search/change_questions.py` and `change_times.py`.
import { definition } from "./definition.js";
import { editionsOfPart, editionsOfSet, wordsOfName } from "./sets.js";
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
 * @property {string} previous the last edition before it
 * @property {string} end the last edition up to its end
 */

/**
 * The part of a question that names a time: "since 2009", "between Odyssey and M10". `kind` is that
 * of its preposition in the definition; `first` and `second` are the same if it names one time;
 * `rest` are the other words of the question.
 * @typedef {{kind: string, first: Point, second: Point, rest: string[]}} Span
 */

/** Punctuation at either end of a word. */
const MARKS = /^[?!.,;:]+|[?!.,;:]+$/g;
/** Two years with a dash: `2003-2009`. */
const YEARS = /\b(\d{4})\s?[-–]\s?(\d{4})\b/g;

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
   * The parts of a question that may name a time, in the order of their prepositions; of the times
   * and names of sets that may stand behind one, the longest counts.
   * @param {string[]} words
   * @returns {Generator<Span>}
   */
  *listSpans(words) {
    for (let start = 0; start < words.length; start += 1) {
      for (const [form, kind] of Object.entries(definition.spans)) {
        const after = start + form.split(" ").length;
        if (fold(words.slice(start, after).join(" ")) !== form) continue;
        const [ahead, behind] = [words.slice(0, start), words.slice(after)];
        const span =
          kind === "between"
            ? this.readTwo(kind, ahead, behind)
            : this.readOne(kind, ahead, behind);
        if (span) yield span;
      }
    }
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
   * The span of the two times or sets with which some words begin; null if they do not.
   * @param {string} kind
   * @param {string[]} ahead
   * @param {string[]} words
   * @returns {Span | null}
   */
  readTwo(kind, ahead, words) {
    for (let join = 1; join < Math.min(words.length, this.longest + 1); join += 1) {
      if (!definition.span_join.has(fold(words[join]))) continue;
      const first = this.readPoint(words.slice(0, join), true);
      const second = this.readOne(kind, ahead, words.slice(join + 1));
      if (first && second) return { ...second, first };
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
      return { begin: time.isDay ? end : previous, previous, end };
    }
    let [date] = editionsOfSet(this.editions, name, false);
    if (!date && mayBePart && this.isPartOfName(words))
      [date] = editionsOfPart(this.editions, name);
    return date ? { begin: date, previous: this.before(date), end: date } : null;
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
   * The edition before the changes of a span, and the last edition of the span.
   * @param {Span} span
   * @returns {[string, string]}
   */
  bound({ kind, first, second }) {
    const [oldest, newest] = [this.dates[0], this.dates[this.dates.length - 1]];
    if (kind === "since") return [first.begin, newest];
    if (kind === "after") return [first.end, newest];
    if (kind === "before") return [oldest, first.previous];
    if (kind === "until") return [oldest, first.end];
    if (kind === "in") return [first.previous, first.end];
    // two times count in either order
    const [earlier, later] = first.begin <= second.begin ? [first, second] : [second, first];
    return [earlier.begin, later.end];
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
  const words = text.replace(YEARS, "from $1 to $2").split(/\s+/);
  const bare = words.map((word) => word.replace(MARKS, "")).filter(Boolean);
  const reader = new SpanReader(editions, isName);
  for (const span of reader.listSpans(bare)) {
    const asksForChanges = span.rest.some((word) => definition.changing.has(fold(word)));
    const subject = trim(span.rest).join(" ");
    if (!["since", "between"].includes(span.kind) && !asksForChanges) continue;
    if (["in", "before"].includes(span.kind) && !subject) continue;
    const [first, last] = reader.bound(span);
    if (first < last) return { subject, first, last };
  }
  return null;
}
