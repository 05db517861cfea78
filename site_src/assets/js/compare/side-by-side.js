// @ts-check
// The old and the new text side by side: two copies of a text with marks, one without the inserted
// words, one without the deleted words. They are made when a text comes near the window, because a
// large comparison has two thousand texts.
import { replaceAddress } from "../lib/address-bar.js";
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";

/**
 * Copies a text without its insertions, or without its deletions. The words whose quotation marks
 * changed are shown in the new form; their old form is in `data-old`.
 * @param {HTMLElement} marked
 * @param {"ins" | "del"} without
 * @param {"before" | "after"} name the class of the copy
 */
function copyWithout(marked, without, name) {
  const made = /** @type {HTMLElement} */ (marked.cloneNode(true));
  for (const part of made.querySelectorAll(without)) part.remove();
  /** @type {NodeListOf<HTMLElement>} */
  const changed = made.querySelectorAll("[data-old]");
  if (name === "before")
    for (const words of changed) words.replaceChildren(...symbols(words.dataset.old ?? ""));
  made.className = `${marked.className} ${name}`;
  made.removeAttribute("data-diff");
  return made;
}

/**
 * Puts both copies after a text, unless they are there.
 * @param {Element} marked
 */
function addPair(marked) {
  if (!(marked instanceof HTMLElement)) return;
  if (marked.nextElementSibling?.classList.contains("pair")) return;
  marked.after(
    element(
      "div",
      { class: "pair" },
      copyWithout(marked, "ins", "before"),
      copyWithout(marked, "del", "after"),
    ),
  );
}

/**
 * Makes the switch work, also for texts that are added to the page later. The choice is kept in the
 * address (`?view=side`).
 * @param {HTMLElement} page
 */
export function offerSideBySide(page) {
  /** @type {HTMLInputElement | null} */
  const box = page.querySelector("#sided");
  if (!box) return;
  const near = new IntersectionObserver(
    (found) => {
      for (const entry of found) if (entry.isIntersecting) addPair(entry.target);
    },
    { rootMargin: "800px" },
  );
  const showChoice = () => {
    page.classList.toggle("sided", box.checked);
    near.disconnect();
    if (box.checked) for (const words of page.querySelectorAll("[data-diff]")) near.observe(words);
  };
  box.checked = new URLSearchParams(window.location.search).get("view") === "side";
  showChoice();
  box.addEventListener("change", () => {
    const url = new URL(window.location.href);
    if (box.checked) url.searchParams.set("view", "side");
    else url.searchParams.delete("view");
    // commas separate the classes in the address, and stay readable
    replaceAddress(url.href);
    showChoice();
  });
  // `words.js` sends `words` when it has filled in a row, and `rest.js` sends `chapter`
  const list = page.querySelector(".c-changes");
  const whenAdded = (/** @type {string} */ name, /** @type {(text: Element) => void} */ act) =>
    list?.addEventListener(name, ({ target }) => {
      if (box.checked && target instanceof Element)
        target.querySelectorAll("[data-diff]").forEach(act);
    });
  whenAdded("words", addPair);
  whenAdded("chapter", (text) => near.observe(text));
}
