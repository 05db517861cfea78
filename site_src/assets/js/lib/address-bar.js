// @ts-check
// The address in the browser's address bar.

/** Milliseconds that the browser takes to find the words that an address has it mark. */
const MARKING = 1000;

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

/**
 * Removes the words that the browser marks (`#:~:text=…`) from the address bar, because people
 * would copy them with the address. The words stay marked.
 */
export function dropTextFragment() {
  if (!("fragmentDirective" in document)) return;
  window.setTimeout(() => {
    // scripts never see these words in `href`: to set it again leaves them out
    window.history.replaceState(window.history.state, "", window.location.href);
  }, MARKING);
}
