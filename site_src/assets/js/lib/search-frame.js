// The search box in Material's header: its parts, and how it is opened and closed. What it answers
// is no concern of it.
const toggle = document.getElementById("__search");

export const box = document.querySelector(".md-search");
export const input = box.querySelector("input");
export const list = box.querySelector("[role=listbox]");
export const status = box.querySelector("[role=status]");
export const more = box.querySelector(".search-more");

export const isOpen = () => toggle.checked;

function set(open) {
  if (toggle.checked === open) return;
  toggle.checked = open;
  toggle.dispatchEvent(new Event("change"));
}

export const openBox = () => set(true);
export const closeBox = () => set(false);

/**
 * Listens to all that opens and closes the box; `opened` is called each time that it was opened.
 */
export function listenToBox(opened) {
  /** What had the focus before the box. */
  let before = null;
  toggle.addEventListener("change", () => {
    if (toggle.checked) {
      input.focus();
      input.select();
      opened();
    } else if (box.contains(document.activeElement)) document.activeElement.blur();
  });
  input.addEventListener("focus", ({ relatedTarget }) => {
    if (!box.contains(relatedTarget)) before = relatedTarget;
    openBox();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeBox();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  box.addEventListener(
    "focusout",
    (event) => event.relatedTarget && !box.contains(event.relatedTarget) && closeBox(),
  );
  box.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  list.addEventListener("click", (event) => event.target.closest("a") && closeBox());
  window.addEventListener("hashchange", closeBox);
  // the reader came before this script: what is typed already stays
  if (document.activeElement === input) toggle.checked = true;
  if (toggle.checked) {
    input.focus();
    opened();
  }
}
