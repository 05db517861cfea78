// @ts-check
// A line that replaces a form on a phone once the form has been answered; a tap on it opens the
// form.
import { element } from "./dom.js";

/**
 * Makes the line. The caller puts it right before the form: the style sheet hides the form after a
 * line that is not expanded.
 * @param {string} words
 * @returns {HTMLButtonElement}
 */
export function foldLine(words) {
  const attributes = { type: "button", class: "fold-line", "aria-expanded": "false" };
  const line = element("button", attributes, words);
  openOnTap(line);
  return line;
}

/**
 * Makes a line open its form and close it again.
 * @param {Element} line
 */
export function openOnTap(line) {
  line.addEventListener("click", () => {
    const isOpen = line.getAttribute("aria-expanded") === "true";
    line.setAttribute("aria-expanded", String(!isOpen));
  });
}
