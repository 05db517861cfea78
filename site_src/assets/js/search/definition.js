// @ts-check
// The definition of the search: its weights, limits and lists of words. It comes from
// `graph/search/definition.toml`, which the Python search reads too; the site's build writes it as
// `search/definition.json`, and the names and sayings of the rules as `search/names.json`.

/**
 * The definition in use; null until `useDefinition` was called.
 * @type {any}
 */
export let definition = null;

/**
 * Takes a definition into use. Its lists of words become sets.
 * @param {Record<string, any>} document the value of `search/definition.json`
 */
export function useDefinition(document) {
  if (definition?.document === document) return;
  const sets = Object.fromEntries(
    document.word_lists.map((/** @type {string} */ name) => [name, new Set(document[name])]),
  );
  definition = { ...document, ...sets, document };
}
