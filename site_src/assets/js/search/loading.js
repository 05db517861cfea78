// @ts-check
// Loads the search when it is first needed: it is much larger than the script of every page.

/**
 * The search, and the module that makes rows of its answers.
 * @typedef {{searcher: import("./searcher.js").Searcher, rows: typeof import("./rows.js")}} Search
 */

/**
 * The search that is being loaded, or was.
 * @type {Promise<Search> | undefined}
 */
let loading;

/** The search; loaded once, and again after a failure. */
export function loadSearch() {
  loading ??= Promise.all([import("./sources.js"), import("./rows.js")]).then(
    ([{ searcher }, rows]) => ({ searcher, rows }),
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Loads the search and the index of an edition, while the reader begins to type. A failure is
 * shown when the search is used.
 * @param {string | null} edition its date; null for the latest
 */
export function prepareSearch(edition) {
  loadSearch().then(
    ({ searcher }) => searcher.index(edition).catch(() => {}),
    () => {},
  );
}
