// @ts-check
// Old names of things in a query, and what they are called since: `renamed` of the jump table.
import { fold } from "../search/text.js";

/**
 * @typedef {object} RenamedRow
 * @property {string} old
 * @property {string} edition since which it has another name
 * @property {string} kind `renamed`, `split` or `retired`
 * @property {string} page
 * @property {string[]} names
 */

/**
 * As terms are written: hyphens are spaces, spaces are single.
 * @param {string} text
 */
const plain = (text) =>
  fold(text)
    .replace(/[-\s]+/g, " ")
    .trim();

/**
 * The table's rows by their old words; made once.
 * @param {import("../jump.js").JumpTable} table
 */
function rows(table) {
  table.byOldName ??= new Map(
    (table.renamed ?? []).map(([old, edition, kind, page, names]) => {
      const row = { old, edition, kind, page, names };
      return /** @type {[string, RenamedRow]} */ ([old, row]);
    }),
  );
  return table.byOldName;
}

/**
 * What happened to an old name, in one sentence.
 * @param {RenamedRow} row
 */
export function inWords({ old, edition, kind, names }) {
  const since = edition.slice(0, 4);
  if (kind === "renamed") return `“${old}” has been called “${names.at(-1)}” since ${since}`;
  if (kind === "split") return `“${old}” was partly replaced by “${names[0]}” in ${since}`;
  return `“${old}” was retired in ${since}`;
}

/**
 * The row of the old name that a query is, if it is nothing else.
 * @param {import("../jump.js").JumpTable} table
 * @param {string} query
 */
export const oldNameOf = (table, query) => rows(table).get(plain(query).replaceAll('"', ""));
