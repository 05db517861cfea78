// @ts-check
// Material's script moves the header, the contents and the search. No text needs it, and it takes a
// phone a third of a second, so it waits for the text where a script brings that.

/** So long it waits for a text that does not come. */
const PATIENCE = 3000;

/**
 * Keeps the page from being styled twice more, which takes long where it is long. Material adds a
 * second `color-scheme`; a browser reads only the first, but styles all elements again for each
 * that is added or changed.
 */
function keepColorScheme() {
  const { head } = document;
  const append = head.appendChild.bind(head);
  head.appendChild = (node) => {
    if (node instanceof HTMLMetaElement && node.name === "color-scheme")
      node.name = "color-scheme-of-header";
    return append(node);
  };
}

/** Loads it, if that was not done yet. */
export function loadMaterial() {
  /** @type {NodeListOf<HTMLScriptElement>} */
  const inertScripts = document.querySelectorAll("script[type='text/plain'][src]");
  for (const inert of inertScripts) {
    const script = document.createElement("script");
    script.src = inert.src;
    inert.removeAttribute("src");
    // it begins at this event and does not ask whether that is over; of two it takes one. To load
    // and to begin are two tasks
    script.addEventListener("load", () =>
      window.setTimeout(
        () =>
          document.readyState !== "loading" &&
          document.dispatchEvent(new Event("DOMContentLoaded")),
      ),
    );
    keepColorScheme();
    // something new in the body would have all of it styled again
    document.head.append(script);
  }
}

/**
 * Loads it when the page has its text: a script that brings one calls `loadMaterial` itself
 * (early.js says which pages these are).
 */
export function loadMaterialLater() {
  if ("awaited" in document.documentElement.dataset) window.setTimeout(loadMaterial, PATIENCE);
  else (window.requestIdleCallback ?? window.setTimeout)(loadMaterial);
}
