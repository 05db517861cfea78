// @ts-check
// Builds the site's style sheets, scripts and fonts into the folder given as argument, and
// `manifest.json` next to them. Third-party files are taken from node_modules and never committed;
// nothing is fetched.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildEarly, buildSearchWorker, buildServiceWorker } from "./bundle/classic-scripts.mjs";
import { ASSETS } from "./bundle/files.mjs";
import { drawIcons } from "./bundle/icons.mjs";
import { buildScripts } from "./bundle/scripts.mjs";
import { writeSetSymbols } from "./bundle/sets.mjs";
import { buildStyles } from "./bundle/styles.mjs";

const SIGN = join(ASSETS, "favicon.svg");

const [target, material, prefetches, ...sets] = process.argv.slice(2);
if (!prefetches)
  throw new Error(
    "usage: node build.mjs TARGET THEME PREFETCHES [SET…], where THEME has the templates of " +
      "mkdocs-material, and PREFETCHES is the constant of `site_src/page_kinds.py`, as JSON",
  );
await mkdir(target, { recursive: true });

await writeSetSymbols(target, sets);
const styles = await buildStyles(target, material);

const define = { SEARCH_WORKER: JSON.stringify(await buildSearchWorker(target)) };
const { pages, js, outputs } = await buildScripts(target, define);
const early = await buildEarly(target, JSON.parse(prefetches), outputs, define);
const worker = await buildServiceWorker(target);

await copyFile(SIGN, join(target, "favicon.svg"));
for (const [name, data] of await drawIcons(SIGN)) await writeFile(join(target, name), data);
const manifest = { ...styles, pages, js, early, worker };
await writeFile(join(target, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
