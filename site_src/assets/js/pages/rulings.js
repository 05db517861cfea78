// @ts-check
// The filters of a rulings summary: by source and by year. Without a script the page shows all
// rulings. The choice is kept in the address (`?source=bethmo&year=1996`, `?kind=person`), so that
// readers can share it and the back button works.

import { anchorHere } from "../lib/address-bar.js";
import { element } from "../lib/dom.js";

/**
 * A mark on the page, which names the source and the year of a ruling.
 * @typedef {object} Mark
 * @property {HTMLElement} mark
 * @property {HTMLElement} item the rule or row that has it
 * @property {string} year
 * @property {string} source
 * @property {string} name of the source
 * @property {string} kind of the source
 * @property {string} title of the kind
 */

/**
 * The controls of the filter, and the line that says how many rulings are shown.
 * @typedef {object} Form
 * @property {HTMLSelectElement} source
 * @property {HTMLSelectElement} year
 * @property {HTMLButtonElement} clear
 * @property {HTMLElement} status
 */

/**
 * The HTML elements of the page that fit a selector.
 * @param {HTMLElement} page
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
const allOf = (page, selector) => [...page.querySelectorAll(selector)].filter(isHtml);

/**
 * @param {Element | null} element
 * @returns {element is HTMLElement}
 */
const isHtml = (element) => element instanceof HTMLElement;

/**
 * The data attributes of the nearest element around a mark that fits a selector.
 * @param {HTMLElement} mark
 * @param {string} selector
 */
function dataAround(mark, selector) {
  const around = mark.closest(selector);
  return isHtml(around) ? around.dataset : {};
}

/**
 * The marks of sources on a page that are in a rule or row.
 * @param {HTMLElement} page
 */
function readMarks(page) {
  /** @type {Mark[]} */
  const marks = [];
  for (const mark of allOf(page, "[data-year]")) {
    const item = mark.closest(".rule, .tagged");
    if (!isHtml(item)) continue;
    const { source = "", name = "" } = dataAround(mark, "[data-source]");
    const { kind = "", kindTitle = "" } = dataAround(mark, "[data-kind]");
    marks.push({ mark, item, year: mark.dataset.year ?? "", source, name, kind, title: kindTitle });
  }
  return marks;
}

/**
 * The distinct values of a property, each with the rules or rows that have it: `1996` → {…}.
 * @param {Mark[]} marks
 * @param {"year" | "source" | "kind"} property
 */
function itemsByValue(marks, property) {
  /** @type {Map<string, Set<HTMLElement>>} */
  const items = new Map();
  for (const mark of marks) {
    const having = items.get(mark[property]) ?? new Set();
    items.set(mark[property], having.add(mark.item));
  }
  return items;
}

/**
 * An option that says how many items it shows: `1996 (12)`.
 * @param {string} value
 * @param {string} words
 * @param {Set<HTMLElement>} items
 * @returns {HTMLOptionElement}
 */
function option(value, words, items) {
  return element("option", { value }, `${words} (${items.size.toLocaleString("en")})`);
}

/**
 * Fills the list of sources, grouped by kind. A kind with several sources can be chosen as a whole.
 * Values are `source:bethmo` and `kind:person`.
 * @param {HTMLSelectElement} select
 * @param {Mark[]} marks
 */
function fillSources(select, marks) {
  const kinds = itemsByValue(marks, "kind");
  const sources = itemsByValue(marks, "source");
  for (const [kind, items] of kinds) {
    const members = marks.filter((mark) => mark.kind === kind);
    const names = new Map(members.map((mark) => [mark.source, mark.name]));
    const group = element("optgroup", { label: members[0].title });
    if (names.size > 1) group.append(option(`kind:${kind}`, `${members[0].title}: all`, items));
    for (const [source, name] of names)
      group.append(option(`source:${source}`, name, sources.get(source) ?? new Set()));
    select.append(group);
  }
}

/**
 * Fills the list of years.
 * @param {HTMLSelectElement} select
 * @param {Mark[]} marks
 */
function fillYears(select, marks) {
  const years = [...itemsByValue(marks, "year")].sort(([a], [b]) => a.localeCompare(b));
  for (const [year, items] of years)
    select.append(option(year, year === "undated" ? "No date" : year, items));
}

/**
 * The choice that the form has: `{property: "source", value: "bethmo", year: "1996"}`. Value and
 * year are empty if all are to be shown.
 * @param {Form} form
 */
