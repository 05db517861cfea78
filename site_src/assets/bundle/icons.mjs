// @ts-check
// The site's sign as pictures, for home screens: drawn from favicon.svg, with the glyph of our own
// typeface in it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import subsetFont from "subset-font";
import { readSerif } from "./serif.mjs";

const LETTER = "§";

/**
 * The sign with room around it. A launcher cuts a maskable picture as it likes, so the ground goes
 * to the edge, and the letter stays within the circle that is never cut.
 * @param {string} svg
 */
const addMargin = (svg) =>
  svg
    .replace(/ rx="\d+"/, "")
    .replace(/viewBox="[^"]*"/, 'viewBox="-4 -4 40 40"')
    .replace("<rect ", '<rect x="-4" y="-4" ')
    .replace(/width="32" height="32"/, 'width="40" height="40"');

/**
 * Draws the pictures.
 * @param {string} path of the sign
 * @returns {Promise<[name: string, png: Uint8Array][]>}
 */
export async function drawIcons(path) {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const font = await subsetFont(await readSerif(), LETTER, {
    targetFormat: "sfnt",
    variationAxes: { wght: 600 },
  });
  const draw = (/** @type {string} */ svg, /** @type {number} */ width) => {
    const picture = new Resvg(svg, {
      fitTo: { mode: "width", value: width },
      font: { fontBuffers: [new Uint8Array(font)], defaultFontFamily: "Source Serif 4 Variable" },
    });
    return picture.render().asPng();
  };
  const sign = await readFile(path, "utf8");
  return [
    ["icon-192.png", draw(sign, 192)],
    ["icon-512.png", draw(sign, 512)],
    ["icon-maskable-512.png", draw(addMargin(sign), 512)],
  ];
}
