// @ts-check
// A comparison of any two editions as elements, in the form that the pages of consecutive editions
// have. Words come when a change nears the window.
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { anchorOf, chapterOf, hrefOf, isTerm } from "../lib/record-key.js";
import { segmentOf } from "../asof/records.js";
import changes from "../../changes.json" with { type: "json" };
import { categoryOf } from "./categories.js";
import { offerChapter } from "./chips.js";
import { ChangedWords } from "./words.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("./between.js").Change} Change
 * @typedef {import("./reasons.js").Reason} Reason
 */

/**
 * A chapter with its changes.
 * @typedef {object} ChangedChapter
 * @property {string} number empty for the glossary
 * @property {Edition} edition the one whose chapter it is: the older one, if the newer one lacks it
 * @property {Change[]} changes
 */

/**
 * What is written at a class of change, by its name.
 * @type {Record<string, string | undefined>}
 */
const CLASSES = Object.fromEntries(
  changes.filter(({ gravity }) => gravity).map(({ name, mark }) => [name, mark]),
);

/**
 * @param {string} name
 * @param {string} word
 */
const mark = (name, word) => [" ", element("span", { class: `mark mark-${name}` }, word)];

const shown = (/** @type {string} */ key) =>
  isTerm(key) ? `“${key.slice("glossary:".length).split("#", 1)[0]}”` : key.split("#", 1)[0];

/**
 * The records of a change in one edition, as links.
 * @param {Edition} edition
 * @param {string[]} keys
 */
const sides = (edition, keys) =>
  keys.flatMap((key, at) => [
    at ? ", " : "",
    element("a", { class: "num", href: address(`e/${edition.id}/${hrefOf(key)}`) }, shown(key)),
  ]);

/**
 * The place of each record in the document, by its key.
 * @param {Edition} edition
 * @returns {{get: (key: string) => number}}
 */
function ranksIn({ rules, glossary }) {
  const keys = [...rules, ...glossary].map(({ key }) => key);
  /** @type {Map<string, any>} */
  const ranks = new Map(keys.map((key, at) => [key, at]));
  return ranks;
}

/**
 * Changes in document order: by the first new record, each deletion behind the record that it
 * followed.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 */
function inOrder(changes, old, now) {
  const [olds, news] = [ranksIn(old), ranksIn(now)];
  const carried = changes
    .filter((change) => change.old.length && change.new.length)
    .map((change) => ({ was: olds.get(change.old[0]), is: news.get(change.new[0]) }))
    .sort((one, other) => one.was - other.was);
  // a deleted record is placed behind the nearest record before it that still exists
  const behind = (/** @type {number} */ rank) => {
    let [low, high] = [0, carried.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (carried[middle].was < rank) low = middle + 1;
      else high = middle;
    }
    return low ? carried[low - 1].is + 0.5 : -1;
  };
  const rankOf = (/** @type {Change} */ change) =>
    change.new.length ? news.get(change.new[0]) : behind(olds.get(change.old[0]));
  return changes
    .map((change) => ({ change, rank: rankOf(change) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ change }) => change);
}

/**
 * Chapters with their changes; a deleted chapter is listed under its old number.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<string, string>} successors the chapter that each chapter became, by their numbers
 */
export function byChapter(changes, old, now, successors) {
  /** @type {Map<string, ChangedChapter>} */
  const chapters = new Map();
  for (const change of inOrder(changes, old, now)) {
    const key = change.new[0] ?? change.old[0];
    let number = isTerm(key) ? "" : chapterOf(key);
    let edition = now;
    if (!change.new.length && number) {
      const successor =
        successors.get(number) ??
        (now.byKey.get(number)?.lineage === old.byKey.get(number)?.lineage ? number : undefined);
      if (successor) number = successor;
      else edition = old;
    }
    const name = `${number || "~"} ${edition === now ? 0 : 1}`;
    const chapter = chapters.get(name) ?? { number, edition, changes: [] };
    chapters.set(name, chapter);
    chapter.changes.push(change);
  }
  return [...chapters]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, chapter]) => chapter);
}

const announced = (/** @type {Reason[]} */ reasons) =>
  reasons.map((reason) =>
    element(
      "p",
      { class: "announced" },
      "Announced in the ",
      element("a", { href: address(`bulletins/${reason.id}/`) }, reason.title),
      `: ${reason.subjects.join("; ")}`,
    ),
  );

