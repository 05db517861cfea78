// The editions that can be compared, and which one a date or a set's code means.
import { data } from "../lib/data.js";

/** All editions of the rules, oldest first. */
export const rulesEditions = async () => (await data("editions")).filter((one) => one.work === "comprehensive-rules" && one.rules);

export const setOf = (one) => one.set_name ?? one.set ?? "";

/** The newest edition that is not retyped, if there is one. */
export const latestOf = (all) => all.findLast((one) => !one.reason) ?? all.at(-1);

/** The edition in force on a date, or that came with a set; `latest`; undefined for nothing of these. */
export function meant(all, words) {
  const wanted = words?.trim();
  if (!wanted) return undefined;
  if (wanted === "latest" || wanted === "today") return latestOf(all);
  if (/^\d{4}-\d{2}-\d{2}$/.test(wanted)) return all.findLast((one) => one.id <= wanted);
  const code = wanted.toLowerCase();
  return all.find((one) => one.set?.toLowerCase() === code || one.aliases.some((alias) => alias.toLowerCase() === code));
}
