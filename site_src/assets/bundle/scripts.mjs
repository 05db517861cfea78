// @ts-check
// The scripts of pages: modules that import each other.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { ASSETS } from "./files.mjs";
import { allImportsOf, importsOf, lazyImportsOf } from "./imports.mjs";
import { listEntries, settingsFor } from "./settings.mjs";

/** @typedef {import("esbuild").Metafile["outputs"]} Outputs the bundled files by path */

const MAIN = "comprules";
/** The module of the main script, from the folder of the assets. */
const MAIN_MODULE = "js/main.js";

/** Bytes of a small module after bundling, at most: a request for a file of its own costs more. */
const SMALL = 250;

/**
 * The modules of all scripts, by their paths from the folder of the assets, and the bundled scripts
 * without any sharing.
 * @param {import("esbuild").BuildOptions} options
 */
async function readModules(options) {
  const whole = await build({
    ...options,
    splitting: false,
    absWorkingDir: ASSETS,
    metafile: true,
  });
  return whole.metafile;
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
 * Our small modules that several scripts import, but not the main script. Each would be in a file
 * of its own, or with few others.
 * @param {import("esbuild").Metafile} whole
 * @param {string[]} entries paths of the modules with which scripts begin
 */
function smallModules({ inputs, outputs }, entries) {
  const ofMain = allImportsOf(inputs, [MAIN_MODULE]);
  const importedByEntry = entries.map((entry) => allImportsOf(inputs, [entry]));
  const sizes = Object.values(outputs).map((output) => output.inputs);
  const isSmall = (/** @type {string} */ path) =>
    sizes.every((ofOutput) => (ofOutput[path]?.bytesInOutput ?? 0) <= SMALL);
  const isSharedByOthers = (/** @type {string} */ path) =>
    !ofMain.has(path) && importedByEntry.filter((imported) => imported.has(path)).length > 1;
  const own = Object.keys(inputs).filter((path) => path.startsWith("js/"));
  return own.filter((path) => isSharedByOthers(path) && isSmall(path));
}

/**
 * Has some modules import further ones. Otherwise the bundler makes a file for each combination of
 * scripts that share a module, and to load twenty files takes longer than to load one.
 * @param {(path: string) => string[]} furtherFor the modules that a module of a path imports, too,
 *   by their paths from the folder of the assets
 * @returns {import("esbuild").Plugin}
 */
function makeSharing(furtherFor) {
  return {
    name: "sharing",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]js[\\/].*\.js$/ }, async ({ path }) => {
        const further = furtherFor(path);
        if (!further.length) return null; // the bundler reads it
        const imports = further.map((name) => `import ${JSON.stringify(join(ASSETS, name))};`);
        return { contents: imports.join("") + (await readFile(path, "utf8")) };
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
  const whole = await readModules(options);
  const lazy = lazyImportsOf(whole.inputs);
  const ofPages = Object.values(pages).map((path) => relative(ASSETS, path));
  const small = smallModules(whole, [...ofPages, ...lazy]);
  const shared = [...sharedModules(whole.inputs), ...small];
  const sharers = new Set([...ofPages, ...lazy]);
  const sharing = makeSharing((path) => {
    const name = relative(ASSETS, path);
    if (name === MAIN_MODULE) return small;
    return sharers.has(name) ? shared : [];
  });
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
