// Builds the site's style sheet, script and fonts into the folder given as argument, and
// `manifest.json` next to them. Third-party files are taken from node_modules and never committed;
// nothing is fetched.
import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { basename, dirname, join } from "node:path";
import { PurgeCSS } from "purgecss";
import subsetFont from "subset-font";
import { icons } from "./icons.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "..", "..", "node_modules");
const [target, material, prefetches, ...sets] = process.argv.slice(2);
if (!prefetches)
  throw new Error(
    "usage: node build.mjs TARGET THEME PREFETCHES [SET…], where THEME has the templates of " +
      "mkdocs-material, and PREFETCHES is the constant of `site_src/page_kinds.py`, as JSON",
  );
await mkdir(target, { recursive: true });
/** Set symbols in a file: some 0.4 kB each. */
const SETS_A_FILE = 16;

/** Code point of each glyph of an icon font, by class name without its prefix (`ms-`, `ss-`). */
async function glyphs(path, prefix) {
  const css = await readFile(join(modules, path), "utf8");
  const table = new Map();
  for (const [, selectors, code] of css.matchAll(
    /([^{}]+)\{\s*content:\s*"\\([0-9a-f]+)";?\s*\}/g,
  )) {
    for (const [, name] of selectors.matchAll(
      new RegExp(`\\.${prefix}([a-z0-9-]+)::?before`, "g"),
    )) {
      if (!table.has(name)) table.set(name, Number.parseInt(code, 16));
    }
  }
  return table;
}

/**
 * Style rules that draw each symbol of symbols.json; the text `{W}` itself stays in the page, for
 * copying.
 */
function symbolStyles(symbols, table) {
  const used = new Set();
  const rules = [];
  const content = (name) => {
    const code = table.get(name);
    if (code === undefined) throw new Error(`mana-font has no glyph "${name}" (symbols.json)`);
    used.add(code);
    return `content:"\\${code.toString(16)}";content:"\\${code.toString(16)}"/""`;
  };
  for (const [
    symbol,
    {
      glyphs: [first, second],
      colours: [top, bottom],
    },
  ] of Object.entries(symbols)) {
    const name = `.sym-${symbol.toLowerCase().replace(/[^a-z0-9]/g, "")}`;
    rules.push(`${name}::before{${content(first)}}`);
    if (second) {
      rules.push(`${name}::after{${content(second)}}`);
      rules.push(`${name}::before,${name}::after{font-size:.5em;line-height:1}`);
      rules.push(
        `${name}::before{inset:.22em auto auto .26em}${name}::after{inset:auto .26em .22em auto}`,
      );
    }
    if (top && bottom)
      rules.push(
        `${name}{background:linear-gradient(135deg,` +
          `var(--mana-${top}) 50%,var(--mana-${bottom}) 50%)}`,
      );
    else if (top) rules.push(`${name}{background:var(--mana-${top})}`);
    else rules.push(`${name}{background:none;color:inherit}${name}::before{font-size:1em}`);
    if (top === "k") rules.push(`${name}{color:#fff}`);
  }
  return { css: rules.join("\n"), text: String.fromCodePoint(...[...used].sort((a, b) => a - b)) };
}

/**
 * Style rules with the glyph of each set that Keyrune has (rules.css draws it); the code `M10`
 * stays, for copying.
 */
function setStyles(codes, table) {
  const known = codes.filter((code) => table.has(code));
  const rules = known.map(
    (code) => `.set-${code}{--glyph:"\\${table.get(code).toString(16)}";--code:.01px}`,
  );
  const codePoints = [...new Set(known.map((code) => table.get(code)))].sort(
    (one, other) => one - other,
  );
  return { css: rules.join(""), codePoints };
}

/**
 * Returns whether a character is in a subset of a typeface's `unicode.json`, such as
 * `U+0000-00FF,U+0131`.
 */
async function rangeOf(path, subset) {
  const ranges = JSON.parse(await readFile(path, "utf8"))
    [subset].split(",")
    .map((range) =>
      range
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16)),
    );
  return (char) =>
    ranges.some(
      ([first, last = first]) => first <= char.codePointAt(0) && char.codePointAt(0) <= last,
    );
}

