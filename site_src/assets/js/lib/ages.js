// @ts-check
// Shows the age of the phrase under the pointer, at the focus or at a tap, while the ages are
// shown.
import { closestTo, element } from "./dom.js";

/**
 * Tells the age of a phrase; the phrases have the text to show as their title.
 * @param {HTMLInputElement} box the switch of the ages
 */
export function tellAges(box) {
  const tip = element("p", { class: "age-tip", id: "age-tip", role: "tooltip", hidden: true });
  document.body.append(tip);
  /** @type {NodeListOf<HTMLElement>} */
  const phrases = document.querySelectorAll(".aged > [title]");
  for (const phrase of phrases) {
    phrase.dataset.since = phrase.title;
    phrase.removeAttribute("title");
  }

  const hide = () => {
    tip.hidden = true;
    document.querySelector("[aria-describedby=age-tip]")?.removeAttribute("aria-describedby");
  };
  /** @param {Event} event */
  const tell = (event) => {
    /** @type {HTMLElement | null} */
    const phrase = box.checked ? closestTo(event, ".aged > [data-since]") : null;
    hide();
    if (!phrase) return;
    const pointed = event instanceof MouseEvent ? event.clientX : 0;
    tip.textContent = phrase.dataset.since;
    phrase.setAttribute("aria-describedby", "age-tip");
    tip.hidden = false;
    const at = phrase.getClientRects()[0];
    const width = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(pointed || at.left, width - tip.offsetWidth - 8));
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${at.top + window.scrollY - tip.offsetHeight - 6}px`;
  };
  const reach = () => {
    for (const phrase of phrases) {
      if (box.checked) phrase.setAttribute("tabindex", "0");
      else phrase.removeAttribute("tabindex");
    }
  };
  for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, tell);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  box.addEventListener("change", () => {
    reach();
    hide();
  });
  reach();
}
