// @ts-check
// Makes the elements of a comparison of any two editions, like those of the pages of consecutive
// editions, which templates/compare.html.j2 has. The slot of each change is empty at first;
// filling.js decides when it gets its words.
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
 * The words on the mark of a class of change, by its name.
 * @type {Record<string, string | undefined>}
 */
const MARK_OF_CLASS = Object.fromEntries(
  changes.filter(({ gravity }) => gravity).map(({ name, mark }) => [name, mark]),
);

/**
 * Makes a mark, with a blank before it.
 * @param {string} name of a kind or class of changes, by which the style sheet colours the mark
 * @param {string} word on the mark
 */
const mark = (name, word) => [" ", element("span", { class: `mark mark-${name}` }, word)];

/**
 * A key as readers write it: `502.35b#2` → `502.35b`, `glossary:Storm` → `“Storm”`.
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
  keys.flatMap((key, index) => [
    index ? ", " : "",
    element("a", { class: "num", href: address(`e/${edition.id}/${hrefOf(key)}`) }, printKey(key)),
  ]);

/**
 * A sentence for each bulletin that announced a change.
 * @param {Reason[]} reasons
 */
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
 * The numbers of a change, as links to its records: `502.30a → 702.40a`, or one number if it did
 * not change or there is no other.
 * @param {Change} change
 * @param {Edition} old
 * @param {Edition} now
 */
function numbersOf(change, old, now) {
  const isAdded = !change.old.length;
  const isDeleted = !change.new.length;
  const hasSameNumbers = change.old.join() === change.new.join();
  if (isAdded || hasSameNumbers) return linkRecords(now, change.new);
  if (isDeleted) return linkRecords(old, change.old);
  const to = element("span", { class: "to", "aria-label": "to", role: "img" }, "→");
  return [...linkRecords(old, change.old), " ", to, " ", ...linkRecords(now, change.new)];
}

/**
 * The marks of a change: its kind, and how much the words changed.
 * @param {Change} change
 * @param {string} key
 */
function marksOf(change, key) {
  const marks = [];
  if (change.kind !== "kept") {
    const isRenamed = change.kind === "renumbered" && isTerm(key);
    marks.push(...mark(change.kind, isRenamed ? "renamed" : change.kind));
  }
  // a class without gravity has no words for a mark
  const name = change.change ?? "";
  const words = MARK_OF_CLASS[name];
  if (words) marks.push(...mark(name, words));
  return marks;
}

/**
 * A link to the history of a changed record.
 * @param {Change} change
 */
const linkHistory = ({ lineage }) =>
  element("a", { class: "to-history", href: address(`id/${segmentOf(lineage)}/`) }, "history");

/**
 * The id of the element of a change: `702.40a`, or `was-502.30a` for a record that is gone.
 * @param {Change} change
 */
function anchorOfChange(change) {
  const [key] = [...change.new, ...change.old];
  const anchor = anchorOf(key).replaceAll(" ", "_");
  return change.new.length ? anchor : `was-${anchor}`;
}

/**
 * Makes the element of a change, with an empty slot for its words. A record that only got another
 * number is shown by its heading, if it has one: then its words are not shown, and it has no slot.
 * @param {Change} change
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<Element, ChangedWords>} waiting gets the slot, with the words that will fill it
 * @param {Reason[]} reasons
 * @returns {HTMLElement}
 */
function article(change, old, now, waiting, reasons) {
  const key = change.new[0] ?? change.old[0];
  const category = categoryOf(change);
  const heading = category === "renumbered" ? (now.headings[key] ?? "") : "";
  const title = heading ? [" ", element("span", { class: "title" }, heading)] : "";
  /** @type {HTMLElement | ""} */
  let slot = "";
  if (!heading) {
    slot = /** @type {HTMLElement} */ (element("div", { class: "c-body c-waiting" }));
    waiting.set(slot, new ChangedWords(slot, change, old, now));
  }
  const numbers = numbersOf(change, old, now);
  return element(
    "article",
    { class: `ch s-${category}`, id: anchorOfChange(change) },
    element("h3", {}, numbers, marksOf(change, key), title, " ", linkHistory(change)),
    listReasons(reasons),
    slot,
  );
}

