// What the pictures' scripts share: elements of SVG, the place of a day, figures in words, the data beside the page.
import { element } from "./dom.js";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An element of SVG; strings become text. An attribute that is null or undefined is left out. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export const page = document.querySelector("[data-picture]");
export const canvas = page.querySelector(".canvas");
export const form = page.querySelector("form");
const readout = page.querySelector(".readout");

/** The data of the page's picture. */
export async function pictureData() {
  const answer = await fetch(`${page.dataset.picture}.json`);
  if (!answer.ok) throw new Error(`the data of this picture could not be loaded (${answer.status})`);
  return answer.json();
}

/** What stands below the picture: words, or a bold beginning and words. */
export function tell(words, bold = "") {
  readout.replaceChildren(bold && element("b", {}, bold), bold && words ? ": " : "", words);
}

/** What is chosen in a control; an array where several can be. */
export const chosen = (name) => form.elements[name].value;
export const allChosen = (name) => [...form.querySelectorAll(`[name="${name}"]:checked`)].map((one) => one.value);

/** Draws now, and again whenever the width there is or a choice changes. */
export function drawWith(draw) {
  let width = 0;
  form?.addEventListener("submit", (event) => event.preventDefault());
  form?.addEventListener("change", draw);
  new ResizeObserver(() => {
    if (Math.abs(canvas.clientWidth - width) < 2) return;
    width = canvas.clientWidth;
    draw();
  }).observe(canvas);
}

export const isNarrow = () => canvas.clientWidth < 640;
export const day = (id) => Date.parse(id) / 864e5;

/** `1 rule`, `3,059 rules`. */
export const count = (number, one) => `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;

/** Round values from 0 up to `most`, about five. */
export function roundSteps(most) {
  let size = 1;
  while (most / size > 5) size *= String(size).startsWith("2") ? 2.5 : 2;
  return Array.from({ length: Math.floor(most / size) + 1 }, (_, at) => at * size);
}

/** Where a pointer is, in the picture's own measures. */
export function pointAt(svg, event) {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [place.x, place.y];
}

/** Says below the picture what went wrong. */
export const failed = (problem) => tell(`The picture stays as it is: ${problem.message}.`);
