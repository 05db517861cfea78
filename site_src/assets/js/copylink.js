// Copying the address and the citation of a rule. A number in the margin is a permalink that also copies itself; at the
// end of each quiet line stand two controls, for whoever does not know that.
import { copyText, editionHere, element, nameOf, recordOf } from "./lib/dom.js";

/** `CR 702.40a (2026-04-17)`; a glossary entry is cited by its term, a rulings summary by its name. */
function citation(record) {
  const name = nameOf(record);
  if (record.closest(".page-rulings")) return `Rulings summary ${name} (${editionHere()})`;
  const what = record.classList.contains("term") ? `Glossary, “${name}”` : name;
  return `CR ${what} (${editionHere()})`;
}

const addressOf = (record) => record.querySelector("a[data-copy]").href;

function copiers(record) {
  const name = nameOf(record);
  return element(
    "span",
    { class: "copiers" },
    element("button", { type: "button", "data-copies": "link", "aria-label": `Link to ${name}: copy it`, title: "Copy the address" }, "Link"),
    element("button", { type: "button", "data-copies": "citation", "aria-label": `Cite ${name}: copy the citation`, title: `Copy “${citation(record)}”` }, "Cite"),
  );
}

/** Adds the controls to what is on the page, or to what a script has put there. */
export function addCopiers(root = document) {
  for (const line of root.querySelectorAll(".quiet:not(:has(.copiers))")) {
    const record = recordOf(line);
    if (record?.querySelector("a[data-copy]")) line.prepend(copiers(record));
  }
}

export function copyNumbers() {
  addCopiers();
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
    const control = event.target.closest?.("[data-copies]");
    const link = event.target.closest?.("a[data-copy]");
    if (control) {
      const record = recordOf(control);
      if (control.dataset.copies === "link") copyText(addressOf(record), `Link to ${nameOf(record)} copied`);
      else copyText(citation(record), `${citation(record)} copied`);
    } else if (link) copyText(link.href, `Link to ${link.textContent.trim()} copied`);
  });
}
