// @ts-check
// The filters of a comparison: boxes for categories, and the choice of one chapter. The style sheet
// hides categories by the state of the boxes. This script hides chapters, counts the changes that
// are shown, and keeps the choice in the address (`?class=added,wording&chapter=702`).
import { anchorHere, replaceAddress } from "../lib/address-bar.js";
import { element } from "../lib/dom.js";
import { foldLine } from "../lib/fold-line.js";
import {
  addressWithChapter,
  chapterAsked,
  chapterLink,
  GLOSSARY_ANCHOR,
  nameOfAsked,
  nameOfSection,
  wordsOfOnly,
} from "../lib/only-chapter.js";
import { chapterInWords, figure } from "./categories.js";
import { tellOfChapter } from "./summary.js";
import { addUp, categoryShown, Tally } from "./tally.js";
import { all_shown, no_changes, one_shown, some_printed, some_shown } from "../../sentences.json";
import { say } from "../lib/say.js";

const PARAMETER = "class";
/** The value of `data-first` of a box that was ticked when the page was made. */
const TICKED_AT_FIRST = "as at first";
/** The width from which the list of chapters has a column of its own. */
const WIDE = "(min-width: 76.25em)";
const CHAPTER = ".c-chapter";

/**
 * The sentence that says how many of the changes are shown.
 * @param {number} shown
 * @param {number} total
 */
function patternFor(shown, total) {
  if (total === 0) return no_changes;
  if (shown < total) return some_shown;
  return total === 1 ? one_shown : all_shown;
}

/**
 * Makes the boxes, as the pages of consecutive editions have them.
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

/**
 * Puts an element for a figure at the end of a link.
 * @param {Element} link
 * @returns {HTMLElement}
 */
