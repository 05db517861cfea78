// What was found as elements, for the box and for the search page.
import { address } from "../site.js";
import { placeOf } from "../jump.js";
import { anchorOf } from "../asof/edition.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";
import { marksOf } from "./passages.js";
import { chapterOf, nameOf } from "./words.js";

const BEFORE = 90;
const AFTER = 190;

/** An edition in words, with its set where it has one. */
export const editionInWords = ([date, name]) => (name ? `${dateInWords(date)}, ${name}` : dateInWords(date));

/** A piece of a text around the first of the marks (`[start, end]`, in order), from the beginning of a word to the end of one. */
function snippet(text, marks) {
  const first = marks[0]?.[0] ?? 0;
  const from = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const last = text.indexOf(" ", Math.max(first, from) + AFTER);
  const to = last < 0 ? text.length : last;
  const parts = [from ? "… " : ""];
  let at = from;
  for (const [start, end] of marks) {
    if (start < at || end > to) continue;
    parts.push(...symbols(text.slice(at, start)), element("mark", {}, symbols(text.slice(start, end))));
    at = end;
  }
  parts.push(...symbols(text.slice(at, to)), to < text.length ? " …" : "");
  return parts;
}

const head = (label, title, ...more) => element("span", { class: "hit-head" }, element("span", { class: "num" }, label), " ", title, ...more);

/** A direct answer as a link. */
export const answerLink = (row, attributes = {}) => element("a", { href: address(row.href), ...attributes }, head(row.label, row.detail));

/** The address of a record: of the latest edition, or of the edition of a date. */
function addressOfRun(table, key, edition) {
  if (edition !== null) return address(`e/${edition}/#${encodeURIComponent(anchorOf(key)).replaceAll("%3A", ":")}`);
  return address(placeOf(table, key) ?? `n/?${encodeURIComponent(nameOf(key))}`);
}

/**
 * A passage that was found as a link.
 * @param edition date of the edition that it leads to; null for the latest
 */
export function hitLink(table, result, { words, phrases, edition }, attributes = {}) {
  const { run, document: found } = result;
  const isTerm = chapterOf(run.key) === "glossary";
  const title = isTerm ? nameOf(run.key) : words.titleOf(run);
  const chapter = words.chapterOf(run);
  const context = isTerm || chapter === `${run.key} ${title}` ? null : element("span", { class: "hit-chapter" }, ` ${title ? "· " : ""}${chapter}`);
  const example = found.field === "text" ? null : element("span", { class: "hit-part" }, "Example ");
  return element(
    "a", { href: addressOfRun(table, run.key, edition), ...attributes },
    head(isTerm ? "Glossary" : nameOf(run.key), title, context),
    element("span", { class: "hit-words" }, example, snippet(found.text, marksOf(result, phrases))),
  );
}

/** How many were found: all of them, or those with all the words and those with some. */
export function countInWords(total, whole, one, many) {
  const count = (number) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  if (whole === total) return count(total);
  const some = `${(total - whole).toLocaleString("en")} with some of the words`;
  return whole ? `${count(whole)} with all the words and ${some}` : `${count(total)} with some of the words`;
}

const list = (words) => words.map((one) => `“${one}”`).join(", ");

/** What else was searched for besides the words as typed: other names, abbreviations, mended words. Empty for nothing. */
export function besides({ others = [], replaced = [] }, corrected = new Map()) {
  const mended = new Map([...replaced, ...corrected]);
  const parts = [...mended].map(([typed, words]) => `“${words}” for “${typed}”`);
  const also = others.length ? [`also for ${list(others)}`] : [];
  return [...also, ...parts].join(", ");
}
