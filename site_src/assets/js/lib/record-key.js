// @ts-check
// The key of a record: `702.40a`, `502.35b#2` for the second rule of a number, `glossary:Storm`.

/** @param {string} key */
export const isTerm = (key) => key.startsWith("glossary:");

/**
 * The number of the rule that a subrule belongs to; of anything else its own key.
 * @param {string} key
 */
export const ruleOf = (key) =>
  isTerm(key) ? key : key.replace(/#\d+$/, "").replace(/[a-z]+$/, "");

/**
 * The number of its chapter, or `glossary`.
 * @param {string} key
 */
export const chapterOf = (key) => (isTerm(key) ? "glossary" : key.split(/[.#]/, 1)[0]);

/**
 * Whether a record is in a part of the rules, by its number: `7`, `702`, `702.40`, `702.40a`.
 * @param {string} key
 * @param {string} part
 */
export const isInPart = (key, part) =>
  part.length === 1 ? key.startsWith(part) : [chapterOf(key), ruleOf(key), key].includes(part);

/**
 * Its anchor: `502.35b-2` for the second rule of a number, `glossary:Storm` for a term.
 * @param {string} key
 */
export const anchorOf = (key) => (isTerm(key) ? key : key.replace("#", "-"));
/** @param {string} key */
export const hrefOf = (key) =>
  `#${encodeURIComponent(anchorOf(key)).replaceAll("%3A", ":").replaceAll("%40", "@")}`;

/**
 * Its name in words: its number or its term.
 * @param {string} key
 */
export const nameOf = (key) => key.replace(/^glossary:/, "").replace(/(?<=\d[a-z]*)#\d+$/, "");
