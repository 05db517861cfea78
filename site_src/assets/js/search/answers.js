// @ts-check
// Answers of the search as its pages show them.
import { addressOf, placeOf } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { hrefOf, nameOf } from "../lib/record-key.js";
import { marksIn } from "./marks.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("./words.js").Run} Run
 * @typedef {import("./words.js").Lineage} Lineage
 */

/**
 * @typedef {object} Answer
 * @property {string} key of a rule or entry; `edition:DATE`; an address for what is no record
 * @property {string | null} edition its date; null for the latest
 * @property {string} [label] shown instead of heading and chapter: `17 April 2026`, `702.40`
 * @property {string} [detail] shown behind the label instead of a text: `the latest edition`
 * @property {string} [heading]
 * @property {string} [chapter]
 * @property {string} [field] `text`, `example:0`, or `below:KEY` for the first rule below a heading
 * @property {string} text empty for a direct answer
 * @property {[number, number][]} [marks] where the text has words of the query
 * @property {import("./why.js").Why} [why]
 * @property {string} href from the site's root
 * @property {boolean} exact false if the query names something that is not there, and this is near:
 *   702.40 for 702.40z
 * @property {Lineage} [lineage] in a search of all editions
 * @property {Run[]} [runs] in a search of all editions those with the words, the oldest first
 * @property {boolean} [alone] of a ruling: it answers the whole query
 */

/**
 * A record that a search found, with the passage to show.
 * @typedef {object} Found
 * @property {number} position of the record in the index
 * @property {string} field of the passage, as `Answer.field`
 * @property {string} text
 * @property {import("./why.js").Why} why
 * @property {Set<string>} stems whose words are marked
 */

/**
 * The date of an edition that has a record: the edition that is searched or, in a search of all
 * editions, the last one with the record's text. Null for the latest.
 * @param {import("./index.js").Index} index
 * @param {number} position of the record
 * @param {string | null} date of the edition that is searched
 */
export function dateOfRecord(index, position, date) {
  const { run, lineage } = index.records[position];
  if (!lineage) return date;
  return run.last === index.words.newest ? null : index.words.editions[run.last][0];
}

/**
 * The address of a record of an edition.
 * @param {JumpTable} table
 * @param {string} key
 * @param {string | null} date null for the latest
 * @returns {string}
 */
export function addressOfRecord(table, key, date) {
  if (date !== null) return `e/${date}/${hrefOf(key)}`;
  const name = nameOf(key);
  return placeOf(table, key) ?? addressOf(table, name) ?? `n/?${encodeURIComponent(name)}`;
}

/**
 * A rule or entry as an answer.
 * @param {JumpTable} table
 * @param {import("./index.js").Index} index
 * @param {Found} found
 * @param {string | null} searched date of the edition that is searched
 * @param {string[]} phrases to mark
 * @returns {Answer}
 */
export function makeAnswer(table, index, found, searched, phrases) {
  const { key, lineage } = index.records[found.position];
  const date = dateOfRecord(index, found.position, searched);
  return {
    key,
    edition: date,
    lineage,
    heading: index.title(found.position),
    chapter: index.chapterTitle(found.position),
    field: found.field,
    text: found.text,
    marks: marksIn(found.text, found.stems, phrases),
    why: found.why,
    href: addressOfRecord(table, key, date),
    exact: true,
  };
}

/**
 * An edition as an answer.
 * @param {JumpTable} table
 * @param {string} date
 * @returns {Answer}
 */
export function makeEditionAnswer(table, date) {
  const name = table.editions.find(([known]) => known === date)?.[2] ?? "";
  const isLatest = date === table.editions.at(-1)?.[0];
  const parts = [name, isLatest ? "the latest edition" : ""].filter(Boolean);
  return {
    key: `edition:${date}`,
    edition: null,
    label: dateInWords(date),
    detail: parts.join(", ") || "edition",
    text: "",
    why: makeWhy("edition"),
    href: `e/${date}/`,
    exact: true,
  };
}

/**
 * The page of all meanings of a number (`n/?702.40`) as an answer.
 * @param {string} number
 * @param {string} detail
 * @param {string} kind of the reason: `meant-before` or `all-meanings`
 * @returns {Answer}
 */
export function makeNumberAnswer(number, detail, kind) {
  return {
    key: `number:${number}`,
    edition: null,
    label: number,
    detail,
    text: "",
    why: makeWhy(kind, number),
    href: `n/?${number}`,
    exact: true,
  };
}