function chosen(form) {
  const [property, value] = form.source.value.split(/:(.*)/s);
  return { property, value, year: form.year.value };
}

/**
 * Whether a mark is of the chosen source or kind, and year.
 * @param {Mark} mark
 * @param {ReturnType<typeof chosen>} choice
 */
function isChosen(mark, { property, value, year }) {
  const has = property === "kind" ? mark.kind : mark.source;
  return (!value || has === value) && (!year || mark.year === year);
}

/**
 * Hides the rules and rows without a matching mark, and the sections without any left.
 * @param {HTMLElement} page
 * @param {Mark[]} marks
 * @param {Form} form
 */
function apply(page, marks, form) {
  const choice = chosen(form);
  const active = Boolean(choice.value || choice.year);
  const fitting = marks.filter((mark) => isChosen(mark, choice));
  const shown = new Set(fitting.map((mark) => mark.item));
  const matched = new Set(fitting.map((mark) => mark.mark));
  const items = allOf(page, ".rule, .tagged");
  for (const item of items) item.hidden = active && !shown.has(item);
  for (const { mark } of marks) mark.classList.toggle("matched", active && matched.has(mark));
  for (const group of page.querySelectorAll("section")) {
    group.hidden = active && !group.querySelector(".tagged:not([hidden])");
  }
  // the list of all sources would separate the filter from its results
  for (const list of allOf(page, ".source-list")) list.hidden = active;
  form.clear.hidden = !active;
  form.status.textContent = active
    ? `${shown.size.toLocaleString("en")} of ${items.length.toLocaleString("en")} shown`
    : "";
}

/**
 * The place on the page that the address names, if the filter hides it.
 * @returns {HTMLElement | null}
 */
function hiddenTarget() {
  const target = document.getElementById(anchorHere());
  return target?.closest("[hidden]") ? target : null;
}

/**
 * Keeps the choice in the address, and removes a place that the choice hides: it would show all
 * rulings again to a reader who comes back to the address.
 * @param {Form} form
 */
function remember(form) {
  const { property, value, year } = chosen(form);
  const url = new URL(window.location.href);
  for (const name of ["kind", "source", "year"]) url.searchParams.delete(name);
  if (value) url.searchParams.set(property, value);
  if (year) url.searchParams.set("year", year);
  if (hiddenTarget()) url.hash = "";
  window.history.replaceState(null, "", url);
}

/**
 * Sets the controls from the address; a source or year that the page lacks is ignored.
 * @param {Form} form
 */
function recall(form) {
  const wanted = new URLSearchParams(window.location.search);
  for (const name of ["kind", "source"])
    if (wanted.has(name)) form.source.value = `${name}:${wanted.get(name)}`;
  const year = wanted.get("year");
  if (year !== null) form.year.value = year;
  for (const select of [form.source, form.year]) if (select.selectedIndex < 0) select.value = "";
}

/**
 * The controls of the filter, which the page has if there is something to choose between.
 * @param {Element} bar
 * @returns {Form}
 */
const controlsOf = (bar) => ({
  source: /** @type {HTMLSelectElement} */ (bar.querySelector("#filter-source")),
  year: /** @type {HTMLSelectElement} */ (bar.querySelector("#filter-year")),
  clear: /** @type {HTMLButtonElement} */ (bar.querySelector("button")),
  status: /** @type {HTMLElement} */ (bar.querySelector(".filter-says")),
});

/**
 * Fills the filter of the page, if it has one, and filters by the address.
 * @param {HTMLElement} page
 */
function offerFilter(page) {
  const bar = page.querySelector(".filter");
  if (!bar) return;
  const marks = readMarks(page);
  const form = controlsOf(bar);
  fillSources(form.source, marks);
  fillYears(form.year, marks);
  const change = () => {
    apply(page, marks, form);
    remember(form);
  };
  const clear = () => {
    form.source.value = form.year.value = "";
    change();
  };
  form.source.addEventListener("change", change);
  form.year.addEventListener("change", change);
  form.clear.addEventListener("click", () => {
    clear();
    form.source.focus();
  });
  // a link to a ruling that is hidden shows all rulings again
  const reveal = () => {
    const target = hiddenTarget();
    if (!target) return;
    clear();
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", reveal);
  recall(form);
  if (chosen(form).value || form.year.value) apply(page, marks, form);
  reveal();
}

offerFilter(/** @type {HTMLElement} */ (document.querySelector("[data-filter]")));
