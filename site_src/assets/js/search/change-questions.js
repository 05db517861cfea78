// @ts-check
// Questions for what changed in a time: since a year, between two sets, before an edition. As
// `graph/search/change_questions.py`.
import { boundChanges, hasChangingWord, SpanReader } from "./change-times.js";
import { definition } from "./definition.js";
import { fold } from "./text.js";

/** @typedef {import("./sets.js").EditionRow} EditionRow */

/**
 * A question for what changed from one edition to another.
 * @typedef {object} ChangeQuestion
 * @property {string} subject the words that say in what; empty for all rules
 * @property {string} first the edition before the changes
 * @property {string} last the last edition that may have changed something
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

/**
 * The question for changes that a query asks; null if it asks no such question, or if the time
 * leaves no edition that could have changed something.
 * @param {string} text the query
 * @param {EditionRow[]} editions oldest first: a row for each set
 * @param {(words: string[]) => boolean} isName whether words are the name of a rule or glossary
 *   entry: then they are no part of a set's name
 * @returns {ChangeQuestion | null}
 */
export function readChangeQuestion(text, editions, isName) {
  if (!editions.length) return null;
  // the groups of `..` are empty, so it becomes " to " between the words around it
  const typed = text.replace(RANGE, "$1 to $2").split(/\s+/);
  const words = typed.map((word) => word.replace(MARKS, "")).filter(Boolean);
  for (const span of new SpanReader(editions, isName).listSpans(words)) {
    const subject = trim(span.otherWords).join(" ");
    const [first, last] = boundChanges(span, editions);
    if (asksForChanges(span, subject) && first < last) return { subject, first, last };
  }
  return null;
}

/**
 * Whether a question that names a time asks for changes. "Since" and two times always do: "layers
 * since 2019", "combat M10 to M11". Any other time does only next to a word such as "changed",
 * because "banding before 2009" asks for the rules of that time. After "in" or "before" it needs a
 * subject too: "what changed in Magic 2010" asks for the edition and its bulletins.
 * @param {import("./change-times.js").TimeSpan} span the time, with the other words of the question
 * @param {string} subject the words that say in what something changed; empty for all rules
 */
function asksForChanges(span, subject) {
  if (["in", "before"].includes(span.kind) && !subject) return false;
  return ["since", "between"].includes(span.kind) || hasChangingWord(span);
}

/**
 * The words of a question without those at both ends that only ask for changes. Nothing is left if
 * the words only speak of rules: "rule changes".
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
