// @ts-check
// The documents below `search/`, as the worker of the search fetches them.
import { address } from "../site.js";
import { once } from "../lib/once.js";
import { givenDocument } from "./given-documents.js";

/**
 * Fetches a document. The page may have requested it already, for the first who asks.
 * @param {string} name its address below `search/`, such as `now` or `years/2004-02-01`
 */
export function fetchDocument(name) {
  const path = `search/${name}`;
  const response = givenDocument(path) ?? fetch(address(`${path}.json`));
  const checked = response.then((answered) => {
    if (!answered.ok) throw new Error(`the words could not be loaded (${answered.status})`);
    return answered;
  });
  checked.catch(() => {});
  return checked;
}

/**
 * Fetches a document and reads it, once, and again after a failure.
 * @param {string} name as for `fetchDocument`
 * @returns {Promise<any>}
 */
export const readDocument = (name) => once(name, async () => (await fetchDocument(name)).json());
