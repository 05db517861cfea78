// @ts-check
// The glyphs of icon fonts.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { PACKAGES, readText } from "./files.mjs";

/** A rule of the style sheet of an icon font: its selectors, and the code point of its glyph. */
const GLYPH_RULE = /([^{}]+)\{\s*content:\s*"\\([0-9a-f]+)";?\s*\}/g;

/** @typedef {Map<string, number>} Glyphs the code point of each glyph, by its name */

/**
 * The glyphs of an icon font, from its style sheet: `.ms-w::before { content: "\e600" }` → `w`,
 * 0xe600.
 * @param {string} path of the style sheet, from the folder of the packages
 * @param {string} prefix of the classes: `ms-`
 */
export async function readGlyphs(path, prefix) {
  const css = await readText(PACKAGES, path);
  /** @type {Glyphs} */
  const glyphs = new Map();
  for (const [, selectors, code] of css.matchAll(GLYPH_RULE)) {
    const names = new RegExp(`\\.${prefix}([a-z0-9-]+)::?before`, "g");
    for (const [, name] of selectors.matchAll(names)) {
      if (!glyphs.has(name)) glyphs.set(name, Number.parseInt(code, 16));
    }
  }
  return glyphs;
}

/**
 * A code point as style sheets write it: 0xe600 → `\e600`.
 * @param {number} codePoint
 */
export const escapeCodePoint = (codePoint) => `\\${codePoint.toString(16)}`;

/**
 * Cuts a font down to some characters.
 * @param {string[]} path of the font, from the folder of the packages
 * @param {string} text the characters
 */
export async function cutFont(path, text) {
  const font = await readFile(join(PACKAGES, ...path));
  return subsetFont(font, text, { targetFormat: "woff2" });
}
