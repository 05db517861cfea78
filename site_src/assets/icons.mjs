// The site's sign as pictures, for home screens: drawn from favicon.svg, with the glyph of our own
// typeface in it.
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

/** Pairs of file name and PNG data. */
export async function icons(sign, serifFolder) {
  await initWasm(
    await readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")),
  );
  const serif = await readFile(join(serifFolder, "source-serif-4-latin-wght-normal.woff2"));
  const font = await subsetFont(serif, "§", { targetFormat: "sfnt", variationAxes: { wght: 600 } });
  const svg = await readFile(sign, "utf8");
  const draw = (source, width) =>
    new Resvg(source, {
      fitTo: { mode: "width", value: width },
      font: { fontBuffers: [new Uint8Array(font)], defaultFontFamily: "Source Serif 4 Variable" },
    })
      .render()
      .asPng();
  // a launcher cuts a maskable one as it likes: its ground goes to the edge, its sign stays within
  // the safe circle
  const maskable = svg
    .replace(/ rx="\d+"/, "")
    .replace(/viewBox="[^"]*"/, 'viewBox="-4 -4 40 40"')
    .replace("<rect ", '<rect x="-4" y="-4" ')
    .replace(/width="32" height="32"/, 'width="40" height="40"');
  return [
    ["icon-192.png", draw(svg, 192)],
    ["icon-512.png", draw(svg, 512)],
    ["icon-maskable-512.png", draw(maskable, 512)],
  ];
}
