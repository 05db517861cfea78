// @ts-check
// Numbers: reading one that was typed, and finding its address in the latest edition.
import { unfold } from "./lib/unfold.js";

/**
 * The table of numbers and names, as `site_src/search/jump.py` writes it, with what is made of it
 * at the first look-up.
 * @typedef {object} JumpTable
 * @property {Record<string, string>} pages by address of a page the keys of its rules, folded
 * @property {[string, string][]} headings heading and number of a rule
 * @property {[string, string][]} terms term and address of an entry
 * @property {Record<string, string>} past by edition the numbers that were last in it, folded
 * @property {[string, string, string][]} editions date, code and name of a set, oldest first
 * @property {[string, string, string, string][]} [sets] those of sets that no edition was published
 *   with: the edition then in force, code, name, day of release
 * @property {Record<string, string>} [summary] by address of a page the anchors of its rulings
 * @property {string} [reused] the numbers that were another rule's before, folded
 * @property {[string, string, string, string, string[]][]} [renamed] old name, edition, kind, page,
 *   new names
 * @property {Map<string, string>} [byNumber]
 * @property {Map<string, [string, string][]>} [byTerm]
 * @property {Map<string, string>} [byPast]
 * @property {Set<string>} [reusedNumbers]
 * @property {Map<string, Ruling>} [bySummary]
 * @property {Map<string, import("./lib/renamed.js").RenamedRow>} [byOldName]
 */

/**
 * @typedef {object} Ruling
 * @property {string} label
 * @property {string} detail
 * @property {string} href from the site's root
 */

/**
 * A rule in small letters, and what people write before a number; as `rules/store/query.py` has
 * them.
 */
export const DOTTED = "[1-9][0-9ol]{2}\\.[0-9ol]{1,3}[a-km-np-z]{0,2}";
export const DRESS = "(?:c\\.?\\s?r\\.?|rules?|section|chapter|§)";
const NUMBER = new RegExp(`^${DRESS}?\\s*(${DOTTED}|[1-9](?:[0-9]{2})?)\\.?$`);
/** A rule with another mark than a point between the parts of its number, or with blanks. */
const SEPARATED = new RegExp(
  `^${DRESS}?\\s*([1-9][0-9ol]{2})(\\s*[.,:;_/·-]\\s*|\\s+)([0-9ol]{1,3})` +
    "[\\s.,-]*([a-km-np-z]{0,2})\\.?$",
);
const LETTERED = new RegExp(
  `^${DRESS}?\\s*([a-z]\\.[0-9]{1,2}(?:(?:\\.ruling)?\\.[0-9]{1,2})?)\\.?$`,
);

/**
 * A number with 0 for the letter o and 1 for the letter l: no rule has them.
 * @param {string} number
 */
export const mendDigits = (number) => number.replaceAll("o", "0").replaceAll("l", "1");

/**
 * The rule number that `query` is, however dressed (`CR 702.40a`, `rule 702`, `A.2`, `702,40a`), or
 * null.
 * @param {string} query
 */
export function numberIn(query) {
  const small = query.trim().toLowerCase();
  const match = NUMBER.exec(small);
  if (match) return mendDigits(match[1]);
  const lettered = LETTERED.exec(small);
  if (lettered) return lettered[1].replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  return joinSeparated(small);
}

/**
 * The number of a rule that was typed with other marks than a point (`603,4`, `702-15b`), or null.
 * Two numbers of three digits are two chapters unless a point is between them or a letter follows.
 * @param {string} text
 */
function joinSeparated(text) {
  const match = SEPARATED.exec(text);
  if (!match) return null;
  const [, rule, mark, below, letters] = match;
  if (below.length === 3 && !letters && mark.trim() !== ".") return null;
  return mendDigits(`${rule}.${below}`) + letters;
}

/**
 * Number → address relative to the site's root.
 * @param {JumpTable} table
 */
function numbers(table) {
  table.byNumber ??= new Map(
    Object.entries(table.pages).flatMap(([page, keys]) =>
      unfold(keys.split(" ")).map((key) => addressRow(key, page)),
    ),
  );
  return table.byNumber;
}

/**
 * @param {string} key
 * @param {string} page
 * @returns {[string, string]}
 */
const addressRow = (key, page) => [key, `${page}#${key.replace("#", "-")}`];

/**
 * Address of a number, or undefined.
 * @param {JumpTable} table
 * @param {string} number
 */
export const addressOf = (table, number) => numbers(table).get(number);

/**
 * Address of a record of the latest edition, a rule or a glossary entry, or undefined.
 * @param {JumpTable} table
 * @param {string} key
 */
export function placeOf(table, key) {
  if (!key.startsWith("glossary:")) return addressOf(table, key);
  const [, term = "", ordinal = "1"] = /^glossary:(.*?)(?:#(\d+))?$/.exec(key) ?? [];
  table.byTerm ??= Map.groupBy(table.terms, ([name]) => name);
  return table.byTerm.get(term)?.[Number(ordinal) - 1]?.[1];
}

/**
 * The last edition that had a number which the latest has not: its date, or undefined.
 * @param {JumpTable} table
 * @param {string} number
 */
export function lastEditionOf(table, number) {
  table.byPast ??= new Map(
    Object.entries(table.past).flatMap(([date, all]) =>
      unfold(all.split(" ")).map((past) => /** @type {[string, string]} */ ([past, date])),
    ),
  );
  return table.byPast.get(number);
}

/**
 * Whether only past editions have a number.
 * @param {JumpTable} table
 * @param {string} number
 */
export const isPast = (table, number) =>
  !addressOf(table, number) && lastEditionOf(table, number) !== undefined;

/**
 * Whether a number of today was another rule's before.
 * @param {JumpTable} table
 * @param {string} number
 */
export function wasReused(table, number) {
  table.reusedNumbers ??= new Set(unfold((table.reused ?? "").split(" ")));
  return table.reusedNumbers.has(number);
}

/**
 * @param {string} anchor
 * @param {string} page
 * @returns {[string, Ruling]}
 */
const rulingRow = (anchor, page) => [
  anchor.toLowerCase(),
  { label: anchor, detail: "Rulings summary", href: `${page}#${anchor}` },
];

/**
 * The direct answer to a number of the rulings summary (`A.2.4`, `a.2.ruling.1`, `rule T.2`), or
 * undefined.
 * @param {JumpTable} table
 * @param {string} query
 */
export function rulingAnswer(table, query) {
  table.bySummary ??= new Map(
    Object.entries(table.summary ?? {}).flatMap(([page, anchors]) =>
      unfold(anchors.split(" ")).map((anchor) => rulingRow(anchor, page)),
    ),
  );
  const found = table.bySummary.get(
    query
      .trim()
      .toLowerCase()
      .replace(/^rule\s+|\.$/g, ""),
  );
  if (!found) return undefined;
  return { key: found.href, edition: null, text: "", ...found, exact: true, alone: true };
}

/**
 * The heading of the rule that a number belongs to; empty for none.
 * @param {JumpTable} table
 * @param {string} number
 */
export function headingOf(table, number) {
  const rule = number.replace(/[a-z]+$/, "");
  return table.headings.find(([, at]) => at === rule)?.[0] ?? "";
}
