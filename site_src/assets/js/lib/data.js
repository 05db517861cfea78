// The site's own data: each document is fetched once, and again after a failure.
import { address } from "../site.js";

const fetched = new Map();
let cache = "default";

/**
 * A document.
 * @param name its address without `.json` below the folder: `e/2009-07-11/manifest`
 * @param folder from the site's root
 * @param words what it is called if it cannot be loaded
 */
export function data(name, folder = "api/v1/", words = name) {
  const path = `${folder}${name}.json`;
  if (!fetched.has(path)) {
    const answer = fetch(address(path), { cache }).then((response) => {
      if (!response.ok) throw new Error(`${words} could not be loaded (${response.status})`);
      return response.json();
    });
    answer.catch(() => fetched.delete(path));
    fetched.set(path, answer);
  }
  return fetched.get(path);
}

/** Forgets all documents and passes by the browser's cache from now on: its content is from another build. */
export function renew() {
  fetched.clear();
  cache = "reload";
}