function appendHolder(link) {
  const holder = element("b");
  link.append(" ", holder);
  return holder;
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
    /** The anchor of the chapter or section that was asked for and has no change; else empty. */
    this.unchanged = "";
    /** Hides the other chapters, also those that are still to come. */
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [this.style];
    /**
     * The boxes that were ticked for the changes found; they are unticked at the next search.
     * @type {HTMLInputElement[]}
     */
    this.tickedForFound = [];
  }

  /** Makes the boxes and the links work. */
  start() {
    for (const box of this.boxes) box.dataset.first = box.checked ? TICKED_AT_FIRST : "";
    this.recall();
    this.page.querySelector(".c-tools")?.prepend(foldLine("Filter"));
    this.keepRoom();
    this.choose(chapterAsked(window.location.search));
    const list = /** @type {HTMLDetailsElement | null} */ (this.page.querySelector(".c-contents"));
    if (list && window.matchMedia(WIDE).matches) list.open = true;
    this.page.querySelector(".chips")?.addEventListener("change", () => {
      this.showFigures();
      this.remember();
    });
    this.reveal();
  }

  /**
   * Has the summary stay as high as it is: the sentence about one chapter, which the address asks
   * for, is shorter, and would pull up what is below.
   */
  keepRoom() {
    const summary = /** @type {HTMLElement | null} */ (this.page.querySelector(".c-summary"));
    if (!summary || !chapterAsked(window.location.search)) return;
    summary.style.minHeight = `${summary.offsetHeight}px`;
  }

  /**
   * Shows the figures of the changes with some words. If all of these are in categories that are
   * not shown, these categories are shown too: a reader who looks for `502.42b` wants to see what
   * happened to it, even if only a reference changed.
   * @param {import("./tally.js").ByChapter | null} found null for all changes
   */
  showFound(found) {
    this.tally.found = found;
    this.untickFound();
    const boxesOfFound = found ? this.boxes.filter((box) => this.tally.of(box.value) > 0) : [];
    const isAnyShown = boxesOfFound.some((box) => box.checked);
    this.tickedForFound = isAnyShown ? [] : boxesOfFound;
    for (const box of this.tickedForFound) box.checked = true;
    this.showFigures();
  }

  /** Unticks the boxes that were ticked for the changes found by the last search. */
  untickFound() {
    for (const box of this.tickedForFound) box.checked = false;
    this.tickedForFound = [];
  }

  /**
   * The number and title of the chosen chapter, as the list of chapters has them; of a section that
   * is not in that list the number alone.
   */
  get chapterName() {
    const link = this.page.querySelector(`.c-contents a[href="#${this.tally.only}"]`);
    if (!link) return nameOfSection(this.tally.only);
    const parts = [...(link?.childNodes ?? [])].filter(({ nodeName }) => nodeName !== "B");
    const name = parts.map(({ textContent }) => textContent).join("");
    return name.trim().replace(/\s+/g, " ");
  }

  /** Shows the number of changes: in the line on top, on the boxes and in the list of chapters. */
  showFigures() {
    const { page, tally, boxes } = this;
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    for (const box of boxes) {
      const holder = /** @type {Element} */ (box.parentElement?.querySelector("b"));
      holder.textContent = figure(tally.of(box.value));
    }
    const line = /** @type {HTMLElement | null} */ (page.querySelector(".c-shown"));
    if (!line) return;
    this.showTotal(line, ticked);
    this.showFiguresOfChapters(ticked);
  }

  /**
   * Shows above the changes how many of them are shown, on the screen and on paper.
   * @param {HTMLElement} line
   * @param {string[]} ticked the categories that are shown
   */
  showTotal(line, ticked) {
    const { tally, boxes } = this;
    const sum = (/** @type {string[]} */ categories) =>
      categories.reduce((total, category) => total + tally.of(category), 0);
    const [total, shown] = [sum(boxes.map((box) => box.value)), sum(ticked)];
    const inside = tally.only ? ` in ${this.chapterName}` : "";
    const found = tally.found ? " with these words" : "";
    const figures = { shown: figure(shown), total: figure(total) };
    const sentence = say(patternFor(shown, total), {
      change: `change${found}${inside}`,
      those: `changes${found}${inside}`,
      ...figures,
    });
    const words = this.unchanged
      ? `${say(no_changes, { those: `changes in ${nameOfAsked(this.unchanged)}` })} ${sentence}`
      : sentence;
    // a screen reader would read out words that are put there again
    if (line.firstChild?.textContent !== words)
      line.replaceChildren(words, ...(tally.only ? [" ", chapterLink("", "All chapters")] : []));
    this.showPrinted(line, inside, figures);
  }

  /**
   * Sets the words that the line has on paper, with the words that were typed into the box.
   * @param {HTMLElement} line
   * @param {string} inside ` in` and the name of the chapter that is shown alone; else empty
   * @param {{shown: string, total: string}} figures
   */
  showPrinted(line, inside, figures) {
    const box = /** @type {HTMLInputElement | null} */ (this.page.querySelector("#grep"));
    const typed = this.tally.found && box ? ` with ${box.value.trim()}` : "";
    line.dataset.printed = say(some_printed, { those: `changes${typed}${inside}`, ...figures });
  }

  /** @param {string[]} ticked the categories that are shown */
  showFiguresOfChapters(ticked) {
    for (const link of this.page.querySelectorAll(".c-contents a")) {
      const anchor = (link.getAttribute("href") ?? "").slice(1);
      const figures = this.tally.ofChapter(anchor);
      const number = ticked.reduce((sum, category) => sum + (figures[category] ?? 0), 0);
      const holder = link.querySelector("b") ?? appendHolder(link);
      holder.textContent = figure(number);
    }
  }

  /** Keeps the boxes in the address, unless they are as they were at first. */
  remember() {
    const url = new URL(window.location.href);
    const chosen = this.boxes.filter((box) => box.checked).map((box) => box.value);
    const isAsAtFirst = this.boxes.every(
      (box) => box.checked === (box.dataset.first === TICKED_AT_FIRST),
    );
    if (isAsAtFirst) url.searchParams.delete(PARAMETER);
    else url.searchParams.set(PARAMETER, chosen.join(",") || "none");
    replaceAddress(url.href);
  }

  /** Sets the boxes from the address; names of categories without a box are ignored. */
  recall() {
    const wanted = new URLSearchParams(window.location.search).get(PARAMETER)?.split(",");
    if (!wanted) return;
    for (const box of this.boxes)
      box.checked = wanted.includes(box.value) || wanted.includes("all");
  }

  /**
   * Shows one chapter or section alone, or all.
   * @param {string} anchor of the chapter; all are shown if it has no change
   */
  choose(anchor) {
    const shown = anchor ? this.tally.anchorsFor(anchor) : [];
    this.tally.only = shown.length ? anchor : "";
    this.unchanged = shown.length ? "" : anchor;
    const ids = shown.map((id) => `#${CSS.escape(id)}`).join();
    // of what is shown alone, a section or its only chapter, the link would change nothing
    const alone = shown.length === 1 ? ids : `#${CSS.escape(anchor)}`;
    const link = `, ${alone} .c-only`;
    const rule = `${CHAPTER}:not(${ids})${link} { display: none !important; }`;
    this.style.replaceSync(shown.length ? rule : "");
    this.showSummary();
    this.showFigures();
  }

  /** Begins the summary with the figures of the one chapter that is shown, if it is one. */
  showSummary() {
    const { page, tally } = this;
    const summary = page.querySelector(".c-summary");
    if (!summary) return;
    if (!tally.only) {
      tellOfChapter(summary, "");
      return;
    }
    const figures = addUp(tally.anchors.map((anchor) => tally.all.get(anchor) ?? {}));
    const isGlossary = tally.only === GLOSSARY_ANCHOR;
    tellOfChapter(summary, chapterInWords(this.chapterName, figures, isGlossary));
  }

  /** Makes sure that the change to which the address points is not hidden by the filters. */
  reveal() {
    const id = anchorHere();
    const target = id ? document.getElementById(id) : null;
    if (!target) return;
    const section = target.closest(CHAPTER);
    if (this.tally.only && section && !this.tally.anchors.includes(section.id))
      this.follow(section.id);
    const box = this.boxes.find(({ value }) => value === categoryShown(target));
    if (!box || box.checked) return;
    box.checked = true;
    this.showFigures();
    target.scrollIntoView();
  }

  /**
   * Shows one chapter, or all, keeps that in the address, and scrolls to that chapter, or to the
   * one shown before.
   * @param {string} anchor of the chapter; empty for all
   */
  follow(anchor) {
    const before = this.tally.only;
    this.choose(anchor);
    replaceAddress(addressWithChapter(anchor));
    const shown = document.getElementById(anchor || before);
    shown?.scrollIntoView();
  }
}

