// @ts-check
// Parts of a long page that the browser draws when they come near the window, and the place of a
// reader in such a page.
import { element } from "./dom.js";

/**
 * About so high is a part that is not drawn yet, in rem: measured over two editions in three
 * widths, and rather more than less.
 * @param {HTMLElement} part
 * @param {number} width
 */
const guessHeight = (part, width) =>
  Math.ceil(4.2 * part.children.length + (11 * part.textContent.length) / width);

/**
 * A part of a page that is so many pixels wide.
 * @param {number} width
 * @param {...any} children
 */
export function drawnLater(width, ...children) {
  const part = element("div", { class: "drawn-later" }, ...children);
  part.style.setProperty("--guess", `${guessHeight(part, width)}rem`);
  return part;
}

const parts = () => [
  .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".drawn-later")),
];

/**
 * Where the reader is: how far behind the beginning of a part. Parts that are not drawn have
 * another height next time.
 */
function placeHere() {
  const all = parts();
  const part = all.findLastIndex((one) => one.getBoundingClientRect().top <= 0);
  return { part, behind: part < 0 ? window.scrollY : -all[part].getBoundingClientRect().top };
}

/**
 * Goes to such a place.
 * @param {{part: number, behind: number}} place
 */
export function goToPlace({ part, behind }) {
  const drawn = parts()[part];
  if (drawn) drawn.style.contentVisibility = "visible";
  window.scrollTo(0, behind + (drawn ? window.scrollY + drawn.getBoundingClientRect().top : 0));
  if (drawn)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => drawn.style.removeProperty("content-visibility")),
    );
}

/** Keeps the place with the entry of the browser's history, for the back button. */
export function keepPlace() {
  window.history.scrollRestoration = "manual";
  let timer = 0;
  const keep = () =>
    window.history.replaceState({ ...window.history.state, place: placeHere() }, "");
  window.addEventListener(
    "scroll",
    () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, 120);
    },
    { passive: true },
  );
}

/** The place that was kept with this entry, if any. */
export const keptPlace = () => window.history.state?.place;
