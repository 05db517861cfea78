// Parts of a long page that the browser draws when they come near the window.
import { element } from "./dom.js";

/** About so high is a part that is not drawn yet, in rem: measured over two editions in three widths, and rather more than less. */
const guessHeight = (part, width) => Math.ceil(4.2 * part.children.length + (11 * part.textContent.length) / width);

/** A part of a page that is so many pixels wide. */
export function drawnLater(width, ...children) {
  const part = element("div", { class: "drawn-later" }, ...children);
  part.style.setProperty("--guess", `${guessHeight(part, width)}rem`);
  return part;
}