/**
 * Puts a link that shows only this chapter next to its name.
 * @param {Element} section
 */
export function offerChapter(section) {
  section.querySelector("h2")?.append(" ", chapterLink(section.id, wordsOfOnly(section.id)));
}

/** @type {WeakMap<Element, ChangeFilter>} */
const filters = new WeakMap();

/**
 * Makes the filters of a page work.
 * @param {HTMLElement} page
 * @param {import("./tally.js").ByChapter} figures of all changes, also of those that are still to
 *   come
 */
export function filterChanges(page, figures) {
  const filter = new ChangeFilter(page, new Tally(figures));
  filters.set(page, filter);
  filter.start();
}

/**
 * Shows the figures of the changes with some words instead of those of all changes.
 * @param {HTMLElement} page
 * @param {import("./tally.js").ByChapter | null} found null if no words are looked for any more
 */
export function showFiguresOfFound(page, found) {
  filters.get(page)?.showFound(found);
}

/**
 * Makes sure that the change to which the address points is not hidden by the filters.
 * @param {HTMLElement} page
 */
export const reveal = (page) => filters.get(page)?.reveal();

/**
 * Scrolls to the anchor of the address, which was not on the page when the browser looked for it.
 * @param {HTMLElement} page
 */
export function revealAndScroll(page) {
  reveal(page);
  const target = document.getElementById(anchorHere());
  if (!target) return;
  target.scrollIntoView();
  // once more, because parts above the target may be higher after they are drawn
  requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()));
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLElement | null} */ (target.closest(".c-only"));
  const page = /** @type {HTMLElement | null} */ (document.querySelector(".page-compare"));
  const filter = page && filters.get(page);
  if (!link || !filter || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  filter.follow(link.dataset.only ?? "");
});
