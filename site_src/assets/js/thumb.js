// The bar at the thumb of a phone: contents, edition, search, each in a sheet; the drawer; and how
// high the bars at the top are, so that what an address points at is never below them.
import { element, modal } from "./lib/dom.js";
import { notesSwitch } from "./notes.js";

const SMALL = "(max-width: 44rem)";

/** The parts of this page, as the list at the side has them now. */
const parts = () =>
  [...document.querySelectorAll(".md-sidebar--secondary .md-nav__link[href]")].map((link) =>
    element("li", {}, element("a", { href: link.href }, link.textContent.trim())),
  );

const open = (toggle) => {
  document.getElementById(toggle).checked = true;
  document.getElementById(toggle).dispatchEvent(new Event("change"));
};

let sheet;

function openContents() {
  // a comparison lists its chapters with changes
  const listed = { title: "", rows: [] };
  document.dispatchEvent(new CustomEvent("contents", { detail: listed }));
  const found = listed.rows.length ? listed.rows : parts();
  if (!found.length) {
    open("__drawer");
    return;
  }
  sheet?.remove();
  const all = element("button", { type: "button", class: "sheet-all" }, "All chapters and pages");
  all.addEventListener("click", () => {
    sheet.close();
    open("__drawer");
  });
  const title =
    listed.title ||
    document.querySelector(".md-sidebar--secondary .md-nav__title")?.textContent.trim() ||
    "On this page";
  sheet = modal(
    "sheet",
    title,
    element("ul", { class: "sheet-list" }, found),
    element("p", { class: "sheet-foot" }, all, notesSwitch()),
  );
  sheet.addEventListener("click", (event) => event.target.closest("a") && sheet.close());
  sheet.showModal();
}

function openSearch() {
  const box =
    document.querySelector("[data-search-box]") ?? document.getElementById("search-input");
  if (!box.matches("[data-search-box]")) open("__search");
  box.focus();
}

const BARS = ".md-header, .edition-bar-old";

/** Keeps the height of the bars that stay in view where the style sheet reads it. */
function measureBars() {
  const bars = [...document.querySelectorAll(BARS)];
  const measure = () => {
    const height = bars.reduce(
      (sum, bar) =>
        sum + (["sticky", "fixed"].includes(getComputedStyle(bar).position) ? bar.offsetHeight : 0),
      0,
    );
    document.documentElement.style.setProperty("--header-all", `${height}px`);
  };
  const observer = new ResizeObserver(measure);
  for (const bar of bars) observer.observe(bar);
}

/**
 * The drawer opens where the chapter is that one reads, by a button and not by a label, which no
 * key reaches; Escape closes it.
 */
function attendDrawer() {
  const toggle = document.getElementById("__drawer");
  const label = document.querySelector(".md-header label[for=__drawer]");
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
  const links = () =>
    [...document.querySelectorAll(".md-sidebar--primary .md-nav__link")].filter(
      (link) => link.clientHeight,
    );
  toggle.addEventListener("change", () => {
    button.setAttribute("aria-expanded", String(toggle.checked));
    const focused = document.activeElement;
    if (!toggle.checked && (focused === document.body || focused.closest(".md-sidebar--primary")))
      button.focus();
    const here = links().findLast((link) => link.matches(".md-nav__link--active"));
    const list = here?.closest(".md-nav__list");
    if (toggle.checked && list)
      list.scrollTop +=
        here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  });
  button.addEventListener("click", () => {
    open("__drawer");
    links()
      .find((link) => link.matches("a"))
      ?.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !toggle.checked) return;
    toggle.checked = false;
    toggle.dispatchEvent(new Event("change"));
  });
}

export function showThumbBar() {
  attendDrawer();
  if (document.querySelector(".edition-bar-old")) measureBars();
  const small = window.matchMedia(SMALL);
  if (small.matches) addBar();
  else small.addEventListener("change", addBar, { once: true });
}

function addBar() {
  const button = (words, act) => {
    const made = element("button", { type: "button" }, words);
    made.addEventListener("click", act);
    return made;
  };
  const edition = element(
    "a",
    { class: "edition-choose", href: document.querySelector(".edition-choose").href },
    "Edition",
  );
  document.body.append(
    element(
      "nav",
      { class: "thumb", "aria-label": "Quick navigation" },
      button("Contents", openContents),
      edition,
      button("Search", openSearch),
    ),
  );
}
