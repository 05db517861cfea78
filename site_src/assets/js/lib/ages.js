// @ts-check
// Shows when a phrase first appeared, while the ages of phrases are shown: next to the phrase that
// the pointer or the focus is on, or that was tapped.
import { closestTo, element } from "./dom.js";

/** Pixels between the tip and the edges of the window. */
const MARGIN = 8;
/** Pixels between the tip and the phrase below it. */
const GAP = 6;
const TIP_ID = "age-tip";

/**
 * Moves the `title` of each phrase to its `data-since`: a browser shows a title itself, but only to
 * those who use a mouse.
 * @param {Iterable<HTMLElement>} phrases
 */
function takeTitles(phrases) {
  for (const phrase of phrases) {
    phrase.dataset.since = phrase.title;
    phrase.removeAttribute("title");
  }
}

/**
 * Puts a tip above the first line of a phrase, and within the window.
 * @param {HTMLElement} tip
 * @param {HTMLElement} phrase
 * @param {number} pointed where the pointer is, from the left; 0 without a pointer: then the tip is
 *   above the beginning of the phrase
 */
function placeTip(tip, phrase, pointed) {
  const [line] = phrase.getClientRects();
  const farthest = document.documentElement.clientWidth - tip.offsetWidth - MARGIN;
  const left = Math.max(MARGIN, Math.min(pointed || line.left, farthest));
  tip.style.left = `${left + window.scrollX}px`;
  tip.style.top = `${line.top + window.scrollY - tip.offsetHeight - GAP}px`;
}

/**
 * Hides a tip, and forgets which phrase it describes.
 * @param {HTMLElement} tip
 */
function hideTip(tip) {
  tip.hidden = true;
  document.querySelector(`[aria-describedby=${TIP_ID}]`)?.removeAttribute("aria-describedby");
}

/**
 * Shows the age of a phrase.
 * @param {HTMLElement} tip
 * @param {HTMLElement} phrase
 * @param {Event} event that asks for it
 */
function showTip(tip, phrase, event) {
  tip.textContent = phrase.dataset.since ?? "";
  phrase.setAttribute("aria-describedby", TIP_ID);
  // a hidden tip has no size by which it could be placed
  tip.hidden = false;
  placeTip(tip, phrase, event instanceof MouseEvent ? event.clientX : 0);
}

/**
 * Lets the keyboard reach phrases, or no longer.
 * @param {Iterable<HTMLElement>} phrases
 * @param {boolean} isReachable
 */
function setReachable(phrases, isReachable) {
  for (const phrase of phrases) {
    if (isReachable) phrase.setAttribute("tabindex", "0");
    else phrase.removeAttribute("tabindex");
  }
}

/**
 * Makes the phrases of the page show their ages. Without a script the browser shows each phrase's
 * `title`, which keyboards and touch screens cannot reach; this function moves it to a tip.
 * @param {HTMLInputElement} box the switch of the ages
 */
export function showAges(box) {
  const tip = element("p", { class: "age-tip", id: TIP_ID, role: "tooltip", hidden: true });
  document.body.append(tip);
  /** @type {NodeListOf<HTMLElement>} */
  const phrases = document.querySelectorAll(".aged [title]");
  takeTitles(phrases);
  setReachable(phrases, box.checked);

  /** @param {Event} event */
  const followEvent = (event) => {
    /** @type {HTMLElement | null} */
    const phrase = closestTo(event, ".aged [data-since]");
    hideTip(tip);
    if (phrase && box.checked) showTip(tip, phrase, event);
  };
  for (const kind of ["pointerover", "focusin", "click"])
    document.addEventListener(kind, followEvent);
  document.addEventListener("focusout", () => hideTip(tip));
  document.addEventListener("keydown", (event) => event.key === "Escape" && hideTip(tip));
  box.addEventListener("change", () => {
    setReachable(phrases, box.checked);
    hideTip(tip);
  });
}
