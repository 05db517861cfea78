// @ts-check
// The address without the words that the browser was told to mark (`:~:text=…`), which people would
// copy with it.

/** Milliseconds after which the browser has found the words. */
const FOUND = 1000;

/** Takes the words from the address bar; the page does not see them, and its marks stay. */
export function dropTextFragment() {
  if (!("fragmentDirective" in document)) return;
  window.setTimeout(() => {
    window.history.replaceState(window.history.state, "", window.location.href);
  }, FOUND);
}
