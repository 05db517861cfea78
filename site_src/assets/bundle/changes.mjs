// @ts-check
// The style rules of the kinds of change in `changes.json`.
import { readOwnJson } from "./files.mjs";

/**
 * A kind of change.
 * @typedef {object} Change
 * @property {string} name
 * @property {string} sign drawn before the change
 * @property {string} color the name of its custom property
 * @property {object} [category] its box on the page that compares; only changes with a box have it
 */

/** @type {Change[]} */
const CHANGES = await readOwnJson("changes.json");

/** The sign and the colour of each mark of a change. */
export const markStyles = () =>
  CHANGES.map(
    ({ name, sign, color }) => `.mark-${name}{--sign:"${sign}";color:var(--${color})}`,
  ).join("");

/**
 * The colour of each box, and the changes that it shows. There is a rule for each box; `:has`
 * searches the whole element that it stands at, so it stands at the element with the few boxes.
 */
export const boxStyles = () =>
  CHANGES.filter(({ category }) => category)
    .map(
      ({ name, color }) =>
        `.chip-${name}{--chip:var(--${color})}` +
        `.c-tools:has(#f-${name}:checked)~* :is(.s-${name},.h-${name})` +
        `{display:block;--shown:block;--guess:48rem}`,
    )
    .join("");
