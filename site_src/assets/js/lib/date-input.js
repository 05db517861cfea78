// @ts-check
// A field for a date. Browsers show a date in the form of their own settings, such as 06/19/2026.
// While no reader types in it, this field shows the day in words, `19 June 2026`.
import { dateInWords } from "./dates.js";
import { element } from "./dom.js";

/**
 * A field for a date; a script that sets its value calls `showDay`.
 * @typedef {HTMLInputElement & {showDay: () => void}} DateField
 */

/**
 * Makes a field show its day in words, and returns the `.date-field` around it. Templates already
 * have that element, so that nothing moves; around any other field it is made here. A caller whose
 * field is not on the page yet must insert the returned element.
 * @param {HTMLInputElement} input becomes a `DateField`
 * @returns {HTMLElement}
 */
export function showInWords(input) {
  /** @type {HTMLElement} */
  const field = input.closest(".date-field") ?? element("span", { class: "date-field" });
  if (!field.contains(input)) {
    input.replaceWith(field);
    field.append(input);
  }
  const show = () => {
    field.dataset.day = input.value ? dateInWords(input.value) : "Choose a day";
  };
  for (const event of ["input", "change"]) input.addEventListener(event, show);
  Object.assign(input, { showDay: show });
  show();
  return field;
}

/**
 * Makes a field for a date, and the element around it that is put into the page.
 * @param {Record<string, string>} attributes
 */
export const dateInput = (attributes) => {
  const input = element("input", { type: "date", ...attributes });
  return { input, field: showInWords(input) };
};
