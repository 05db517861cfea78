// @ts-check
// Answers of the search as elements, and counts of answers in words, for the box and for the search
// page.
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { beginBefore } from "../lib/excerpt.js";
import { symbols } from "../lib/passage.js";
import { isTerm, nameOf } from "../lib/record-key.js";
import { describeOldName, oldNameOf } from "../lib/renamed.js";
import { describeWhy } from "./why.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {Omit<Answer, "exact" | "edition"> & Partial<Pick<Answer, "edition">>} Shown the fields
 *   of an answer that its link shows
 * @typedef {[number, number][]} Marks where marked words begin and end in a text, in order
 */

/** Characters of a text that are shown before its first mark, and after it. */
const BEFORE = 90;
const AFTER = 190;

/**
 * An edition in words: `1 July 2003, Eighth Edition`, or the date alone if it has no set.
 * @param {[string, string?]} edition date and set
 */
export const editionInWords = ([date, name]) =>
  name ? `${dateInWords(date)}, ${name}` : dateInWords(date);

/**
 * The piece of a text around the first mark, with `mark` elements: `… you <mark>copy</mark> it …`.
 * It begins and ends between words, or within one if no blank is near.
 * @param {string} text
 * @param {Marks} marks
 */
function snippet(text, marks) {
  const first = marks[0]?.[0] ?? 0;
  const from = beginBefore(text, first, BEFORE);
  const last = text.indexOf(" ", Math.max(first, from) + AFTER);
  const to = last < 0 ? text.length : last;
  /** @type {(string | HTMLElement)[]} */
  const parts = [from ? "… " : ""];
  let position = from;
  for (const [start, end] of marks) {
    if (start < position || end > to) continue;
    parts.push(
      ...symbols(text.slice(position, start)),
      element("mark", {}, symbols(text.slice(start, end))),
    );
    position = end;
  }
  parts.push(...symbols(text.slice(position, to)), to < text.length ? " …" : "");
  return parts;
}

/**
 * The notes beside the title of an answer: chapter, reason, edition.
 * @param {Shown} answer
 * @param {string} title
 */
function notesOf({ key, chapter = "", text, why, edition, detail }, title) {
  // The heading of a chapter itself is the title already.
  const isPlain = !text || isTerm(key) || chapter === `${key} ${title}`;
  const isOfEdition = !text && edition && !detail;
  const notes = [
    isPlain ? "" : chapter,
    describeWhy(why),
    isOfEdition ? `edition of ${dateInWords(edition)}` : "",
  ];
  return notes.filter(Boolean).join(" · ");
}

/**
 * The piece of an answer's text that its link shows.
 * @param {Pick<Shown, "field" | "text" | "marks">} answer
 */
function makeWords({ field, text, marks = [] }) {
  const example = field?.startsWith("example")
    ? element("span", { class: "hit-part" }, "Example ")
    : null;
  return element("span", { class: "hit-words" }, example, snippet(text, marks));
}

/**
 * Keeps room for the words of an answer in a link that was shown without them, so that the rows
 * below it stay where they are when the words come.
 * @param {HTMLElement} link as `hitLink` made it
 */
export function keepRoom(link) {
  link.append(element("span", { class: "hit-words" }));
  link.closest(".hit")?.classList.replace("hit-direct", "hit-found");
}

/**
 * Puts the words of an answer into the room that is kept for them.
 * @param {HTMLElement} link
 * @param {Pick<Shown, "key" | "field" | "text" | "marks">} answer
 */
export function fillRoom(link, answer) {
  link.dataset.key = answer.key;
  link.querySelector(".hit-words")?.replaceWith(makeWords(answer));
}

/**
 * Takes the room away, if there are no words for it.
 * @param {HTMLElement} link
 */
export function removeRoom(link) {
  link.querySelector(".hit-words")?.remove();
  link.closest(".hit")?.classList.replace("hit-found", "hit-direct");
}

/**
 * An answer as a link: its number and title, its notes, and a piece of its text.
 * @param {Shown} answer
 * @param {Record<string, unknown>} attributes of the link besides
 * @returns {HTMLAnchorElement}
 */
export function hitLink(answer, attributes = {}) {
  const { key, heading = "", text, href } = answer;
  const title = answer.detail ?? (isTerm(key) ? nameOf(key) : heading);
  const notes = notesOf(answer, title);
  const head = element(
    "span",
    { class: "hit-head" },
    element("span", { class: "num" }, answer.label ?? (isTerm(key) ? "Glossary" : nameOf(key))),
    " ",
    title,
    notes ? element("span", { class: "hit-chapter" }, `${title ? " · " : ""}${notes}`) : null,
  );
  // The address names the rule and no words to mark: a browser scrolls to such words wherever they
  // are first on the page, perhaps in another rule.
  return element(
    "a",
    { href: address(href), "data-key": text ? key : null, ...attributes },
    head,
    text ? makeWords(answer) : null,
  );
}

/**
 * The number of things found, in words: `3 passages`, or `1 passage with all the words and 2 with
 * some of the words`.
 * @param {number} total
 * @param {number} whole the number of those with all the words
 * @param {string} singular
 * @param {string} many
 */
function countInWords(total, whole, singular, many) {
  const count = (/** @type {number} */ number) =>
    `${number.toLocaleString("en")} ${number === 1 ? singular : many}`;
  if (whole === total) return count(total);
  const partial = `${(total - whole).toLocaleString("en")} with some of the words`;
  return whole
    ? `${count(whole)} with all the words and ${partial}`
    : `${count(total)} with some of the words`;
}

/**
 * The number of answers, in words: `1 direct answer and 3 passages`. Direct answers are those by a
 * number, a name or a day. Of a query of a single word no passage has "all the words".
 * @param {Pick<import("./result.js").Result, "named" | "total" | "whole" | "query">} found
 */
export function answersInWords({ named, total, whole, query }) {
  const hasSeveralWords = query.content.length > 1;
  const passages = countInWords(total, hasSeveralWords ? whole : total, "passage", "passages");
  if (!named) return passages;
  return `${named} direct ${named === 1 ? "answer" : "answers"} and ${passages}`;
}

/** Words in quotation marks: `“bury”, “in play”`. */
const list = (/** @type {string[]} */ words) => words.map((word) => `“${word}”`).join(", ");

/**
 * The words that were searched for besides those typed: `also for “exile”, “deathtouch” for
 * “deathtuch”`. Empty if there are none.
 * @param {Pick<import("./result.js").Result, "renamed" | "replaced">} found
 */
export function besides({ renamed, replaced }) {
  const otherNames = renamed.flatMap(({ names }) => names);
  const parts = replaced.map(({ typed, meant }) => `“${meant}” for “${typed}”`);
  return [...(otherNames.length ? [`also for ${list(otherNames)}`] : []), ...parts].join(", ");
}

/**
 * A sentence on the old term that a query is, as a link to the term's page. Null for any other
 * query, and if the page of a term comes before all passages: a note says more about that.
 * @param {import("../jump.js").JumpTable} table
 * @param {Pick<import("./result.js").Result, "query" | "answers">} found
 */
export function oldTermLink(table, { query, answers }) {
  const passage = answers.findIndex(({ text }) => text);
  const direct = passage < 0 ? answers : answers.slice(0, passage);
  if (direct.some(({ key }) => key.startsWith("term:"))) return null;
  const row = oldNameOf(table, query.text);
  return row ? element("a", { href: address(row.page) }, describeOldName(row)) : null;
}
