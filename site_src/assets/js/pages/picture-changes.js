// Changes by chapter and edition: which sorts of change are counted, what a field says, and the way to the comparison.
import { allChosen, canvas, drawWith, failed, form, isNarrow, pictureData, pointAt, shape, tell } from "../lib/drawing.js";
import { address } from "../site.js";

const [TOP, ROW] = [8, 9];

try {
  const data = await pictureData();
  const words = Object.fromEntries([...form.querySelectorAll("input")].map((one) => [one.value, one.parentElement.textContent.trim()]));
  drawWith(() => draw(data, words));
} catch (problem) {
  failed(problem);
}

function draw(data, words) {
  const counted = allChosen("sorts").map((name) => data.sorts.indexOf(name));
  const narrow = isNarrow();
  const width = canvas.clientWidth;
  const left = narrow ? 34 : 190;
  const column = (width - left) / Math.max(1, data.editions.length);
  const height = TOP + ROW * data.chapters.length + 22;
  const fields = data.shades.map(() => []);
  const cells = new Map();
  for (const [row, place, ...counts] of data.cells) {
    cells.set(row * data.editions.length + place, counts);
    const many = counted.reduce((sum, at) => sum + counts[at], 0);
    const shade = data.shades.findLastIndex((least) => many >= least);
    if (shade >= 0) fields[shade].push(`M${(left + place * column).toFixed(1)} ${TOP + row * ROW}h${column.toFixed(2)}v${ROW - 1}h-${column.toFixed(2)}z`);
  }
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", tabindex: 0, "aria-label": "Changes by chapter and edition" });
  svg.append(shape("path", { class: "ground", d: `M${left} ${TOP}H${width}V${TOP + ROW * data.chapters.length}H${left}Z` }));
  fields.forEach((all, shade) => all.length && svg.append(shape("path", { class: `heat heat-${shade}`, d: all.join("") })));
  data.chapters.forEach((one, row) => {
    if (narrow && row % 3) return;
    const name = narrow ? one.number : `${one.number} ${one.heading}`.trim();
    svg.append(shape("text", { class: "row-name", x: left - 6, y: TOP + row * ROW + ROW - 2, "text-anchor": "end" }, name.length > 34 ? `${name.slice(0, 33)}…` : name));
  });
  const years = new Set();
  data.editions.forEach((edition, place) => {
    const year = edition.slice(0, 4);
    if (year % 5 || years.has(year)) return;
    years.add(year);
    svg.append(shape("text", { class: "tick", x: left + place * column, y: height - 6, "text-anchor": "middle" }, year));
  });
  const frame = shape("path", { class: "frame", d: "" });
  svg.append(frame);
  canvas.replaceChildren(svg);

  let at = [0, data.editions.length - 1];
  const show = () => {
    const [row, place] = at;
    frame.setAttribute("d", `M${left + place * column} ${TOP + row * ROW}h${column}v${ROW - 1}h-${column}z`);
    const counts = cells.get(row * data.editions.length + place);
    const told = counts ? data.sorts.map((name, sort) => counts[sort] && `${counts[sort]} ${words[name]}`).filter(Boolean).join(", ") : "nothing changed";
    tell(told, `${`${data.chapters[row].number} ${data.chapters[row].heading}`.trim()}, ${data.editions[place]}`);
  };
  const open = () => window.location.assign(address(`compare/${data.previous[at[1]]}..${data.editions[at[1]]}/`));
  const field = (event) => {
    const [x, y] = pointAt(svg, event);
    const found = [Math.floor((y - TOP) / ROW), Math.floor((x - left) / column)];
    return data.chapters[found[0]] && data.editions[found[1]] ? found : null;
  };
  svg.addEventListener("pointermove", (event) => {
    at = field(event) ?? at;
    if (field(event)) show();
  });
  // a finger first reads what it touched; a mouse has read it already
  svg.addEventListener("click", (event) => event.pointerType !== "touch" && field(event) && open());
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter") open();
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!by) return;
    event.preventDefault();
    const limits = [data.chapters.length - 1, data.editions.length - 1];
    at = at.map((place, side) => Math.min(limits[side], Math.max(0, place + by[side])));
    show();
  });
}
