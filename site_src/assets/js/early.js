// @ts-check
// Runs before the page is drawn and does only what cannot wait for the page's scripts: marks on the
// root element that the style sheet reads, so that nothing flashes; requests for the files that the
// scripts will need; and the key `/`, so that nothing typed is lost.
const root = document.documentElement;
const isFile = window.location.protocol === "file:";
// browsers load no modules of a page opened as a file: it is shown like a page without scripts
if (!isFile) {
  root.classList.add("scripted");
  // Material hides the search box until this class is replaced
  root.classList.replace("no-js", "js");
}

const { base, days = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
const scope = new URL(/** @type {string} */ (base), window.location.href);

/**
 * Returns the name under which Material stores a value: `/comprules/.__palette`.
 * @param {string} key
 * @param {URL} place
 */
const nameOf = (key, place) => `${place.pathname}.${key}`;
// Material calls these four, which its own pages define inline.
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

// The files that the scripts of this page will fetch are requested before the scripts arrive: on a
// slow network each wait for an answer costs a sixth of a second. build.mjs replaces PREFETCHES by
// the rows of `site_src/page_kinds.py`, and MODULES by the names of the scripts of each bundle.
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
 * Whether the files of a row are fetched for this address.
 * @param {Prefetch} row
 * @param {string} path the address from the site's root, `compare/`
 * @param {URLSearchParams} parameters its parameters
 */
function fits({ pattern, needs, given }, path, parameters) {
  if (!new RegExp(pattern).test(path)) return false;
  const has = (/** @type {string} */ name) =>
    name === "#" ? window.location.hash !== "" : Boolean(parameters.get(name));
  return (
    needs.every(has) &&
    Object.entries(given).every(([name, value]) => parameters.get(name) === value)
  );
}

/**
 * Returns the name of the file to fetch for an address; empty for none. `e/{from}/manifest` becomes
 * `e/2009-07-11/manifest` if the parameter `from` is a day on which that edition was in force.
 * @param {{name: string, otherwise: string}} fetched
 * @param {string} group the group of the row's pattern, which replaces `{1}`
 * @param {URLSearchParams} parameters
 */
function fileFor({ name, otherwise }, group, parameters) {
  const file = name.replace("{1}", group);
  const parameter = /\{([a-z-]+)\}/.exec(file)?.[1];
  if (!parameter) return file;
  const day = parameters.get(parameter) ?? "";
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const editions = days.split(" ");
  const edition = isDay ? (editions.findLast((known) => known <= day) ?? editions[0]) : "";
  // the latest edition has a file of its own where a row names one
  if (!edition || (otherwise && edition === editions.at(-1))) return otherwise;
  return file.replace(`{${parameter}}`, edition);
}

/**
 * Fetches a file for the worker of the search, and sends it the pieces as they arrive. If the
 * worker fetched the file itself, the request would wait for the worker's script.
 * @param {Worker} worker
 * @param {{file: string, urgent: boolean}} wanted with its address from the site's root, without
 *   `.json`
 */
async function fetchForSearch(worker, { file, urgent }) {
  try {
    const priority = urgent ? "high" : "low";
    const response = await fetch(new URL(`${file}.json`, scope), { priority });
    worker.postMessage({ file, status: response.status });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      worker.postMessage({ file, piece: value }, [value.buffer]);
    }
    worker.postMessage({ file, isEnd: true });
  } catch (problem) {
    worker.postMessage({ file, problem });
  }
}

/**
 * Starts the worker of the search, which `search/call.js` takes over.
 * @param {string[]} files the addresses of the files that the page fetches for it
 */
function startSearch(files) {
  const worker = new Worker(new URL(`assets/${SEARCH_WORKER}`, scope));
  worker.postMessage({ files });
  // without its script `call.js` shall try again, and report the failure
  worker.onerror = () => {
    window.searchWorker = undefined;
  };
  window.searchWorker = worker;
  return worker;
}

/**
 * Requests the scripts of this page, and the data that they will fetch.
 * @param {string} path the address from the site's root
 * @param {URLSearchParams} parameters its parameters
 */
