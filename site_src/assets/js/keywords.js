// @ts-check
// The filter above the list of keywords at the beginning of a chapter: the list shows the keywords
// that contain the letters typed, and Enter goes to the first of them.

export function filterKeywords() {
  /** @type {HTMLInputElement | null} */
  const input = document.querySelector(".keyword-filter");
  const list = input?.parentElement;
  const status = list?.querySelector("[role=status]");
  if (!input || !list || !status) return;
  const items = [...list.querySelectorAll("li")];
  /** @type {NodeListOf<HTMLElement>} */
  const letters = list.querySelectorAll(".keyword-letter");
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
}
