// @ts-check
// The settings and the entry points of the bundler.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ASSETS } from "./files.mjs";

/**
 * The settings of the bundler.
 * @param {string} target the folder of all files; a script finds the site's root one level above it
 * @returns {import("esbuild").BuildOptions & {write: false, metafile: true}}
 */
export const settingsFor = (target) => ({
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: target,
  chunkNames: "chunk.[hash]",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  legalComments: "none",
  logLevel: "silent",
});

/**
 * The files of a folder that have an ending, by their names without it: `js/pages` and `.js` →
 * `{compare: "…/js/pages/compare.js"}`.
 * @param {string} folder
 * @param {string} ending
 */
export async function listEntries(folder, ending) {
  const names = (await readdir(join(ASSETS, folder))).filter((name) => name.endsWith(ending));
  const entries = names
    .sort()
    .map((name) => [name.slice(0, -ending.length), join(ASSETS, folder, name)]);
  return /** @type {Record<string, string>} */ (Object.fromEntries(entries));
}
