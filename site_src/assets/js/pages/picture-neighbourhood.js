// The neighbourhood of a rule: what refers to it on the left, what it refers to on the right, and a list of both.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import { element } from "../lib/dom.js";
import { canvas, chosen, count, drawWith, failed, isNarrow, page, pictureData, shape, tell } from "../lib/drawing.js";
import { address } from "../site.js";

const MOST = 60;
const listed = page.querySelector(".listed");

try {
  const net = await readNet();
  let middle = asked(net);
  drawWith(() => draw(net, middle));
  window.addEventListener("popstate", () => {
    middle = asked(net);
    draw(net, middle);
  });
  page.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?"]');
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    window.history.pushState(null, "", link.getAttribute("href"));
    middle = asked(net);
    draw(net, middle);
    page.querySelector(".net .middle")?.focus();
  });
} catch (problem) {
  failed(problem);
}

async function readNet() {
  const data = await pictureData();
  const rules = data.rules.map(([key, title, place], at) => ({ at, key, title, place, into: [], out: [] }));
  for (const [source, target, references] of data.references) {
    rules[source].out.push([target, references]);
    rules[target].into.push([source, references]);
  }
  return { rules, byKey: new Map(rules.map((one) => [one.key, one])), start: data.start };
}

/** The rule in the address: `?702.40a` is `702.40`, whose references are folded into it. */
function asked(net) {
  let key;
  try {
    key = decodeURIComponent(window.location.search.slice(1).replaceAll("+", " "));
  } catch {
    key = "";
  }
  const found = net.byKey.get(key) ?? net.byKey.get(key.split("#")[0].replace(/[a-z]+$/, ""));
  if (key && !found) tell(`no rule of the latest edition is called ${key.slice(0, 40)}; another one stands here`);
  return found ?? net.byKey.get(net.start) ?? net.rules[0];
}

const short = (one) => one.key.replace(/^glossary:/, "");
const nameOf = (one) => (one.key.startsWith("glossary:") ? one.title : `${one.key} ${one.title}`.trim());
/** Cut between words: what is seen must be a part of what is read aloud. */
const shortened = (words) => (words.length <= 30 ? words : words.slice(0, 31).replace(/\s\S*$/, ""));
const hrefOf = (one) => `?${encodeURIComponent(one.key).replaceAll("%3A", ":")}`;

/** The rules around one, with how far they are and on which side; those with the most references first. */
function around(net, middle, radius) {
  const found = new Map([[middle.at, { rule: middle, far: 0, side: 0 }]]);
  const put = (from, pairs, side) => {
    for (const [at] of pairs.toSorted((a, b) => b[1] - a[1])) {
      if (found.size > (isNarrow() ? MOST / 2 : MOST)) return;
      if (!found.has(at)) found.set(at, { rule: net.rules[at], far: from.far + 1, side });
    }
  };
  put(found.get(middle.at), middle.out, 1);
  put(found.get(middle.at), middle.into, -1);
  if (radius > 1) {
    for (const near of [...found.values()].filter((one) => one.far === 1)) {
      put(near, near.rule.out, near.side);
      put(near, near.rule.into, near.side);
    }
  }
  return [...found.values()];
}

