// @ts-check
// The scripts of pages: modules that import each other.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ASSETS } from "./files.mjs";
import { allImportsOf, importsOf, lazyImportsOf } from "./imports.mjs";
import { listEntries, settingsFor } from "./settings.mjs";

/** @typedef {import("esbuild").Metafile["outputs"]} Outputs the bundled files by path */

const MAIN = "comprules";
/** The module of the main script, from the folder of the assets. */
const MAIN_MODULE = "js/main.js";

/**
 * The modules of all scripts, by their paths from the folder of the assets.
 * @param {import("esbuild").BuildOptions} options
 */
async function readModules(options) {
  const whole = await build({
    ...options,
    splitting: false,
    absWorkingDir: ASSETS,
    metafile: true,
  });
  return whole.metafile.inputs;
}

/**
 * The modules that every page loads anyway, because the main script imports them, and that others
 * import too.
 * @param {import("./imports.mjs").Modules} inputs
 */
function sharedModules(inputs) {
  const ofMain = allImportsOf(inputs, [MAIN_MODULE]);
  const others = Object.keys(inputs).filter((path) => path !== MAIN_MODULE && !ofMain.has(path));
  const ofOthers = new Set(others.flatMap((path) => importsOf(inputs, path)));
  return [...ofMain].filter((path) => ofOthers.has(path));
}

/**
 * Has some modules import all shared ones. Otherwise the bundler makes a file for each combination
 * of scripts that share a module, and to load twenty files takes longer than to load one.
 * @param {string[]} shared paths from the folder of the assets
 * @param {string[]} sharers paths of the modules that import them
 * @returns {import("esbuild").Plugin}
 */
function makeSharing(shared, sharers) {
  const imports = shared.map((path) => `import ${JSON.stringify(join(ASSETS, path))};`).join("");
  return {
    name: "sharing",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]js[\\/].*\.js$/ }, async ({ path }) => {
        if (!sharers.includes(path)) return null; // the bundler reads it
        return { contents: imports + (await readFile(path, "utf8")) };
      });
    },
  };
}

/**
 * The name of a script without its hash: "search.ZJ2JDGLU.js" → "search".
 * @param {string} path
 */
const stemOf = (path) => basename(path).split(".").slice(0, -2).join(".");

/**
 * Writes the scripts of pages.
 * @param {string} target the folder
 * @param {Record<string, string>} define the constants that are put into them
 * @returns the names of the main script, and of the others by kind of page, and all bundled files
 */
export async function buildScripts(target, define) {
  const pages = await listEntries("js/pages", ".js");
  /** @type {import("esbuild").BuildOptions & {write: false, metafile: true}} */
  const options = {
    ...settingsFor(target),
    entryPoints: { [MAIN]: join(ASSETS, MAIN_MODULE), ...pages },
    entryNames: "[name].[hash]",
    format: "esm",
    splitting: true,
    define,
  };
  const inputs = await readModules(options);
  const lazy = lazyImportsOf(inputs).map((path) => join(ASSETS, path));
  const sharing = makeSharing(sharedModules(inputs), [...Object.values(pages), ...lazy]);
  const built = await build({ ...options, plugins: [sharing] });
  for (const file of built.outputFiles) await writeFile(file.path, file.text);
  /** @type {Record<string, string>} */
  const names = {};
  for (const [path, { entryPoint }] of Object.entries(built.metafile.outputs))
    if (entryPoint) names[stemOf(path)] = basename(path);
  const { [MAIN]: js, ...others } = names;
  return { js, pages: others, outputs: built.metafile.outputs };
}

/**
 * The bundled files that the main script and that of a page import before they run.
 * @param {Outputs} outputs
 * @param {string} page
 */
export function chunksOf(outputs, page) {
  const entries = Object.keys(outputs).filter(
    (path) => outputs[path].entryPoint && [MAIN, page].includes(stemOf(path)),
  );
  return [...allImportsOf(outputs, entries)].map((path) => basename(path)).sort();
}
