// @ts-check
// The data of the search through changes; each document is fetched once, when it is first needed.
import { useDefinition } from "../search/definition.js";
import { once } from "../lib/once.js";
import { readDocument } from "../search/documents.js";
import { sidesOf } from "./search.js";

/** Resolves when the definition of the search is loaded, which all functions of match.js need. */
export const ready = async () => useDefinition(await readDocument("definition"));

/**
 * The contents of all files of changes.
 * @returns {Promise<import("./needed.js").Contents>}
 */
export const contents = () => readDocument("changes/index");

/**
 * A file of words or pairs.
 * @param {string} name such as `words/3`
 */
export const fileOfWords = (name) => readDocument(`changes/${name}`);

/**
 * The changes in a file, oldest first; read once, and again after a failure.
 * @param {string} file its name: `1999-0`
 */
export const sidesIn = (file) =>
  once(`sides of ${file}`, async () => {
    const [document] = await Promise.all([readDocument(`changes/${file}`), ready()]);
    return sidesOf(document);
  });