function draw(net, middle) {
  const radius = Number(chosen("radius"));
  const nodes = around(net, middle, radius);
  const narrow = isNarrow();
  const width = canvas.clientWidth;
  const height = Math.max(200, Math.min(760, 120 + nodes.length * (narrow ? 16 : 13)));
  const places = new Map(nodes.map((node) => [node.rule.at, node]));
  const links = nodes.flatMap((node) =>
    node.rule.out.filter(([at]) => places.has(at) && at !== node.rule.at).map(([at, references]) => ({ source: node, target: places.get(at), references })),
  );
  nodes.forEach((node, place) => {
    node.x = width / 2 + (node.side * width * node.far) / (radius > 1 ? 5.5 : 3.6);
    node.y = height / 2 + ((place % 7) - 3) * 30;
    if (!node.far) [node.fx, node.fy] = [width / 2, height / 2];
  });
  // settled at once and not before the reader's eyes: nothing moves unasked, and the picture is always the same
  forceSimulation(nodes)
    .force("link", forceLink(links).distance(60).strength(0.04))
    .force("charge", forceManyBody().strength(-60))
    .force("apart", forceCollide(narrow ? 17 : 22))
    .force("x", forceX((node) => width / 2 + (node.side * width * node.far) / (radius > 1 ? 5.5 : 3.6)).strength(0.5))
    .force("y", forceY(height / 2).strength(0.05))
    .stop()
    .tick(220);
  for (const node of nodes) {
    node.x = Math.min(width - 40, Math.max(40, node.x));
    node.y = Math.min(height - 22, Math.max(14, node.y));
  }

  const svg = shape("svg", { class: "net", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `What refers to ${nameOf(middle)} and what it refers to` });
  for (const { source, target } of links) {
    const near = source.rule === middle || target.rule === middle;
    const [dx, dy] = [target.x - source.x, target.y - source.y];
    const length = Math.hypot(dx, dy) || 1;
    const [x, y] = [target.x - (dx / length) * 8, target.y - (dy / length) * 8];
    svg.append(shape("path", { class: near ? "edge near" : "edge", d: `M${source.x.toFixed(1)} ${source.y.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}` }));
    if (near) {
      const [ux, uy] = [dx / length, dy / length];
      svg.append(shape("path", { class: "arrow", d: `M${x} ${y}L${x - ux * 7 - uy * 3} ${y - uy * 7 + ux * 3}L${x - ux * 7 + uy * 3} ${y - uy * 7 - ux * 3}Z` }));
    }
  }
  for (const node of nodes) {
    const { rule, far, side } = node;
    const kind = far === 0 ? "middle" : far > 1 ? "far" : side < 0 ? "into" : "out";
    const label = far === 0 || narrow || nodes.length > 30 ? short(rule) : shortened(nameOf(rule));
    const link = shape(
      "a",
      { class: kind, href: hrefOf(rule), "aria-label": nameOf(rule) },
      shape("circle", { cx: node.x.toFixed(1), cy: node.y.toFixed(1), r: far === 0 ? 8 : 6 }),
      shape("text", { x: node.x.toFixed(1), y: (node.y + 19).toFixed(1), "text-anchor": "middle" }, label),
    );
    const read = () => tell(`cited by ${count(rule.into.length, "record")}, refers to ${rule.out.length}`, nameOf(rule));
    link.addEventListener("pointerenter", read);
    link.addEventListener("focus", read);
    svg.append(link);
  }
  canvas.replaceChildren(svg);
  const hidden = new Set([...middle.into, ...middle.out].map(([at]) => at)).size - nodes.filter((node) => node.far === 1).length;
  tell(`cited by ${count(middle.into.length, "record")}, refers to ${middle.out.length}${hidden > 0 ? `; ${hidden} of them only in the list` : ""}`, nameOf(middle));
  list(net, middle);
}

function list(net, middle) {
  const part = (title, pairs) =>
    element(
      "section",
      {},
      element("h2", {}, title),
      pairs.length
        ? element("ul", { tabindex: 0, role: "list", "aria-label": title }, ...pairs.map(([at, references]) => element("li", {}, element("a", { href: hrefOf(net.rules[at]) }, nameOf(net.rules[at])), references > 1 ? ` ${references} times` : null)))
        : element("p", {}, "Nothing."),
    );
  const read = middle.place === null ? null : element("p", {}, element("a", { href: address(middle.place) }, `Read ${nameOf(middle)}`));
  listed.replaceChildren(
    element("section", {}, element("h2", {}, nameOf(middle)), read),
    part("Refers to it", middle.into),
    part("It refers to", middle.out),
  );
}