/** Characters as a `unicode-range`, neighbours as one: `U+a1-a8,U+131`. */
function rangesOf(text) {
  const ranges = [];
  for (const code of Array.from(text, (char) => char.codePointAt(0)).sort(
    (one, other) => one - other,
  )) {
    if (ranges.at(-1)?.[1] === code - 1) ranges.at(-1)[1] = code;
    else ranges.push([code, code]);
  }
  return ranges
    .map(([first, last]) => `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ""}`)
    .join(",");
}

const hash = (data) => createHash("sha256").update(data).digest("hex").slice(0, 10);

async function store(stem, extension, data) {
  const name = `${stem}.${hash(data)}.${extension}`;
  await writeFile(join(target, name), data);
  return name;
}

const symbols = JSON.parse(await readFile(join(here, "symbols.json"), "utf8"));
const drawn = symbolStyles(symbols, await glyphs("mana-font/css/mana.css", "ms-"));
const mana = await subsetFont(
  await readFile(join(modules, "mana-font", "fonts", "mana.woff2")),
  drawn.text,
  {
    targetFormat: "woff2",
  },
);
const serifFolder = join(modules, "@fontsource-variable", "source-serif-4", "files");
const letters = (from, to) =>
  Array.from({ length: to - from }, (_, at) => String.fromCodePoint(at + from)).join("");
/** The serif with some letters, and of its weights only those from text to headings. */
const serifOf = async (text) =>
  subsetFont(await readFile(join(serifFolder, "source-serif-4-latin-wght-normal.woff2")), text, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 650 } },
  });
/**
 * Whether the file of the serif has a character: a range that promises more has browsers load it in
 * vain.
 */
const inSerif = await rangeOf(join(serifFolder, "..", "unicode.json"), "latin");
// what nearly every page needs, and the letters of other Western languages in a file of their own
const plain = `${letters(0x20, 0x7f)}–—‘’“”…•·−©®™`;
const further = Array.from(`${letters(0xa1, 0x180)}‚„†′″‹›€`)
  .filter((char) => inSerif(char) && !plain.includes(char))
  .join("");
const setsDrawn = setStyles(sets, await glyphs("keyrune/css/keyrune.css", "ss-"));
// in parts: a page draws a few sets, and loads the parts that they are in
const keyrune = [];
for (let at = 0; at < setsDrawn.codePoints.length; at += SETS_A_FILE) {
  const text = String.fromCodePoint(...setsDrawn.codePoints.slice(at, at + SETS_A_FILE));
  const data = await subsetFont(
    await readFile(join(modules, "keyrune", "fonts", "keyrune.woff2")),
    text,
    { targetFormat: "woff2" },
  );
  keyrune.push({ name: await store("keyrune", "woff2", data), text });
}
// of a name that stays: a new set changes no address of a style sheet, and so no page
const setFaces = keyrune.map(
  ({ name, text }) =>
    `@font-face{font-family:"Keyrune";src:url("${name}") format("woff2");` +
    `font-display:block;unicode-range:${rangesOf(text)}}`,
);
await writeFile(join(target, "editions.css"), `${setFaces.join("\n")}\n${setsDrawn.css}\n`);

const names = {
  mana: await store("mana", "woff2", mana),
  serif: await store("source-serif-4", "woff2", await serifOf(plain)),
};
const serifFurther = await store("source-serif-4-further", "woff2", await serifOf(further));
const serifFace = (file) =>
  `@font-face{font-family:"Source Serif 4";src:url("${file}") format("woff2");` +
  `font-weight:400 650;font-display:swap`;
const faces = `
${serifFace(names.serif)}}
${serifFace(serifFurther)};unicode-range:${rangesOf(further)}}
@font-face{font-family:"Mana";src:url("${names.mana}") format("woff2");font-display:block}
`;
/**
 * Paths without ending of the files in a folder that have it: entry points by name,
 * `pages/compare`.
 */
async function entries(folder, ending) {
  const files = (await readdir(join(here, folder)).catch(() => []))
    .filter((name) => name.endsWith(ending))
    .sort();
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -ending.length), join(here, folder, name)]),
  );
}

