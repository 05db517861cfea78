// @ts-check
// Long pages whose parts the browser draws when they come near the window, and a reader's place in
// such a page, which the height of the parts not drawn cannot tell.
import { element } from "./dom.js";

/**
 * The likely height of a part that is not drawn yet, in rem. The two factors were measured over two
 * editions in three widths; they rather give too much than too little.
 * @param {HTMLElement} part
 * @param {number} width in pixels
 */
const guessHeight = (part, width) =>
  Math.ceil(4.2 * part.children.length + (11 * part.textContent.length) / width);

/**
 * Makes a part of a page that the browser draws later.
 * @param {number} width of the page, in pixels
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
 * The reader's place: the index of the part at the top of the window, and the pixels from the
 * beginning of that part. An offset from the top of the page would be wrong the next time, when
 * other parts are drawn. Before the first part the index is -1.
 */
function placeHere() {
  const all = parts();
  const part = all.findLastIndex((candidate) => candidate.getBoundingClientRect().top <= 0);
  return { part, behind: part < 0 ? window.scrollY : -all[part].getBoundingClientRect().top };
}

/**
 * Scrolls to a place.
 * @param {{part: number, behind: number}} place as `keptPlace` returns it
 */
export function goToPlace({ part, behind }) {
  const drawn = parts()[part];
  // the part must be drawn for as long as the browser scrolls: two frames
  if (drawn) drawn.style.contentVisibility = "visible";
  window.scrollTo(0, behind + (drawn ? window.scrollY + drawn.getBoundingClientRect().top : 0));
  if (drawn)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => drawn.style.removeProperty("content-visibility")),
    );
}

/** Keeps the reader's place in the entry of the browser's history, for the back button. */
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

/** The place kept in the present entry of the browser's history; undefined if there is none. */
export const keptPlace = () => window.history.state?.place;
