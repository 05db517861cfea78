// @ts-check
// What was found as elements, for the box and for the search page.
import { address } from "../site.js";
import { dropTextFragment } from "../lib/address-bar.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { beginBefore } from "../lib/excerpt.js";
import { symbols } from "../lib/passage.js";
import { isTerm, nameOf } from "../lib/record-key.js";
import { inWords, oldNameOf } from "../lib/renamed.js";
import { describeWhy } from "./why.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {Omit<Answer, "exact" | "edition"> & Partial<Pick<Answer, "edition">>} Shown what of an
 *   answer its link shows
 * @typedef {[number, number][]} Marks
 */

const BEFORE = 90;
const AFTER = 190;
/** Marks that an address has, and words before each by which it is found. */
const MARKED = 4;
const BEFORE_MARK = 3;

/**
 * An edition in words, with its set where it has one.
 * @param {[string, string?]} edition date and set
 */
export const editionInWords = ([date, name]) =>
  name ? `${dateInWords(date)}, ${name}` : dateInWords(date);

/**
 * A piece of a text around the first of the marks (`[start, end]`, in order), from the beginning of
 * a word to the end of one; within a word if no blank is near.
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
  let at = from;
  for (const [start, end] of marks) {
    if (start < at || end > to) continue;
    parts.push(
      ...symbols(text.slice(at, start)),
      element("mark", {}, symbols(text.slice(start, end))),
    );
    at = end;
  }
  parts.push(...symbols(text.slice(at, to)), to < text.length ? " …" : "");
  return parts;
}

/**
 * The address that also has the words marked, where the browser can: each with the words before it.
 * @param {string} href
 * @param {string} text
 * @param {Marks} marks
 */
function withMarks(href, text, marks) {
  if (!("fragmentDirective" in document) || !marks.length) return href;
  const part = (/** @type {string} */ words) => encodeURIComponent(words).replaceAll("-", "%2D");
  const marked = marks.slice(0, MARKED).map(([begin, end]) => {
    const line = text.slice(0, begin).split("\n").at(-1) ?? "";
    const before = line.trim().split(/\s+/).slice(-BEFORE_MARK).join(" ");
    return `text=${before ? `${part(before)}-,` : ""}${part(text.slice(begin, end))}`;
  });
  return `${href}${href.includes("#") ? "" : "#"}:~:${marked.join("&")}`;
}

/**
 * What is said beside the name of an answer: chapter, reason, edition.
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
 * An answer as a link.
 * @param {Shown} answer
 * @param {Record<string, unknown>} attributes
 * @returns {HTMLAnchorElement}
 */
export function hitLink(answer, attributes = {}) {
  const { key, heading = "", field, text, marks = [], href } = answer;
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
  const example = field?.startsWith("example")
    ? element("span", { class: "hit-part" }, "Example ")
    : null;
  const made = element(
    "a",
    { href: address(href), "data-key": text ? key : null, ...attributes },
    head,
    text ? element("span", { class: "hit-words" }, example, snippet(text, marks)) : null,
  );
  // only when it is followed: the address itself stays one that can be copied
  if (marks.length)
    made.addEventListener("click", () => {
      made.href = withMarks(address(href), text, marks);
      window.setTimeout(() => {
        made.href = address(href);
      });
      // where it is a part of this page
      dropTextFragment();
    });
  return made;
}

/**
 * How many were found: all of them, or those with all the words and those with some.
 * @param {number} total
 * @param {number} whole those with all the words
 * @param {string} singular
 * @param {string} many
 */
export function countInWords(total, whole, singular, many) {
  const count = (/** @type {number} */ number) =>
    `${number.toLocaleString("en")} ${number === 1 ? singular : many}`;
  if (whole === total) return count(total);
  const some = `${(total - whole).toLocaleString("en")} with some of the words`;
  return whole
    ? `${count(whole)} with all the words and ${some}`
    : `${count(total)} with some of the words`;
}

/**
 * How many answers there are: those by a number, a name or a day, and passages.
 * @param {Pick<import("./searcher.js").Result, "named" | "total" | "whole">} found
 */
export function answersInWords({ named, total, whole }) {
  const passages = countInWords(total, whole, "passage", "passages");
  if (!named) return passages;
  return `${named} direct ${named === 1 ? "answer" : "answers"} and ${passages}`;
}

const list = (/** @type {string[]} */ words) => words.map((word) => `“${word}”`).join(", ");

/**
 * What else was searched for besides the words as typed: other names, abbreviations, mended words.
 * Empty for nothing.
 * @param {Pick<import("./searcher.js").Result, "renamed" | "replaced">} found
 */
export function besides({ renamed, replaced }) {
  const others = renamed.flatMap(({ names }) => names);
  const parts = replaced.map(({ typed, meant }) => `“${meant}” for “${typed}”`);
  return [...(others.length ? [`also for ${list(others)}`] : []), ...parts].join(", ");
}

/**
 * What became of the old term that a query is, as a link to its page; null for any other query, and
 * where the page of a term is the first answer, of which a note says more.
 * @param {import("../jump.js").JumpTable} table
 * @param {import("./searcher.js").Result} found
 */
export function oldTermLink(table, { query, answers }) {
  if (answers[0]?.key.startsWith("term:")) return null;
  const row = oldNameOf(table, query.text);
  return row ? element("a", { href: address(row.page) }, inWords(row)) : null;
}
