// Pictures: all is drawn in the page already. What the pointer or the focus is at is marked and
// read out below.
import { element } from "../lib/dom.js";
import { anchorHere } from "../site.js";

const SHAPES = ".heat, .ribbon, .climb, [data-sizes]";
const form = document.querySelector(".page-picture form");

/** `1 rule`, `3,059 rules`. */
const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

for (const figure of document.querySelectorAll(".picture")) attend(figure);
if (form) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", shade);
  // a browser that comes back to the page may tick what was ticked
  shade();
}
window.addEventListener("hashchange", open);
open();

/** A link to another drawing of the page opens it. */
function open() {
  const view = document.getElementById(anchorHere());
  if (view?.matches("details")) {
    view.open = true;
    view.scrollIntoView();
  }
}

/** Fields are as dark as they have changes of the categories that are ticked. */
function shade() {
  const fields = document.querySelector("[data-shades]");
  const shades = fields.dataset.shades.split(" ").map(Number);
  const ticked = [...form.elements.categories].map((box) => box.checked);
  for (const field of fields.querySelectorAll(".heat")) {
    const many = field.dataset.categories
      .split(" ")
      .reduce((sum, size, at) => sum + (ticked[at] ? Number(size) : 0), 0);
    field.setAttribute("class", `heat heat-${shades.filter((least) => many >= least).length}`);
  }
}

function attend(figure) {
  const readout = figure.querySelector(".readout");
  const drawing = figure.querySelector(".drawing");
  if (!readout || !drawing) return;
  const editions = drawing.dataset.editions?.split(" ");
  let [here, edition] = [null, (editions?.length ?? 0) - 1];

  const mark = (shape) => {
    here?.classList.remove("here");
    here = shape;
    here.classList.add("here");
    const [name, words] = editions
      ? figures()
      : shape.querySelector("title").textContent.split(/: (.*)/s);
    readout.replaceChildren(element("b", {}, name), words ? ": " : "", words ?? "");
  };
  /** The values of an edition, at the cursor. */
  const figures = () => {
    const sizes = [...drawing.querySelectorAll("[data-sizes]")].map((part) =>
      Number(part.dataset.sizes.split(" ")[edition]),
    );
    const cursor = drawing.querySelector(".cursor");
    cursor.classList.add("shown");
    cursor.setAttribute("transform", `translate(${share(edition) * 1000})`);
    const size = Number(here.dataset.sizes.split(" ")[edition]);
    const all = sizes.reduce((sum, size) => sum + size, 0).toLocaleString("en");
    return [
      here.dataset.band,
      `${count(size, drawing.dataset.unit)} of ${all} on ${editions[edition]}`,
    ];
  };
  const share = (at) => {
    const [first, day, last] = [editions[0], editions[at], editions.at(-1)].map(Date.parse);
    return (day - first) / Math.max(1, last - first);
  };

  drawing.addEventListener("pointermove", (event) => {
    const shape = event.target.closest(SHAPES);
    if (!shape) return;
    if (editions) {
      const plot = drawing.getBoundingClientRect();
      const at = (event.clientX - plot.left) / plot.width;
      edition = Math.max(
        0,
        editions.findLastIndex((_, day) => share(day) <= at),
      );
    }
    mark(shape);
  });
  drawing.addEventListener("focusin", (event) => {
    const shape = event.target.closest(SHAPES);
    if (shape) mark(shape);
  });
  // a finger first reads what it touched, and goes there when it touches it again
  let touched = null;
  drawing.addEventListener("click", (event) => {
    const shape = event.target.closest(SHAPES);
    if (event.pointerType !== "touch" || !shape || shape === touched) return;
    event.preventDefault();
    touched = shape;
    mark(shape);
  });
  drawing.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    if (event.key === "Enter" && here?.matches(".heat"))
      here.closest("a").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    if (!by || !(editions || drawing.dataset.shades)) return;
    const next = editions ? atEdition(by[0]) : field(by);
    if (!next) return;
    event.preventDefault();
    mark(next);
  });
  const atEdition = (by) => {
    if (!by || !here) return null;
    edition = Math.min(editions.length - 1, Math.max(0, edition + by));
    return here;
  };
  /** The nearest field in a direction, in the same row or column; the last one to begin with. */
  const field = ([across, down]) => {
    const fields = [...drawing.querySelectorAll(".heat")];
    if (!here) return fields.at(-1);
    const [x, y] = placeOf(here);
    const there = fields
      .map((place) => [place, placeOf(place)])
      .filter(([, [left, top]]) =>
        across ? top === y && (left - x) * across > 0 : left === x && (top - y) * down > 0,
      )
      .sort(
        ([, a], [, b]) =>
          Math.abs(a[0] - x) + Math.abs(a[1] - y) - Math.abs(b[0] - x) - Math.abs(b[1] - y),
      );
    return there[0]?.[0];
  };
  if (drawing.dataset.shades) drawing.setAttribute("tabindex", "0");
}

function placeOf(field) {
  return [Number(field.getAttribute("x")), Number(field.getAttribute("y"))];
}
