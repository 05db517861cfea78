// Old and new text side by side: two copies of the marked text, the one without what was inserted,
// the other without what was deleted. Made when they come near the window; a large comparison has
// two thousand.
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";

function copy(marked, without, name) {
  const made = marked.cloneNode(true);
  for (const part of made.querySelectorAll(without)) part.remove();
  if (name === "before")
    for (const words of made.querySelectorAll("[data-old]"))
      words.replaceChildren(...symbols(words.dataset.old));
  made.className = `${marked.className} ${name}`;
  made.removeAttribute("data-diff");
  return made;
}

function place(marked) {
  if (marked.nextElementSibling?.classList.contains("pair")) return;
  marked.after(
    element("div", { class: "pair" }, copy(marked, "ins", "before"), copy(marked, "del", "after")),
  );
}

/**
 * Makes the switch work: within the page, also for what comes later. The choice is kept in the
 * address.
 */
export function besideOneAnother(page) {
  const box = page.querySelector("#sided");
  if (!box) return;
  const near = new IntersectionObserver(
    (found) => {
      for (const entry of found) if (entry.isIntersecting) place(entry.target);
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
    window.history.replaceState(window.history.state, "", here.href.replaceAll("%2C", ","));
    change();
  });
  page
    .querySelector(".c-changes")
    .addEventListener(
      "words",
      (event) => box.checked && event.target.querySelectorAll("[data-diff]").forEach(place),
    );
}
