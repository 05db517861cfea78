// Names that things had or have in another edition, which a query may use. As
// `graph/search/renamed.py`.
import { wordsIn } from "./text.js";

/** A name as it is compared: in small letters, with single blanks for hyphens. */
export const plainName = (name) => wordsIn(name.replaceAll("-", " ")).join(" ");

/**
 * By what other names things are called in an edition: older names by the newer, and newer by the
 * older.
 */
export function namesInForce(names, edition) {
  const backwards = names
    .filter((name) => name.edition > edition)
    .map((name) => ({
      old: plainName(name.names[0]),
      names: [name.old],
      edition: name.edition,
      since: name.edition,
    }));
  return [...names.filter((name) => name.edition <= edition), ...backwards];
}

/**
 * The names that occur in a text as whole words, longest first, none within another.
 * @param isUsed tells whether a name is in use all the same; such names are left out
 */
export function oldNamesIn(names, text, isUsed) {
  let rest = ` ${plainName(text)} `;
  const order = (one, other) =>
    other.old.length - one.old.length || (one.old < other.old ? -1 : Number(one.old > other.old));
  const found = [];
  for (const name of [...names].sort(order)) {
    if (!rest.includes(` ${name.old} `) || isUsed(name.old)) continue;
    rest = rest.replaceAll(` ${name.old} `, " # ");
    found.push(name);
  }
  return found;
}
