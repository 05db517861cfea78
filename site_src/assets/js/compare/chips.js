// @ts-check
// Which changes are shown: of which categories, and of all chapters or one. The style sheet does
// the categories by the boxes alone; this keeps the choice in the address
// (`?class=added,wording&chapter=702`) and says how many are hidden.
import { anchorHere } from "../lib/address-bar.js";
import { element } from "../lib/dom.js";
import { foldLine } from "../lib/fold-line.js";
import { addressWithChapter, chapterAsked, chapterLink } from "../lib/only-chapter.js";
import { figure } from "./categories.js";
import { categoryShown, countArticles, Tally } from "./tally.js";
import { all_shown, no_changes, some_printed, some_shown } from "../../sentences.json";
import { say } from "../lib/say.js";

const KEY = "class";
const FIRST = "as at first";
const WIDE = "(min-width: 76.25em)";
const CHAPTER = ".c-chapter";

/**
 * The same boxes as on the pages of consecutive editions.
 * @param {[import("./categories.js").Category, number][]} counts
 */
export function chips(counts) {
  const chip = (/** @type {[import("./categories.js").Category, number]} */ [category, number]) =>
    element(
      "label",
      { class: `chip chip-${category.name}`, title: category.hint },
      element("input", {
        type: "checkbox",
        id: `f-${category.name}`,
        value: category.name,
        checked: category.shown,
        autocomplete: "off",
      }),
      element("span", { class: "sign", "aria-hidden": "true" }, category.sign),
      `${category.word} `,
      element("b", {}, figure(number)),
    );
  return element(
    "div",
    { class: "c-tools" },
    element(
      "fieldset",
      { class: "chips" },
      element("legend", { class: "only-heard" }, "Changes shown"),
      counts.map(chip),
    ),
    element("p", { class: "c-shown", role: "status" }),
    element(
      "label",
      { class: "c-sided" },
      element("input", { type: "checkbox", id: "sided", autocomplete: "off" }),
      " side by side",
    ),
  );
}

/** The filters of the comparison on a page. */
class ChangeFilter {
  /**
   * @param {HTMLElement} page
   * @param {Tally} tally
   */
  constructor(page, tally) {
    this.page = page;
    this.tally = tally;
    /** @type {HTMLInputElement[]} */
    this.boxes = [...page.querySelectorAll(/** @type {"input"} */ (".chips input"))];
    /** Hides the other chapters, also those that are still to come. */
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [this.style];
  }

  /** Makes the boxes and the links work. */
  start() {
    for (const box of this.boxes) box.dataset.first = box.checked ? FIRST : "";
    this.recall();
    this.page.querySelector(".c-tools")?.prepend(foldLine("Filter"));
    this.choose(chapterAsked(window.location.search));
    const list = /** @type {HTMLDetailsElement | null} */ (this.page.querySelector(".c-contents"));
    // in a column of its own
    if (list && window.matchMedia(WIDE).matches) list.open = true;
    this.page.querySelector(".chips")?.addEventListener("change", () => {
      this.tell();
      this.remember();
    });
    this.reveal();
  }

  /** The name of the chosen chapter in words. */
  get chapterName() {
    const link = this.page.querySelector(`.c-contents a[href="#${this.tally.only}"]`);
    const parts = [...(link?.childNodes ?? [])].filter(({ nodeName }) => nodeName !== "B");
    const name = parts.map(({ textContent }) => textContent).join("");
    return name.trim().replace(/\s+/g, " ");
  }

  /** Says how many changes are shown, on top, on the boxes and in the list of chapters. */
  tell() {
    const { page, tally, boxes } = this;
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    const sum = (/** @type {string[]} */ categories) =>
      categories.reduce((total, category) => total + tally.of(category), 0);
    const [total, shown] = [sum(boxes.map((box) => box.value)), sum(ticked)];
    for (const box of boxes) {
      const said = /** @type {Element} */ (box.parentElement?.querySelector("b"));
      said.textContent = figure(tally.of(box.value));
    }
    const said = /** @type {HTMLElement | null} */ (page.querySelector(".c-shown"));
    if (!said) return;
    const inside = tally.only ? ` in ${this.chapterName}` : "";
    const found = tally.found ? " with these words" : "";
    const pattern = shown === total ? all_shown : some_shown;
    const figures = { shown: figure(shown), total: figure(total) };
    const words = say(total ? pattern : no_changes, {
      those: `changes${found}${inside}`,
      ...figures,
    });
    if (said.firstChild?.textContent !== words)
      said.replaceChildren(words, ...(tally.only ? [" ", chapterLink("", "All chapters")] : []));
    const box = /** @type {HTMLInputElement | null} */ (page.querySelector("#grep"));
    const typed = tally.found && box ? ` with ${box.value.trim()}` : "";
    said.dataset.printed = say(some_printed, { those: `changes${typed}${inside}`, ...figures });
    this.tellChapters(ticked);
  }

