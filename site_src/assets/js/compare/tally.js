// @ts-check
// Counts the changes of a comparison by chapter and category.
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
    /** The anchor of the one chapter that is shown; empty for all. */
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
    const anchors = this.only ? [this.only] : [...this.all.keys()];
    return anchors.reduce((sum, anchor) => sum + (this.ofChapter(anchor)[category] ?? 0), 0);
  }
}
