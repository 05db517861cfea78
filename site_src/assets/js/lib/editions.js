// @ts-check
// The editions of the rules, and the one that a date or the code of a set names.
import { data } from "./data.js";
import { asDay, dateInWords } from "./dates.js";

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
 * Whether an edition is retyped; its `reason` is the evidence for that.
 * @param {Pick<Edition, "reason">} edition
 */
export const isRetyped = (edition) => Boolean(edition.reason);

/**
 * The day, the set and a remark: `17 July 2009, Magic 2010`.
 * @param {Edition} edition
 * @param {string} between separates the parts
 */
export const describeEdition = (edition, between = ", ") =>
  [dateInWords(edition.id), setOf(edition), isRetyped(edition) && "retyped copy"]
    .filter(Boolean)
    .join(between);

/**
 * The newest edition that is not retyped; if all are, the newest one.
 * @param {Edition[]} all
 */
export const latestOf = (all) => all.findLast((edition) => !isRetyped(edition)) ?? all.at(-1);

/**
 * The edition that somebody names, in small letters or capitals; undefined for any other words.
 *
 * - `latest` or `today`, `first`
 * - `M10`, the code of a set: the first edition published with the set
 * - `20090708`, the date in the name of a file, or another alias of an edition
 * - `2009-07-11`, `2009/07/11` or `20090711`: the edition in force on that day
 *
 * The first item of the list that fits counts, as in `edition_named` of `rules/edition_names.py`.
 * @param {Edition[]} all oldest first
 * @param {string | null} [name]
 */
export function editionNamed(all, name) {
  const wanted = name?.trim().toLowerCase();
  if (!wanted) return undefined;
  if (wanted === "latest" || wanted === "today") return latestOf(all);
  if (wanted === "first") return all[0];
  const called = all.find(
    (edition) =>
      edition.set?.toLowerCase() === wanted ||
      edition.aliases.some((alias) => alias.toLowerCase() === wanted),
  );
  if (called) return called;
  const day = asDay(wanted);
  if (!day) return undefined;
  return all.findLast((edition) => edition.id <= day);
}
