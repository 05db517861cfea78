// @ts-check
// The contents of an edition in the drawer and at the side of the page, where the chapter and the
// rule being read are marked.
import { element } from "../lib/dom.js";
import { anchorOf, hrefOf } from "../lib/record-key.js";
import { lettersOf } from "./views.js";

/**
 * @typedef {import("./edition.js").Edition} Edition
 * @typedef {import("./edition.js").Row} Row
 * @typedef {import("./edition.js").WordsByKey} WordsByKey
 */

const drawer = document.querySelector(".md-nav--primary");
const aside = document.querySelector(".md-sidebar--secondary .md-nav--secondary");
const asideList = aside?.querySelector(".md-nav__list");
/** The text node of the title at the side. */
const asideTitle = aside?.querySelector(".md-nav__title")?.lastChild;
/** The title and the list at the side that the page came with: those of its overview. */
const overview =
  asideList && asideTitle
    ? { title: asideTitle.textContent ?? "", items: [...asideList.children] }
    : null;
/** Removes what `markChapter` put into the drawer. */
let undo = () => {};
/**
 * The rules of the chapter that is shown.
 * @type {Row[]}
 */
let rows = [];

const FIRST_WORDS = 6;
/**
 * The first words of a text, with `…` if there are more.
 * @param {string} text
 */
function firstWords(text) {
  const words = text.split(/\s+/, FIRST_WORDS + 1);
  const first = words.slice(0, FIRST_WORDS).join(" ");
  return words.length > FIRST_WORDS ? `${first} …` : first;
}

/**
 * A rule in the list of the rules of its chapter.
 * @param {Row} row
 * @param {WordsByKey} words
 */
function item(row, words) {
  const { heading, text = "" } = words.get(row.key);
  const label = element(
    "span",
    { class: "md-ellipsis" },
    element("span", { class: "num" }, row.key.replace(/#.*/, "")),
    " ",
    heading || firstWords(text),
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
 * Marks the chapter in the drawer, opens its section, and puts its rules below it, in the elements
 * in which Material's own pages have their contents.
 * @param {string} number
 * @param {HTMLElement} list its rules
 * @param {string} title
 */
function markChapter(number, list, title) {
  const links = [...(drawer?.querySelectorAll("a.md-nav__link") ?? [])];
  const link = links.find((entry) => entry.getAttribute("href") === `#${number}`);
  /** @type {HTMLInputElement | null | undefined} */
  const opener = link?.closest(".md-nav__item--nested")?.querySelector(".md-nav__toggle");
  if (!link || !opener) return;
  opener.checked = true;
  link.classList.add("md-nav__link--active");
  link.setAttribute("aria-current", "true");
  const { toggle, label, contents } = makeContents(list, title);
  link.before(toggle, label);
  link.after(contents);
  undo = () => {
    for (const part of [toggle, label, contents]) part.remove();
    link.classList.remove("md-nav__link--active");
    link.removeAttribute("aria-current");
  };
}

/**
 * The contents of a chapter as Material has them in its drawer: a checkbox, the label that opens
 * the contents by it, and the contents with a label that closes them.
 * @param {HTMLElement} list
 * @param {string} title
 */
function makeContents(list, title) {
  const id = "__toc";
  const icon = () => element("span", { class: "md-nav__icon md-icon" });
  return {
    toggle: element("input", { class: "md-nav__toggle md-toggle", type: "checkbox", id }),
    label: element(
      "label",
      { class: "md-nav__link md-nav__link--active", for: id },
      element("span", { class: "md-ellipsis" }, title),
      icon(),
    ),
    contents: element(
      "nav",
      { class: "md-nav md-nav--secondary", "aria-label": title },
      element("label", { class: "md-nav__title", for: id }, icon(), title),
      list,
    ),
  };
}

/**
 * The letters of the glossary, as links. They lack the class of Material's links, because
 * Material's script fails at a link with the quotation mark of a term.
 * @param {Edition} edition
 * @returns {HTMLElement[]}
 */
const initialsOf = (edition) =>
  lettersOf(edition.glossary).map(([letter, key]) =>
    element(
      "li",
      { class: "md-nav__item" },
      element("a", { class: "side-letter", href: hrefOf(key) }, letter),
    ),
  );

/**
 * The chapters of a section, as links.
 * @param {Edition} edition
 * @param {string} section
 * @returns {HTMLElement[]}
 */
function chaptersOf(edition, section) {
  const label = (/** @type {{number: string}} */ { number }) =>
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

/**
 * The items of the list at the side: the rules of a chapter, the chapters of a section, or the
 * letters of the glossary.
 * @param {Edition} edition
 * @param {string} name `glossary`, or the number of a chapter or section
 * @param {HTMLElement | null} rulesList the rules, if it is a chapter
 * @returns {Iterable<Element>}
 */
function itemsOf(edition, name, rulesList) {
  if (rulesList) return rulesList.children;
  if (/^\d+$/.test(name)) return chaptersOf(edition, name);
  return name === "glossary" ? initialsOf(edition) : [];
}

/**
 * @param {Edition | null} edition
 * @param {string} name
 */
function titleOf(edition, name) {
  if (edition && /^\d+$/.test(name)) return `${name} ${edition.headings[name] ?? "Untitled"}`;
  return name === "glossary" ? "Glossary" : (overview?.title ?? "");
}

/**
 * Shows the contents of the part of an edition that is read.
 * @param {Edition | null} edition null while the overview is read
 * @param {string} [name] `glossary`, or the number of a chapter or section; else empty
 */
export async function showSide(edition, name = "") {
  undo();
  undo = () => {};
  rows = [];
  const chapter = edition?.chapter(name);
  const found = chapter?.rows.filter((row) => row.kind === "rule") ?? [];
  const words = edition && found.length ? await edition.words(found) : new Map();
  const list = () =>
    element(
      "ul",
      { class: "md-nav__list" },
      found.map((row) => item(row, words)),
    );
  const title = titleOf(edition, name);
  if (chapter) markChapter(name, list(), title);
  if (asideList && asideTitle && overview) {
    // Material would measure each of many rules to mark the one being read; `follow` measures few
    if (edition) asideList.removeAttribute("data-md-component");
    asideTitle.textContent = title;
    const items = edition ? itemsOf(edition, name, chapter ? list() : null) : overview.items;
    asideList.replaceChildren(...items);
  }
  rows = found;
  follow();
}

/** The frame that was requested for `follow`; 0 if there is none. */
let requestedFrame = 0;

/**
 * The last rule that begins above a line. To measure a rule that is not drawn yet, the browser has
 * to lay it out, so a binary search measures few.
 * @param {number} line pixels from the top of the window
 * @returns {Row | undefined}
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

/** Marks the rule being read: the last one that begins in the upper third of the window. */
function follow() {
  requestedFrame = 0;
  const current = lastAbove(window.innerHeight / 3);
  const anchor = current && anchorOf(current.key);
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll("a[data-anchor]");
  for (const link of links)
    link.classList.toggle("md-nav__link--active", link.dataset.anchor === anchor);
}

window.addEventListener(
  "scroll",
  () => {
    if (rows.length && !requestedFrame) requestedFrame = window.requestAnimationFrame(follow);
  },
  { passive: true },
);
