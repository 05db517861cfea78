// @ts-check
// Runs before the page is drawn. It marks the page as scripted for the style sheet, gives
// Material's script the storage functions that Material defines inline, applies the reader's choice
// of light or dark, so that nothing flashes, and keeps the search box open if a reader opens it by
// `/` before the page's scripts have run, so that nothing typed is lost.
const root = document.documentElement;
// opened as a file, the page's modules are not loaded: then it is a page without a script
if (window.location.protocol !== "file:") {
  root.classList.add("scripted");
  // Material hides the search until its script has done this
  root.classList.replace("no-js", "js");
}

const { base, days = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
const scope = new URL(/** @type {string} */ (base), window.location.href);

/**
 * The name under which a value is stored, as Material makes it.
 * @param {string} key
 * @param {URL} place
 */
const nameOf = (key, place) => `${place.pathname}.${key}`;
window.__md_scope = scope;
window.__md_hash = (text) =>
  Array.from(text).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 0);
window.__md_get = (key, storage, place = scope) => {
  try {
    const stored = (storage ?? window.localStorage).getItem(nameOf(key, place));
    return JSON.parse(/** @type {string} */ (stored));
  } catch {
    // a browser may refuse storage: then nothing is stored
    return null;
  }
};
window.__md_set = (key, value, storage, place = scope) => {
  try {
    (storage ?? window.localStorage).setItem(nameOf(key, place), JSON.stringify(value));
  } catch {
    // likewise: the choice applies to this page only
  }
};

// What the scripts of this page will fetch is on its way before they are: on a slow network each
// turn costs a sixth of a second. build.mjs puts in what that is: AHEAD, from the kinds of page of
// `site_src/page_kinds.py`, and MODULES, the names of the scripts.
/** @param {Partial<Omit<HTMLLinkElement, "href">> & {href: URL}} attributes */
const preload = (attributes) =>
  document.head.append(Object.assign(document.createElement("link"), attributes));

/**
 * @param {string} name address of the file from the site's root, without `.json`
 * @param {boolean} urgent whether the page waits for it
 */
const preloadData = (name, urgent) =>
  preload({
    rel: "preload",
    as: "fetch",
    crossOrigin: "anonymous",
    fetchPriority: urgent ? "high" : "low",
    href: new URL(`${name}.json`, scope),
  });

/**
 * Whether an address with these parameters is one for which something is fetched ahead.
 * @param {AheadRow} row
 * @param {string} here
 * @param {URLSearchParams} asked
 */
function fits({ pattern, needs, given }, here, asked) {
  if (!new RegExp(pattern).test(here)) return false;
  const has = (/** @type {string} */ name) =>
    name === "#" ? window.location.hash !== "" : Boolean(asked.get(name));
  return (
    needs.every(has) && Object.entries(given).every(([name, value]) => asked.get(name) === value)
  );
}

/**
 * The name of a file for an address; empty for none.
 * @param {{name: string, otherwise: string}} fetched
 * @param {string} group what the pattern found in the address
 * @param {URLSearchParams} asked
 */
function fileFor({ name, otherwise }, group, asked) {
  const file = name.replace("{1}", group);
  const parameter = /\{([a-z-]+)\}/.exec(file)?.[1];
  if (!parameter) return file;
  const day = asked.get(parameter) ?? "";
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const editions = days.split(" ");
  const edition = isDay ? (editions.findLast((known) => known <= day) ?? editions[0]) : "";
  if (!edition || (otherwise && edition === editions.at(-1))) return otherwise;
  return file.replace(`{${parameter}}`, edition);
}

if (window.location.protocol !== "file:") {
  const here = window.location.pathname.slice(scope.pathname.length);
  const asked = new URLSearchParams(window.location.search);
  const fitting = AHEAD.find((row) => fits(row, here, asked));
  for (const name of MODULES[fitting?.bundle ?? "comprules"])
    preload({ rel: "modulepreload", href: new URL(`assets/${name}`, scope) });
  const group = (fitting && new RegExp(fitting.pattern).exec(here)?.[1]) ?? "";
  for (const fetched of fitting?.fetches ?? []) {
    const file = fileFor(fetched, group, asked);
    if (file) preloadData(file, fetched.urgent);
  }
  const [, edition, whole] = /^e\/(\d{4}-\d\d-\d\d)\/(all\/)?$/.exec(here) ?? [];
  const compared = here === "compare/" && asked.has("from");
  const searches = here === "search/" && Boolean(asked.get("q"));
  const looksUp = here === "n/" && window.location.search.length > 1;
  if (compared || looksUp) root.dataset.asked = "";
  if (
    (here.startsWith("pictures/neighbourhood/") && window.location.hash) ||
    (edition && /^#(\d|glossary)/.test(window.location.hash))
  ) {
    // until the browser knows which part is asked for, all would be drawn, and then taken away
    root.dataset.seeking = "";
    window.addEventListener(
      "load",
      () => {
        delete root.dataset.seeking;
      },
      { once: true },
    );
  }
  if (whole || compared || searches || (edition && window.location.hash)) root.dataset.awaited = "";
}

// Material resolves the system's choice to one of its two schemes; where that is done before the
// first drawing, nothing is drawn again when its script has come.
const chosen = window.__md_get("__palette")?.color;
const preferred = window.matchMedia("(prefers-color-scheme: dark)").matches ? "slate" : "default";
const isChosen = chosen?.scheme && chosen.media !== "(prefers-color-scheme)";
const scheme = isChosen ? chosen.scheme : preferred;
const observer = new MutationObserver(() => {
  if (!document.body) return;
  observer.disconnect();
  document.body.setAttribute("data-md-color-scheme", scheme);
});
observer.observe(root, { childList: true });

// whether single letters are keys and whether notes are shown, where every script and the style
// sheet read it
for (const choice of ["keys", "notes"]) {
  try {
    root.dataset[choice] = window.localStorage.getItem(`comprules.${choice}`) ?? "on";
  } catch {
    root.dataset[choice] = "on";
  }
}
document.addEventListener("keydown", (event) => {
  /** @type {any} the document and the window are in no field */
  const target = event.target;
  const typing = target.closest?.("input, textarea, select, [contenteditable], dialog");
  if (
    event.key !== "/" ||
    typing ||
    root.dataset.keys === "off" ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  const toggle = /** @type {HTMLInputElement} */ (document.getElementById("__search"));
  /** @type {HTMLInputElement | null} */
  const box = document.querySelector("[data-search-box]");
  const input = box ?? /** @type {HTMLInputElement} */ (document.getElementById("search-input"));
  if (!input) return;
  event.preventDefault();
  if (!box) toggle.checked = true;
  input.focus();
  input.select();
  if (!box) toggle.dispatchEvent(new Event("change"));
  // a browser takes the focus away once, when it scrolls to the anchor of a page that has been
  // loaded
  input.addEventListener(
    "blur",
    ({ relatedTarget }) => {
      if (document.readyState !== "complete" && document.hasFocus() && !relatedTarget)
        input.focus();
    },
    { once: true },
  );
});

// Material closes the search by a click of its own an eighth of a second after it starts on a page
// with an anchor: whoever was typing by then would lose letters. The box is closed by the reader,
// or by lib/search-frame.js.
document.addEventListener(
  "click",
  (event) => {
    /** @type {any} an input, if it has that name */
    const target = event.target;
    if (target.id === "__search" && !event.isTrusted && !target.checked) event.preventDefault();
  },
  true,
);
