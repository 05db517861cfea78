// @ts-check
// A button next to a number that copies it to the clipboard, for authors who replace an old number.
import { makeButton } from "./dom.js";

/**
 * Puts a button into every element that names a number to copy (`data-number="702.40a"`).
 * @param {ParentNode} within
 */
export function copyButtons(within = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const numbered = within.querySelectorAll("[data-number]");
  for (const holder of numbered) {
    const number = holder.dataset.number ?? "";
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(number);
        button.textContent = "Copied";
      } catch {
        // without a clipboard the button shows the number, for the reader to type
        button.textContent = number;
      }
      window.setTimeout(() => {
        button.textContent = `Copy ${number}`;
      }, 1800);
    };
    const button = makeButton(`Copy ${number}`, copy, { class: "copy" });
    holder.append(" ", button);
  }
}
