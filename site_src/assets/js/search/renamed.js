// @ts-check
// Names that things had or have in another edition, which a query may use. As
// `graph/search/renamed.py`.
import { wordsIn } from "./text.js";

/**
 * @typedef {object} OtherName
 * @property {string} old a name that the edition does not use: an older or a newer one
 * @property {string[]} names what the thing is called in its place
 * @property {string} edition since which it is called so
 * @property {string} [since] what readers are told, if that is another edition
 */

/**
 * A name as it is compared: in small letters, with single blanks for hyphens.
 * @param {string} name
 */
export const plainName = (name) => wordsIn(name.replaceAll("-", " ")).join(" ");

/**
 * By what other names things are called in an edition: older names by the newer, and newer by the
 * older.
 * @param {OtherName[]} names
 * @param {string} edition
 */
export function namesInForce(names, edition) {
  const backwards = names
    .filter((name) => name.edition > edition)
    .map((name) => ({
      old: plainName(name.names[0]),
      names: [name.old],
      edition: name.edition,
    }));
  return [...names.filter((name) => name.edition <= edition), ...backwards];
}

/**
 * @param {OtherName} one
 * @param {OtherName} other
 */
function longestFirst(one, other) {
  if (one.old.length !== other.old.length) return other.old.length - one.old.length;
  return one.old < other.old ? -1 : Number(one.old > other.old);
}

/**
 * The names that occur in a text as whole words, longest first, none within another.
 * @param {OtherName[]} names
 * @param {string} text
 * @param {(name: string) => boolean} isUsed tells whether a name is in use all the same; such names
 *   are left out
 */
export function oldNamesIn(names, text, isUsed) {
  let rest = ` ${plainName(text)} `;
  /** @type {OtherName[]} */
  const found = [];
  for (const name of [...names].sort(longestFirst)) {
    if (!rest.includes(` ${name.old} `) || isUsed(name.old)) continue;
    rest = rest.replaceAll(` ${name.old} `, " # ");
    found.push(name);
  }
  return found;
}
