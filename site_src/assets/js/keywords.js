// @ts-check
// The filter above the list of keywords at the beginning of a chapter: the list shows the keywords
// that contain the letters typed, and Enter goes to the first of them.
import { element } from "./lib/dom.js";

/** A list with fewer keywords is seen at a glance and needs no filter. */
const FEW = 12;

export function filterKeywords() {
  const list = document.querySelector(".keyword-list");
  if (!list?.querySelector(".keyword-letter")) return;
  const items = [...list.querySelectorAll("li")];
  /** @type {NodeListOf<HTMLElement>} */
  const letters = list.querySelectorAll(".keyword-letter");
  if (items.length < FEW) return;
  const input = element("input", {
    type: "search",
    class: "keyword-filter",
    "aria-label": "Filter the keywords",
    placeholder: `Filter ${items.length} keywords`,
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const status = element("p", { class: "only-heard", role: "status" });
  const shown = () => items.filter((item) => !item.hidden);
  input.addEventListener("input", () => {
    const typed = input.value.trim().toLowerCase();
    for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(typed);
    for (const letter of letters) letter.hidden = !letter.querySelector("li:not([hidden])");
    status.textContent = `${shown().length} of ${items.length} keywords`;
  });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") shown()[0]?.querySelector("a")?.click();
  });
  list.prepend(input, status);
}
