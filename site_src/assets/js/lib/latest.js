// @ts-check
// The test by which an answer that comes late is thrown away, because another one was begun since.

/**
 * Makes the function that begins a question, such as a search. It returns a test that is true until
 * the function is called again:
 *
 *     const beginSearch = makeTurns();
 *     const isLatest = beginSearch();
 *     const found = await search(words);
 *     if (isLatest()) show(found);
 */
export function makeTurns() {
  let latest = 0;
  return () => {
    latest += 1;
    const own = latest;
    return () => own === latest;
  };
}
