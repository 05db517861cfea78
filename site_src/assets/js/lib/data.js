// @ts-check
// The site's own data: JSON documents, each of which is fetched once, and again after a failure.
import { address } from "../site.js";

/**
 * The promises of all documents asked for, by path.
 * @type {Map<string, Promise<any>>}
 */
const fetched = new Map();
/**
 * The documents that have arrived, by path.
 * @type {Map<string, any>}
 */
const arrived = new Map();
/** @type {RequestCache} */
let cache = "default";

/** The site has no document with this address; other errors mean that it could not be loaded. */
export class MissingDocument extends Error {}

/**
 * Fetches a document.
 * @param {string} name its address without `.json` below the folder: `e/2009-07-11/manifest`
 * @param {string} folder from the site's root
 * @param {string} words its name in the message of an error
 * @returns {Promise<any>}
 */
export function data(name, folder = "api/v1/", words = name) {
  const path = `${folder}${name}.json`;
  const known = fetched.get(path);
  if (known) return known;
  const answer = fetch(address(path), { cache }).then((response) => {
    const failure = `${words} could not be loaded (${response.status})`;
    if (response.status === 404) throw new MissingDocument(failure);
    if (!response.ok) throw new Error(failure);
    return response.json();
  });
  fetched.set(path, answer);
  // of an answer that `renew` has forgotten, nothing is kept
  const isWanted = () => fetched.get(path) === answer;
  answer.then(
    (document) => isWanted() && arrived.set(path, document),
    () => isWanted() && fetched.delete(path),
  );
  return answer;
}

/**
 * A document below `api/v1/` if it has arrived, else undefined.
 * @param {string} name
 */
export const arrivedData = (name) => arrived.get(`api/v1/${name}.json`);

/**
 * Fetches a document below `api/v1/` before it returns, and blocks the page meanwhile: a printer
 * does not wait for promises.
 * @param {string} name
 */
export function dataAtOnce(name) {
  const path = `api/v1/${name}.json`;
  const request = new XMLHttpRequest();
  request.open("GET", address(path), false);
  if (cache === "reload") request.setRequestHeader("Cache-Control", "no-cache");
  request.send();
  if (request.status !== 200) throw new Error(`${name} could not be loaded (${request.status})`);
  arrived.set(path, JSON.parse(request.responseText));
}

/**
 * Forgets all documents, and bypasses the browser's cache from now on, because the cache has
 * documents of another build of the site.
 */
export function renew() {
  fetched.clear();
  arrived.clear();
  cache = "reload";
}
