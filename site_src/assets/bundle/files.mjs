// @ts-check
// The folders of the build, and files whose names change with their content.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Our own scripts and style sheets. */
export const ASSETS = dirname(dirname(fileURLToPath(import.meta.url)));
/** The packages that `npm ci` installed. */
export const PACKAGES = join(ASSETS, "..", "..", "node_modules");

/**
 * Reads a text file.
 * @param {string[]} parts of its path
 */
export const readText = (...parts) => readFile(join(...parts), "utf8");

/**
 * Reads a JSON file of ours.
 * @param {string} name
 * @returns {Promise<any>}
 */
export const readOwnJson = async (name) => JSON.parse(await readText(ASSETS, name));

/** @param {string | Uint8Array} data */
const hash = (data) => createHash("sha256").update(data).digest("hex").slice(0, 10);

/**
 * Writes a file whose name has a hash of its content, so that browsers may keep it for ever:
 * `mana.af1018a465.woff2`.
 * @param {string} target the folder
 * @param {string} stem the beginning of the name
 * @param {string} extension
 * @param {string | Uint8Array} data
 * @returns the name
 */
export async function store(target, stem, extension, data) {
  const name = `${stem}.${hash(data)}.${extension}`;
  await writeFile(join(target, name), data);
  return name;
}
