// Old names of things in a query, and what they are called since: `renamed` of the jump table.
import { fold } from "../search/text.js";

/** As terms are written: hyphens are spaces, spaces are single. */
const plain = (text) =>
  fold(text)
    .replace(/[-\s]+/g, " ")
    .trim();

/** The table's rows by their old words; made once. */
function rows(table) {
  table.byOldName ??= new Map(
    (table.renamed ?? []).map(([old, edition, kind, page, names]) => [
      old,
      { old, edition, kind, page, names },
    ]),
  );
  return table.byOldName;
}

/** What happened to an old name, in one sentence. */
export function inWords({ old, edition, kind, names }) {
  const since = edition.slice(0, 4);
  if (kind === "renamed") return `“${old}” has been called “${names.at(-1)}” since ${since}`;
  if (kind === "split") return `“${old}” was partly replaced by “${names[0]}” in ${since}`;
  return `“${old}” was retired in ${since}`;
}

/** Whether a query is nothing but an old name. */
export const isOldName = (table, query) => rows(table).get(plain(query).replaceAll('"', ""));
