// @ts-check
// Loads what the search box needs when it is first opened: that is larger than the script of every
// page.

/**
 * The calls of the search, the functions that make rows of its answers, and the function that adds
 * the words of former records to them.
 * @typedef {{callSearch: typeof import("./call.js").callSearch,
 *   rows: Pick<typeof import("./rows.js"), "besides" | "hitLink" | "oldTermLink">,
 *   showFormerWords: typeof import("./former-rows.js").showFormerWords}} Search
 */

/**
 * The search that is being loaded, or was.
 * @type {Promise<Search> | undefined}
 */
let loading;

/** The search; loaded once, and again after a failure. */
export function loadSearch() {
  loading ??= import("./opened.js").then(({ callSearch, showFormerWords, ...rows }) => ({
    callSearch,
    rows,
    showFormerWords,
  }));
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
