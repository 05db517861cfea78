// Sharing a rule: the address of its page, a permanent link to its wording in this edition, its citation, its data. A
// number in the margin is a link that also copies itself; the menu is at the end of each quiet line.
import { hrefOf } from "./asof/edition.js";
import { segmentOf } from "./asof/records.js";
import { address } from "./site.js";
import { copyText, editionHere, element, nameOf, recordOf } from "./lib/dom.js";

/** `CR 702.40a (2026-04-17)`; a glossary entry is cited by its term, a rulings summary by its name. */
function citation(record) {
  const name = nameOf(record);
  if (record.closest(".page-rulings")) return `Rulings summary ${name} (${editionHere()})`;
  const what = record.classList.contains("term") ? `Glossary, “${name}”` : name;
  return `CR ${what} (${editionHere()})`;
}

const addressOf = (record) => record.querySelector("a[data-copy]").href;

/** Key of a record: its number, or its term. */
function keyOf(record) {
  const printed = record.querySelector(".rule-text[data-key]")?.dataset.key;
  return printed ?? (record.classList.contains("term") ? `glossary:${nameOf(record)}` : nameOf(record));
}

/** What a record can be shared as, by name: words, and what is copied. */
function shares(record) {
  const edition = editionHere();
  const key = keyOf(record);
  const own = {
    link: ["Link to this page", addressOf(record)],
    citation: [`Citation: ${citation(record)}`, citation(record)],
  };
  if (record.closest(".page-rulings")) return own;
  return {
    link: own.link,
    permanent: [`Permanent link to the wording of ${edition}`, address(`e/${edition}/${hrefOf(key)}`)],
    citation: own.citation,
    json: ["Address of its data (JSON)", address(`api/v1/rule/${segmentOf(key)}.json`)],
  };
}

function copiers(record) {
  const name = nameOf(record);
  const choices = Object.entries(shares(record)).map(([what, [words]]) => element("li", {}, element("button", { type: "button", "data-copies": what }, words)));
  return element("details", { class: "copiers" }, element("summary", { "aria-label": `Share ${name}` }, "Share"), element("ul", {}, choices));
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
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector(".copiers[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".copiers[open]")) if (!menu.contains(event.target)) menu.open = false;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
    const control = event.target.closest?.("[data-copies]");
    const link = event.target.closest?.("a[data-copy]");
    if (control) {
      const record = recordOf(control);
      const [words, text] = shares(record)[control.dataset.copies];
      copyText(text, control.dataset.copies === "citation" ? `${text} copied` : `${words} copied`);
      control.closest("details").open = false;
    } else if (link) copyText(link.href, `Link to ${link.textContent.trim()} copied`);
  });
}
