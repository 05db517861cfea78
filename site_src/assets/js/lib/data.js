// @ts-check
// The site's own data: each document is fetched once, and again after a failure.
import { address } from "../site.js";

const fetched = new Map();
/** Documents that have come, by path. */
const inHand = new Map();
/** @type {RequestCache} */
let cache = "default";

/** The site has no document with an address; other errors mean that it could not be loaded. */
export class MissingDocument extends Error {}

/**
 * A document.
 * @param {string} name its address without `.json` below the folder: `e/2009-07-11/manifest`
 * @param {string} folder from the site's root
 * @param {string} words what it is called if it cannot be loaded
 * @returns {Promise<any>}
 */
export function data(name, folder = "api/v1/", words = name) {
  const path = `${folder}${name}.json`;
  if (!fetched.has(path)) {
    const answer = fetch(address(path), { cache }).then((response) => {
      const failure = `${words} could not be loaded (${response.status})`;
      if (response.status === 404) throw new MissingDocument(failure);
      if (!response.ok) throw new Error(failure);
      return response.json();
    });
    answer.then(
      (document) => inHand.set(path, document),
      () => fetched.delete(path),
    );
    fetched.set(path, answer);
  }
  return fetched.get(path);
}

/**
 * A document of the interface if it has come, else undefined.
 * @param {string} name
 */
export const dataInHand = (name) => inHand.get(`api/v1/${name}.json`);

/**
 * Fetches a document of the interface while the page stands still: for a printer, which waits for
 * nothing else.
 * @param {string} name
 */
export function dataAtOnce(name) {
  const path = `api/v1/${name}.json`;
  const request = new XMLHttpRequest();
  request.open("GET", address(path), false);
  request.send();
  if (request.status !== 200) throw new Error(`${name} could not be loaded (${request.status})`);
  inHand.set(path, JSON.parse(request.responseText));
}

/**
 * Forgets all documents and passes by the browser's cache from now on: its content is from another
 * build.
 */
export function renew() {
  fetched.clear();
  inHand.clear();
  cache = "reload";
}
