// @ts-check
// Counts the changes of a comparison by chapter and category.
import { isShownFor } from "../lib/only-chapter.js";
import { categoryOf } from "./categories.js";

/**
 * The number of changes of each category: `{"added": 3, "wording": 12}`.
 * @typedef {Record<string, number>} Figures
 */
/**
 * The anchor of each chapter → its figures.
 * @typedef {Map<string, Figures>} ByChapter
 */

/** @param {string[]} categories */
function countEach(categories) {
  /** @type {Figures} */
  const figures = {};
  for (const category of categories) figures[category] = (figures[category] ?? 0) + 1;
  return figures;
}

/**
 * The figures of changes that are not all on the page yet.
 * @param {[string, import("./categories.js").Categorized[]][]} chapters each anchor and its changes
 * @returns {ByChapter}
 */
export const countChanges = (chapters) =>
  new Map(chapters.map(([anchor, changes]) => [anchor, countEach(changes.map(categoryOf))]));

/**
 * The category of a change on the page, from its class `s-wording`; empty for another element.
 * @param {Element} article
 */
export const categoryShown = (article) => /\bs-(\w+)/.exec(article.className)?.[1] ?? "";

/**
 * The figures of some changes on the page.
 * @param {Iterable<Element>} articles
 * @returns {ByChapter}
 */
export function countArticles(articles) {
  /** @type {Map<string, string[]>} */
  const categories = new Map();
  for (const article of articles) {
    const anchor = article.parentElement?.id ?? "";
    const known = categories.get(anchor) ?? [];
    known.push(categoryShown(article));
    categories.set(anchor, known);
  }
  return new Map([...categories].map(([anchor, found]) => [anchor, countEach(found)]));
}

/**
 * Adds figures up.
 * @param {Figures[]} several
 */
export function addUp(several) {
  /** @type {Figures} */
  const sums = {};
  for (const figures of several)
    for (const [category, number] of Object.entries(figures))
      sums[category] = (sums[category] ?? 0) + number;
  return sums;
}

/** The figures to show: of all chapters or of one, of all changes or of those with some words. */
export class Tally {
  /** @param {ByChapter} all */
  constructor(all) {
    this.all = all;
    /**
     * The figures of the changes with the words looked for; null if none are.
     * @type {ByChapter | null}
     */
    this.found = null;
    /** The anchor of the one chapter or section that is shown; empty for all. */
    this.only = "";
  }

  /**
   * The figures of a chapter.
   * @param {string} anchor
   * @returns {Figures}
   */
  ofChapter(anchor) {
    return (this.found ?? this.all).get(anchor) ?? {};
  }

  /**
   * The number of changes of a category in the chapters that are shown.
   * @param {string} category
   */
  of(category) {
    return this.anchors.reduce((sum, anchor) => sum + (this.ofChapter(anchor)[category] ?? 0), 0);
  }

  /** The anchors of the chapters that are shown. */
  get anchors() {
    return this.anchorsFor(this.only);
  }

  /**
   * The anchors of the chapters that an anchor of a chapter or section means; all if it is empty.
   * @param {string} asked
   */
  anchorsFor(asked) {
    const all = [...this.all.keys()];
    return asked ? all.filter((anchor) => isShownFor(anchor, asked)) : all;
  }
}
