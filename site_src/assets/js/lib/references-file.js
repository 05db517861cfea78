// @ts-check
// The data files with the references of each number.
import { chapterOf, isTerm, nameOf } from "./record-key.js";
import { slug } from "./slug.js";

/**
 * The name of the file with the references of a key in all editions: `702.40a` →
 * `references/702.40`, `glossary:Storm` → `references/glossary-st`. As `references_file` of
 * `site_src/addresses.py`.
 * @param {string} key
 */
export function referencesFile(key) {
  if (isTerm(key)) return `references/glossary-${slug(nameOf(key).replace(/#.*/, "")).slice(0, 2)}`;
  return `references/${/^\d+(?:\.\d+)?/.exec(key)?.[0] ?? chapterOf(key)}`;
}
