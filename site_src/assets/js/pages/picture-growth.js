// Growth of the rules: sections, or the chapters of one, as bands or lines, counted in rules or words.
import { area, curveStepAfter, line, stack } from "d3-shape";
import { canvas, chosen, count, day, drawWith, failed, isNarrow, pictureData, pointAt, roundSteps, shape, tell } from "../lib/drawing.js";

const APART = 14;

try {
  const data = await pictureData();
  const days = data.editions.map(day);
  for (const chapter of data.chapters) chapter.sections = chapter.sections.map((place) => data.sections[place]?.lineage);
  drawWith(() => draw(data, days));
} catch (problem) {
  failed(problem);
}

/** What is drawn: name and values of each row, the first on top. */
function rowsOf(data, section, measure) {
  if (section) {
    // a chapter that stood in this section then, for as long as it did
    return data.chapters
      .map((one) => ({ ...one, values: one[measure].map((value, at) => (one.sections[at] === section ? value : 0)) }))
      .filter((one) => one.values.some(Boolean));
  }
  return data.sections.map((one) => ({
    ...one,
    values: data.editions.map((_, at) =>
      data.chapters.reduce((sum, chapter) => sum + (chapter.sections[at] === one.lineage ? chapter[measure][at] : 0), measure === "rules" ? one.own[at] : 0),
    ),
  }));
}

function draw(data, days) {
  const [measure, form, section] = [chosen("measure"), chosen("form"), chosen("section")];
  const rows = rowsOf(data, section, measure);
  const narrow = isNarrow();
  const [width, height] = [canvas.clientWidth, narrow ? 380 : 460];
  const [left, right, top, bottom] = [46, width - (narrow ? 34 : 200), 14, height - 24];
  const end = days.at(-1);
  const x = (at) => left + ((days[at] - days[0]) / Math.max(1, end - days[0])) * (right - left);
  const places = data.editions.map((_, at) => at);
  const layers = stack().keys(rows.keys()).value((at, row) => rows[rows.length - 1 - row].values[at])(places);
  const most = form === "bands" ? Math.max(...layers.at(-1).map((pair) => pair[1])) : Math.max(...rows.flatMap((row) => row.values));
  const y = (value) => bottom - (value / Math.max(1, most)) * (bottom - top);

  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", tabindex: 0, "aria-label": `${section ? "Chapters" : "Sections"}, ${measure}, ${data.editions[0]} to ${data.editions.at(-1)}` });
  const steps = roundSteps(most);
  svg.append(shape("path", { class: "grid", d: steps.map((value) => `M${left} ${y(value)}H${right}`).join("") }));
  for (const value of steps) svg.append(shape("text", { class: "tick", x: left - 6, y: y(value) + 4, "text-anchor": "end" }, value.toLocaleString("en")));
  for (let year = Number(data.editions[0].slice(0, 4)) + 1; year <= Number(data.editions.at(-1).slice(0, 4)); year++) {
    if (year % 5 === 0) svg.append(shape("text", { class: "tick", x: left + ((day(`${year}-01-01`) - days[0]) / (end - days[0])) * (right - left), y: bottom + 17, "text-anchor": "middle" }, String(year)));
  }

  const bands = area().x(x).curve(curveStepAfter);
  const lines = line().x(x).curve(curveStepAfter);
  const drawn = rows.map((row, place) => {
    const layer = layers[rows.length - 1 - place];
    const shown =
      form === "bands"
        ? shape("path", { class: `band band-${(rows.length - 1 - place) % 2}`, d: bands.y0((at) => y(layer[at][0])).y1((at) => y(layer[at][1]))(places) })
        : shape("path", { class: "line", d: lines.y((at) => y(row.values[at]))(places) });
    const final = form === "bands" ? (layer.at(-1)[0] + layer.at(-1)[1]) / 2 : row.values.at(-1);
    return { row, layer, shown, at: y(final) + 4, present: row.values.at(-1) > 0 };
  });
  svg.append(...drawn.map((one) => one.shown));
  let lowest = -Infinity;
  for (const one of drawn.filter((each) => each.present).sort((a, b) => a.at - b.at)) {
    const words = narrow ? one.row.number : `${one.row.number} ${one.row.heading}`.slice(0, 32);
    if (one.at < lowest + APART) {
      // where there are many, the small ones go without a name: the pointer tells them
      if (section && one.row.values.at(-1) < most / 30) continue;
      one.at = lowest + APART;
    }
    if (one.at > bottom + 6) continue;
    lowest = one.at;
    svg.append(shape("text", { class: "name", x: right + 8, y: one.at }, words));
  }
  const cursor = shape("path", { class: "cursor", d: "" });
  svg.append(cursor);
  listen(svg, data, drawn, { x, y, cursor, top, bottom, measure, form });
  canvas.replaceChildren(svg);
}

function listen(svg, data, drawn, { x, y, cursor, top, bottom, measure, form }) {
  let [edition, place] = [data.editions.length - 1, 0];
  const show = () => {
    const { row, shown } = drawn[place];
    for (const one of drawn) one.shown.classList.toggle("here", one.shown === shown);
    cursor.setAttribute("d", `M${x(edition)} ${top}V${bottom}`);
    const total = drawn.reduce((sum, one) => sum + one.row.values[edition], 0);
    tell(`${count(row.values[edition], measure.slice(0, -1))} of ${total.toLocaleString("en")} on ${data.editions[edition]}`, `${row.number} ${row.heading}`);
  };
  svg.addEventListener("pointermove", (event) => {
    const [px, py] = pointAt(svg, event);
    const next = data.editions.findIndex((_, at) => x(at) > px);
    edition = Math.max(0, next === -1 ? data.editions.length - 1 : next - 1);
    const distance = ({ layer, row }) => {
      if (form === "lines") return Math.abs(y(row.values[edition]) - py);
      const [low, high] = [y(layer[edition][0]), y(layer[edition][1])];
      return py <= low && py >= high ? 0 : Math.min(Math.abs(low - py), Math.abs(high - py)) + 0.5;
    };
    place = drawn.reduce((best, one, at) => (distance(one) < distance(drawn[best]) ? at : best), 0);
    show();
  });
  svg.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    edition = Math.min(data.editions.length - 1, Math.max(0, edition + by[0]));
    place = Math.min(drawn.length - 1, Math.max(0, place + by[1]));
    show();
  });
}
