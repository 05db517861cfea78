// The site's own data: each document is fetched once, and again after a failure.
import { address } from "../site.js";

const fetched = new Map();
let cache = "default";

/** A document by its address without `.json`, below api/v1/ (`e/2009-07-11/manifest`) or another folder. */
export function data(name, folder = "api/v1/") {
  const path = `${folder}${name}.json`;
  if (!fetched.has(path)) {
    const answer = fetch(address(path), { cache }).then((response) => {
      if (!response.ok) throw new Error(`${name} could not be loaded (${response.status})`);
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
