// @ts-check
// The data of the search through changes; each document is fetched once, when it is first needed.
import { data } from "../lib/data.js";
import { useDefinition } from "../search/definition.js";
import { fetchDocument, once } from "../search/documents.js";
import { sidesOf } from "./search.js";

/** Resolves when the definition of the search is loaded, which all functions of match.js need. */
export const ready = async () => useDefinition(await data("definition", "search/", "the words"));

/**
 * Fetches a document, once.
 * @param {string} name below `search/`
 * @returns {Promise<any>}
 */
const documentOf = (name) => once(name, async () => (await fetchDocument(name)).json());

/**
 * The contents of all years: the years with editions, oldest first, the rare words of each year,
 * the ids of the editions, and the titles of bulletins. See `Contents` of years.js.
 */
export const contents = () => documentOf("changes/index");

/**
 * The changes of the editions of a year, oldest first; read once, and again after a failure.
 * @param {string} year
 */
export const sidesIn = (year) =>
  once(`sides of ${year}`, async () => {
    const [document] = await Promise.all([documentOf(`changes/${year}`), ready()]);
    return sidesOf(document);
  });
