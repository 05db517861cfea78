// @ts-check
// The page /offline/: the groups of files that this device can keep, each with a button that
// downloads or removes it.
import { element } from "../lib/dom.js";
import { dropGroup, fetchList, fillGroup, KEPT, prefixOf, storedList } from "../lib/keep.js";
import { root } from "../site.js";
import { not_kept } from "../../sentences.json";
import { say, sayFailure } from "../lib/say.js";

/** The message about a download that did not end, by the name of the error. */
const STOPPED = /** @type {Record<string, string>} */ ({
  AbortError: "stopped; the next download continues from here",
  QuotaExceededError: "this device has too little space for it",
});
const DEVICE_READY =
  "This device is ready: pages that you read stay readable without a network for a while.";
/** Progress is reported after so many files each. */
const REPORTED = 50;
/** Maximum number of characters shown of an address. */
const LONGEST_ADDRESS = 80;

/** The row of a group of files, with the button that downloads or removes the group. */
class GroupRow {
  /**
   * @param {HTMLElement} row
   * @param {Cache} cache has the groups that this device keeps
   */
  constructor(row, cache) {
    this.row = row;
    this.cache = cache;
    this.group = row.dataset.group ?? "";
    this.title = row.querySelector("th")?.textContent ?? "";
    this.button = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
    this.bar = element("progress", {
      max: 1,
      value: 0,
      hidden: true,
      "aria-label": `Progress: ${this.title}`,
    });
    this.status = element("span", { role: "status" });
    /**
     * Stops the download that is going on; null if there is none.
     * @type {AbortController | null}
     */
    this.stop = null;
    this.button.after(this.bar, this.status);
    this.button.addEventListener("click", () => this.act());
  }

  /** Enables the button, which the page has disabled, once it is known what the button does. */
  async start() {
    await this.showState();
    this.button.disabled = false;
  }

  /** Does what the button says. */
  act() {
    if (this.stop) this.stop.abort();
    else if (this.row.dataset.kept === "yes") this.remove();
    else this.keep();
  }

  /** @param {string} action `Keep` */
  labelButton(action) {
    this.button.textContent = action;
    this.button.setAttribute("aria-label", `${action}: ${this.title}`);
  }

  /** Shows whether the group is kept. */
  async showState() {
    const isKept = (await storedList(this.cache, root, this.group)) !== null;
    this.row.dataset.kept = isKept ? "yes" : "no";
    this.labelButton(isKept ? "Remove" : "Keep");
  }

  /**
   * @param {number} done files
   * @param {number} all
   */
  showProgress(done, all) {
    this.bar.value = done / all;
    if (done % REPORTED === 0 || done === all)
      this.status.textContent = `${done.toLocaleString("en")} of ${all.toLocaleString("en")} files`;
  }

  /** Downloads the group. */
  async keep() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.labelButton("Stop");
    this.bar.hidden = false;
    try {
      await navigator.storage?.persist?.();
      const list = await fetchList(root, this.group);
      const onProgress = (/** @type {number} */ done, /** @type {number} */ all) =>
        this.showProgress(done, all);
      await fillGroup(this.cache, root, this.group, list, { onProgress, signal });
      this.status.textContent = "kept";
    } catch (error) {
      const problem = /** @type {Error} */ (error);
      this.status.textContent = STOPPED[problem.name] ?? problem.message;
    } finally {
      this.stop = null;
      this.bar.hidden = true;
      await this.showState();
    }
  }

  /** Removes the group from this device. */
  async remove() {
    try {
      await dropGroup(this.cache, root, this.group);
      this.status.textContent = "removed";
    } catch (problem) {
      this.status.textContent = sayFailure("The files could not be removed", problem);
    } finally {
      await this.showState();
    }
  }
}

/**
 * Says that a page could not be opened without a network.
 * @param {string} written its address, as the service worker wrote it into the query
 */
function showMissing(written) {
  let page = "the page";
  try {
    page = decodeURIComponent(written).slice(0, LONGEST_ADDRESS);
  } catch {
    // an invalid address is not repeated
  }
  document
    .querySelector(".offline-missing")
    ?.replaceChildren(
      element("strong", {}, say(not_kept, { page })),
      " Pages that you read lately, and those that you chose to keep, still open.",
    );
}

/**
 * Says whether this device is ready, that is, whether the service worker runs.
 * @param {HTMLElement} output
 */
async function showReadiness(output) {
  const registered = await navigator.serviceWorker.getRegistration(root.href);
  if (!registered?.active) {
    output.textContent = "Getting this device ready …";
    await navigator.serviceWorker.ready;
  }
  output.textContent = DEVICE_READY;
}

/** Enables the buttons of all groups. */
async function offerGroups() {
  const cache = await caches.open(prefixOf(root) + KEPT);
  /** @type {NodeListOf<HTMLElement>} */
  const rows = document.querySelectorAll("[data-group]");
  for (const row of rows) new GroupRow(row, cache).start();
}

/** The address that the service worker could not open; see `networkFirst` of worker.js. */
const missing = window.location.search.slice(1);
if (missing) showMissing(missing);

const state = /** @type {HTMLElement} */ (document.querySelector(".offline-state"));
if ("serviceWorker" in navigator && window.isSecureContext) {
  showReadiness(state);
  offerGroups();
} else {
  state.textContent = "This browser cannot store a site, or the site is not served over https.";
}
