// @ts-check
// The editions of the rules, and which one a date or a set's code means.
import { data } from "./data.js";
import { dateInWords } from "./dates.js";

/**
 * An edition, as `assets/editions.json` has it.
 * @typedef {object} Edition
 * @property {string} id its date
 * @property {string} work
 * @property {number} rules
 * @property {string} [set] code of the set that it came with
 * @property {string} [set_name]
 * @property {string} [reason] why a person retyped it; not of other editions
 * @property {string[]} aliases
 */

/**
 * All editions of the rules, oldest first.
 * @returns {Promise<Edition[]>}
 */
export const rulesEditions = async () =>
  (await data("editions", "assets/")).filter(
    (/** @type {Edition} */ edition) => edition.work === "comprehensive-rules" && edition.rules,
  );

/** @param {Edition} edition */
export const setOf = (edition) => edition.set_name ?? edition.set ?? "";

/**
 * Day, set and remark of an edition in words, with `between` between them.
 * @param {Edition} edition
 */
export const describeEdition = (edition, between = ", ") =>
  [dateInWords(edition.id), setOf(edition), edition.reason && "retyped copy"]
    .filter(Boolean)
    .join(between);

/**
 * The newest edition that is not retyped, if there is one.
 * @param {Edition[]} all
 */
export const latestOf = (all) => all.findLast((edition) => !edition.reason) ?? all.at(-1);

/**
 * The edition in force on a date, or that came with a set; `latest`; undefined for nothing of
 * these.
 * @param {Edition[]} all
 * @param {string | null} [words]
 */
export function meant(all, words) {
  const wanted = words?.trim();
  if (!wanted) return undefined;
  if (wanted === "latest" || wanted === "today") return latestOf(all);
  if (/^\d{4}-\d{2}-\d{2}$/.test(wanted)) return all.findLast((edition) => edition.id <= wanted);
  const code = wanted.toLowerCase();
  return all.find(
    (edition) =>
      edition.set?.toLowerCase() === code ||
      edition.aliases.some((alias) => alias.toLowerCase() === code),
  );
}
