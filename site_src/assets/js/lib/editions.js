// @ts-check
// The editions of the rules, and the one that a date or the code of a set means.
import { data } from "./data.js";
import { dateInWords } from "./dates.js";

/**
 * An edition in `assets/editions.json`, with the fields that `_list_editions` of
 * `site_src/builder/prepare.py` chooses.
 * @typedef {Pick<import("../data-files.js").EditionAnswer, "id" | "set" | "set_name" | "work" |
 *   "rules" | "reason" | "aliases">} Edition
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
 * The day, the set and a remark: `17 July 2009, Magic 2010`.
 * @param {Edition} edition
 * @param {string} between separates the parts
 */
export const describeEdition = (edition, between = ", ") =>
  [dateInWords(edition.id), setOf(edition), edition.reason && "retyped copy"]
    .filter(Boolean)
    .join(between);

/**
 * The newest edition that is not retyped; if all are, the newest one.
 * @param {Edition[]} all
 */
export const latestOf = (all) => all.findLast((edition) => !edition.reason) ?? all.at(-1);

/**
 * The edition that somebody means: by a day (the edition then in force), by the code of its set
 * (`M10`), by another name, or by `latest` or `today`; undefined for any other words.
 * @param {Edition[]} all
 * @param {string | null} [words]
 */
export function editionMeant(all, words) {
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
