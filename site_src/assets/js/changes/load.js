// @ts-check
// The data of the search through changes; each document is fetched once, when it is first needed.
import { data } from "../lib/data.js";
import { useDefinition } from "../search/definition.js";
import { sidesOf } from "./search.js";

/** @param {string} name */
const documentOf = (name) => data(name, "search/", "the words");

/** Resolves when the definition of the search is loaded, which all functions of match.js need. */
export const ready = async () => useDefinition(await documentOf("definition"));

/**
 * The contents of all years: the years with editions, oldest first, the rare words of each year,
 * the ids of the editions, and the titles of bulletins. See `Contents` of years.js.
 */
export const contents = () => documentOf("changes/index");

/** @type {Map<number | string, Promise<import("./search.js").ChangeSide[]>>} */
const sides = new Map();

/**
 * The changes of the editions of a year, oldest first; read once, and again after a failure.
 * @param {number | string} year
 */
export function sidesIn(year) {
  const known = sides.get(year);
  if (known) return known;
  const answer = documentOf(`changes/${year}`).then(sidesOf);
  answer.catch(() => sides.delete(year));
  sides.set(year, answer);
  return answer;
}
