// The contents of an edition, in the drawer and at the side: which chapter and which rule one
// reads.
import { element } from "../lib/dom.js";
import { anchorOf, hrefOf } from "../lib/record-key.js";
import { lettersOf } from "./views.js";

const drawer = document.querySelector(".md-nav--primary");
const aside = document.querySelector(".md-sidebar--secondary .md-nav--secondary");
const asideTitle = aside?.querySelector(".md-nav__title");
const asideList = aside?.querySelector(".md-nav__list");
const overview = asideList ? [asideTitle.lastChild.textContent, [...asideList.children]] : null;
let undo = () => {};
let rows = [];

const FIRST_WORDS = 6;
const begin = (text) =>
  text.split(/\s+/, FIRST_WORDS).join(" ") +
  (text.split(/\s+/, FIRST_WORDS + 1).length > FIRST_WORDS ? " …" : "");

function item(row, words) {
  const said = words.get(row.key);
  const label = element(
    "span",
    { class: "md-ellipsis" },
    element("span", { class: "num" }, row.key.replace(/#.*/, "")),
    " ",
    said.heading || begin(said.text),
  );
  return element(
    "li",
    { class: "md-nav__item" },
    element(
      "a",
      { class: "md-nav__link", href: hrefOf(row.key), "data-anchor": anchorOf(row.key) },
      label,
    ),
  );
}

/**
 * Marks the chapter in the drawer, opens its section, and puts its rules below it as Material does
 * with a page's own.
 */
function markChapter(number, list, title) {
  const link = [...drawer.querySelectorAll("a.md-nav__link")].find(
    (entry) => entry.getAttribute("href") === `#${number}`,
  );
  const nested = link?.closest(".md-nav__item--nested");
  if (!link || !nested) return;
  nested.querySelector(".md-nav__toggle").checked = true;
  link.classList.add("md-nav__link--active");
  link.setAttribute("aria-current", "true");
  const toggle = element("input", {
    class: "md-nav__toggle md-toggle",
    type: "checkbox",
    id: "__toc",
  });
  const icon = () => element("span", { class: "md-nav__icon md-icon" });
  const label = element(
    "label",
    { class: "md-nav__link md-nav__link--active", for: "__toc" },
    element("span", { class: "md-ellipsis" }, title),
    icon(),
  );
  const back = element("label", { class: "md-nav__title", for: "__toc" }, icon(), title);
  const inner = element(
    "nav",
    { class: "md-nav md-nav--secondary", "aria-label": title },
    back,
    list,
  );
  link.before(toggle, label);
  link.after(inner);
  undo = () => {
    for (const part of [toggle, label, inner]) part.remove();
    link.classList.remove("md-nav__link--active");
    link.removeAttribute("aria-current");
  };
}

/**
 * The letters of the glossary, as links; none of Material's, which fails at the quotation mark of a
 * term.
 */
const initialsOf = (edition) =>
  lettersOf(edition.glossary).map(([letter, key]) =>
    element(
      "li",
      { class: "md-nav__item" },
      element("a", { class: "side-letter", href: hrefOf(key) }, letter),
    ),
  );

/** The chapters of a section, as links. */
function chaptersOf(edition, section) {
  const label = ({ number }) =>
    element(
      "span",
      { class: "md-ellipsis" },
      element("span", { class: "num" }, number),
      " ",
      edition.headings[number] ?? "Untitled",
    );
  const chapters = edition.chapters.filter((chapter) => chapter.number.startsWith(section));
  return chapters.map((chapter) =>
    element(
      "li",
      { class: "md-nav__item" },
      element("a", { class: "md-nav__link", href: hrefOf(chapter.number) }, label(chapter)),
    ),
  );
}

/** Shows where one is in an edition; for no edition, in its overview. */
export async function showSide(edition, name) {
  undo();
  undo = () => {};
  rows = [];
  const chapter = edition?.chapter(name);
  const found = chapter ? chapter.rows.filter((row) => row.kind === "rule") : [];
  const words = found.length ? await edition.words(found) : new Map();
  const list = () =>
    element(
      "ul",
      { class: "md-nav__list" },
      found.map((row) => item(row, words)),
    );
  const isNumber = /^\d+$/.test(name);
  let title = overview?.[0];
  if (isNumber) title = `${name} ${edition.headings[name] ?? "Untitled"}`;
  else if (name === "glossary") title = "Glossary";
  if (chapter) markChapter(name, list(), title);
  if (overview) {
    // Material would ask each of many rules for its place; they are followed here
    if (edition) asideList.removeAttribute("data-md-component");
    asideTitle.lastChild.textContent = title;
    // the places of the overview are none of what is shown in its stead
    let shown = edition ? [] : overview[1];
    if (chapter) shown = list().children;
    else if (edition && isNumber) shown = chaptersOf(edition, name);
    else if (edition && name === "glossary") shown = initialsOf(edition);
    asideList.replaceChildren(...shown);
  }
  rows = found;
  follow();
}

/** The number of the next frame, in which `follow` runs; 0 if none was asked for. */
let asked = 0;

/**
 * The last rule that begins above a line. The place of a rule that is not drawn makes the browser
 * lay it out, so few are asked for theirs.
 */
function lastAbove(line) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rule = document.getElementById(anchorOf(rows[middle].key));
    if (rule && rule.getBoundingClientRect().top < line) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

/**
 * Marks the rule that one reads: the last whose beginning is above the upper third of the window.
 */
function follow() {
  asked = 0;
  const here = lastAbove(window.innerHeight / 3);
  for (const link of document.querySelectorAll("a[data-anchor]")) {
    link.classList.toggle(
      "md-nav__link--active",
      Boolean(here) && link.dataset.anchor === anchorOf(here.key),
    );
  }
}

window.addEventListener(
  "scroll",
  () => {
    if (rows.length && !asked) asked = window.requestAnimationFrame(follow);
  },
  { passive: true },
);
