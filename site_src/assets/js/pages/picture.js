// @ts-check
// The pictures of a page, which are drawn already. The shape at the pointer or the focus is marked,
// and its name and value are shown below the picture.
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

for (const figure of document.querySelectorAll(".picture")) addReadout(figure);
if (form) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", shade);
  // browsers restore the boxes when a reader comes back to the page
  shade();
}
window.addEventListener("hashchange", openView);
openView();

/** Opens the folded drawing that the address names. */
function openView() {
  const view = document.getElementById(anchorHere());
  if (view instanceof HTMLDetailsElement) {
    view.open = true;
    view.scrollIntoView();
  }
}

/**
 * Makes each field as dark as the number of its changes of the categories ticked. `data-shades` has
 * the least number for each shade, and `data-categories` of a field its changes of each category.
 */
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
 * The position of a field in its drawing.
 * @param {SVGElement} field
 */
const cornerOf = (field) => ({
  x: Number(field.getAttribute("x")),
  y: Number(field.getAttribute("y")),
});

/**
 * The nearest field in a direction, in the same row or column.
 * @param {SVGElement[]} fields
 * @param {SVGElement | null} marked the field that is marked; if there is none, the result is the
 *   last field, the newest
 * @param {[across: number, down: number]} direction
 */
function fieldTowards(fields, marked, [across, down]) {
  if (!marked) return fields.at(-1);
  const from = cornerOf(marked);
  const found = fields
    .map((field) => {
      const { x, y } = cornerOf(field);
      const isInLine = across ? y === from.y : x === from.x;
      const distance = (x - from.x) * across + (y - from.y) * down;
      return { field, isInLine, distance };
    })
    .filter(({ isInLine, distance }) => isInLine && distance > 0)
    .sort((left, right) => left.distance - right.distance);
  return found[0]?.field;
}

/**
 * Makes the shapes of a picture show their names and values below it. There are two kinds of
 * pictures: in one the `<title>` of a shape has both; in the other, a drawing over time, each shape
 * has a value for each edition (`data-sizes`), and a cursor shows the edition.
 * @param {Element} figure
 */
function addReadout(figure) {
  const readout = figure.querySelector(".readout");
  /** @type {HTMLElement | null} */
  const drawing = figure.querySelector(".drawing");
  if (!readout || !drawing) return;
  const { unit = "", shades } = drawing.dataset;
  /** The dates of a drawing over time; empty for other pictures. */
  const editions = drawing.dataset.editions?.split(" ") ?? [];
  /**
   * The shape that is marked.
   * @type {SVGElement | null}
   */
  let current = null;
  /** The index of the edition at the cursor. */
  let edition = editions.length - 1;

  /** The position of an edition between the first (0) and the last one (1), by its date. */
  const share = (/** @type {number} */ index) => {
    const [first, day, last] = [editions[0], editions[index], editions.at(-1) ?? ""].map(
      Date.parse,
    );
    return (day - first) / Math.max(1, last - first);
  };
  const sizeOf = (/** @type {SVGElement} */ shape) => numbersIn(shape.dataset.sizes)[edition];
  /** Moves the cursor to the edition; the drawing is 1000 units wide. */
  const moveCursor = () => {
    const cursor = drawing.querySelector(".cursor");
    cursor?.classList.add("shown");
    cursor?.setAttribute("transform", `translate(${share(edition) * 1000})`);
  };
  /**
   * The name of a shape, and its value in the edition at the cursor: `12 rules of 3,059 on
   * 2009-07-11`.
   * @param {SVGElement} shape
   */
  const readSize = (shape) => {
    /** @type {NodeListOf<SVGElement>} */
    const shapes = drawing.querySelectorAll("[data-sizes]");
    const all = [...shapes].reduce((sum, shape) => sum + sizeOf(shape), 0);
    const size = `${count(sizeOf(shape), unit)} of ${all.toLocaleString("en")}`;
    return [shape.dataset.band, `${size} on ${editions[edition]}`];
  };
  const mark = (/** @type {SVGElement} */ shape) => {
    current?.classList.remove("here");
    current = shape;
    shape.classList.add("here");
    if (editions.length) moveCursor();
    const [name, words] = editions.length
      ? readSize(shape)
      : (shape.querySelector("title")?.textContent ?? "").split(/: (.*)/s);
    readout.replaceChildren(element("b", {}, name), words ? ": " : "", words ?? "");
  };
  /**
   * The shape at which an event happened.
   * @param {Event} event
   * @returns {SVGElement | null}
   */
  const shapeAt = (event) => closestTo(event, SHAPES);

  drawing.addEventListener("pointermove", (event) => {
    const shape = shapeAt(event);
    if (!shape) return;
    if (editions.length) {
      const plot = drawing.getBoundingClientRect();
      const fraction = (event.clientX - plot.left) / plot.width;
      edition = Math.max(
        0,
        editions.findLastIndex((_, day) => share(day) <= fraction),
      );
    }
    mark(shape);
  });
  drawing.addEventListener("focusin", (event) => {
    const shape = shapeAt(event);
    if (shape) mark(shape);
  });
  // the first touch of a shape shows its value, and the second one follows its link
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
  /** The shape to mark after an arrow key: the same one in another edition, or the next field. */
  const towards = (/** @type {[across: number, down: number]} */ step) => {
    if (!editions.length) {
      /** @type {NodeListOf<SVGElement>} */
      const fields = drawing.querySelectorAll(".heat");
      return fieldTowards([...fields], current, step);
    }
    const [across] = step;
    if (!across || !current) return null;
    edition = Math.min(editions.length - 1, Math.max(0, edition + across));
    return current;
  };
  drawing.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && current?.matches(".heat")) {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true });
      current.closest("a")?.dispatchEvent(click);
    }
    const step = STEPS[event.key];
    const next = step && (editions.length || shades) ? towards(step) : null;
    if (!next) return;
    event.preventDefault();
    mark(next);
  });
  if (shades) drawing.setAttribute("tabindex", "0");
}
