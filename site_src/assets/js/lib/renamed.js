// @ts-check
// Old names of things, and the names that replaced them: `renamed` of the jump table.
import { fold } from "../search/text.js";
import { capitalize } from "./capitalize.js";

/**
 * @typedef {object} RenamedRow
 * @property {string} old
 * @property {string} edition date of the edition that replaced the name
 * @property {string} kind `renamed`, `split` or `retired`
 * @property {string} page address of the page about it
 * @property {string[]} names the new names, oldest first
 */

/**
 * A query in the form of the table's old names: `  Combat-phase ` → `combat phase`.
 * @param {string} text
 */
const plain = (text) =>
  fold(text)
    .replace(/[-\s]+/g, " ")
    .trim();

/**
 * The table's rows by their old names; made once.
 * @param {import("../jump.js").JumpTable} table
 */
function rowsByOldName(table) {
  table.byOldName ??= new Map(
    (table.renamed ?? []).map(([old, edition, kind, page, names]) => {
      const row = { old, edition, kind, page, names };
      return /** @type {[string, RenamedRow]} */ ([old, row]);
    }),
  );
  return table.byOldName;
}

/**
 * A sentence about an old name, without a full stop: `“Bury” was retired in 1999`.
 * @param {RenamedRow} row
 */
export function describeOldName({ old, edition, kind, names }) {
  const since = edition.slice(0, 4);
  const name = capitalize(old);
  if (kind === "renamed") return `“${name}” has been called “${names.at(-1)}” since ${since}`;
  if (kind === "split") return `“${name}” was partly replaced by “${names[0]}” in ${since}`;
  return `“${name}” was retired in ${since}`;
}

/**
 * The row of a query that is an old name and nothing else; undefined for any other query.
 * @param {import("../jump.js").JumpTable} table
 * @param {string} query
 */
export const oldNameOf = (table, query) =>
  rowsByOldName(table).get(plain(query).replaceAll('"', ""));
