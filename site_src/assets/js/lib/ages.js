// @ts-check
// Shows when a phrase first appeared, while the ages of phrases are shown: next to the phrase that
// the pointer or the focus is on, or that was tapped.
import { closestTo, element } from "./dom.js";

/**
 * Makes the phrases of the page show their ages. Without a script the browser shows each phrase's
 * `title`, which keyboards and touch screens cannot reach; this function moves it to a tip.
 * @param {HTMLInputElement} box the switch of the ages
 */
export function showAges(box) {
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
  const show = (event) => {
    /** @type {HTMLElement | null} */
    const phrase = box.checked ? closestTo(event, ".aged > [data-since]") : null;
    hide();
    if (!phrase) return;
    const pointed = event instanceof MouseEvent ? event.clientX : 0;
    tip.textContent = phrase.dataset.since;
    phrase.setAttribute("aria-describedby", "age-tip");
    tip.hidden = false;
    const rectangle = phrase.getClientRects()[0];
    const width = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(pointed || rectangle.left, width - tip.offsetWidth - 8));
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${rectangle.top + window.scrollY - tip.offsetHeight - 6}px`;
  };
  const updateFocusability = () => {
    for (const phrase of phrases) {
      if (box.checked) phrase.setAttribute("tabindex", "0");
      else phrase.removeAttribute("tabindex");
    }
  };
  for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, show);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  box.addEventListener("change", () => {
    updateFocusability();
    hide();
  });
  updateFocusability();
}