const pageScripts = await entries("js/pages", ".js");
const pageStyles = await entries("css/pages", ".css");
const settings = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: target,
  // all files are in one folder: a script finds the site's root one level above itself
  chunkNames: "chunk.[hash]",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  legalComments: "none",
  logLevel: "silent",
};

/** Classes of Material's that its script sets, without those of features that our frame has not. */
const FRAME = new RegExp(
  "^md-(?!nav--(lifted|integrated)|(nav|header)__source|nav__button|header--lifted|sidebar--post" +
    "|toggle--indeterminate)(header|nav|top|dialog|sidebar|toggle)",
);

/**
 * Material's style sheet without what no page uses, in a layer of its own: ours goes before it,
 * whatever the selector. What its script sets at run time is kept by prefix; its typography is not
 * used, for the rules have their own.
 */
async function materialStyles() {
  const folder = join(material, "assets", "stylesheets");
  const [main] = (await readdir(folder)).filter((name) => /^main\..*\.css$/.test(name));
  const theme = join(here, "..", "theme");
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: (await readFile(join(folder, main), "utf8")).replace(/^@charset[^;]*;/, "") }],
    content: [
      { raw: `<body dir="ltr">`, extension: "html" },
      join(theme, "**/*.html"),
      ...["base.html", "partials/top.html"].map((name) => join(material, name)),
    ],
    safelist: [FRAME, "no-js", "js"],
    blocklist: [
      /md-typeset/,
      /^md-(clipboard|annotation|tooltip|tag|status|version|banner|feedback|code|consent)/,
    ],
    keyframes: true,
    variables: true,
  });
  return `@layer material{${purged.css}}`;
}

/** Style rules with the shape of each icon of the frame, from Material's own. */
const ICONS = [
  "menu",
  "magnify",
  "arrow-left",
  "arrow-right",
  "arrow-up",
  "close",
  "brightness-auto",
  "weather-sunny",
  "weather-night",
];
/** A drawing as a part of an address; what needs no escape there is readable. */
const encodeShape = (shape) =>
  encodeURIComponent(shape.trim())
    .replaceAll("%20", " ")
    .replaceAll("%3D", "=")
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":");
async function iconStyles() {
  const shapes = await Promise.all(
    ICONS.map((name) => readFile(join(material, ".icons", "material", `${name}.svg`), "utf8")),
  );
  return ICONS.map(
    (name, at) => `.icon-${name}{--icon:url("data:image/svg+xml,${encodeShape(shapes[at])}")}`,
  ).join("");
}

/**
 * Style rules of the changes of changes.json: sign and colour of a mark; the colour of a box, and
 * what it shows.
 */
const changes = JSON.parse(await readFile(join(here, "changes.json"), "utf8"));
const marks = changes
  .map(({ name, sign, color }) => `.mark-${name}{--sign:"${sign}";color:var(--${color})}`)
  .join("");
// one rule for each box; `:has` searches its whole element, so it is on the element with the few
// boxes
const boxes = changes
  .filter(({ category }) => category)
  .map(
    ({ name, color }) =>
      `.chip-${name}{--chip:var(--${color})}` +
      `.c-tools:has(#f-${name}:checked)~* :is(.s-${name},.h-${name})` +
      `{display:block;--shown:block;--guess:48rem}`,
  )
  .join("");
const appended = { comprules: `${marks}${drawn.css}${await iconStyles()}\n`, compare: boxes };

const styles = await build({
  ...settings,
  entryPoints: { comprules: join(here, "css", "main.css"), ...pageStyles },
});
names.styles = {};
for (const file of styles.outputFiles) {
  const stem = basename(file.path, ".css");
  const isMain = stem === "comprules";
  const before = isMain ? `${faces}${await materialStyles()}` : "";
  const text = `${before}${file.text}${appended[stem] ?? ""}`;
  const name = await store(stem, "css", text);
  if (isMain) names.css = name;
  else names.styles[stem] = name;
}

