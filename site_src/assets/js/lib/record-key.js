// @ts-check
// The key of a record: `702.40a`, `502.35b#2` for the second rule of a number, `glossary:Storm`.

/** @param {string} key */
export const isTerm = (key) => key.startsWith("glossary:");

/**
 * The number of the rule that a subrule belongs to: `702.40a` → `702.40`, `502.35b#2` → `502.35`,
 * `702` → `702`. A term stays as it is.
 * @param {string} key
 */
export const ruleOf = (key) =>
  isTerm(key) ? key : key.replace(/#\d+$/, "").replace(/[a-z]+$/, "");

/**
 * The number of a record's chapter (`702.40a` → `702`), or `glossary`.
 * @param {string} key
 */
export const chapterOf = (key) => (isTerm(key) ? "glossary" : key.split(/[.#]/, 1)[0]);

/**
 * Whether a record is in a part of the rules.
 * @param {string} key
 * @param {string} part the number of a section (`7`), a chapter (`702`), a rule (`702.40`) or a
 *   subrule (`702.40a`), or `glossary`
 */
export const isInPart = (key, part) =>
  part.length === 1
    ? key.startsWith(part)
    : [chapterOf(key), ruleOf(key), key.split("#", 1)[0]].includes(part);

/**
 * A record's anchor: `502.35b#2` → `502.35b-2`, `glossary:Storm` → `glossary:Storm`.
 * @param {string} key
 */
export const anchorOf = (key) => (isTerm(key) ? key : key.replace("#", "-"));
/**
 * The address of a record on its page: `702.40a` → `#702.40a`.
 * @param {string} key
 */
export const hrefOf = (key) =>
  `#${encodeURIComponent(anchorOf(key)).replaceAll("%3A", ":").replaceAll("%40", "@")}`;

/**
 * A record's name for readers: `502.35b#2` → `502.35b`, `glossary:Storm` → `Storm`.
 * @param {string} key
 */
export const nameOf = (key) => key.replace(/^glossary:/, "").replace(/(?<=\d[a-z]*)#\d+$/, "");
