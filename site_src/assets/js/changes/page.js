// @ts-check
// What the search page shows of changes: `/search/?in=changes&q=mana+burn`.
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element, makeButton } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";
import { isTerm, nameOf } from "../lib/record-key.js";
import { contents, ready, sidesIn } from "./load.js";
import { GAP } from "./match.js";
import { matching, periodsOf } from "./search.js";
import { yearsFor } from "./years.js";
import { words_never, words_never_together, words_since, words_then } from "../../sentences.json";
import { loadMaterial } from "../lib/material.js";
import { say } from "../lib/say.js";

/**
 * @typedef {import("./match.js").TextRange} TextRange
 * @typedef {import("./match.js").Side} Side
 * @typedef {import("./search.js").ChangeSide} ChangeSide
 * @typedef {import("./search.js").Match} Match
 * @typedef {import("./search.js").Period} Period
 */

/**
 * What the search page asks for; empty values ask for nothing.
 * @typedef {object} ChangesAsked
 * @property {string} query
 * @property {string} side `either` for both
 * @property {string} only a kind or class of changes
 * @property {string} within a chapter
 * @property {string} from no edition before it
 * @property {string} to no edition after it
 * @property {boolean} oldest whether the oldest are shown first
 */

const SHOWN = 30;
/** So many years are on their way while one is searched. */
const AHEAD = 6;
const AROUND = 130;

/**
 * Where the part of a text begins and ends that a row shows: around its first mark.
 * @param {string} text
 * @param {TextRange[]} marks where the words stand that were found
 * @returns {{begin: number, end: number}}
 */
function windowOf(text, marks) {
  const [first, stop] = marks[0];
  const begin = first < AROUND ? 0 : text.indexOf(" ", first - AROUND) + 1;
  const end = text.indexOf(" ", Math.max(stop, begin) + 2 * AROUND);
  return { begin, end: end < 0 ? text.length : end };
}

/**
 * @param {number} offset
 * @param {TextRange[]} marks
 */
const isInside = (offset, marks) => marks.some(([start, stop]) => start <= offset && offset < stop);

/**
 * A stretch of a text, with the words that were found marked. The marks are in order and disjoint,
 * so what is between two neighbouring borders is wholly inside a mark or wholly outside.
 * @param {string} text
 * @param {number} begin
 * @param {number} end
 * @param {TextRange[]} marks
 * @returns {(Node | string)[]}
 */
function withFound(text, begin, end, marks) {
  if (begin === end) return [];
  const borders = [begin, ...marks.flat().filter((offset) => begin < offset && offset < end), end];
  return borders.slice(1).flatMap((stop, at) => {
    const start = borders[at];
    const words = symbols(text.slice(start, stop).replaceAll(GAP, " … "));
    return isInside(start, marks) ? [element("mark", {}, words)] : words;
  });
}

/**
 * The words around what was found in a side of a passage: marked are the words that were inserted
 * or deleted, and in them or beside them those that were found.
 * @param {{text: string, shown: TextRange[]}} here
 * @param {TextRange[]} marks
 * @param {Side} side
 * @returns {(Node | string)[]}
 */
function passageAround({ text, shown }, marks, side) {
  const { begin, end } = windowOf(text, marks);
  const tag = side === "inserted" ? "ins" : "del";
  /** @type {(Node | string)[]} */
  const parts = [begin ? "… " : ""];
  let offset = begin;
  for (const [from, to] of shown) {
    const [start, stop] = [Math.max(from, begin), Math.min(to, end)];
    if (start >= stop) continue;
    parts.push(...withFound(text, offset, start, marks));
    parts.push(element(tag, {}, withFound(text, start, stop, marks)));
    offset = stop;
  }
  return [...parts, ...withFound(text, offset, end, marks), end < text.length ? " …" : ""];
}

/**
 * How a record changed, in words: `inserted, wording, example` of changed words, `inserted, moved`
 * of a record that only moved, `inserted, example added` of a new record.
 * @param {Match} found
 */
function changeInWords({ previous, side, kind, class: change, field }) {
  const parts = [previous ? side : "in the first edition"];
  const part = field === "text" ? "" : field;
  if (change) parts.push(change, part);
  else if (kind !== "added" && kind !== "deleted") parts.push(kind);
  else parts.push(`${part} ${previous ? kind : ""}`.trim());
  return parts.filter(Boolean).join(", ");
}

/**
 * @param {Match} found
 * @param {string} query
 * @param {Record<string, string>} titles of the bulletins
 * @returns {HTMLElement}
 */
