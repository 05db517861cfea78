// @ts-check
// A field for a date. Browsers write dates as their own settings say, 06/19/2026 for some; until a
// reader is typing in it, the field shows the day in words, as everywhere on this site.
import { dateInWords } from "./dates.js";
import { element } from "./dom.js";

/**
 * A field for a date; a script that sets its value calls `showDay`.
 * @typedef {HTMLInputElement & {showDay: () => void}} DateField
 */

/**
 * Shows the day of a field that is in the page, or just made, in words; returns what is to be put
 * in its place.
 * @param {HTMLInputElement} input a `DateField` from now on
 * @returns {HTMLElement}
 */
export function inWords(input) {
  const field = element("span", { class: "date-field" });
  const show = () => {
    field.dataset.day = input.value ? dateInWords(input.value) : "Choose a day";
  };
  if (input.parentNode) input.replaceWith(field);
  field.append(input);
  for (const event of ["input", "change"]) input.addEventListener(event, show);
  Object.assign(input, { showDay: show });
  show();
  return field;
}

/** @param {Record<string, string>} attributes */
export const dateInput = (attributes) => {
  const input = element("input", { type: "date", ...attributes });
  return { input, field: inWords(input) };
};
