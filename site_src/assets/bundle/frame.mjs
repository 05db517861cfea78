// @ts-check
// The style rules of the frame that are those of Material for MkDocs.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PurgeCSS } from "purgecss";
import { ASSETS, readText } from "./files.mjs";

/** How the classes begin that Material's script sets at run time. */
const SET_BY_SCRIPT = "md-header|md-nav|md-top|md-dialog|md-sidebar|md-toggle";
/** How those of them begin that belong to features that our frame lacks. */
const OF_OTHER_FEATURES =
  "md-nav--lifted|md-nav--integrated|md-nav__source|md-header__source|md-nav__button" +
  "|md-header--lifted|md-sidebar--post|md-toggle--indeterminate";
/** Classes of typography, for the rules have their own, and of features that our frame lacks. */
const UNUSED = [
  /md-typeset/,
  /^md-(clipboard|annotation|tooltip|tag|status|version|banner|feedback|code|consent)/,
];
/** Templates of Material's that our frame takes over. */
const TEMPLATES = ["base.html", "partials/top.html"];
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

/**
 * Material's style sheet without what no page uses, in a layer of its own: our rules have priority
 * over those of a layer, whatever the selectors.
 * @param {string} material the folder of its templates
 */
export async function materialStyles(material) {
  const folder = join(material, "assets", "stylesheets");
  const [main] = (await readdir(folder)).filter((name) => /^main\..*\.css$/.test(name));
  const css = (await readText(folder, main)).replace(/^@charset[^;]*;/, "");
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: css }],
    content: [
      { raw: `<body dir="ltr">`, extension: "html" },
      join(ASSETS, "..", "theme", "**/*.html"),
      ...TEMPLATES.map((name) => join(material, name)),
    ],
    safelist: [new RegExp(`^(?!${OF_OTHER_FEATURES})(${SET_BY_SCRIPT})`), "no-js", "js"],
    blocklist: UNUSED,
    keyframes: true,
    variables: true,
  });
  return `@layer material{${purged.css}}`;
}

/**
 * A drawing as a part of an address; characters that need no escape there stay readable.
 * @param {string} svg
 */
const encodeDrawing = (svg) =>
  encodeURIComponent(svg.trim())
    .replaceAll("%20", " ")
    .replaceAll("%3D", "=")
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":");

/**
 * A style rule for each icon of the frame, with Material's drawing of it.
 * @param {string} material the folder of its templates
 */
export async function iconStyles(material) {
  const rules = ICONS.map(async (name) => {
    const drawing = await readText(material, ".icons", "material", `${name}.svg`);
    return `.icon-${name}{--icon:url("data:image/svg+xml,${encodeDrawing(drawing)}")}`;
  });
  return (await Promise.all(rules)).join("");
}
