// @ts-check
// Questions for the rules that refer to a rule: `who cites 704.5`, `what refers to 702.19`. As
// `graph/search/citing_questions.py`.
import { numberIn } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { definition } from "./definition.js";
import { latestOf } from "./sets.js";
import { makeWhy } from "./why.js";

/** @typedef {import("./answers.js").Answer} Answer */

/**
 * The question for references that the words of a query ask, with the number of a chapter among
 * them, which is null if the query names its numbers otherwise; null if they ask no such question.
 * All words must belong to the question. A verb such as "cite" only asks if it is not the first
 * word, which is a request: `cite 702.19`.
 * @param {string[]} words of the query, without its numbers with a point
 * @param {{namesNumber: boolean}} options whether the query has such numbers
 * @returns {{number: string | null} | null}
 */
export function citingQuestion(words, { namesNumber }) {
  const { citing, cite, around_citing: around } = definition;
  // a definition that was kept on the device may be older than this script
  if (!around) return null;
  const asks = words.some((word, index) => citing.has(word) || (index > 0 && cite.has(word)));
  if (!asks) return null;
  const rest = words.filter((word) => !citing.has(word) && !cite.has(word) && !around.has(word));
  if (namesNumber) return rest.length ? null : { number: null };
  const number = numberIn(rest.join(" "));
  return number && /^\d/.test(number) ? { number } : null;
}

/**
 * The page of the references of a rule as an answer.
 * @param {import("../jump.js").JumpTable} table
 * @param {string} number
 * @param {string | null} edition its date; null for the latest
 * @returns {Answer}
 */
export function makeReferencesRow(table, number, edition) {
  const date = edition === latestOf(table) ? null : edition;
  return {
    key: `references:${number}${date === null ? "" : `@${date}`}`,
    edition: date,
    label: number,
    detail: `the rules that refer to it, and those that it refers to${
      date === null ? "" : `, on ${dateInWords(date)}`
    }`,
    text: "",
    why: makeWhy("references", number),
    href: `references/?n=${number}${date === null ? "" : `&on=${date}`}`,
    exact: true,
  };
}
