// Old names of things in a query, and what they are called since: `renamed` of the jump table.
import { fold } from "../search/text.js";

/** As terms are written: hyphens are spaces, spaces are single. */
const plain = (text) => fold(text).replace(/[-\s]+/g, " ").trim();

/** The table's rows by their old words; made once. */
function rows(table) {
  table.byOldName ??= new Map((table.renamed ?? []).map(([old, edition, kind, page, names]) => [old, { old, edition, kind, page, names }]));
  return table.byOldName;
}

/** The old names that occur in a query as whole words, longest first, none within another. */
export function renamedIn(table, query) {
  let rest = ` ${plain(query).replaceAll('"', " ").replace(/\s+/g, " ").trim()} `;
  const found = [];
  for (const row of [...rows(table).values()].sort((one, other) => other.old.length - one.old.length)) {
    if (!rest.includes(` ${row.old} `)) continue;
    rest = rest.replaceAll(` ${row.old} `, " # ");
    found.push(row);
  }
  return found;
}

/**
 * Other ways to say a query: each thing that was renamed, by its other names. Quoted words are asked for as they are.
 * @param then an edition of old, or null: also by the names that things had then and have no longer
 */
export function otherWords(table, query, then = null) {
  if (query.includes('"')) return [];
  const asked = ` ${plain(query)} `;
  const found = new Set();
  for (const { old, kind, names } of renamedIn(table, query)) {
    if (kind === "renamed") for (const name of names) found.add(asked.replaceAll(` ${old} `, ` ${name} `).trim());
  }
  if (then !== null) {
    for (const { old, edition, kind, names } of rows(table).values()) {
      if (kind !== "renamed" || edition <= then) continue;
      for (const name of names) if (asked.includes(` ${name} `)) found.add(asked.replaceAll(` ${name} `, ` ${old} `).trim());
    }
  }
  found.delete(asked.trim());
  return [...found];
}

/** What happened to an old name, in one sentence. */
export function inWords({ old, edition, kind, names }) {
  const since = edition.slice(0, 4);
  if (kind === "renamed") return `“${old}” is called “${names.at(-1)}” since ${since}`;
  if (kind === "split") return `“${old}”: of one of its senses “${names[0]}” is said since ${since}`;
  return `“${old}” was retired in ${since}`;
}

/** Whether a query is nothing but an old name. */
export const isOldName = (table, query) => rows(table).get(plain(query).replaceAll('"', ""));
