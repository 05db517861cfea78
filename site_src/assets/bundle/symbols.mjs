// @ts-check
// The symbols of mana, each drawn by style rules. The text `{W}` itself stays in the page, for
// copying.
import { readOwnJson, store } from "./files.mjs";
import { cutFont, escapeCodePoint, readGlyphs } from "./glyphs.mjs";

/**
 * A symbol of `symbols.json`.
 * @typedef {object} ManaSymbol
 * @property {string[]} glyphs one or two names of glyphs of mana-font
 * @property {string[]} colours of the disc, the upper one first; none for a symbol without a disc
 */

/** On a disc of this colour, the glyph is white. */
const BLACK = "k";

/**
 * The name of the class of a symbol, as `symbol_class` of `site_src/markup/passages.py` makes it:
 * `{W/U}` → `sym-wu`.
 * @param {string} symbol
 */
const classOf = (symbol) => `sym-${symbol.toLowerCase().replace(/[^a-z0-9]/g, "")}`;

/**
 * The style rules of the disc of a symbol.
 * @param {string} selector
 * @param {ManaSymbol} symbol
 */
function discRules(selector, { colours: [top, bottom] }) {
  if (!top) return [`${selector}{background:none;color:inherit}${selector}::before{font-size:1em}`];
  const background = bottom
    ? `linear-gradient(135deg,var(--mana-${top}) 50%,var(--mana-${bottom}) 50%)`
    : `var(--mana-${top})`;
  const rules = [`${selector}{background:${background}}`];
  if (top === BLACK) rules.push(`${selector}{color:#fff}`);
  return rules;
}

/**
 * The style rules of the glyphs of a symbol; of two, the first is above on the left.
 * @param {string} selector
 * @param {ManaSymbol} symbol
 * @param {(glyph: string) => string} contentOf the declarations that draw a glyph
 */
function glyphRules(selector, { glyphs: [first, second] }, contentOf) {
  const rules = [`${selector}::before{${contentOf(first)}}`];
  if (second)
    rules.push(
      `${selector}::after{${contentOf(second)}}`,
      `${selector}::before,${selector}::after{font-size:.5em;line-height:1}`,
      `${selector}::before{inset:.22em auto auto .26em}` +
        `${selector}::after{inset:auto .26em .22em auto}`,
    );
  return rules;
}

/**
 * Writes the font with the glyphs of all symbols.
 * @param {string} target the folder
 * @returns the style rules of the symbols, and the name of the font
 */
export async function buildSymbols(target) {
  /** @type {Record<string, ManaSymbol>} */
  const symbols = await readOwnJson("symbols.json");
  const glyphs = await readGlyphs("mana-font/css/mana.css", "ms-");
  /** @type {Set<number>} */
  const used = new Set();
  const contentOf = (/** @type {string} */ glyph) => {
    const codePoint = glyphs.get(glyph);
    if (codePoint === undefined)
      throw new Error(`mana-font has no glyph "${glyph}" (symbols.json)`);
    used.add(codePoint);
    const escaped = escapeCodePoint(codePoint);
    // the second declaration has an empty alternative text; some browsers know only the first form
    return `content:"${escaped}";content:"${escaped}"/""`;
  };
  const rules = Object.entries(symbols).flatMap(([name, symbol]) => {
    const selector = `.${classOf(name)}`;
    return [...glyphRules(selector, symbol, contentOf), ...discRules(selector, symbol)];
  });
  const codePoints = [...used].sort((first, second) => first - second);
  const font = await cutFont(
    ["mana-font", "fonts", "mana.woff2"],
    String.fromCodePoint(...codePoints),
  );
  return { css: rules.join("\n"), font: await store(target, "mana", "woff2", font) };
}
