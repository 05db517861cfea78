// @ts-check
// The modules that scripts import, as the bundler lists them.

/**
 * Modules by path, each with its imports: the inputs of the bundler, or its outputs.
 * @typedef {Record<string, {imports: {path: string, kind: string}[]}>} Modules
 */

/**
 * The modules that a module imports before it runs.
 * @param {Modules} modules
 * @param {string} path
 */
export const importsOf = (modules, path) =>
  modules[path].imports
    .filter(({ kind }) => kind === "import-statement")
    .map((imported) => imported.path);

/**
 * The modules that scripts import only when a reader needs them.
 * @param {Modules} modules
 */
export function lazyImportsOf(modules) {
  const imports = Object.values(modules).flatMap((module) => module.imports);
  return imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path);
}

/**
 * The modules that some modules import before they run, directly or through others.
 * @param {Modules} modules
 * @param {string[]} paths
 */
export function allImportsOf(modules, paths) {
  /** @type {Set<string>} */
  const found = new Set();
  const add = (/** @type {string} */ path) => {
    for (const imported of importsOf(modules, path)) {
      if (found.has(imported)) continue;
      found.add(imported);
      add(imported);
    }
  };
  for (const path of paths) add(path);
  return found;
}
