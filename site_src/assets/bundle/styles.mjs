// @ts-check
// The style sheets: the main one, which every page has, and one for some kinds of page.
import { build } from "esbuild";
import { basename, join } from "node:path";
import { boxStyles, markStyles } from "./changes.mjs";
import { ASSETS, store } from "./files.mjs";
import { iconStyles, materialStyles } from "./frame.mjs";
import { buildSerif } from "./serif.mjs";
import { listEntries, settingsFor } from "./settings.mjs";
import { buildSymbols } from "./symbols.mjs";

const MAIN = "comprules";
/** The style sheet of the page that compares, which has the boxes of the changes. */
const OF_COMPARISONS = "compare";

/**
 * Writes the style sheets and the fonts that they name.
 * @param {string} target the folder
 * @param {string} material the folder of Material's templates
 * @returns the names of the font of the symbols, of the main font, of the main style sheet, and of
 *   the others by kind of page
 */
export async function buildStyles(target, material) {
  const symbols = await buildSymbols(target);
  const serif = await buildSerif(target);
  const symbolFace =
    `@font-face{font-family:"Mana";src:url("${symbols.font}") format("woff2");` +
    `font-display:block}`;
  const faces = `\n${serif.css}\n${symbolFace}\n`;
  /** @type {Record<string, string>} */
  const before = { [MAIN]: `${faces}${await materialStyles(material)}` };
  /** @type {Record<string, string>} */
  const after = {
    [MAIN]: `${markStyles()}${symbols.css}${await iconStyles(material)}\n`,
    [OF_COMPARISONS]: boxStyles(),
  };
  const built = await build({
    ...settingsFor(target),
    entryPoints: {
      [MAIN]: join(ASSETS, "css", "main.css"),
      ...(await listEntries("css/pages", ".css")),
    },
  });
  /** @type {Record<string, string>} */
  const names = {};
  for (const file of built.outputFiles) {
    const stem = basename(file.path, ".css");
    const text = `${before[stem] ?? ""}${file.text}${after[stem] ?? ""}`;
    names[stem] = await store(target, stem, "css", text);
  }
  const { [MAIN]: css, ...styles } = names;
  return { mana: symbols.font, serif: serif.file, styles, css };
}
