// @ts-check
// The versions of one rule, oldest first, as the site's data has them.
import { data } from "./data.js";
import { lineageFile } from "./numbers.js";

/**
 * A version: the words that a rule has in some consecutive editions.
 * @typedef {object} Version
 * @property {string} first the first of these editions
 * @property {string} last
 * @property {string} number
 * @property {string | null} change how much the words changed before
 * @property {string} text with its examples and notes, each in a line
 */

/**
 * @param {string} lineage
 * @returns {Promise<Version[]>}
 */
export async function versionsOf(lineage) {
  /** @type {import("../data-files.js").Lineages} */
  const { lineages } = await data(`lineages/${lineageFile(lineage)}`);
  return lineages[lineage].entries.map((entry) => ({
    first: entry.edition_first,
    last: entry.edition_last,
    number: entry.number,
    change: entry.class,
    text: [
      entry.text || entry.heading || "",
      ...(entry.examples ?? []).map((text) => `Example: ${text}`),
      ...(entry.notes ?? []).map((text) => `Note: ${text}`),
    ].join("\n"),
  }));
}

/**
 * The version of a rule in an edition; undefined if the edition lacks the rule.
 * @param {Version[]} versions
 * @param {string} edition
 */
export const versionAt = (versions, edition) =>
  versions.find((version) => version.first <= edition && edition <= version.last);
