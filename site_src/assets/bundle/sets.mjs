// @ts-check
// The symbols of sets, in a style sheet whose name stays: a new set changes no address of a style
// sheet, and so no page.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { store } from "./files.mjs";
import { cutFont, escapeCodePoint, readGlyphs } from "./glyphs.mjs";
import { writeRanges } from "./unicode-ranges.mjs";

/** Symbols in a file, some 0.4 kB each. */
const SETS_PER_FILE = 16;

/**
 * Writes a font with some symbols.
 * @param {string} target the folder
 * @param {string} text the symbols
 * @returns the rule that has a browser load the font for these symbols alone
 */
async function writeFont(target, text) {
  const font = await cutFont(["keyrune", "fonts", "keyrune.woff2"], text);
  const name = await store(target, "keyrune", "woff2", font);
  return (
    `@font-face{font-family:"Keyrune";src:url("${name}") format("woff2");` +
    `font-display:block;unicode-range:${writeRanges(text)}}`
  );
}

/**
 * Writes the style sheet of sets, which gives each set the glyph that Keyrune has for it, and the
 * fonts that it names; `rules.css` draws the glyph. The code `M10` stays in the page, for copying.
 * The fonts are parts of Keyrune: a page draws a few sets, and loads the parts that they are in.
 * @param {string} target the folder
 * @param {string[]} codes of the sets; a set that Keyrune lacks gets no symbol
 */
export async function writeSetSymbols(target, codes) {
  const glyphs = await readGlyphs("keyrune/css/keyrune.css", "ss-");
  const rules = [];
  /** @type {Set<number>} */
  const used = new Set();
  for (const code of codes) {
    const codePoint = glyphs.get(code);
    if (codePoint === undefined) continue;
    used.add(codePoint);
    rules.push(`.set-${code}{--glyph:"${escapeCodePoint(codePoint)}";--code:.01px;--room:1em}`);
  }
  const codePoints = [...used].sort((first, second) => first - second);
  const faces = [];
  for (let begin = 0; begin < codePoints.length; begin += SETS_PER_FILE) {
    const part = codePoints.slice(begin, begin + SETS_PER_FILE);
    faces.push(await writeFont(target, String.fromCodePoint(...part)));
  }
  await writeFile(join(target, "editions.css"), `${faces.join("\n")}\n${rules.join("")}\n`);
}
