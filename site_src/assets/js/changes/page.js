// @ts-check
// The list of changes on the search page: `/search/?in=changes&q=mana+burn`.
import { numberIn } from "../jump.js";
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element, makeButton } from "../lib/dom.js";
import { beginBefore } from "../lib/excerpt.js";
import { symbols } from "../lib/passage.js";
import { isTerm, nameOf } from "../lib/record-key.js";
import { callSearch } from "../search/call.js";
import { KINDS } from "../search/options.js";
import { GAP } from "./gap.js";
import { words_never, words_never_together, words_since, words_then } from "../../sentences.json";
import { loadMaterial } from "../lib/material.js";
import { say } from "../lib/say.js";

/**
 * @typedef {import("./match.js").TextRange} TextRange
 * @typedef {import("./match.js").Side} Side
 * @typedef {import("./found.js").Question} Question
 * @typedef {import("./found.js").ShownChange} ShownChange
 * @typedef {import("./search.js").Period} Period
 */

/**
 * The question of the search page. An empty value asks for nothing.
 * @typedef {object} PageQuestion
 * @property {string} query
 * @property {string} side `either` for both
 * @property {string} onlyClass a kind or class of changes
 * @property {string[]} kinds `rule`, `example` and `glossary`
 * @property {string} within number of a part of the rules, `glossary`, or the name of an entry
 * @property {string} from no edition before it
 * @property {string} to no edition after it
 * @property {boolean} oldest whether the oldest are shown first
 */

/** Changes that are shown at first, and each time that the reader asks for more. */
const SHOWN = 30;
/** Files that are fetched at first: more would delay the changes that are shown first. */
const FIRST = 2;
/** Files that are fetched while one is searched, if all of them are to be read. */
const AHEAD = 11;
/** Characters that a row shows before the words that were found; it shows twice as many after. */
const AROUND = 130;

/**
 * The part of a text that a row shows: the text around the first words that were found.
 * @param {string} text
 * @param {TextRange[]} marks ranges of the words that were found, at least one
 * @returns {{begin: number, end: number}}
 */
function windowOf(text, marks) {
  const [markBegin, markEnd] = marks[0];
  const begin = beginBefore(text, markBegin, AROUND);
  const blank = text.indexOf(" ", Math.max(markEnd, begin) + 2 * AROUND);
  return { begin, end: blank < 0 ? text.length : blank };
}

/**
 * Whether a position in a text is inside of a mark.
 * @param {number} offset
 * @param {TextRange[]} marks
 */
const isInside = (offset, marks) => marks.some(([start, stop]) => start <= offset && offset < stop);

/**
 * A stretch of a text, with the words that were found marked. It is divided at its ends and at the
 * ends of the marks. The marks are in order and disjoint, so each piece is wholly inside a mark or
 * wholly outside.
 * @param {string} text
 * @param {number} begin
 * @param {number} end
 * @param {TextRange[]} marks
 * @returns {(Node | string)[]}
 */
function withFound(text, begin, end, marks) {
  if (begin === end) return [];
  const marksWithin = marks.flat().filter((offset) => begin < offset && offset < end);
  const parts = [];
  let start = begin;
  for (const stop of [...marksWithin, end]) {
    const words = symbols(text.slice(start, stop).replaceAll(GAP, " … "));
    if (isInside(start, marks)) parts.push(element("mark", {}, words));
    else parts.push(...words);
    start = stop;
  }
  return parts;
}

/**
 * The excerpt of a side of a passage around the words that were found. Words that were inserted or
 * deleted are in `<ins>` or `<del>`; words that were found, in these or outside, are in `<mark>`.
 * @param {{text: string, shown: TextRange[]}} passage
 * @param {TextRange[]} marks
 * @param {Side} side
 * @returns {(Node | string)[]}
 */
function passageAround({ text, shown }, marks, side) {
  const { begin, end } = windowOf(text, marks);
  const tag = side === "inserted" ? "ins" : "del";
  /** @type {(Node | string)[]} */
  const parts = [begin ? "… " : ""];
  let written = begin;
  for (const [changeBegin, changeEnd] of shown) {
    const start = Math.max(changeBegin, begin);
    const stop = Math.min(changeEnd, end);
    if (start >= stop) continue;
    parts.push(...withFound(text, written, start, marks));
    parts.push(element(tag, {}, withFound(text, start, stop, marks)));
    written = stop;
  }
  return [...parts, ...withFound(text, written, end, marks), end < text.length ? " …" : ""];
}

/**
 * Those of some parts that are not empty, as a list: `inserted`, `` and `moved` → `inserted,
 * moved`.
 * @param {string[]} parts
 */