  /** @param {string[]} ticked */
  tellChapters(ticked) {
    for (const link of this.page.querySelectorAll(".c-contents a")) {
      const anchor = (link.getAttribute("href") ?? "").slice(1);
      const figures = this.tally.ofChapter(anchor);
      const number = ticked.reduce((sum, category) => sum + (figures[category] ?? 0), 0);
      let said = link.querySelector("b");
      if (!said) {
        said = element("b");
        link.append(" ", said ?? "");
      }
      if (said) said.textContent = figure(number);
    }
  }

  remember() {
    const here = new URL(window.location.href);
    const chosen = this.boxes.filter((box) => box.checked).map((box) => box.value);
    const usual = this.boxes.every((box) => box.checked === (box.dataset.first === FIRST));
    if (usual) here.searchParams.delete(KEY);
    else here.searchParams.set(KEY, chosen.join(",") || "none");
    replaceAddress(here.href);
  }

  /** Sets the boxes from the address; a name that the comparison has not is no harm. */
  recall() {
    const wanted = new URLSearchParams(window.location.search).get(KEY)?.split(",");
    if (!wanted) return;
    for (const box of this.boxes)
      box.checked = wanted.includes(box.value) || wanted.includes("all");
  }

  /**
   * Shows one chapter.
   * @param {string} anchor of the chapter; empty, or that of none, for all
   */
  choose(anchor) {
    this.tally.only = this.tally.all.has(anchor) ? anchor : "";
    const chosen = this.tally.only;
    const rule = `${CHAPTER}:not(#${chosen}), #${chosen} .c-only { display: none !important; }`;
    this.style.replaceSync(chosen ? rule : "");
    this.tell();
  }

  /** What an address points at is shown, whatever the boxes say. */
  reveal() {
    const id = anchorHere();
    const target = id ? document.getElementById(id) : null;
    if (!target) return;
    const section = target.closest(CHAPTER);
    if (this.tally.only && section && section.id !== this.tally.only) this.follow(section.id);
    const box = this.boxes.find(({ value }) => value === categoryShown(target));
    if (!box || box.checked) return;
    box.checked = true;
    this.tell();
    target.scrollIntoView();
  }

  /**
   * Shows one chapter, or all, keeps that in the address, and goes to the chapter.
   * @param {string} anchor
   */
  follow(anchor) {
    const before = this.tally.only;
    this.choose(anchor);
    replaceAddress(addressWithChapter(anchor));
    const shown = document.getElementById(anchor || before);
    shown?.scrollIntoView();
  }
}

/** @param {string} href */
function replaceAddress(href) {
  window.history.replaceState(window.history.state, "", href.replaceAll("%2C", ","));
}

/**
 * Puts the link that shows only this chapter next to its name.
 * @param {Element} section
 */
export function offerChapter(section) {
  section.querySelector("h2")?.append(" ", chapterLink(section.id, "only this chapter"));
}

/** @type {WeakMap<Element, ChangeFilter>} */
const filters = new WeakMap();

/**
 * Makes the filters of a page work.
 * @param {HTMLElement} page
 * @param {import("./tally.js").ByChapter} [figures] where not all changes are on the page yet
 */
export function filterChanges(page, figures) {
  if (!figures) for (const section of page.querySelectorAll(CHAPTER)) offerChapter(section);
  const all = figures ?? countArticles(page.querySelectorAll(".ch"));
  const filter = new ChangeFilter(page, new Tally(all));
  filters.set(page, filter);
  filter.start();
}

/**
 * Says the figures of the changes with some words, by chapter; null for those of all changes.
 * @param {HTMLElement} page
 * @param {import("./tally.js").ByChapter | null} found
 */
export function tellFound(page, found) {
  const filter = filters.get(page);
  if (!filter) return;
  filter.tally.found = found;
  filter.tell();
}

/**
 * Shows what the address points at.
 * @param {HTMLElement} page
 */
export const reveal = (page) => filters.get(page)?.reveal();

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLElement | null} */ (target.closest(".c-only"));
  const page = /** @type {HTMLElement | null} */ (document.querySelector(".page-compare"));
  const filter = page && filters.get(page);
  if (!link || !filter || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  filter.follow(link.dataset.only ?? "");
});
