// Flow of numbers between any two editions: ribbons from sections or chapters of the one to those of the other.
import { sankey, sankeyLinkHorizontal } from "d3-sankey";
import { data as document_ } from "../lib/data.js";
import { canvas, chosen, count, drawWith, failed, isNarrow, shape, tell } from "../lib/drawing.js";
import { element } from "../lib/dom.js";

const [NEW, GONE] = ["+", "−"];
const WORDS = { [NEW]: "not there before", [GONE]: "not there any more" };

const takeUp = new URLSearchParams(window.location.search);
for (const name of ["old", "new", "by"]) {
  const select = document.querySelector(`select[name="${name}"]`);
  if ([...select.options].some((one) => one.value === takeUp.get(name))) select.value = takeUp.get(name);
}
let asked = 0;
drawWith(async () => {
  const mine = ++asked;
  const [old, now, by] = [chosen("old"), chosen("new"), chosen("by")];
  try {
    const sides = await Promise.all([old, now].map((edition) => document_(`e/${edition}/manifest`)));
    if (mine !== asked) return;
    show(sides, [old, now], by);
  } catch (problem) {
    failed(problem);
  }
});

/** Rules of an edition: lineage → number. Headings of chapters and sections are none. */
const rulesOf = (manifest) => new Map(manifest.rules.filter(([key, , lineage]) => lineage && key.includes(".")).map(([key, , lineage]) => [lineage, key]));
const placeOf = (key, by) => (by === "section" ? key.slice(0, 1) : key.split(".")[0]);

function flowsOf([before, after], by) {
  const [was, is] = [rulesOf(before), rulesOf(after)];
  const flows = new Map();
  for (const lineage of new Set([...was.keys(), ...is.keys()])) {
    const from = was.has(lineage) ? placeOf(was.get(lineage), by) : NEW;
    const to = is.has(lineage) ? placeOf(is.get(lineage), by) : GONE;
    flows.set(`${from} ${to}`, (flows.get(`${from} ${to}`) ?? 0) + 1);
  }
  return [...flows].map(([pair, rules]) => [...pair.split(" "), rules]);
}

const inOrder = (a, b) => (a.key in WORDS) - (b.key in WORDS) || (a.key < b.key ? -1 : 1);

function show(sides, editions, by) {
  const flows = flowsOf(sides, by);
  const name = (side, key) => WORDS[key] ?? `${key} ${sides[side].headings[key] ?? ""}`.trim();
  const nodes = [0, 1].flatMap((side) => [...new Set(flows.map((flow) => flow[side]))].map((key) => ({ id: `${side}:${key}`, key, side })));
  const links = flows.map(([from, to, value]) => ({ source: `0:${from}`, target: `1:${to}`, value }));
  const narrow = isNarrow();
  const width = canvas.clientWidth;
  const most = Math.max(...[0, 1].map((side) => nodes.filter((node) => node.side === side).length));
  const height = Math.max(narrow ? 460 : 520, most * 17 + 40);
  const margin = narrow ? 34 : 230;
  const graph = sankey()
    .nodeId((node) => node.id)
    .nodeAlign((node) => node.side)
    .nodeSort(inOrder)
    .linkSort((a, b) => inOrder(a.source, b.source) || inOrder(a.target, b.target))
    .nodeWidth(14)
    .nodePadding(by === "section" ? 10 : 12)
    .extent([[margin, 24], [width - margin, height - 6]])({ nodes, links });

  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Rules from ${by} to ${by}, ${editions.join(" to ")}` });
  const dates = narrow ? [[0, null], [width, "end"]] : [[margin + 14, "end"], [width - margin - 14, null]];
  dates.forEach(([x, anchor], side) => svg.append(shape("text", { class: "tick", x, y: 12, "text-anchor": anchor }, editions[side])));
  const d = sankeyLinkHorizontal();
  for (const link of graph.links) {
    const same = link.source.key === link.target.key;
    const half = link.width / 2;
    // as a surface and not as a broad line, so that a thin one has an edge too
    const [x0, x1, middle] = [link.source.x1, link.target.x0, (link.source.x1 + link.target.x0) / 2];
    const outline = link.width < 1 ? d(link) : `M${x0} ${link.y0 - half}C${middle} ${link.y0 - half} ${middle} ${link.y1 - half} ${x1} ${link.y1 - half}V${link.y1 + half}C${middle} ${link.y1 + half} ${middle} ${link.y0 + half} ${x0} ${link.y0 + half}Z`;
    const ribbon = shape("path", { class: `ribbon${same ? " ribbon-kept" : ""}${link.width < 1 ? " ribbon-thin" : ""}`, d: outline });
    ribbon.addEventListener("pointerenter", () => {
      for (const one of svg.querySelectorAll(".here")) one.classList.remove("here");
      ribbon.classList.add("here");
      tell(count(link.value, "rule"), `${name(0, link.source.key)} → ${name(1, link.target.key)}`);
    });
    svg.append(ribbon);
  }
  for (const node of graph.nodes) {
    svg.append(shape("path", { class: "bar", d: `M${node.x0} ${node.y0}H${node.x1}V${Math.max(node.y1, node.y0 + 1)}H${node.x0}Z` }));
    const words = narrow ? node.key : name(node.side, node.key);
    svg.append(shape("text", { class: "name", x: node.side ? node.x1 + 7 : node.x0 - 7, y: (node.y0 + node.y1) / 2 + 4, "text-anchor": node.side ? null : "end" }, words.length > 38 ? `${words.slice(0, 37)}…` : words));
  }
  canvas.replaceChildren(svg);
  const rows = graph.links.map((link) => [name(0, link.source.key), name(1, link.target.key), link.value]);
  const body = document.querySelector(".picture-table tbody");
  body.replaceChildren(...rows.map(([from, to, size]) => element("tr", {}, element("th", { scope: "row" }, from), element("td", {}, to), element("td", { class: "n" }, size.toLocaleString("en")))));
  const kept = graph.links.filter((link) => link.source.key === link.target.key).reduce((sum, link) => sum + link.value, 0);
  const all = graph.links.reduce((sum, link) => sum + link.value, 0);
  tell(`${count(kept, "rule")} of ${all.toLocaleString("en")} stayed under the same ${by} number`, editions.join(" to "));
  const here = new URL(window.location.href);
  here.search = new URLSearchParams({ old: editions[0], new: editions[1], by }).toString();
  window.history.replaceState(null, "", here);
}
