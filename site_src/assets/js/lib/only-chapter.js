// @ts-check
// The address of a comparison that shows the changes of one chapter.
import { element } from "./dom.js";

const NAME = "chapter";
const BEFORE_NUMBER = "chapter-";

/**
 * The anchor of the one chapter that the address asks for; empty for all chapters.
 * @param {string} search
 */
export function chapterAsked(search) {
  const asked = new URLSearchParams(search).get(NAME);
  return asked ? `${BEFORE_NUMBER}${asked}` : "";
}

/**
 * The address of this page with one chapter.
 * @param {string} anchor of the chapter; empty for all chapters
 */
export function addressWithChapter(anchor) {
  const here = new URL(window.location.href);
  here.hash = "";
  if (anchor) here.searchParams.set(NAME, anchor.slice(BEFORE_NUMBER.length));
  else here.searchParams.delete(NAME);
  return here.href.replaceAll("%2C", ",");
}

/**
 * A link that shows one chapter, or all of them; the script of the comparison follows it.
 * @param {string} anchor of the chapter; empty for all chapters
 * @param {string} words
 */
export const chapterLink = (anchor, words) =>
  element(
    "a",
    { class: "c-only tap", href: addressWithChapter(anchor), "data-only": anchor },
    words,
  );
