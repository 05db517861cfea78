// @ts-check
// The documents below `search/`, as the worker of the search fetches them.
import { address } from "../site.js";

/**
 * Responses to requests that were sent before a search needed them, by the name of the document.
 * @type {Map<string, Promise<Response>>}
 */
const ahead = new Map();

/**
 * Sends the request for a document.
 * @param {string} name its address below `search/`, such as `now` or `years/2004-02-01`
 */
function request(name) {
  const response = fetch(address(`search/${name}.json`));
  // whoever awaits the response gets the error; here it only must not count as unhandled
  response.catch(() => {});
  return response;
}

/**
 * Fetches a document.
 * @param {string} name as for `request`
 */
export function fetchDocument(name) {
  const response = ahead.get(name) ?? request(name);
  // the body of a response can be read once only
  ahead.delete(name);
  const checked = response.then((answered) => {
    if (!answered.ok) throw new Error(`the words could not be loaded (${answered.status})`);
    return answered;
  });
  checked.catch(() => {});
  return checked;
}

/**
 * Requests a document that the first search will fetch.
 * @param {string} path its address from the site's root, without `.json`: `search/now`
 */
export function fetchAhead(path) {
  const name = path.replace(/^search\//, "");
  ahead.set(name, request(name));
}
