// The versions of one rule, oldest first, as the site's data has them.
import { data } from "./data.js";
import { lineageFile } from "./numbers.js";

/**
 * `[{first, last, number, text, examples, notes, change}]`: each edition from `first` to `last` has
 * these words.
 */
export async function versionsOf(lineage) {
  const { entries } = (await data(`lineages/${lineageFile(lineage)}`)).lineages[lineage];
  return entries.map((entry) => ({
    first: entry.edition_first,
    last: entry.edition_last,
    number: entry.number,
    change: entry.class,
    text: [
      entry.text || entry.heading || "",
      ...entry.examples.map((text) => `Example: ${text}`),
      ...entry.notes.map((text) => `Note: ${text}`),
    ].join("\n"),
  }));
}

/** The version that stood in an edition; undefined where the rule was not in it. */
export const versionAt = (versions, edition) =>
  versions.find((version) => version.first <= edition && edition <= version.last);
