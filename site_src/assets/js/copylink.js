// Sharing a rule: its words with citation and link, the address of its page, a permanent link to
// its wording in this edition, its citation, its data. A number in the margin is a link that also
// copies itself; the menu is at the end of each quiet line, with what opens the rest of that line
// on a phone, and what shows the rule through the years.
import { hrefOf, isTerm } from "./lib/record-key.js";
import { segmentOf } from "./asof/records.js";
import { followButton } from "./follow.js";
import { address } from "./site.js";
import { dateInWords } from "./lib/dates.js";
import { lineageFile } from "./lib/numbers.js";
import { copyText, editionHere, element, latestEdition, nameOf, recordOf } from "./lib/dom.js";

/**
 * `CR 702.40a (2026-04-17)`; a glossary entry is cited by its term, a rulings summary by its name.
 * The date is the stamp that `comprules check` reads in a file.
 */
function citation(record) {
  const name = nameOf(record);
  const when = editionHere();
  if (record.closest(".page-rulings")) return `Rulings summary ${name} (${when})`;
  const what = record.classList.contains("term") ? `Glossary, “${name}”` : name;
  return `CR ${what} (${when})`;
}

/** The words of a record as printed, with its examples; what stands below it is another record. */
function wordsOf(record) {
  const parts = [
    ...record.querySelectorAll(".rule-heading, .rule-text, .example-text, .note-text"),
  ].filter((part) => recordOf(part) === record);
  return parts
    .map((part) =>
      part.matches(".example-text") ? `Example: ${part.textContent}` : part.textContent,
    )
    .join("\n");
}

const addressOf = (record) => record.querySelector("a[data-copy]").href;

/** Key of a record: its number, or its term. */
function keyOf(record) {
  const printed = record.querySelector(".rule-text[data-key]")?.dataset.key;
  return (
    printed ?? (record.classList.contains("term") ? `glossary:${nameOf(record)}` : nameOf(record))
  );
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
  const permanent = address(`e/${edition}/${hrefOf(key)}`);
  const words = wordsOf(record);
  // numbers have a file of their own in the latest edition only
  const lineage = record.querySelector(".quiet")?.dataset.lineage;
  const file =
    edition === latestEdition() && !isTerm(key)
      ? `rule/${segmentOf(key)}`
      : lineage && `lineages/${lineageFile(lineage)}`;
  return {
    ...(words
      ? { words: ["Words, citation and link", `${words}\n(${citation(record)}, ${permanent})`] }
      : {}),
    // a page of a former edition is permanent itself
    ...(own.link[1] === permanent ? {} : { link: own.link }),
    permanent: [`Permanent link to the wording of ${dateInWords(edition)}`, permanent],
    citation: own.citation,
    cite: ["Cite in a paper, wiki or forum …", permanent],
    ...(file ? { json: ["Address of its data (JSON)", address(`api/v1/${file}.json`)] } : {}),
  };
}

/**
 * The menu of a record; its rows are made when it is first opened, for a chapter has hundreds of
 * menus.
 */
function copiers(record, name) {
  const list = element("ul");
  const menu = element(
    "details",
    { class: "copiers" },
    element("summary", { "aria-label": `Share ${name}` }, "Share"),
    list,
  );
  menu.addEventListener("toggle", () => list.replaceChildren(...choicesOf(record, name)), {
    once: true,
  });
  return menu;
}

function choicesOf(record, name) {
  const choices = Object.entries(shares(record)).map(([what, [words]]) =>
    element("li", {}, element("button", { type: "button", "data-copies": what }, words)),
  );
  // what is followed is a rule of the latest edition
  if (editionHere() === latestEdition() && !record.closest(".page-rulings"))
    choices.push(element("li", {}, followButton(keyOf(record), name)));
  return choices;
}

/** Opens the rest of a quiet line on a phone. */
function opener(line, name) {
  const button = element(
    "button",
    {
      type: "button",
      class: "quiet-open",
      "aria-expanded": "false",
      "aria-label": `More about ${name}`,
    },
    "···",
  );
  button.addEventListener("click", () =>
    button.setAttribute("aria-expanded", String(line.classList.toggle("quiet-all"))),
  );
  return button;
}

/** Shows a rule through the years below its line; the script comes when it is first asked for. */
function years(line, name) {
  const button = element(
    "button",
    {
      type: "button",
      class: "years-open",
      "aria-expanded": "false",
      "aria-label": `${name} through the years`,
    },
    "Years",
  );
  button.addEventListener("click", async () => {
    const panel = line.querySelector(".years-panel");
    button.setAttribute("aria-expanded", String(!panel));
    if (panel) panel.remove();
    else (await import("./years.js")).showYears(line);
  });
  return button;
}

/**
 * What stands at the end of a quiet line: the button of the years, where the record has some, and
 * the menu that shares it.
 * @param {Element} record
 * @param {Element} line
 * @param {string} name
 * @returns {Element}
 */
function toolsOf(record, line, name) {
  const hasYears = line.querySelector(".quiet-since") && record.querySelector(".rule-text");
  const isRuling = record.closest(".page-rulings");
  const tools = element("div", { class: "quiet-tools" });
  if (hasYears && !isRuling) tools.append(years(line, name));
  tools.append(copiers(record, name));
  return tools;
}

/** Adds the controls to what is on the page, or to what a script has put there. */
export function addCopiers(root = document) {
  for (const line of root.querySelectorAll(".quiet:not(:has(.copiers))")) {
    const record = recordOf(line);
    if (!record?.querySelector("a[data-copy]")) continue;
    const name = nameOf(record);
    const since = line.querySelector(".quiet-since");
    if (since) since.after(opener(line, name));
    else line.prepend(opener(line, name));
    line.append(toolsOf(record, line, name));
  }
}

/** A button at each example of the documentation that copies it. */
export function offerToCopyExamples() {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll(".page-docs pre > code")) {
    const button = element(
      "button",
      { type: "button", class: "copy-example", "aria-label": "Copy this example" },
      "Copy",
    );
    button.addEventListener("click", () => copyText(code.textContent, "Example copied"));
    code.before(button);
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
    for (const menu of document.querySelectorAll(".copiers[open]"))
      if (!menu.contains(event.target)) menu.open = false;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
    const control = event.target.closest?.("[data-copies]");
    const link = event.target.closest?.("a[data-copy]");
    if (control) {
      const record = recordOf(control);
      const [words, text] = shares(record)[control.dataset.copies];
      control.closest("details").open = false;
      if (control.dataset.copies === "cite") {
        import("./citations.js").then(({ showCitations }) => showCitations(record, text));
        return;
      }
      copyText(text, control.dataset.copies === "citation" ? `${text} copied` : `${words} copied`);
    } else if (link) copyText(link.href, `Link to ${link.textContent.trim()} copied`);
  });
}
