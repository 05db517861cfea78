// @ts-check
// The address in the browser's address bar.

/**
 * Returns a part of an address with its escapes resolved: `glossary%3AStorm` → `glossary:Storm`.
 * A part with an invalid escape, such as `%`, gives an empty text.
 * @param {string} part
 */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Returns the anchor of the page's address, `702.40a`; empty if there is none or it is invalid. */
export const anchorHere = () => decoded(window.location.hash.slice(1));

/**
 * Returns a part of an address with readable commas: `class=added%2Cwording` →
 * `class=added,wording`.
 * @param {string} part
 */
export const withCommas = (part) => part.replaceAll("%2C", ",");

/**
 * Puts an address into the address bar in place of the present one, with readable commas.
 * @param {string} href
 */
export function replaceAddress(href) {
  window.history.replaceState(window.history.state, "", withCommas(href));
}
