// @ts-check
// The definition of the search, which `graph/search/definition.toml` and `sayings.toml` have for
// all; the site's build writes it as `search/definition.json`.

/**
 * The definition in use; see `useDefinition`.
 * @type {any}
 */
export let definition = null;

/**
 * Takes a definition into use.
 * @param {Record<string, any>} document `search/definition.json`
 */
export function useDefinition(document) {
  if (definition?.document === document) return;
  const sets = Object.fromEntries(
    document.word_lists.map((/** @type {string} */ name) => [name, new Set(document[name])]),
  );
  definition = { ...document, ...sets, document };
}
