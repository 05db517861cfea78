// @ts-check
// On a phone a form that has been answered is one line, which opens the form at a tap.
import { element } from "./dom.js";

/**
 * The line. It stands before what it opens, with the same parent; the style sheet hides the one or
 * the other.
 * @param {string} words
 * @returns {HTMLButtonElement}
 */
export function foldLine(words) {
  const attributes = { type: "button", class: "fold-line", "aria-expanded": "false" };
  const line = element("button", attributes, words);
  openOnTap(line);
  return line;
}

/** @param {Element} line */
export function openOnTap(line) {
  line.addEventListener("click", () => {
    const isOpen = line.getAttribute("aria-expanded") === "true";
    line.setAttribute("aria-expanded", String(!isOpen));
  });
}
