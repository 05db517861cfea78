// @ts-check
// The box on a comparison that shows only the changes containing some words: in the words that were
// inserted, in those that were deleted, or anywhere in either text. The words and the choice are in
// the address (`?q=mana+burn&in=deleted`). Words found are marked by the browser's highlights,
// which leave the elements of the page as they are.
import { showFiguresOfFound } from "../compare/chips.js";
import { countArticles } from "../compare/tally.js";
import { replaceAddress } from "../lib/address-bar.js";
import { element } from "../lib/dom.js";
import { makeTurns } from "../lib/latest.js";
import { symbols } from "../lib/passage.js";
import { sayFailure } from "../lib/say.js";
import { ready } from "./load.js";
import { findAnywhere, findChanged, makeNumberTest, readWanted, SIDES } from "./match.js";
import { nodesOf, rangesOf, readChanges, readUnchanged } from "./passages.js";

/**
 * @typedef {import("./match.js").PlainText} PlainText
 * @typedef {import("./match.js").Side} Side
 * @typedef {import("./match.js").TextRange} TextRange
 * @typedef {import("./match.js").Wanted} Wanted
 * @typedef {import("./passages.js").Passage} Passage
 * @typedef {import("./passages.js").ShownChange} ShownChange
 */

/**
 * The words found in a change: in a side of a passage, or in its whole text. A change found by its
 * number has no marks.
 * @typedef {object} Hit
 * @property {TextRange[]} marks
 * @property {Passage} [passage]
 * @property {Side} [side]
 * @property {PlainText} [whole]
 */

/** Milliseconds without typing before the changes are searched. */
const PATIENCE = 120;

/** The sides that can be searched, each with the words for it. */
const CHOICES = [
  ["either", "in either text"],
  ["inserted", "in what was inserted"],
  ["deleted", "in what was deleted"],
];

/**
 * Finds the wanted words in a change.
 * @param {ShownChange} change
 * @param {Wanted} wanted
 * @param {string} where a value of `CHOICES`
 */
function hitsOf({ passages, whole }, wanted, where) {
  /** @type {Hit[]} */
  const hits = [];
  for (const passage of passages) {
    for (const side of SIDES) {
      if (where !== "either" && where !== side) continue;
      const marks =
        where === "either"
          ? findAnywhere(passage.sides[side], wanted)
          : findChanged(passage.sides[side], wanted);
      if (marks.length) hits.push({ passage, side, marks });
    }
  }
  if (whole && where === "either") {
    const marks = findAnywhere(whole, wanted);
    if (marks.length) hits.push({ whole, marks });
  }
  return hits;
}

/**
 * The side of a change that has a number of its heading. The heading has the old numbers, an arrow,
 * and the new ones (`502.30a → 702.40a`); without an arrow both sides have the same number, unless
 * the rule was added or deleted.
 * @param {Element} number
 * @param {Element | null} arrow
 * @param {string} category
 */
function sideOfNumber(number, arrow, category) {
  if (category === "added") return "inserted";
  if (category === "deleted") return "deleted";
  if (!arrow) return "either";
  const position = number.compareDocumentPosition(arrow);
  return position & Node.DOCUMENT_POSITION_FOLLOWING ? "deleted" : "inserted";
}

/**
 * Whether the heading of a change has a number on a side.
 * @param {ShownChange} change
 * @param {(key: string) => boolean} isNumber whether it is the number looked for
 * @param {string} where a value of `CHOICES`
 */
function hasNumber({ article, category }, isNumber, where) {
  const arrow = article.querySelector("h3 .to");
  return [...article.querySelectorAll("h3 .num")].some((number) => {
    if (!isNumber(number.textContent.trim())) return false;
    const side = sideOfNumber(number, arrow, category);
    return where === "either" || side === "either" || side === where;
  });
}

/**
 * Keeps the words and the choice in the address.
 * @param {string} typed
 * @param {string} where
 */
function remember(typed, where) {
  const here = new URL(window.location.href);
  for (const [name, value, usual] of [
    ["q", typed, ""],
    ["in", where, "either"],
  ]) {
    if (value === usual || !typed) here.searchParams.delete(name);
    else here.searchParams.set(name, value);
  }
  replaceAddress(here.href);
}

/**
 * The text nodes of a hit. A text that is not on the page is first put at the end of its change.
 * @param {HTMLElement} article
 * @param {Hit} hit
 */
function shownNodes(article, { passage, whole }) {
  if (!whole) return passage?.nodes ?? [];
  const shown = element("p", { class: "rule-text c-found" }, symbols(whole.text));
  article.append(shown);
  return nodesOf(shown);
}

/**
 * Hides the changes that were not found, and chapters without any, and marks the words found.
 * @param {HTMLElement} page
 * @param {ShownChange[]} changes
 * @param {Map<ShownChange, Hit[]> | null} found null shows all changes
 */
