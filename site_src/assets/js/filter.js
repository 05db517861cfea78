// Filters of a rulings summary: whose words, and from which year. What a page shows without a
// script is all of it; the choice is kept in the address (`?source=bethmo&year=1996`,
// `?kind=person`), so that it can be shared and the back button works.

import { anchorHere } from "./site.js";
import { element } from "./lib/dom.js";

/** A mark of a source on the page, with the rule or row that has it. */
function readMarks(page) {
  return [...page.querySelectorAll("[data-year]")].flatMap((mark) => {
    const item = mark.closest(".rule, .tagged");
    const source = mark.closest("[data-source]").dataset;
    const kind = mark.closest("[data-kind]").dataset;
    return item
      ? [
          {
            mark,
            item,
            year: mark.dataset.year,
            source: source.source,
            name: source.name,
            kind: kind.kind,
            title: kind.kindTitle,
          },
        ]
      : [];
  });
}

/** Distinct values of a property, each with the number of items that have it. */
function counted(marks, property) {
  const items = new Map();
  for (const mark of marks) {
    if (!items.has(mark[property])) items.set(mark[property], new Set());
    items.get(mark[property]).add(mark.item);
  }
  return items;
}

function option(value, words, items) {
  return element("option", { value }, `${words} (${items.size.toLocaleString("en")})`);
}

function sourceSelect(marks) {
  const select = element(
    "select",
    { id: "filter-source" },
    element("option", { value: "" }, "All sources"),
  );
  const kinds = counted(marks, "kind");
  const sources = counted(marks, "source");
  for (const [kind, items] of kinds) {
    const members = marks.filter((mark) => mark.kind === kind);
    const names = new Map(members.map((mark) => [mark.source, mark.name]));
    const group = element("optgroup", { label: members[0].title });
    if (names.size > 1) group.append(option(`kind:${kind}`, `${members[0].title}: all`, items));
    for (const [source, name] of names)
      group.append(option(`source:${source}`, name, sources.get(source)));
    select.append(group);
  }
  return select;
}

function yearSelect(marks) {
  const select = element(
    "select",
    { id: "filter-year" },
    element("option", { value: "" }, "All years"),
  );
  for (const [year, items] of [...counted(marks, "year")].sort(([a], [b]) => a.localeCompare(b))) {
    select.append(option(year, year === "undated" ? "No date" : year, items));
  }
  return select;
}

function chosen(form) {
  const [property, value] = form.source.value.split(/:(.*)/s);
  return { property, value, year: form.year.value };
}

/** Hides what has no matching mark, and headings with nothing left below them. */
function apply(page, marks, form) {
  const { property, value, year } = chosen(form);
  const active = Boolean(value || year);
  const fitting = marks.filter(
    (mark) => (!value || mark[property] === value) && (!year || mark.year === year),
  );
  const shown = new Set(fitting.map((mark) => mark.item));
  const matched = new Set(fitting.map((mark) => mark.mark));
  const items = [...page.querySelectorAll(".rule, .tagged")];
  for (const item of items) item.hidden = active && !shown.has(item);
  for (const { mark } of marks) mark.classList.toggle("matched", active && matched.has(mark));
  for (const group of page.querySelectorAll("section")) {
    group.hidden = active && !group.querySelector(".tagged:not([hidden])");
  }
  // the list of all sources would separate the filter from its results
  for (const list of page.querySelectorAll(".source-list")) list.hidden = active;
  form.clear.hidden = !active;
  form.says.textContent = active
    ? `${shown.size.toLocaleString("en")} of ${items.length.toLocaleString("en")} shown`
    : "";
}

function remember(form) {
  const { property, value, year } = chosen(form);
  const here = new URL(window.location.href);
  for (const name of ["kind", "source", "year"]) here.searchParams.delete(name);
  if (value) here.searchParams.set(property, value);
  if (year) here.searchParams.set("year", year);
  window.history.replaceState(null, "", here);
}

/** Sets the choices from the address; what the page has not is ignored. */
function recall(form) {
  const wanted = new URLSearchParams(window.location.search);
  for (const name of ["kind", "source"])
    if (wanted.has(name)) form.source.value = `${name}:${wanted.get(name)}`;
  if (wanted.has("year")) form.year.value = wanted.get("year");
  for (const select of [form.source, form.year]) if (select.selectedIndex < 0) select.value = "";
}

export function filterBySource() {
  const page = document.querySelector("[data-filter]");
  const marks = page ? readMarks(page) : [];
  if (counted(marks, "source").size < 2 && counted(marks, "year").size < 2) return;
  const form = {
    source: sourceSelect(marks),
    year: yearSelect(marks),
    clear: element("button", { type: "button", hidden: "" }, "Show all"),
    says: element("span", { class: "filter-says", role: "status" }),
  };
  const bar = element(
    "div",
    { class: "filter", role: "group", "aria-label": "Filter" },
    element("label", { for: "filter-source" }, "Source"),
    form.source,
    element("label", { for: "filter-year" }, "Year"),
    form.year,
    form.clear,
    form.says,
  );
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
  // a link to what is hidden shows everything again
  const reveal = () => {
    const target = document.getElementById(anchorHere());
    if (target?.closest("[hidden]")) {
      clear();
      target.scrollIntoView();
    }
  };
  window.addEventListener("hashchange", reveal);
  page.querySelector(".page-head").after(bar);
  recall(form);
  if (chosen(form).value || form.year.value) apply(page, marks, form);
  reveal();
}