function preloadFiles(path, parameters) {
  const row = PREFETCHES.find((candidate) => fits(candidate, path, parameters));
  const group = row ? new RegExp(row.pattern).exec(path)?.[1] : "";
  const fetches = row?.fetches ?? [];
  const files = fetches.map((fetched) => ({
    ...fetched,
    file: fileFor(fetched, group ?? "", parameters),
  }));
  const found = files.filter(({ file }) => file);
  const ofSearch = found.filter(({ by_search }) => by_search);
  // first of all: without its script, the worker answers nothing
  const worker = ofSearch.length ? startSearch(ofSearch.map(({ file }) => file)) : undefined;
  for (const name of MODULES[row?.bundle ?? "comprules"])
    preload({ rel: "modulepreload", href: new URL(`assets/${name}`, scope) });
  for (const { file, urgent, by_search } of found) if (!by_search) preloadData(file, urgent);
  if (worker) for (const wanted of ofSearch) fetchForSearch(worker, wanted);
}

/**
 * Marks a page whose content a script brings. The style sheet keeps room for the answer to a
 * question in the address (`data-question`), hides the parts that nobody asked for
 * (`data-seeking`), and shows the ages of phrases from the first paint (`data-ages`);
 * `lib/material.js` waits for the content (`data-awaited`).
 * @param {string} path the address from the site's root
 * @param {URLSearchParams} parameters its parameters
 */
function markAwaited(path, parameters) {
  const { hash, search } = window.location;
  const [, edition, whole] = /^e\/(\d{4}-\d\d-\d\d)\/(all\/)?$/.exec(path) ?? [];
  const compares = path === "compare/" && parameters.has("from");
  const searches = path === "search/" && Boolean(parameters.get("q"));
  const looksUp = path === "n/" && search.length > 1;
  const asksReferences = path === "references/" && Boolean(parameters.get("n"));
  const showsAges = path.startsWith("history/") && parameters.has("ages");
  const showsNeighbourhood = path.startsWith("pictures/neighbourhood/") && hash;
  const showsPartOfEdition = edition && /^#(\d|glossary)/.test(hash);
  if (compares || looksUp || asksReferences) root.dataset.question = "";
  if (showsAges) root.dataset.ages = "";
  if (showsNeighbourhood || showsPartOfEdition) {
    // without the mark the whole page would be drawn until the browser knows the part
    root.dataset.seeking = "";
    window.addEventListener(
      "load",
      () => {
        delete root.dataset.seeking;
      },
      { once: true },
    );
  }
  if (whole || compares || searches || (edition && hash)) root.dataset.awaited = "";
}

if (!isFile) {
  const path = window.location.pathname.slice(scope.pathname.length);
  const query = new URLSearchParams(window.location.search);
  preloadFiles(path, query);
  markAwaited(path, query);
}

// The scheme, light or dark, that Material's script would set later: then the page would be drawn a
// second time. Without a choice of the reader it is the one that the system prefers.
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

// The reader's choices, `on` or `off`, whether single letters are keys, and whether notes are
// shown; scripts and the style sheet read them from the root element.
for (const choice of ["keys", "notes"]) {
  try {
    root.dataset[choice] = window.localStorage.getItem(`comprules.${choice}`) ?? "on";
  } catch {
    root.dataset[choice] = "on";
  }
}
document.addEventListener("keydown", (event) => {
  /** @type {any} an element, the document or the window */
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
  if (document.activeElement instanceof HTMLElement) window.searchOpener = document.activeElement;
  if (!box) toggle.checked = true;
  input.focus();
  input.select();
  if (!box) toggle.dispatchEvent(new Event("change"));
  // when a page has loaded, the browser scrolls to its anchor, and takes the focus away once
  input.addEventListener(
    "blur",
    ({ relatedTarget }) => {
      if (document.readyState !== "complete" && document.hasFocus() && !relatedTarget)
        input.focus();
    },
    { once: true },
  );
});

// On a page with an anchor, Material's script closes the search box by a click an eighth of a
// second after it starts; a reader who is typing would lose letters. So only clicks of the reader,
// and lib/search-frame.js, close the box.
document.addEventListener(
  "click",
  (event) => {
    /** @type {any} an input if its id is `__search` */
    const target = event.target;
    if (target.id === "__search" && !event.isTrusted && !target.checked) event.preventDefault();
  },
  true,
);
