// @ts-check
// Loads Material's script, which moves the header, the contents and the search box. It keeps a
// phone busy for a third of a second and no text needs it, so it is loaded after the text of the
// page.

/** Milliseconds after which the script is loaded even if the text has not come. */
const PATIENCE = 3000;

/**
 * Keeps Material's script from adding a second `color-scheme` to the page. Browsers read only the
 * first one, but style all elements again for each that is added or changed, which takes long on a
 * long page.
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

/** Loads the script, unless that was done before. The page has it in an inert form. */
export function loadMaterial() {
  /** @type {NodeListOf<HTMLScriptElement>} */
  const inertScripts = document.querySelectorAll("script[type='text/plain'][src]");
  for (const inert of inertScripts) {
    const script = document.createElement("script");
    script.src = inert.src;
    inert.removeAttribute("src");
    // The script begins at this event, which is over by now, so it is sent again. It begins only
    // once. The timer makes loading and beginning two tasks, between which the browser can draw.
    script.addEventListener("load", () =>
      window.setTimeout(
        () =>
          document.readyState !== "loading" &&
          document.dispatchEvent(new Event("DOMContentLoaded")),
      ),
    );
    keepColorScheme();
    // in the head, because browsers style the whole body again for a new element in it
    document.head.append(script);
  }
}

/**
 * Loads the script when the page has its text. A page whose text is brought by a script has the
 * mark `data-awaited` of early.js; that script calls `loadMaterial` itself.
 */
export function loadMaterialLater() {
  if ("awaited" in document.documentElement.dataset) window.setTimeout(loadMaterial, PATIENCE);
  else (window.requestIdleCallback ?? window.setTimeout)(loadMaterial);
}