/**
 * The number and the heading of a chapter; "Glossary" for the glossary, which has no number.
 * @param {ChangedChapter} chapter
 */
const titleOf = ({ number, edition }) =>
  number
    ? [element("span", { class: "num" }, number), " ", edition.headings[number] ?? "Untitled"]
    : ["Glossary"];

/**
 * The classes of a chapter for the categories of its changes, `h-added h-wording`, by which the
 * style sheet hides a chapter without changes of the categories ticked.
 * @param {ChangedChapter} chapter
 */
const categoryClasses = ({ changes }) =>
  [...new Set(changes.map(categoryOf))].map((name) => `h-${name}`).join(" ");

/**
 * The name of a chapter in a sentence: its number and heading, or "Glossary".
 * @param {ChangedChapter} chapter
 */
export const nameOfChapter = ({ number, edition }) =>
  number ? `${number} ${edition.headings[number] ?? "Untitled"}` : "Glossary";

/**
 * `chapter-702`, or `chapter-glossary` for an empty number.
 * @param {string} number
 */
export const anchorOfNumber = (number) => `chapter-${number || "glossary"}`;

/**
 * `chapter-702`, `chapter-glossary`, or `chapter-502-old` for a chapter of the older edition.
 * @param {ChangedChapter} chapter
 * @param {Edition} now
 */
export const anchorOfChapter = ({ number, edition }, now) =>
  `${anchorOfNumber(number)}${edition === now ? "" : "-old"}`;

/**
 * Makes the list of chapters, with links to them.
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
 * Makes the section of a chapter, without its changes. The heading of a chapter of the older
 * edition has the date of that edition.
 * @param {ChangedChapter} chapter
 * @param {Edition} now
 */
function sectionOf(chapter, now) {
  const isOld = chapter.edition !== now;
  const date = isOld
    ? element("span", { class: "c-was" }, ` of ${dateInWords(chapter.edition.id)}`)
    : "";
  const section = element(
    "section",
    { class: `c-chapter ${categoryClasses(chapter)}`, id: anchorOfChapter(chapter, now) },
    element("h2", {}, titleOf(chapter), date),
  );
  offerChapter(section);
  return section;
}

/**
 * Yields the parts of the comparison in their order: the section of a chapter, without changes,
 * then each of its changes, then the next section. Each part comes with the element to which the
 * caller appends it, `[parent, part]`, so that a large comparison can be put into the page in
 * pieces. If a chapter is shown alone, all sections come first, then the changes of that chapter:
 * it is soon complete, and has its place among the others.
 * @param {Element} list the element for the chapters
 * @param {ChangedChapter[]} found
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<Element, ChangedWords>} waiting gets the slot of each change, with the words that
 *   will fill it
 * @param {(change: Change) => Reason[]} reasonsFor returns the bulletins that announced a change
 * @param {ChangedChapter[]} alone the chapters that are shown alone; none for all
 * @returns {Generator<[Element, Element]>}
 */
export function* chapters(list, found, old, now, waiting, reasonsFor, alone) {
  /**
   * @param {ChangedChapter} chapter
   * @param {Element} section
   * @returns {Generator<[Element, Element]>}
   */
  function* changesOf(chapter, section) {
    for (const change of chapter.changes)
      yield [section, article(change, old, now, waiting, reasonsFor(change))];
  }
  /** @type {Map<ChangedChapter, Element>} */
  const sections = new Map();
  if (alone.length) {
    for (const chapter of found) {
      const section = sectionOf(chapter, now);
      sections.set(chapter, section);
      yield [list, section];
    }
    for (const chapter of alone)
      yield* changesOf(chapter, /** @type {Element} */ (sections.get(chapter)));
  }
  for (const chapter of found) {
    if (alone.includes(chapter)) continue;
    const known = sections.get(chapter);
    const section = known ?? sectionOf(chapter, now);
    if (!known) yield [list, section];
    yield* changesOf(chapter, section);
  }
}
