// @ts-check
// Names that things had or have in another edition, which a query may use. As
// `graph/search/renamed.py`.
import { wordsIn } from "./text.js";

/**
 * A name that an edition does not use, and the names that it uses instead.
 * @typedef {object} OtherName
 * @property {string} old the name that it does not use: an older one, or a newer one
 * @property {string[]} names that it uses instead
 * @property {string} edition date of the first edition with the newer of both
 * @property {string} [since] the date that readers are told instead, if it is another one
 */

/**
 * A name as it is compared: in small letters, with single blanks, also instead of hyphens.
 * @param {string} name
 */
export const plainName = (name) => wordsIn(name.replaceAll("-", " ")).join(" ");

/**
 * The names that an edition does not use, older and newer, with those that it uses instead.
 * @param {OtherName[]} names older names with the newer ones
 * @param {string} edition its date
 */
export function namesNotInForce(names, edition) {
  const backwards = names
    .filter((name) => name.edition > edition)
    .map((name) => ({
      // only the first of the newer names came into use with that edition
      old: plainName(name.names[0]),
      names: [name.old],
      edition: name.edition,
    }));
  return [...names.filter((name) => name.edition <= edition), ...backwards];
}

/**
 * Orders names by their length, those of one length by the alphabet.
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
 * @param {(name: string) => boolean} isUsed whether the edition uses a name all the same; such
 *   names are left out
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
