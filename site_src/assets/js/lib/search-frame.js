// @ts-check
// The search box in Material's header: its parts, and how it is opened and closed. What it answers
// is no concern of it. Every page has these parts, from `theme/partials/search.html`.
import { closestTo } from "./dom.js";

const toggle = /** @type {HTMLInputElement} */ (document.getElementById("__search"));

export const box = /** @type {HTMLElement} */ (document.querySelector(".md-search"));

export const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
export const list = /** @type {HTMLElement} */ (box.querySelector("[role=listbox]"));
export const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
export const more = /** @type {HTMLAnchorElement} */ (box.querySelector(".search-more"));

export const isOpen = () => toggle.checked;

/** @param {boolean} open */
function set(open) {
  if (toggle.checked === open) return;
  toggle.checked = open;
  toggle.dispatchEvent(new Event("change"));
}

export const openBox = () => set(true);
export const closeBox = () => set(false);

/**
 * Listens to all that opens and closes the box.
 * @param {() => void} opened is called each time that it was opened
 */
export function listenToBox(opened) {
  /** The element that had the focus before the box opened. */
  let before = window.searchOpener ?? null;
  toggle.addEventListener("change", () => {
    if (toggle.checked) {
      input.focus();
      input.select();
      opened();
    } else if (box.contains(document.activeElement))
      /** @type {HTMLElement} */ (document.activeElement).blur();
  });
  input.addEventListener("focus", (event) => {
    const left = /** @type {HTMLElement | null} */ (event.relatedTarget);
    // nothing had the focus if the reader comes back from elsewhere, or from a part without links
    if (left && !box.contains(left)) before = left;
    openBox();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeBox();
    if (before?.isConnected) before.focus({ preventScroll: true });
    before = null;
  });
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget || box.contains(/** @type {Node} */ (relatedTarget))) return;
    closeBox();
    before = null;
  });
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  list.addEventListener("click", (event) => closestTo(event, "a") && closeBox());
  window.addEventListener("hashchange", closeBox);
  // the reader came before this script: what is typed already stays
  if (document.activeElement === input) toggle.checked = true;
  if (toggle.checked) {
    input.focus();
    opened();
  }
}
