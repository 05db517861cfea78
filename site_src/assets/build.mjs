// Builds the site's style sheet, script and fonts into the folder given as argument, and `manifest.json` beside them.
// Third-party files are taken from node_modules and never committed; nothing is fetched.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "..", "..", "node_modules");
const target = process.argv[2];
if (!target) throw new Error("usage: node build.mjs TARGET");
await mkdir(target, { recursive: true });

/** Code point of each glyph of mana-font, by class name without `ms-`. */
async function glyphs() {
  const css = await readFile(join(modules, "mana-font", "css", "mana.css"), "utf8");
  const table = new Map();
  for (const [, selectors, code] of css.matchAll(/([^{}]+)\{\s*content:\s*"\\([0-9a-f]+)";?\s*\}/g)) {
    for (const [, name] of selectors.matchAll(/\.ms-([a-z0-9-]+)::before/g)) {
      if (!table.has(name)) table.set(name, Number.parseInt(code, 16));
    }
  }
  return table;
}

/** Style rules that draw each symbol of symbols.json; the text `{W}` itself stays in the page, for copying. */
function symbolStyles(symbols, table) {
  const used = new Set();
  const rules = [];
  const content = (name) => {
    const code = table.get(name);
    if (code === undefined) throw new Error(`mana-font has no glyph "${name}" (symbols.json)`);
    used.add(code);
    return `content:"\\${code.toString(16)}";content:"\\${code.toString(16)}"/""`;
  };
  for (const [symbol, { glyphs: [first, second], colours: [top, bottom] }] of Object.entries(symbols)) {
    const name = `.sym-${symbol.toLowerCase().replace(/[^a-z0-9]/g, "")}`;
    rules.push(`${name}::before{${content(first)}}`);
    if (second) {
      rules.push(`${name}::after{${content(second)}}`);
      rules.push(`${name}::before,${name}::after{font-size:.5em;line-height:1}`);
      rules.push(`${name}::before{inset:.22em auto auto .26em}${name}::after{inset:auto .26em .22em auto}`);
    }
    if (top && bottom) rules.push(`${name}{background:linear-gradient(135deg,var(--mana-${top}) 50%,var(--mana-${bottom}) 50%)}`);
    else if (top) rules.push(`${name}{background:var(--mana-${top})}`);
    else rules.push(`${name}{background:none;color:inherit}${name}::before{font-size:1em}`);
    if (top === "k") rules.push(`${name}{color:#fff}`);
  }
  return { css: rules.join("\n"), text: String.fromCodePoint(...[...used].sort((a, b) => a - b)) };
}

const hash = (data) => createHash("sha256").update(data).digest("hex").slice(0, 10);

async function store(stem, extension, data) {
  const name = `${stem}.${hash(data)}.${extension}`;
  await writeFile(join(target, name), data);
  return name;
}

const symbols = JSON.parse(await readFile(join(here, "symbols.json"), "utf8"));
const drawn = symbolStyles(symbols, await glyphs());
const mana = await subsetFont(await readFile(join(modules, "mana-font", "fonts", "mana.woff2")), drawn.text, {
  targetFormat: "woff2",
});
const serifFolder = join(modules, "@fontsource-variable", "source-serif-4", "files");
const serif = await readFile(join(serifFolder, "source-serif-4-latin-wght-normal.woff2"));

const names = {
  mana: await store("mana", "woff2", mana),
  serif: await store("source-serif-4", "woff2", serif),
};
const faces = `
@font-face{font-family:"Source Serif 4";src:url("${names.serif}") format("woff2");font-weight:200 900;font-display:swap}
@font-face{font-family:"Mana";src:url("${names.mana}") format("woff2");font-display:block}
`;
const bundled = await build({
  entryPoints: [join(here, "css", "main.css"), join(here, "js", "main.js")],
  bundle: true,
  minify: true,
  write: false,
  outdir: target,
  entryNames: "[name]",
  format: "esm",
  target: ["es2022", "chrome109", "firefox115", "safari16.4"],
  legalComments: "none",
  logLevel: "silent",
});
for (const file of bundled.outputFiles) {
  const isStyle = file.path.endsWith(".css");
  const text = isStyle ? `${faces}${file.text}${drawn.css}\n` : file.text;
  names[isStyle ? "css" : "js"] = await store("comprules", isStyle ? "css" : "js", text);
}
await copyFile(join(here, "favicon.svg"), join(target, "favicon.svg"));
await writeFile(join(target, "manifest.json"), `${JSON.stringify(names, null, 1)}\n`);