const joinParts = (...parts) => parts.filter(Boolean).join(", ");

/**
 * The change of a passage in words: `inserted, wording, example` if its words changed, `inserted,
 * moved, wording` if its record moved too, `example added` if it is wholly new.
 * @param {ShownChange} found
 */
function changeInWords({ previous, side, kind, class: change, field }) {
  const part = field === "text" ? "" : field;
  if (!previous) return joinParts("in the first edition", part);
  const newOrGone = [change, kind].find((name) => name === "added" || name === "deleted");
  if (newOrGone) return `${part} ${newOrGone}`.trim();
  return joinParts(side, kind === "kept" ? "" : kind, change ?? "", part);
}

/**
 * The address of the page that shows a change: the comparison with the edition before, with the
 * query in its search; for the first edition that edition itself.
 * @param {ShownChange} found
 * @param {string} query
 */
function addressOfChange({ edition, previous, side }, query) {
  if (!previous) return address(`e/${edition}/`);
  return address(`compare/${previous}..${edition}/?${new URLSearchParams({ q: query, in: side })}`);
}

/** @param {string} key */
const inQuotes = (key) => (isTerm(key) ? `“${nameOf(key)}”` : nameOf(key));

/**
 * The number or term of a change's record: `502.42b → 702.45b` if the change gave it another one.
 * @param {ShownChange} found
 */
function namesOf({ number, otherNumber, side }) {
  const name = inQuotes(number);
  const otherName = inQuotes(otherNumber || number);
  if (name === otherName) return name;
  return side === "inserted" ? `${otherName} → ${name}` : `${name} → ${otherName}`;
}

/**
 * The line above the words of a change: its record, its edition and its kind.
 * @param {ShownChange} found
 */
function headOf(found) {
  const change = `${dateInWords(found.edition)} · ${changeInWords(found)}`;
  return element(
    "span",
    { class: "hit-head" },
    element("span", { class: "num" }, namesOf(found)),
    " ",
    element("span", { class: "hit-chapter" }, change),
  );
}

/**
 * A link to the bulletin that announced a change.
 * @param {string} id of the bulletin
 * @param {Record<string, string>} titles of the bulletins, by id
 */
const bulletinLink = (id, titles) =>
  element(
    "span",
    { class: "hit-when taps" },
    "Announced in the ",
    element("a", { href: address(`bulletins/${id}/`) }, titles[id] ?? id),
  );

/**
 * A change as an item of the list.
 * @param {ShownChange} found
 * @param {string} query
 * @param {Record<string, string>} titles of the bulletins, by id
 * @returns {HTMLElement}
 */
function rowOf(found, query, titles) {
  const { side, passage, marks, bulletins } = found;
  const words = element("span", { class: "hit-words" }, passageAround(passage, marks, side));
  return element(
    "li",
    { class: `hit hit-found hit-${side}` },
    element("a", { href: addressOfChange(found, query) }, headOf(found), words),
    bulletins.map((id) => bulletinLink(id, titles)),
  );
}

/**
 * A sentence about the time in which the rules had some words.
 * @param {Period} period
 */
function periodInWords({ words, first, gone }) {
  const named = words.startsWith('"') ? words : `“${words}”`;
  if (!first) {
    const pattern = words.includes(" ") ? words_never_together : words_never;
    return `${say(pattern, { words: named })} `;
  }
  const values = { words: named, first: dateInWords(first), gone: gone && dateInWords(gone) };
  return `${say(gone ? words_then : words_since, values)} `;
}

