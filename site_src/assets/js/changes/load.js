// @ts-check
// The data of the search through changes; each document is fetched once, when it is first needed.
import { data } from "../lib/data.js";
import { useDefinition } from "../search/definition.js";
import { once } from "../lib/once.js";
import { fetchDocument } from "../search/documents.js";
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
 * The contents of all files of changes.
 * @returns {Promise<import("./needed.js").Contents>}
 */
export const contents = () => documentOf("changes/index");

/**
 * A file of words.
 * @param {number} number
 * @returns {Promise<import("./needed.js").WordsFile>}
 */
export const wordsFile = (number) => documentOf(`changes/words/${number}`);

/**
 * The changes in a file, oldest first; read once, and again after a failure.
 * @param {string} file its name: `1999-0`
 */
export const sidesIn = (file) =>
  once(`sides of ${file}`, async () => {
    const [document] = await Promise.all([documentOf(`changes/${file}`), ready()]);
    return sidesOf(document);
  });