function show(page, changes, found) {
  /** @type {StaticRange[]} */
  const ranges = [];
  /** @type {Map<HTMLElement | null, boolean>} */
  const chapters = new Map();
  for (const change of changes) {
    const { article } = change;
    const hits = found?.get(change);
    const isHidden = Boolean(found) && !hits;
    if (article.classList.contains("c-out") !== isHidden)
      article.classList.toggle("c-out", isHidden);
    // the text that `shownNodes` added for the words before
    article.querySelector(".c-found")?.remove();
    const chapter = article.parentElement;
    chapters.set(chapter, chapters.get(chapter) || !isHidden);
    for (const hit of hits ?? []) {
      if (hit.marks.length)
        ranges.push(...rangesOf(shownNodes(article, hit), hit.side ?? "inserted", hit.marks));
    }
  }
  for (const [chapter, hasShown] of chapters) {
    chapter?.classList.toggle("c-out", !hasShown);
    page
      .querySelector(`.c-contents a[href="#${chapter?.id}"]`)
      ?.parentElement?.classList.toggle("c-out", !hasShown);
  }
  if (window.Highlight) CSS.highlights.set("found", new Highlight(...ranges));
  const articles = changes.filter((change) => found?.has(change)).map(({ article }) => article);
  showFiguresOfFound(page, found && countArticles(articles));
}

/**
 * Finds the changes with the words that somebody typed, each with its hits; null if no word was
 * typed.
 * @param {ShownChange[]} changes
 * @param {string} typed
 * @param {string} where
 */
function find(changes, typed, where) {
  const wanted = readWanted(typed);
  if (!wanted.words.length && !wanted.phrases.length) return null;
  const isNumber = makeNumberTest(typed);
  /** @type {Map<ShownChange, Hit[]>} */
  const found = new Map();
  for (const change of changes) {
    const hits = hitsOf(change, wanted, where);
    if (hits.length) found.set(change, hits);
    else if (isNumber && hasNumber(change, isNumber, where)) found.set(change, [{ marks: [] }]);
  }
  return found;
}

/** The box, the choice of the sides that it searches, and the changes, once they are read. */
class WordFilter {
  /**
   * @param {HTMLElement} page
   * @param {string} to the edition compared to
   * @param {() => Promise<unknown>} loadAll
   */
  constructor(page, to, loadAll) {
    this.page = page;
    this.to = to;
    this.loadAll = loadAll;
    /** @type {HTMLInputElement} */
    this.box = element("input", {
      type: "search",
      id: "grep",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "search",
      placeholder: "mana burn, “enters tapped”",
    });
    /** @type {HTMLSelectElement} */
    this.side = element(
      "select",
      { id: "grep-in", "aria-label": "Where the words are" },
      CHOICES.map(([value, words]) => element("option", { value }, words)),
    );
    /**
     * The changes of the page; undefined before they are needed, and after a failure.
     * @type {Promise<ShownChange[]> | undefined}
     */
    this.changes = undefined;
    /**
     * When this is resolved, the changes have the texts that are not on the page.
     * @type {Promise<void> | undefined}
     */
    this.unchanged = undefined;
    /** Returns a test whether no other search was begun since. */
    this.beginSearch = makeTurns();
    /** The timer of the next search. */
    this.timer = 0;
    this.listen();
  }

  listen() {
    this.box.addEventListener("focus", () => this.read().catch(() => {}), { once: true });
    this.box.addEventListener("input", () => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.apply(), PATIENCE);
    });
    this.side.addEventListener("change", () => this.apply());
  }

  /** The element with the box. */
  get row() {
    return element(
      "div",
      { class: "c-grep", role: "search" },
      element("label", { for: "grep" }, "Changes containing"),
      this.box,
      this.side,
    );
  }

  /** The changes of the page; read once, and again after a failure. */
  read() {
    this.changes ??= this.loadAll()
      .then(() => Promise.all([readChanges(this.page), ready()]))
      .then(([changes]) => changes);
    this.changes.catch(() => {
      this.changes = undefined;
    });
    return this.changes;
  }

  /**
   * Fetches the texts that are not on the page. Without a network only those of the page are
   * searched.
   * @param {ShownChange[]} changes
   */
  readUnchanged(changes) {
    this.unchanged ??= readUnchanged(changes, this.to).catch(() => {
      this.unchanged = undefined;
    });
    return this.unchanged;
  }

  /** Shows the changes with what is typed; all changes if nothing is. */
  async apply() {
    const isLatest = this.beginSearch();
    const typed = this.box.value.trim();
    const where = this.side.value;
    remember(typed, where);
    // nothing was hidden yet
    if (!typed && !this.changes) return;
    try {
      const changes = await this.read();
      if (typed && where === "either") await this.readUnchanged(changes);
      if (isLatest()) show(this.page, changes, find(changes, typed, where));
    } catch (problem) {
      const figures = this.page.querySelector(".c-shown");
      if (figures) figures.textContent = sayFailure("The changes could not be searched", problem);
    }
  }

  /** Searches for the words in the address, if there are any. */
  applyAddress() {
    const parameters = new URLSearchParams(window.location.search);
    const where = parameters.get("in") ?? "";
    this.box.value = parameters.get("q") ?? "";
    this.side.value = CHOICES.some(([value]) => value === where) ? where : "either";
    if (this.box.value) this.apply();
  }
}

/**
 * Puts the box above the changes of a page.
 * @param {HTMLElement} page
 * @param {string} to the edition compared to
 * @param {() => Promise<unknown>} [loadAll] fetches the words of the changes that the page still
 *   lacks
 */
export function filterByWords(page, to, loadAll = async () => {}) {
  const tools = page.querySelector(".c-tools");
  if (!tools) return;
  const filter = new WordFilter(page, to, loadAll);
  tools.querySelector(".fold-line")?.after(filter.row);
  filter.applyAddress();
}