/** The changes that a search found, and the list of the page that shows some of them. */
class ChangeList {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} foot where the button for more is
   * @param {Question} question
   * @param {string[]} files in the order in which their changes are shown
   * @param {Record<string, string>} titles of the bulletins
   */
  constructor(list, foot, question, files, titles) {
    this.list = list;
    this.foot = foot;
    this.question = question;
    this.files = files;
    this.titles = titles;
    /** The number of files that were read. */
    this.read = 0;
    this.count = 0;
    this.drawn = 0;
  }

  /**
   * Finds the changes in the next files, one or more, and draws those for which there is room.
   * @param {number} ahead the number of files that are searched at the same time
   * @param {() => boolean} isCurrent whether nothing else was asked for meanwhile
   */
  async readNext(ahead, isCurrent) {
    const room = Math.max(0, SHOWN - this.drawn);
    const files = this.files.slice(this.read);
    const found = await callSearch("findChanges", files, this.question, room, ahead);
    if (!isCurrent()) return;
    this.read += found.read;
    this.count += found.count;
    this.draw(found.first);
  }

  /**
   * Draws rows. The first rows replace those of the search before.
   * @param {ShownChange[]} changes
   */
  draw(changes) {
    const rows = changes.map((change) => rowOf(change, this.question.query, this.titles));
    if (this.drawn) this.list.append(...rows);
    else this.list.replaceChildren(...rows);
    this.drawn += rows.length;
  }

  /** Draws the next rows, and moves the focus to the first of them. */
  async drawMore() {
    const next = this.drawn;
    const { files, question } = this;
    this.draw(await callSearch("listChanges", files, question, next, next + SHOWN));
    this.offerMore();
    this.list.children[next]?.querySelector("a")?.focus();
  }

  /** Puts a button for the next rows under the list, if there are more. */
  offerMore() {
    const remaining = this.count - this.drawn;
    if (!remaining) {
      this.foot.replaceChildren();
      return;
    }
    const words = `Show ${Math.min(SHOWN, remaining)} more`;
    const showMore = () => this.drawMore();
    this.foot.replaceChildren(makeButton(words, showMore, { class: "search-further tap" }));
  }

  /** How many changes were found, as a sentence. */
  get total() {
    const { count } = this;
    if (!count) return "No edition inserted or deleted these words.";
    return `${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}.`;
  }
}

/**
 * The choice of changes for the question of the search page.
 * @param {PageQuestion} state
 * @returns {import("./search.js").Choice}
 */
const choiceOf = (state) => ({
  side: state.side,
  only: state.onlyClass ? [state.onlyClass] : [],
  kinds: state.kinds,
  within: numberIn(state.within) ?? state.within.trim().toLowerCase(),
  first: state.from || undefined,
  last: state.to || undefined,
});

/**
 * Whether a choice excludes no change.
 * @param {import("./search.js").Choice} choice
 */
const isWhole = ({ side, only = [], kinds = [], within, first, last }) =>
  side === "either" && !only.length && kinds.length === KINDS.length && !within && !first && !last;

/**
 * How many files are likely to have the changes that are shown at first.
 * @param {number} files the number of files with changes
 * @param {number} count the number of changes in them
 */
const likelyFiles = (files, count) => Math.ceil((SHOWN * files) / Math.max(count, 1));

/**
 * Reads the files in their order, and shows the changes of each as soon as they are found.
 * @param {ChangeList} changes
 * @param {number | null} count the number of all changes, if it is known: then only the files with
 *   those that are shown need to be read
 * @param {(share: number) => void} showProgress gets the share of the files that were read
 * @param {() => boolean} isCurrent whether nothing else was asked for meanwhile
 */
async function showFiles(changes, count, showProgress, isCurrent) {
  const { files } = changes;
  const ahead = count === null ? AHEAD : Math.min(AHEAD, likelyFiles(files.length, count));
  while (changes.read < files.length) {
    await changes.readNext(changes.read ? ahead : FIRST, isCurrent);
    if (!isCurrent() || (count !== null && changes.drawn >= SHOWN)) return;
    showProgress(changes.read / files.length);
  }
}

/**
 * Shows the changes with the words of a search, and says since when and until when the rules had
 * these words.
 * @param {PageQuestion} state
 * @param {Record<"list" | "foot" | "status", HTMLElement>} parts of the page that show them
 * @param {() => boolean} isCurrent whether nothing else was asked for meanwhile
 */
export async function showChanges(state, { list, foot, status }, isCurrent) {
  // removes the button that shows more of the search before
  foot.replaceChildren();
  const query = state.query.trim();
  if (!query) {
    list.replaceChildren();
    status.textContent =
      "Type words to find the editions that added or removed them; " +
      "put words in quotes to find that exact phrase.";
    return;
  }
  const showProgress = (/** @type {number} */ share) => {
    status.textContent = `Reading the changes of all editions: ${Math.round(100 * share)} %`;
  };
  showProgress(0);
  const { files, titles, summary } = await callSearch("filesWithChanges", query);
  if (!isCurrent()) return;
  const order = state.oldest ? files : [...files].reverse();
  const question = { query, choice: choiceOf(state), oldest: state.oldest };
  const changes = new ChangeList(list, foot, question, order, titles);
  const known = isWhole(question.choice) ? summary : null;
  await showFiles(changes, known?.count ?? null, showProgress, isCurrent);
  if (!isCurrent()) return;
  if (!changes.drawn) list.replaceChildren();
  // only now, because Material's script would have delayed the files
  loadMaterial();
  const periods = known?.periods ?? (await callSearch("periodsIn", order, query));
  if (!isCurrent()) return;
  changes.count = known?.count ?? changes.count;
  changes.offerMore();
  status.textContent = `${periods.map(periodInWords).join("")}${changes.total}`;
}
