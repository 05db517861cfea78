// The site's own data below api/v1/: each document is fetched once, and again after a failure.
import { address } from "../site.js";

const fetched = new Map();
let cache = "default";

/** A document by its address below api/v1/, without `.json`: `e/2009-07-11/manifest`. */
export function data(name) {
  if (!fetched.has(name)) {
    const answer = fetch(address(`api/v1/${name}.json`), { cache }).then((response) => {
      if (!response.ok) throw new Error(`${name} could not be loaded (${response.status})`);
      return response.json();
    });
    answer.catch(() => fetched.delete(name));
    fetched.set(name, answer);
  }
  return fetched.get(name);
}

/** Forgets all documents and passes by the browser's cache from now on: its content is from another build. */
export function renew() {
  fetched.clear();
  cache = "reload";
}
