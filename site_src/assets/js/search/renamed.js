// @ts-check
// Names that things had or have in another edition, which a query may use. As
// `graph/search/renamed.py`.
import { wordsIn } from "./text.js";

/**
 * A name that was given up; for an older edition, a name that was not yet used (`namesNotInForce`).
 * @typedef {object} OldName
 * @property {string} old the name, in small letters and without hyphens
 * @property {string[]} names that replaced it, oldest first; for a name not yet used, the one that
 *   was used instead
 * @property {string} edition date of the first edition without the old name
 * @property {string} [since] the date that readers are told instead, if it is another one
 */

/**
 * A name as it is compared: in small letters, with single blanks, also instead of hyphens.
 * @param {string} name
 */
export const plainName = (name) => wordsIn(name.replaceAll("-", " ")).join(" ");

/**
 * The names that an edition does not use: those given up up to it, and those that came after it.
 * @param {OldName[]} names
 * @param {string} edition its date
 */
export function namesNotInForce(names, edition) {
  const givenUp = names.filter((name) => name.edition <= edition);
  const notYetUsed = names.filter((name) => name.edition > edition).map(swapped);
  return [...givenUp, ...notYetUsed];
}

/**
 * The first name that replaced an old one, with the old one as its replacement: `mana value`
 * replaced `converted mana cost`, so an edition before that uses `converted mana cost` instead.
 * @param {OldName} name
 * @returns {OldName}
 */
function swapped({ old, names, edition }) {
  return { old: plainName(names[0]), names: [old], edition };
}

/**
 * Orders names by their length, those of one length by the alphabet.
 * @param {OldName} first
 * @param {OldName} second
 */
function longestFirst(first, second) {
  if (first.old.length !== second.old.length) return second.old.length - first.old.length;
  return first.old < second.old ? -1 : Number(first.old > second.old);
}

/**
 * The names that occur in a text as whole words, longest first, none within another.
 * @param {OldName[]} names
 * @param {string} text
 * @param {(name: string) => boolean} isUsed whether the edition uses a name all the same; such
 *   names are left out
 */
export function oldNamesIn(names, text, isUsed) {
  let rest = ` ${plainName(text)} `;
  /** @type {OldName[]} */
  const found = [];
  for (const name of [...names].sort(longestFirst)) {
    if (!rest.includes(` ${name.old} `) || isUsed(name.old)) continue;
    rest = rest.replaceAll(` ${name.old} `, " # ");
    found.push(name);
  }
  return found;
}
