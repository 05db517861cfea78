// @ts-check
// Where the site is: the script is in `assets/`, so the root is one level up, whatever path the
// site is served from.
export const root = new URL("../", import.meta.url);

/**
 * Address of a page, from its address relative to the site's root.
 * @param {string} relative
 */
export const address = (relative) => new URL(relative, root).href;

/** @type {Promise<any> | undefined} */
let table;

/** The table behind the exact jump, fetched once and only when somebody searches. */
export function jumpTable() {
  table ??= fetch(address("assets/jump.json")).then((answer) => {
    if (!answer.ok) throw new Error(`the table of numbers could not be loaded (${answer.status})`);
    return answer.json();
  });
  return table;
}

/**
 * A part of an address in plain characters; empty for one that is no valid address, such as `%`.
 * @param {string} part
 */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Milliseconds after which the browser has found the words that it is to mark. */
const FOUND = 1000;

/**
 * Takes from the address bar the words that the browser was told to mark (`:~:text=…`), which
 * people would copy; the page does not see them, and its marks stay.
 */
export function dropTextFragment() {
  if (!("fragmentDirective" in document)) return;
  window.setTimeout(() => {
    window.history.replaceState(window.history.state, "", window.location.href);
  }, FOUND);
}

/** The anchor in the address bar; empty for none, and for one that is no valid address. */
export const anchorHere = () => decoded(window.location.hash.slice(1));
