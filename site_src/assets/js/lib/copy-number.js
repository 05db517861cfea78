// A button next to a number that copies it to the clipboard, for authors who replace an old number.
import { element } from "./dom.js";

/** Fills every element that names a number to copy (`data-number`) with its button. */
export function copyButtons(within = document) {
  for (const place of within.querySelectorAll("[data-number]")) {
    const button = element(
      "button",
      { type: "button", class: "copy" },
      `Copy ${place.dataset.number}`,
    );
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(place.dataset.number);
        button.textContent = "Copied";
      } catch {
        // no clipboard here: the number is shown beside the button, to be selected by hand
        button.textContent = place.dataset.number;
      }
      window.setTimeout(() => {
        button.textContent = `Copy ${place.dataset.number}`;
      }, 1800);
    });
    place.append(" ", button);
  }
}