// The worker of the search: a file of its own, because a worker shares no modules with its page.
const search = await build({
  ...settings,
  entryPoints: [join(here, "js", "search", "worker.js")],
  format: "iife",
  // it is in the same folder as the scripts of pages, and finds the site's root as they do
  define: { "import.meta.url": "self.location.href" },
});
const searchWorker = await store("search-worker", "js", search.outputFiles[0].text);
const nameOfWorker = { SEARCH_WORKER: JSON.stringify(searchWorker) };

const entryPoints = { comprules: join(here, "js", "main.js"), ...pageScripts };
const modular = {
  ...settings,
  entryPoints,
  entryNames: "[name].[hash]",
  format: "esm",
  splitting: true,
  define: nameOfWorker,
};

/**
 * The modules that every page loads anyway, because the main script imports them, and that others
 * import too.
 */
async function sharedModules() {
  const { inputs } = (await build({ ...modular, splitting: false, absWorkingDir: here })).metafile;
  const importsOf = (path) =>
    inputs[path].imports.filter(({ kind }) => kind === "import-statement").map((one) => one.path);
  const found = new Set();
  const add = (path) => {
    for (const imported of importsOf(path)) {
      if (found.has(imported)) continue;
      found.add(imported);
      add(imported);
    }
  };
  add("js/main.js");
  const others = new Set(
    Object.keys(inputs)
      .filter((path) => path !== "js/main.js" && !found.has(path))
      .flatMap(importsOf),
  );
  return [...found].filter((path) => others.has(path));
}

/**
 * Has every script import all shared modules: the bundler makes a file for each combination of
 * scripts that share a module, and to load twenty files takes longer than to load one.
 */
const shared = (await sharedModules())
  .map((path) => `import ${JSON.stringify(join(here, path))};`)
  .join("");
const lazy = ["search/call", "search/rows", "years"].map((path) => join(here, "js", `${path}.js`));
const sharing = {
  name: "sharing",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]js[\\/].*\.js$/ }, async ({ path }) =>
      [...Object.values(pageScripts), ...lazy].includes(path)
        ? { contents: shared + (await readFile(path, "utf8")) }
        : null,
    );
  },
};
const scripts = await build({ ...modular, plugins: [sharing] });
for (const file of scripts.outputFiles) await writeFile(file.path, file.text);
names.pages = {};
for (const [path, { entryPoint }] of Object.entries(scripts.metafile.outputs)) {
  if (!entryPoint) continue;
  const name = basename(path);
  const stem = name.split(".").slice(0, -2).join(".");
  if (stem === "comprules") names.js = name;
  else names.pages[stem] = name;
}

/**
 * The chunks that the main script and that of a page import before they run: `["asof", [name, …]]`.
 */
function chunksOf(page) {
  const found = new Set();
  const outputs = scripts.metafile.outputs;
  const add = (path) => {
    for (const { path: imported, kind } of outputs[path].imports) {
      if (kind !== "import-statement" || found.has(imported)) continue;
      found.add(imported);
      add(imported);
    }
  };
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint && ["comprules", page].includes(basename(path).split(".")[0])) add(path);
  return [page, [...found].map((path) => basename(path)).sort()];
}

// a classic script: it blocks, where a module would wait for the page
const prefetchRows = JSON.parse(prefetches);
const bundles = new Set(["comprules", ...prefetchRows.map(({ bundle }) => bundle)]);
const define = {
  ...nameOfWorker,
  MODULES: JSON.stringify(Object.fromEntries([...bundles].map(chunksOf))),
  PREFETCHES: JSON.stringify(prefetchRows),
};
const early = await build({
  ...settings,
  entryPoints: [join(here, "js", "early.js")],
  format: "iife",
  define,
});
names.early = await store("early", "js", early.outputFiles[0].text);

// the service worker: site_src/builder/offline.py puts it at the root of the site, with its version
const worker = await build({
  ...settings,
  entryPoints: [join(here, "js", "worker", "worker.js")],
  format: "iife",
});
names.worker = await store("worker", "js", worker.outputFiles[0].text);

await copyFile(join(here, "favicon.svg"), join(target, "favicon.svg"));
for (const [name, data] of await icons(join(here, "favicon.svg"), serifFolder))
  await writeFile(join(target, name), data);
await writeFile(join(target, "manifest.json"), `${JSON.stringify(names, null, 1)}\n`);
