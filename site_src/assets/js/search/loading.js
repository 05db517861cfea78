// @ts-check
// Loads what the search box needs when it is first opened: that is larger than the script of every
// page.

/**
 * The calls of the search, and the module that makes rows of its answers.
 * @typedef {{callSearch: typeof import("./call.js").callSearch, rows: typeof import("./rows.js")}}
 *   Search
 */

/**
 * The search that is being loaded, or was.
 * @type {Promise<Search> | undefined}
 */
let loading;

/** The search; loaded once, and again after a failure. */
export function loadSearch() {
  loading ??= Promise.all([import("./call.js"), import("./rows.js")]).then(
    ([{ callSearch }, rows]) => ({ callSearch, rows }),
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
    ({ callSearch }) => callSearch("prepare", edition).catch(() => {}),
    () => {},
  );
}
