// @ts-check
// Navigation of a page on a phone: the bar at the bottom of the screen (contents, edition, search),
// the drawer with all chapters, and the height of the bars at the top.
import { closestTo, element, makeButton, modal } from "./lib/dom.js";
import { notesSwitch } from "./notes.js";

const SMALL = "(max-width: 44rem)";

/**
 * The contents of a page for the sheet. The script of a page that has a better list than the one at
 * its side fills it in when it hears the event `contents`.
 * @typedef {{title: string, rows: HTMLElement[]}} Listed
 */

/** @returns {HTMLElement[]} the rows of the list at the side of the page */
function sideRows() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".md-sidebar--secondary .md-nav__link[href]");
  return [...links].map((link) =>
    element("li", {}, element("a", { href: link.href }, link.textContent.trim())),
  );
}

/** @typedef {"__drawer" | "__search"} ToggleId id of a box that opens a part of Material's frame */

/** @param {ToggleId} id */
const toggleOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/**
 * Opens or closes a part of Material's frame.
 * @param {HTMLInputElement} toggle the box that opens it; Material listens to its `change`
 * @param {boolean} isOpen
 */
function setOpen(toggle, isOpen) {
  toggle.checked = isOpen;
  toggle.dispatchEvent(new Event("change"));
}

/** @param {ToggleId} id */
const open = (id) => setOpen(toggleOf(id), true);

/** @type {HTMLDialogElement | undefined} */
let sheet;

/** Opens a sheet with the contents of the page; a page without contents opens the drawer. */
function openContents() {
  // the script of a comparison fills in its chapters with changes
  /** @type {Listed} */
  const listed = { title: "", rows: [] };
  document.dispatchEvent(new CustomEvent("contents", { detail: listed }));
  const found = listed.rows.length ? listed.rows : sideRows();
  if (!found.length) {
    open("__drawer");
    return;
  }
  sheet?.remove();
  const openDrawer = () => {
    sheet?.close();
    open("__drawer");
  };
  const all = makeButton("All chapters and pages", openDrawer, { class: "sheet-all" });
  const title =
    listed.title ||
    document.querySelector(".md-sidebar--secondary .md-nav__title")?.textContent.trim() ||
    "On this page";
  const made = modal(
    "sheet",
    title,
    element("ul", { class: "sheet-list" }, found),
    element("p", { class: "sheet-foot" }, all, notesSwitch()),
  );
  made.addEventListener("click", (event) => closestTo(event, "a") && made.close());
  made.showModal();
  sheet = made;
}

/** Goes to the search box of the page; a page without one opens the box in the header. */
function openSearch() {
  /** @type {HTMLElement | null} */
  const ownBox = document.querySelector("[data-search-box]");
  if (!ownBox) open("__search");
  (ownBox ?? document.getElementById("search-input"))?.focus();
}

const BARS = ".md-header, .edition-bar-old";

/**
 * Keeps the height of the bars that stay in view in `--header-all`. The style sheet scrolls a rule
 * that an address points at below the bars by it.
 */
function measureBars() {
  /** @type {NodeListOf<HTMLElement>} */
  const bars = document.querySelectorAll(BARS);
  const measure = () => {
    let height = 0;
    for (const bar of bars)
      if (["sticky", "fixed"].includes(getComputedStyle(bar).position)) height += bar.offsetHeight;
    document.documentElement.style.setProperty("--header-all", `${height}px`);
  };
  const observer = new ResizeObserver(measure);
  for (const bar of bars) observer.observe(bar);
}

/**
 * Makes the drawer usable with keys. Material opens it by a label, which no key reaches: a button
 * replaces the label, and Escape closes the drawer. It opens at the chapter that the reader is in.
 */
function improveDrawer() {
  const toggle = toggleOf("__drawer");
  const label = /** @type {Element} */ (document.querySelector(".md-header label[for=__drawer]"));
  const button = element(
    "button",
    {
      type: "button",
      class: "md-header__button md-icon drawer-open",
      title: "All chapters and pages",
      "aria-expanded": "false",
    },
    ...label.childNodes,
  );
  label.replaceWith(button);
  toggle.addEventListener("change", () => {
    button.setAttribute("aria-expanded", String(toggle.checked));
    const focused = document.activeElement;
    if (toggle.checked) scrollToChapter();
    else if (focused === document.body || focused?.closest(".md-sidebar--primary")) button.focus();
  });
  button.addEventListener("click", () => {
    setOpen(toggle, true);
    const firstLink = drawerLinks().find((link) => link.matches("a"));
    firstLink?.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && toggle.checked) setOpen(toggle, false);
  });
}

/** The links of the drawer that can be seen; some are labels. */
function drawerLinks() {
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll(".md-sidebar--primary .md-nav__link");
  return [...all].filter((link) => link.clientHeight);
}

/** Scrolls the chapter that the reader is in to the middle of the drawer. */
function scrollToChapter() {
  const current = drawerLinks().findLast((link) => link.matches(".md-nav__link--active"));
  const list = current?.closest(".md-nav__list");
  if (!current || !list) return;
  const distance = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += distance - list.clientHeight / 2;
}

export function showThumbBar() {
  improveDrawer();
  if (document.querySelector(".edition-bar-old")) measureBars();
  const small = window.matchMedia(SMALL);
  if (small.matches) addBar();
  else small.addEventListener("change", addBar, { once: true });
}

function addBar() {
  /** @type {HTMLAnchorElement | null} */
  const choice = document.querySelector(".edition-choose");

  const edition = element("a", { class: "edition-choose", href: choice?.href }, "Edition");
  document.body.append(
    element(
      "nav",
      { class: "thumb", "aria-label": "Quick navigation" },
      makeButton("Contents", openContents),
      edition,
      makeButton("Search", openSearch),
    ),
  );
}
