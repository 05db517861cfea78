// @ts-check
// Old and new text side by side: two copies of the marked text, the one without what was inserted,
// the other without what was deleted. Made when they come near the window; a large comparison has
// two thousand.
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";

/**
 * A copy of marked text without one kind of marks. `data-old` has the old words of an element that
 * shows the new ones.
 * @param {HTMLElement} marked
 * @param {"ins" | "del"} without
 * @param {"before" | "after"} name
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
 * Puts both copies after marked text, once.
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
 * Makes the switch work: within the page, also for what comes later. The choice is kept in the
 * address.
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
  const change = () => {
    page.classList.toggle("sided", box.checked);
    near.disconnect();
    if (box.checked) for (const words of page.querySelectorAll("[data-diff]")) near.observe(words);
  };
  box.checked = new URLSearchParams(window.location.search).get("view") === "side";
  change();
  box.addEventListener("change", () => {
    const here = new URL(window.location.href);
    if (box.checked) here.searchParams.set("view", "side");
    else here.searchParams.delete("view");
    // commas separate the classes in the address, and stay readable
    window.history.replaceState(window.history.state, "", here.href.replaceAll("%2C", ","));
    change();
  });
  // `words.js` sends `words` when it has filled in a row
  page.querySelector(".c-changes")?.addEventListener("words", ({ target }) => {
    if (box.checked && target instanceof Element)
      target.querySelectorAll("[data-diff]").forEach(addPair);
  });
}
