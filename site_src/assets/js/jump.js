// @ts-check
// Numbers that a reader typed, and their addresses in the latest edition.
import { unfold } from "./lib/unfold.js";

/**
 * The table of numbers and names, as `site_src/search/jump.py` writes it. Lists of words are folded
 * into one text, which `unfold` of `lib/unfold.js` reads. The properties from `byNumber` on are
 * indexes that the functions of this module and of `lib/renamed.js` make at the first look-up.
 * @typedef {object} JumpTable
 * @property {Record<string, string>} pages address of a page → the keys of its rules, folded
 * @property {[string, string][]} headings heading and number of a rule
 * @property {[string, string][]} terms term and address of an entry
 * @property {Record<string, string>} past edition → the numbers that were last in it, folded
 * @property {[string, string, string][]} editions date, code and name of a set, oldest first
 * @property {import("./search/sets.js").EditionRow[]} [sets] the sets without an edition, each
 *   with the edition in force on the day of its release, code, name and that day. If a set's
 *   edition is retyped, the row has the next edition, and `retyped` at its end
 * @property {Record<string, string>} [summary] address of a page → the anchors of its rulings,
 *   folded
 * @property {string} [reused] the numbers that named another rule before, folded
 * @property {[string, string, string, string, string[]][]} [renamed] old name, edition, kind, page,
 *   new names
 * @property {[name: string, address: string, phrases: string][]} [site] the pages that the search
 *   finds by words, each with phrases, separated by commas
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
 * The number of a rule in small letters, `702.40a`, with o and l for 0 and 1; as in
 * `rules/store/query.py`.
 */
export const DOTTED = "[1-9][0-9ol]{2}\\.[0-9ol]{1,3}[a-km-np-z]{0,2}";
/** The word that people write before a number; as in `rules/store/query.py`. */
export const DRESS = "(?:c\\.?\\s?r\\.?|rules?|section|chapter|§)";
const NUMBER = new RegExp(`^${DRESS}?\\s*(${DOTTED}|[1-9](?:[0-9]{2})?)\\.?$`);
/** A rule's number with another mark than a point, or with blanks, between its parts: `603,4`. */
const SEPARATED = new RegExp(
  `^${DRESS}?\\s*([1-9][0-9ol]{2})(\\s*[.,:;_/·-]\\s*|\\s+)([0-9ol]{1,3})` +
    "[\\s.,-]*([a-km-np-z]{0,2})\\.?$",
);
/** A number of the rulings summary: `A.2`, `a.2.ruling.1`. */
const LETTERED = new RegExp(
  `^${DRESS}?\\s*([a-z]\\.[0-9]{1,2}(?:(?:\\.ruling)?\\.[0-9]{1,2})?)\\.?$`,
);

/**
 * Replaces the letters o and l by 0 and 1: `7o2.4l` → `702.41`. No rule has these letters, so that
 * nobody takes them for digits.
 * @param {string} number
 */
export const mendDigits = (number) => number.replaceAll("o", "0").replaceAll("l", "1");

/**
 * Reads a query that is a number and nothing else: `CR 702.40a` → `702.40a`, `rule 702` → `702`,
 * `a.2` → `A.2`, `702,40a` → `702.40a`. Any other query gives null.
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
 * Reads a number with another mark than a point: `603,4` → `603.4`, `702-15b` → `702.15b`; null for
 * any other text. `702-704` is a range of two chapters, not the number 702.704: three digits after
 * the mark need a point before them or a letter after them.
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
 * The address of each number from the site's root: `702.40a` → `cr/702.40/#702.40a`.
 * @param {JumpTable} table
 */
function addressesByNumber(table) {
  table.byNumber ??= new Map(
    Object.entries(table.pages).flatMap(([page, keys]) =>
      unfold(keys.split(" ")).map((key) => addressRow(key, page)),
    ),
  );
  return table.byNumber;
}

/**
 * A key with its address: the second rule of a number, `502.35b#2`, has the anchor `502.35b-2`.
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
export const addressOf = (table, number) => addressesByNumber(table).get(number);

/**
 * Address of a record of the latest edition, or undefined.
 * @param {JumpTable} table
 * @param {string} key `702.40a`, or `glossary:Storm`; `glossary:Storm#2` for a second entry
 */
export function placeOf(table, key) {
  if (!key.startsWith("glossary:")) return addressOf(table, key);
  const [, term = "", ordinal = "1"] = /^glossary:(.*?)(?:#(\d+))?$/.exec(key) ?? [];
  table.byTerm ??= Map.groupBy(table.terms, ([name]) => name);
  return table.byTerm.get(term)?.[Number(ordinal) - 1]?.[1];
}

/**
 * The date of the last edition that had a number; undefined for a number of the latest edition, and
 * for one that no edition had.
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
 * Whether a number of the latest edition named another rule before.
 * @param {JumpTable} table
 * @param {string} number
 */
export function wasReused(table, number) {
  table.reusedNumbers ??= new Set(unfold((table.reused ?? "").split(" ")));
  return table.reusedNumbers.has(number);
}

/**
 * A ruling with its name in small letters.
 * @param {string} anchor its number, `A.2.ruling.1`
 * @param {string} page
 * @returns {[string, Ruling]}
 */
const rulingRow = (anchor, page) => [
  anchor.toLowerCase(),
  { label: anchor, detail: "Rulings summary", href: `${page}#${anchor}` },
];

/**
 * The direct answer to a query that is a number of the rulings summary (`A.2.4`, `a.2.ruling.1`,
 * `rule T.2`); undefined for any other query.
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
  return table.headings.find(([, number]) => number === rule)?.[0] ?? "";
}
