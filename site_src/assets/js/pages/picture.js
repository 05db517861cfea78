// @ts-check
// Pictures: all is drawn in the page already. What the pointer or the focus is at is marked and
// read out below.
import { closestTo, element } from "../lib/dom.js";
import { anchorHere } from "../lib/address-bar.js";

const SHAPES = ".heat, .ribbon, .climb, [data-sizes]";
/** @type {Record<string, [across: number, down: number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {HTMLFormElement | null} */
const form = document.querySelector(".page-picture form");

/**
 * `1 rule`, `3,059 rules`.
 * @param {number} number
 * @param {string} noun
 */
const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/**
 * The numbers in an attribute.
 * @param {string | undefined} attribute
 */
const numbersIn = (attribute) => (attribute ?? "").split(" ").map(Number);

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
  if (view instanceof HTMLDetailsElement) {
    view.open = true;
    view.scrollIntoView();
  }
}

/** Fields are as dark as they have changes of the categories that are ticked. */
function shade() {
  /** @type {HTMLElement | null} */
  const fields = document.querySelector("[data-shades]");
  if (!fields) return;
  const shades = numbersIn(fields.dataset.shades);
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = document.querySelectorAll(".page-picture form [name=categories]");
  const ticked = [...boxes].map((box) => box.checked);
  /** @type {NodeListOf<SVGElement>} */
  const heats = fields.querySelectorAll(".heat");
  for (const field of heats) {
    let many = 0;
    for (const [category, size] of numbersIn(field.dataset.categories).entries())
      if (ticked[category]) many += size;
    field.setAttribute("class", `heat heat-${shades.filter((least) => many >= least).length}`);
  }
}

/**
 * Where a field is in its drawing.
 * @param {SVGElement} field
 */
const cornerOf = (field) => ({
  x: Number(field.getAttribute("x")),
  y: Number(field.getAttribute("y")),
});

/**
 * The nearest field in a direction, in the same row or column; the last one to begin with.
 * @param {SVGElement[]} fields
 * @param {SVGElement | null} here
 * @param {[across: number, down: number]} direction
 */
function fieldTowards(fields, here, [across, down]) {
  if (!here) return fields.at(-1);
  const from = cornerOf(here);
  const found = fields
    .map((field) => {
      const { x, y } = cornerOf(field);
      const isInLine = across ? y === from.y : x === from.x;
      const distance = (x - from.x) * across + (y - from.y) * down;
      return { field, isInLine, distance };
    })
    .filter(({ isInLine, distance }) => isInLine && distance > 0)
    .sort((one, other) => one.distance - other.distance);
  return found[0]?.field;
}

/** @param {Element} figure */
function attend(figure) {
  const readout = figure.querySelector(".readout");
  /** @type {HTMLElement | null} */
  const drawing = figure.querySelector(".drawing");
  if (!readout || !drawing) return;
  const { unit = "", shades } = drawing.dataset;
  /** Dates of a drawing that has a value of each shape for each of them; else none. */
  const editions = drawing.dataset.editions?.split(" ") ?? [];
  /**
   * The shape that is marked.
   * @type {SVGElement | null}
   */
  let here = null;
  let edition = editions.length - 1;

  /** How far an edition is between the first and the last one. */
  const share = (/** @type {number} */ at) => {
    const [first, day, last] = [editions[0], editions[at], editions.at(-1) ?? ""].map(Date.parse);
    return (day - first) / Math.max(1, last - first);
  };
  const sizeOf = (/** @type {SVGElement} */ shape) => numbersIn(shape.dataset.sizes)[edition];
  /**
   * Name and value of a shape in the edition at the cursor, which is shown.
   * @param {SVGElement} shape
   */
  const figures = (shape) => {
    /** @type {NodeListOf<SVGElement>} */
    const shapes = drawing.querySelectorAll("[data-sizes]");
    const all = [...shapes].reduce((sum, each) => sum + sizeOf(each), 0);
    const cursor = drawing.querySelector(".cursor");
    cursor?.classList.add("shown");
    cursor?.setAttribute("transform", `translate(${share(edition) * 1000})`);
    const size = `${count(sizeOf(shape), unit)} of ${all.toLocaleString("en")}`;
    return [shape.dataset.band, `${size} on ${editions[edition]}`];
  };
  const mark = (/** @type {SVGElement} */ shape) => {
    here?.classList.remove("here");
    here = shape;
    shape.classList.add("here");
    const [name, words] = editions.length
      ? figures(shape)
      : (shape.querySelector("title")?.textContent ?? "").split(/: (.*)/s);
    readout.replaceChildren(element("b", {}, name), words ? ": " : "", words ?? "");
  };
  /**
   * The shape that an event happened at.
   * @param {Event} event
   * @returns {SVGElement | null}
   */
  const shapeAt = (event) => closestTo(event, SHAPES);

  drawing.addEventListener("pointermove", (event) => {
    const shape = shapeAt(event);
    if (!shape) return;
    if (editions.length) {
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
    const shape = shapeAt(event);
    if (shape) mark(shape);
  });
  // a finger first reads what it touched, and goes there when it touches it again
  /** @type {SVGElement | null} */
  let touched = null;
  drawing.addEventListener("click", (event) => {
    const shape = shapeAt(event);
    const { pointerType } = /** @type {PointerEvent} */ (event);
    if (pointerType !== "touch" || !shape || shape === touched) return;
    event.preventDefault();
    touched = shape;
    mark(shape);
  });
  /** The shape to go to: the same in another edition, or the next field. */
  const towards = (/** @type {[across: number, down: number]} */ step) => {
    if (!editions.length) {
      /** @type {NodeListOf<SVGElement>} */
      const fields = drawing.querySelectorAll(".heat");
      return fieldTowards([...fields], here, step);
    }
    const [across] = step;
    if (!across || !here) return null;
    edition = Math.min(editions.length - 1, Math.max(0, edition + across));
    return here;
  };
  drawing.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && here?.matches(".heat")) {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true });
      here.closest("a")?.dispatchEvent(click);
    }
    const step = STEPS[event.key];
    const next = step && (editions.length || shades) ? towards(step) : null;
    if (!next) return;
    event.preventDefault();
    mark(next);
  });
  if (shades) drawing.setAttribute("tabindex", "0");
}
