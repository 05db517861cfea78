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
 * The line below a picture, with the name and value of the shape that is marked. The `<title>` of a
 * shape has both.
 */
class Readout {
  /**
   * @param {HTMLElement} drawing
   * @param {Element} line
   */
  constructor(drawing, line) {
    this.drawing = drawing;
    this.line = line;
    /**
     * The shape that is marked.
     * @type {SVGElement | null}
     */
    this.marked = null;
    /**
     * The shape that was touched last: its first touch shows its value, and the second one follows
     * its link.
     * @type {SVGElement | null}
     */
    this.touched = null;
    /** Whether arrow keys lead from shape to shape. */
    this.hasFields = drawing.dataset.shades !== undefined;
  }

  /** Makes the line follow the pointer, the focus and the keys. */
  start() {
    const { drawing } = this;
    drawing.addEventListener("pointermove", (event) => {
      const shape = shapeAt(event);
      if (!shape) return;
      this.pointAt(event);
      this.mark(shape);
    });
    drawing.addEventListener("focusin", (event) => {
      const shape = shapeAt(event);
      if (shape) this.mark(shape);
    });
    drawing.addEventListener("click", (event) => {
      const shape = shapeAt(event);
      const { pointerType } = /** @type {PointerEvent} */ (event);
      if (pointerType !== "touch" || !shape || shape === this.touched) return;
      event.preventDefault();
      this.touched = shape;
      this.mark(shape);
    });
    drawing.addEventListener("keydown", (event) => this.onKey(event));
    if (this.hasFields) drawing.setAttribute("tabindex", "0");
  }

  /**
   * Enter follows the link of a field, and arrow keys mark another shape.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    if (event.key === "Enter" && this.marked?.matches(".heat")) {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true });
      this.marked.closest("a")?.dispatchEvent(click);
    }
    const step = STEPS[event.key];
    const next = step && this.shapeTowards(step);
    if (!next) return;
    event.preventDefault();
    this.mark(next);
  }

  /** @param {SVGElement} shape */
  mark(shape) {
    this.marked?.classList.remove("here");
    this.marked = shape;
    shape.classList.add("here");
    const [name, words] = this.read(shape);
    this.line.replaceChildren(element("b", {}, name), words ? ": " : "", words ?? "");
  }

  /**
   * Follows the pointer within a shape; here all of a shape has the same value.
   * @param {PointerEvent} _event
   */
  pointAt(_event) {}

  /**
   * The name of a shape, and its value if it has one.
   * @param {SVGElement} shape
   * @returns {(string | undefined)[]}
   */
  read(shape) {
    return (shape.querySelector("title")?.textContent ?? "").split(/: (.*)/s);
  }

  /**
   * The shape to mark after an arrow key: the next field.
   * @param {[across: number, down: number]} step
   * @returns {SVGElement | null | undefined}
   */
  shapeTowards(step) {
    if (!this.hasFields) return null;
    /** @type {NodeListOf<SVGElement>} */
    const fields = this.drawing.querySelectorAll(".heat");
    return fieldTowards([...fields], this.marked, step);
  }
}

/**
 * The line below a drawing over time. Each shape has a value for each edition (`data-sizes`), and a
 * cursor shows the edition whose values are read.
 */
class ReadoutOverTime extends Readout {
  /**
   * @param {HTMLElement} drawing
   * @param {Element} line
   * @param {string[]} editions their dates, oldest first
   */
  constructor(drawing, line, editions) {
    super(drawing, line);
    this.editions = editions;
    /** The index of the edition at the cursor. */
    this.index = editions.length - 1;
  }

  /**
   * The position of an edition between the first (0) and the last one (1), by its date.
   * @param {number} index
   */
  share(index) {
    const dates = [this.editions[0], this.editions[index], this.editions.at(-1) ?? ""];
    const [first, day, last] = dates.map(Date.parse);
    return (day - first) / Math.max(1, last - first);
  }

  /**
   * Chooses the edition at the pointer.
   * @override
   * @param {PointerEvent} event
   */
  pointAt(event) {
    const plot = this.drawing.getBoundingClientRect();
    const fraction = (event.clientX - plot.left) / plot.width;
    const index = this.editions.findLastIndex((_, position) => this.share(position) <= fraction);
    this.index = Math.max(0, index);
  }

  /**
   * Marks a shape, and moves the cursor to the edition; the drawing is 1000 units wide.
   * @override
   * @param {SVGElement} shape
   */
  mark(shape) {
    super.mark(shape);
    const cursor = this.drawing.querySelector(".cursor");
    cursor?.classList.add("shown");
    cursor?.setAttribute("transform", `translate(${this.share(this.index) * 1000})`);
  }

  /** @param {SVGElement} shape */
  sizeOf(shape) {
    return numbersIn(shape.dataset.sizes)[this.index];
  }

  /**
   * The name of a shape, and its value in the edition at the cursor: `12 rules of 3,059 on
   * 2009-07-11`.
   * @override
   * @param {SVGElement} shape
   */
  read(shape) {
    /** @type {NodeListOf<SVGElement>} */
    const shapes = this.drawing.querySelectorAll("[data-sizes]");
    const all = [...shapes].reduce((sum, other) => sum + this.sizeOf(other), 0);
    const size = count(this.sizeOf(shape), this.drawing.dataset.unit ?? "");
    const words = `${size} of ${all.toLocaleString("en")} on ${this.editions[this.index]}`;
    return [shape.dataset.band, words];
  }

  /**
   * The shape to mark after an arrow key: the same one, in another edition.
   * @override
   * @param {[across: number, down: number]} step
   */
  shapeTowards([across]) {
    if (!across || !this.marked) return null;
    this.index = Math.min(this.editions.length - 1, Math.max(0, this.index + across));
    return this.marked;
  }
}

/**
 * The shape at which an event happened.
 * @param {Event} event
 * @returns {SVGElement | null}
 */
function shapeAt(event) {
  return closestTo(event, SHAPES);
}

/**
 * Makes the shapes of a picture show their names and values below it.
 * @param {Element} figure
 */
function addReadout(figure) {
  const line = figure.querySelector(".readout");
  /** @type {HTMLElement | null} */
  const drawing = figure.querySelector(".drawing");
  if (!line || !drawing) return;
  const { editions } = drawing.dataset;
  const readout = editions
    ? new ReadoutOverTime(drawing, line, editions.split(" "))
    : new Readout(drawing, line);
  readout.start();
}

for (const figure of document.querySelectorAll(".picture")) addReadout(figure);
if (form) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", shade);
  // browsers restore the boxes when a reader comes back to the page
  shade();
}
window.addEventListener("hashchange", openView);
openView();
