// @ts-check
// The address of a comparison that shows the changes of one chapter: `?chapter=702`. On the page
// the anchor of that chapter is `chapter-702`.
import { withCommas } from "./address-bar.js";
import { element } from "./dom.js";

const PARAMETER = "chapter";
const ANCHOR_PREFIX = "chapter-";

/**
 * The anchor of the one chapter that an address asks for; empty for all chapters.
 * @param {string} search the query of the address
 */
export function chapterAsked(search) {
  const chapters = new URLSearchParams(search).get(PARAMETER);
  return chapters ? `${ANCHOR_PREFIX}${chapters}` : "";
}

/**
 * The address of this page that shows one chapter, or all.
 * @param {string} anchor of the chapter; empty for all chapters
 */
export function addressWithChapter(anchor) {
  const url = new URL(window.location.href);
  url.hash = "";
  if (anchor) url.searchParams.set(PARAMETER, anchor.slice(ANCHOR_PREFIX.length));
  else url.searchParams.delete(PARAMETER);
  // the commas of `class=added,wording` stay readable
  return withCommas(url.href);
}

/**
 * Makes a link that shows one chapter, or all of them. `compare/chips.js` handles a click on it.
 * @param {string} anchor of the chapter; empty for all chapters
 * @param {string} words
 */
export const chapterLink = (anchor, words) =>
  element(
    "a",
    { class: "c-only tap", href: addressWithChapter(anchor), "data-only": anchor },
    words,
  );
