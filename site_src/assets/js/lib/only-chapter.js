// @ts-check
// The address of a comparison that shows the changes of one chapter, `?chapter=702`, or of a
// section with its chapters, `?chapter=7`. On the page the anchor of that chapter is `chapter-702`.
import { withCommas } from "./address-bar.js";
import { element } from "./dom.js";

const PARAMETER = "chapter";
const ANCHOR_PREFIX = "chapter-";
/** The anchor of the glossary among the chapters. */
export const GLOSSARY_ANCHOR = `${ANCHOR_PREFIX}glossary`;

/**
 * The anchor of the one chapter that an address asks for; empty for all chapters. `Glossary` and
 * `glossary` ask for the same.
 * @param {string} search the query of the address
 */
export function chapterAsked(search) {
  const chapters = new URLSearchParams(search).get(PARAMETER)?.trim().toLowerCase();
  return chapters ? `${ANCHOR_PREFIX}${chapters}` : "";
}

/** The anchor of a section, which is shown with all its chapters: `chapter-7`. */
const SECTION = new RegExp(`^${ANCHOR_PREFIX}[0-9]$`);
/**
 * What follows the anchor of a section in the anchors of its chapters: `02`, or `02-old`. A chapter
 * that became a part of another one has the number of a rule: `13.2`.
 */
const IN_SECTION = /^(?:[0-9]{2}(?:\.[0-9a-z]+)?)?(?:-old)?$/;

/**
 * Whether a chapter is shown if an address asks for a chapter, or for a section.
 * @param {string} anchor of the chapter
 * @param {string} asked the anchor asked for
 */
export const isShownFor = (anchor, asked) =>
  SECTION.test(asked)
    ? anchor.startsWith(asked) && IN_SECTION.test(anchor.slice(asked.length))
    : anchor === asked;

/**
 * The words of the link that shows one chapter or section alone.
 * @param {string} anchor
 */
export const wordsOfOnly = (anchor) => {
  if (SECTION.test(anchor)) return "only this section";
  return anchor === GLOSSARY_ANCHOR ? "only the glossary" : "only this chapter";
};

/**
 * The name of a section without its title.
 * @param {string} anchor
 */
export const nameOfSection = (anchor) => `section ${anchor.slice(ANCHOR_PREFIX.length)}`;

/**
 * The name of a chapter or section that an address asks for, without its title.
 * @param {string} anchor
 */
export function nameOfAsked(anchor) {
  if (SECTION.test(anchor)) return nameOfSection(anchor);
  if (anchor === GLOSSARY_ANCHOR) return "the glossary";
  return `chapter ${anchor.slice(ANCHOR_PREFIX.length)}`;
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
