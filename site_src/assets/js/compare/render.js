// @ts-check
// A comparison of any two editions as elements, in the form that the pages of consecutive editions
// have. Words come when a change nears the window.
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { anchorOf, hrefOf, isTerm } from "../lib/record-key.js";
import { segmentOf } from "../asof/records.js";
import changes from "../../changes.json" with { type: "json" };
import { categoryOf } from "./categories.js";
import { offerChapter } from "./chips.js";
import { ChangedWords } from "./words.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("./between.js").Change} Change
 * @typedef {import("./chapters.js").ChangedChapter} ChangedChapter
 * @typedef {import("./reasons.js").Reason} Reason
 */

/**
 * What is written at a class of change, by its name.
 * @type {Record<string, string | undefined>}
 */
const CLASSES = Object.fromEntries(
  changes.filter(({ gravity }) => gravity).map(({ name, mark }) => [name, mark]),
);

/**
 * A mark with a blank before it.
 * @param {string} name
 * @param {string} word
 */
const mark = (name, word) => [" ", element("span", { class: `mark mark-${name}` }, word)];

/**
 * A key as a reader writes it: a term in quotes, without the number of a repeated record.
 * @param {string} key
 */
const printKey = (key) =>
  isTerm(key) ? `“${key.slice("glossary:".length).split("#", 1)[0]}”` : key.split("#", 1)[0];

/**
 * The records of a change in one edition, as links.
 * @param {Edition} edition
 * @param {string[]} keys
 */
const linkRecords = (edition, keys) =>
  keys.flatMap((key, at) => [
    at ? ", " : "",
    element("a", { class: "num", href: address(`e/${edition.id}/${hrefOf(key)}`) }, printKey(key)),
  ]);

/** @param {Reason[]} reasons */
const listReasons = (reasons) =>
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
 * The numbers of a change, as links to its records: old and new ones, or one of the two if they
 * are the same or there are no others.
 * @param {Change} change
 * @param {Edition} old
 * @param {Edition} now
 */
function numbersOf(change, old, now) {
  const stayed = change.old.join() === change.new.join();
  if (!change.old.length || stayed) return linkRecords(now, change.new);
  if (!change.new.length) return linkRecords(old, change.old);
  const to = element("span", { class: "to", "aria-label": "to", role: "img" }, "→");
  return [...linkRecords(old, change.old), " ", to, " ", ...linkRecords(now, change.new)];
}

/**
 * What happened to the records of a change and how much their words changed, as marks.
 * @param {Change} change
 * @param {string} key
 */
function marksOf(change, key) {
  const marks = [];
  if (change.kind !== "kept") {
    const isRenamed = change.kind === "renumbered" && isTerm(key);
    marks.push(...mark(change.kind, isRenamed ? "renamed" : change.kind));
  }
  const changed = CLASSES[change.change ?? ""];
  if (changed) marks.push(...mark(change.change ?? "", changed));
  return marks;
}

/**
 * One change; its body waits for its words.
 * @param {Change} change
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<Element, ChangedWords>} waiting gets the body, with what fills it
 * @param {Reason[]} reasons
 * @returns {HTMLElement}
 */
function article(change, old, now, waiting, reasons) {
  const key = change.new[0] ?? change.old[0];
  const category = categoryOf(change);
  // of a record that only got another number, its heading says enough
  const heading = category === "renumbered" ? (now.headings[key] ?? "") : "";
  const title = heading ? [" ", element("span", { class: "title" }, heading)] : "";
  const link = element(
    "a",
    { class: "to-history", href: address(`id/${segmentOf(change.lineage)}/`) },
    "history",
  );
  /** @type {HTMLElement | ""} */
  let body = "";
  if (!heading) {
    body = /** @type {HTMLElement} */ (element("div", { class: "c-body c-waiting" }));
    waiting.set(body, new ChangedWords(body, change, old, now));
  }
  const anchor = `${change.new.length ? "" : "was-"}${anchorOf(key).replaceAll(" ", "_")}`;
  return element(
    "article",
    { class: `ch s-${category}`, id: anchor },
    element("h3", {}, numbersOf(change, old, now), marksOf(change, key), title, " ", link),
    listReasons(reasons),
    body,
  );
}

/** @param {ChangedChapter} chapter */
const titleOf = ({ number, edition }) =>
  number
    ? [element("span", { class: "num" }, number), " ", edition.headings[number] ?? ""]
    : ["Glossary"];
/**
 * The classes that say which categories of changes a chapter has, so that the boxes can hide it.
 * @param {ChangedChapter} chapter
 */
const categoryClasses = ({ changes }) =>
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
      { class: categoryClasses(chapter) },
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
 * The chapters one after another, each without its changes and then each of these. A large
 * comparison is put into the page in pieces, so each part comes with the element that it belongs
 * at the end of: `[into, part]`.
 * @param {Element} list the element for the chapters
 * @param {ChangedChapter[]} found
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<Element, ChangedWords>} waiting gets the body of each change that has no words yet,
 *   with what fills it
 * @param {(change: Change) => Reason[]} reasonsFor returns the bulletins that announced a change
 * @returns {Generator<[Element, Element]>}
 */
export function* chapters(list, found, old, now, waiting, reasonsFor) {
  for (const chapter of found) {
    const was =
      chapter.edition === now
        ? ""
        : element("span", { class: "c-was" }, ` of ${dateInWords(chapter.edition.id)}`);
    const section = element(
      "section",
      { class: `c-chapter ${categoryClasses(chapter)}`, id: anchorOfChapter(chapter, now) },
      element("h2", {}, titleOf(chapter), was),
    );
    offerChapter(section);
    yield [list, section];
    for (const change of chapter.changes)
      yield [section, article(change, old, now, waiting, reasonsFor(change))];
  }
}