function rowOf(found, query, titles) {
  const { edition, previous, number, side, here, marks, bulletins } = found;
  const where = new URLSearchParams({ q: query, in: side });
  const href = previous
    ? address(`compare/${previous}..${edition}/?${where}`)
    : address(`e/${edition}/`);
  const head = element(
    "span",
    { class: "hit-head" },
    element("span", { class: "num" }, isTerm(number) ? `“${nameOf(number)}”` : nameOf(number)),
    element(
      "span",
      { class: "hit-chapter" },
      ` · ${dateInWords(edition)} · ${changeInWords(found)}`,
    ),
  );
  const reasons = bulletins.map((id) =>
    element(
      "span",
      { class: "hit-when taps" },
      "Announced in the ",
      element("a", { href: address(`bulletins/${id}/`) }, titles[id] ?? id),
    ),
  );
  const words = element("span", { class: "hit-words" }, passageAround(here, marks, side));
  return element(
    "li",
    { class: `hit hit-found hit-${side}` },
    element("a", { href }, head, words),
    reasons,
  );
}

/** @param {Period} period */
function periodInWords({ words, first, gone }) {
  const named = words.startsWith('"') ? words : `“${words}”`;
  if (!first) {
    const pattern = words.includes(" ") ? words_never_together : words_never;
    return `${say(pattern, { words: named })} `;
  }
  const values = { words: named, first: dateInWords(first), gone: gone && dateInWords(gone) };
  return `${say(gone ? words_then : words_since, values)} `;
}

/**
 * The newest edition first, each in its own order.
 * @param {Match[]} found
 */
const newestFirst = (found) =>
  found.toSorted((one, other) => {
    if (one.edition === other.edition) return 0;
    return one.edition < other.edition ? 1 : -1;
  });

/**
 * Shows the changes with the words of a search: those of each year as soon as they have come, and
 * at last since when and until when the rules had the words.
 * @param {ChangesAsked} state
 * @param {Record<"list" | "foot" | "status", HTMLElement>} places where to show them
 * @param {() => boolean} isCurrent whether nothing else was asked for meanwhile
 */
export async function showChanges(state, { list, foot, status }, isCurrent) {
  const query = state.query.trim();
  if (!query) {
    list.replaceChildren();
    foot.replaceChildren();
    status.textContent =
      "Type words to find the editions that added or removed them; " +
      "put words in quotes to find that exact phrase.";
    return;
  }
  // a button of the search before would go on with that
  foot.replaceChildren();
  const tell = (/** @type {number} */ share) => {
    status.textContent = `Reading the changes of all editions: ${Math.round(100 * share)} %`;
  };
  tell(0);
  const [index] = await Promise.all([contents(), ready()]);
  const { editions, titles } = index;
  const years = yearsFor(index, query);
  const order = state.oldest ? years : [...years].reverse();
  const ask = (/** @type {string[]} */ some) => {
    for (const year of some) sidesIn(year).catch(() => {});
  };
  ask(order.slice(0, AHEAD));
  const chosen = {
    side: state.side,
    only: state.only ? [state.only] : [],
    chapter: state.within,
    first: state.from || undefined,
    last: state.to || undefined,
  };
  /** @type {Match[]} */
  const rows = [];
  /** @type {ChangeSide[]} */
  let sides = [];
  let drawn = 0;
  const draw = (/** @type {number} */ limit) => {
    const more = rows.slice(drawn, limit).map((row) => rowOf(row, query, titles));
    if (drawn) list.append(...more);
    else list.replaceChildren(...more);
    drawn += more.length;
  };
  for (const [at, year] of order.entries()) {
    const here = await sidesIn(year);
    ask(order.slice(at + AHEAD, at + AHEAD + 1));
    const found = await matching(here, query, chosen);
    if (!isCurrent()) return;
    sides = sides.concat(here);
    rows.push(...(state.oldest ? found : newestFirst(found)));
    draw(SHOWN);
    tell((at + 1) / order.length);
    if (drawn) loadMaterial();
  }
  if (!drawn) list.replaceChildren();
  const periods = await periodsOf(sides, query, editions);
  if (!isCurrent()) return;
  const offerMore = () => {
    const left = rows.length - drawn;
    const show = () => {
      const next = drawn;
      draw(drawn + SHOWN);
      offerMore();
      list.children[next]?.querySelector("a")?.focus();
    };
    const words = `Show ${Math.min(SHOWN, left)} more`;
    const more = makeButton(words, show, { class: "search-further tap" });
    foot.replaceChildren(...(left > 0 ? [more] : []));
  };
  offerMore();
  const number = rows.length.toLocaleString("en");
  const noun = rows.length === 1 ? "change" : "changes";
  const figure = rows.length ? `${number} ${noun}.` : "No edition inserted or deleted these words.";
  status.textContent = `${periods.map(periodInWords).join("")}${figure}`;
}
