// @ts-check
// The typeface of the text, in two files: the characters that nearly every page needs, and the
// letters of other Western languages.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { PACKAGES, readText, store } from "./files.mjs";
import { hasChar, readRanges, writeRanges } from "./unicode-ranges.mjs";

const FOLDER = join(PACKAGES, "@fontsource-variable", "source-serif-4");
const FONT = join(FOLDER, "files", "source-serif-4-latin-wght-normal.woff2");
/** The weights from text to headings. */
const WEIGHTS = { min: 400, max: 650 };

/**
 * The characters of a block: `characters(0x41, 0x44)` → `ABC`.
 * @param {number} first
 * @param {number} end the code point after the last one
 */
const characters = (first, end) =>
  Array.from({ length: end - first }, (_, index) => String.fromCodePoint(first + index)).join("");

/** Characters that nearly every page needs. */
const USUAL = `${characters(0x20, 0x7f)}–—‘’“”…•·−©®™`;
const OF_OTHER_LANGUAGES = `${characters(0xa1, 0x180)}‚„†′″‹›€`;

/** The whole typeface. */
export const readSerif = () => readFile(FONT);

/**
 * Writes the typeface with some characters.
 * @param {string} target the folder
 * @param {string} stem the beginning of the name of the file
 * @param {string} text the characters
 * @returns the name of the file
 */
async function writeFont(target, stem, text) {
  const font = await subsetFont(await readSerif(), text, {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
  });
  return store(target, stem, "woff2", font);
}

/**
 * The characters of `OF_OTHER_LANGUAGES` that the typeface has: for others a browser would load it
 * in vain.
 */
async function listFurther() {
  const ranges = readRanges(JSON.parse(await readText(FOLDER, "unicode.json")).latin);
  return Array.from(OF_OTHER_LANGUAGES)
    .filter((char) => hasChar(ranges, char) && !USUAL.includes(char))
    .join("");
}

/**
 * A rule for a font.
 * @param {string} file
 * @param {string} range the declaration of its characters; empty for all
 */
const faceOf = (file, range) =>
  `@font-face{font-family:"Source Serif 4";src:url("${file}") format("woff2");` +
  `font-weight:${WEIGHTS.min} ${WEIGHTS.max};font-display:swap${range}}`;

/**
 * Writes both files of the typeface.
 * @param {string} target the folder
 * @returns the style rules that name them, and the name of the first file
 */
export async function buildSerif(target) {
  const further = await listFurther();
  const usualFile = await writeFont(target, "source-serif-4", USUAL);
  const furtherFile = await writeFont(target, "source-serif-4-further", further);
  const range = `;unicode-range:${writeRanges(further)}`;
  return { css: `${faceOf(usualFile, "")}\n${faceOf(furtherFile, range)}`, file: usualFile };
}
