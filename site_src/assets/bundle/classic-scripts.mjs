// @ts-check
// The scripts that are no modules of a page: `early.js`, the worker of the search, and the service
// worker.
import { build } from "esbuild";
import { join } from "node:path";
import { ASSETS, store } from "./files.mjs";
import { chunksOf } from "./scripts.mjs";
import { settingsFor } from "./settings.mjs";

/**
 * Writes a script as one file.
 * @param {string} target the folder
 * @param {string} path from the folder of the scripts
 * @param {string} stem the beginning of the name of the file
 * @param {Record<string, string>} define the constants that are put into it
 * @returns the name of the file
 */
async function buildClassic(target, path, stem, define = {}) {
  const entryPoints = [join(ASSETS, "js", path)];
  const built = await build({ ...settingsFor(target), entryPoints, format: "iife", define });
  return store(target, stem, "js", built.outputFiles[0].text);
}

/**
 * Writes the worker of the search, which has a file of its own because a worker shares no modules
 * with its page.
 * @param {string} target the folder
 */
export const buildSearchWorker = (target) =>
  buildClassic(target, "search/worker.js", "search-worker", {
    // it is in the same folder as the scripts of pages, and finds the site's root as they do
    "import.meta.url": "self.location.href",
  });

/**
 * Writes the service worker; `site_src/builder/offline.py` puts it at the root of the site, with
 * its version.
 * @param {string} target the folder
 */
export const buildServiceWorker = (target) => buildClassic(target, "worker/worker.js", "worker");

/**
 * Writes `early.js`: a classic script blocks the page, where a module would wait for it.
 * @param {string} target the folder
 * @param {import("../js/data-files.js").Prefetch[]} prefetches
 * @param {import("./scripts.mjs").Outputs} outputs the bundled scripts of pages
 * @param {Record<string, string>} define the constants that are put into all scripts
 */
export function buildEarly(target, prefetches, outputs, define) {
  const bundles = new Set(["comprules", ...prefetches.map(({ bundle }) => bundle)]);
  const modules = [...bundles].map((bundle) => [bundle, chunksOf(outputs, bundle)]);
  return buildClassic(target, "early.js", "early", {
    ...define,
    MODULES: JSON.stringify(Object.fromEntries(modules)),
    PREFETCHES: JSON.stringify(prefetches),
  });
}
