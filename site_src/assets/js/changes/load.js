// @ts-check
// What the search through changes asks of the site, fetched once and only when it is needed.
import { data } from "../lib/data.js";
import { useDefinition } from "../search/definition.js";
import { sidesOf } from "./search.js";

/** @param {string} name */
const documentOf = (name) => data(name, "search/", "the words");

/** Resolves when words can be understood. */
export const ready = async () => useDefinition(await documentOf("definition"));

/**
 * The years in which editions came, oldest first; the ids of the editions; the titles of bulletins.
 */
export const contents = () => documentOf("changes/index");

/** @type {Map<number | string, Promise<import("./search.js").ChangeSide[]>>} */
const sides = new Map();

/**
 * What the editions of a year inserted and deleted, oldest first; read once, and again after a
 * failure.
 * @param {number | string} year
 */
export function sidesIn(year) {
  const before = sides.get(year);
  if (before) return before;
  const answer = documentOf(`changes/${year}`).then(sidesOf);
  answer.catch(() => sides.delete(year));
  sides.set(year, answer);
  return answer;
}