/**
 * One change; its place among `waiting` until it has its words.
 * @param {Change} change
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<Element, ChangedWords>} waiting
 * @param {Reason[]} reasons
 * @returns {HTMLElement}
 */
function article(change, old, now, waiting, reasons) {
  const key = change.new[0] ?? change.old[0];
  const stayed = change.old.join() === change.new.join();
  const to = element("span", { class: "to", "aria-label": "to", role: "img" }, "→");
  let numbers;
  if (!change.old.length || stayed) numbers = sides(now, change.new);
  else if (!change.new.length) numbers = sides(old, change.old);
  else numbers = [...sides(old, change.old), " ", to, " ", ...sides(now, change.new)];
  const marks = [];
  if (change.kind !== "kept") {
    const isRenamed = change.kind === "renumbered" && isTerm(key);
    marks.push(...mark(change.kind, isRenamed ? "renamed" : change.kind));
  }
  const changed = CLASSES[change.change ?? ""];
  if (changed) marks.push(...mark(change.change ?? "", changed));
  const category = categoryOf(change);
  const heading = category === "renumbered" ? (now.headings[key] ?? "") : "";
  const link = element(
    "a",
    { class: "to-history", href: address(`id/${segmentOf(change.lineage)}/`) },
    "history",
  );
  const hasWords = category !== "renumbered" || !heading;
  const body = hasWords ? element("div", { class: "c-body c-waiting" }) : "";
  if (hasWords) waiting.set(body, new ChangedWords(body, change, old, now));
  const anchor = `${change.new.length ? "" : "was-"}${anchorOf(key).replaceAll(" ", "_")}`;
  return element(
    "article",
    { class: `ch s-${category}`, id: anchor },
    element(
      "h3",
      {},
      numbers,
      marks,
      heading ? [" ", element("span", { class: "title" }, heading)] : "",
      " ",
      link,
    ),
    announced(reasons),
    body,
  );
}

const titleOf = (/** @type {ChangedChapter} */ { number, edition }) =>
  number
    ? [element("span", { class: "num" }, number), " ", edition.headings[number] ?? ""]
    : ["Glossary"];
const present = (/** @type {ChangedChapter} */ { changes }) =>
  [...new Set(changes.map(categoryOf))].map((name) => `h-${name}`).join(" ");

/**
 * @param {ChangedChapter} chapter
 * @param {Edition} now
 */
export const anchorOfChapter = ({ number, edition }, now) =>
  `chapter-${number || "glossary"}${edition === now ? "" : "-old"}`;

/**
 * The list of chapters, as links down the page.
 * @param {ChangedChapter[]} found
 * @param {Edition} now
 * @returns {HTMLElement}
 */
export function contents(found, now) {
  const rows = found.map((chapter) =>
    element(
      "li",
      { class: present(chapter) },
      element("a", { href: `#${anchorOfChapter(chapter, now)}` }, titleOf(chapter)),
    ),
  );
  return element(
    "details",
    { class: "c-contents" },
    element("summary", {}, "Chapters with changes"),
    element("ul", {}, rows),
  );
}

/**
 * The chapters one after another, each without its changes and then each of them: `[into, part]`,
 * where `part` belongs at the end of `into`; `waiting` gets each place that is still without words,
 * with what fills it; `why` returns the bulletins that announced a change.
 * @param {Element} list
 * @param {ChangedChapter[]} found
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<Element, ChangedWords>} waiting
 * @param {(change: Change) => Reason[]} why
 * @returns {Generator<[Element, Element]>}
 */
export function* chapters(list, found, old, now, waiting, why) {
  for (const chapter of found) {
    const was =
      chapter.edition === now
        ? ""
        : element("span", { class: "c-was" }, ` of ${dateInWords(chapter.edition.id)}`);
    const section = element(
      "section",
      { class: `c-chapter ${present(chapter)}`, id: anchorOfChapter(chapter, now) },
      element("h2", {}, titleOf(chapter), was),
    );
    offerChapter(section);
    yield [list, section];
    for (const change of chapter.changes)
      yield [section, article(change, old, now, waiting, why(change))];
  }
}
