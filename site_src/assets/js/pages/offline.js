// @ts-check
// The page /offline/: the groups of files that this device can keep, each with a button that
// downloads or removes it.
import { element } from "../lib/dom.js";
import { drop, fetchList, fill, KEPT, prefixOf, storedList } from "../lib/keep.js";
import { root } from "../site.js";
import { not_kept } from "../../sentences.json";
import { say } from "../lib/say.js";

/** The message about a download that did not end, by the name of the error. */
const STOPPED = /** @type {Record<string, string>} */ ({
  AbortError: "stopped; the next download continues from here",
  QuotaExceededError: "this device has too little space for it",
});
const READY =
  "This device is ready: pages that you read stay readable without a network for a while.";
const state = /** @type {HTMLElement} */ (document.querySelector(".offline-state"));
/** The address that the service worker could not open; see `networkFirst` of worker.js. */
const missing = window.location.search.slice(1);

if (missing) {
  let words = "That page";
  try {
    words = decodeURIComponent(missing).slice(0, 80);
  } catch {
    // an invalid address is not repeated
  }
  document
    .querySelector(".offline-missing")
    ?.replaceChildren(
      element("strong", {}, say(not_kept, { page: words || "the page" })),
      " Pages that you read lately, and those that you chose to keep, still open.",
    );
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  ready();
  /** @type {NodeListOf<HTMLElement>} */
  const rows = document.querySelectorAll("[data-group]");
  for (const row of rows) offer(row);
} else {
  state.textContent = "This browser cannot store a site, or the site is not served over https.";
}

/** Says whether this device is ready, that is, whether the service worker runs. */
async function ready() {
  const registered = await navigator.serviceWorker.getRegistration(root.href);
  if (registered?.active) {
    state.textContent = READY;
    return;
  }
  state.textContent = "Getting this device ready …";
  await navigator.serviceWorker.ready;
  state.textContent = READY;
}

/**
 * Puts the button of a group into its row. It downloads the group, stops a download that is going
 * on, or removes the group.
 * @param {HTMLElement} row
 */
async function offer(row) {
  const name = row.dataset.group ?? "";
  const title = row.querySelector("th")?.textContent ?? "";
  const cache = await caches.open(prefixOf(root) + KEPT);
  const bar = element("progress", {
    max: 1,
    value: 0,
    hidden: true,
    "aria-label": `Progress: ${title}`,
  });
  const button = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
  const status = element("span", { role: "status" });
  button.after(bar, status);
  /**
   * Stops the download that is going on; null if there is none.
   * @type {AbortController | null}
   */
  let stop = null;
  const setButton = (/** @type {string} */ action) => {
    button.textContent = action;
    button.setAttribute("aria-label", `${action}: ${title}`);
  };
  const showState = async () => {
    const isKept = (await storedList(cache, root, name)) !== null;
    row.dataset.kept = isKept ? "yes" : "no";
    setButton(isKept ? "Remove" : "Keep");
  };
  /** @type {(done: number, all: number) => void} */
  const onProgress = (done, all) => {
    bar.value = done / all;
    if (done % 50 === 0 || done === all)
      status.textContent = `${done.toLocaleString("en")} of ${all.toLocaleString("en")} files`;
  };
  const remove = async () => {
    await drop(cache, root, name);
    status.textContent = "removed";
    await showState();
  };
  const keep = async () => {
    stop = new AbortController();
    const { signal } = stop;
    setButton("Stop");
    bar.hidden = false;
    try {
      await navigator.storage?.persist?.();
      await fill(cache, root, name, await fetchList(root, name), { onProgress, signal });
      status.textContent = "kept";
    } catch (error) {
      const problem = /** @type {Error} */ (error);
      status.textContent = STOPPED[problem.name] ?? problem.message;
    } finally {
      stop = null;
      bar.hidden = true;
      await showState();
    }
  };
  await showState();
  button.disabled = false;
  button.addEventListener("click", () => {
    if (stop) stop.abort();
    else if (row.dataset.kept === "yes") remove();
    else keep();
  });
}
