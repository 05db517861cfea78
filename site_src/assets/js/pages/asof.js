// @ts-check
// The page of an edition. The part of the address behind `#` selects the part that is shown:
// `#702.40a`, `#702`, `#7`, `#glossary`, `#glossary:Storm`; a lineage (`#502.30a@2003-05-26`) or a
// key of today (`#now:702.40a`) becomes the number that it has here. Nothing is the overview.
import { addTools } from "../copylink.js";
import { address } from "../site.js";
import { anchorHere } from "../lib/address-bar.js";
import { closestTo, element } from "../lib/dom.js";
import { showInBar } from "../asof/bar.js";
import { OtherBuild, editionOf, renewEditions } from "../asof/edition.js";
import { anchorOf, chapterOf, hrefOf, isTerm } from "../lib/record-key.js";
import { showSide } from "../asof/side.js";
import { chapterView, glossaryView, missingView, sectionView } from "../asof/views.js";
import { goToPlace, keepPlace, keptPlace } from "../lib/later.js";
import { loadMaterial } from "../lib/material.js";
import { sayFailure } from "../lib/say.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("../asof/edition.js").Row} Row
 * @typedef {Parameters<typeof goToPlace>[0]} Place
 */

/**
 * A view that can be shown: its name, and what makes it.
 * @typedef {object} View
 * @property {string} name
 * @property {() => Promise<import("../asof/views.js").LongView | HTMLElement>} make
 */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-asof]"));
const overview = /** @type {HTMLElement} */ (page.querySelector(".edition-overview"));
const { asof: date = "", words = "" } = page.dataset;
const title = document.title;
/** @type {import("../asof/views.js").Crumb} */
const start = [window.location.pathname, words];
/** @type {HTMLElement} */
const reader = element("div", { class: "asof-reader", hidden: true });

/**
 * The name of the view that is shown, so that going to another rule of it does not make it again.
 * @type {string | null}
 */
let shown = null;
/** Counts the addresses: what is made for another one than the last is thrown away. */
let turn = 0;
/**
 * Settled when a long chapter is there to its end.
 * @type {Promise<void> | undefined}
 */
let whole;
/** Whether the data was read again because the cache had parts of another build; once is enough. */
let renewed = false;

/**
 * @param {HTMLElement} view
 * @param {string | null} name
 */
function put(view, name) {
  reader.replaceChildren(view);
  addTools(reader);
  shown = name;
  overview.hidden = true;
  reader.hidden = false;
}

/**
 * Loads Material's script when a page is complete: it measures a page each time it grows.
 * @param {Promise<void>} [text] settled when it is
 */
function loadMaterialAfter(text) {
  const load = () => window.setTimeout(loadMaterial);
  Promise.resolve(text).then(load, load);
}

/**
 * The view that an anchor asks for.
 * @param {Edition} edition
 * @param {string} anchor
 * @param {Row | null} row the record that it means
 * @returns {View}
 */
function viewOf(edition, anchor, row) {
  if (anchor === "glossary" || row?.kind === "glossary")
    return { name: "glossary", make: () => glossaryView(edition, start, row) };
  if (row?.kind === "section")
    return { name: row.key, make: () => sectionView(edition, row, start) };
  const chapter = edition.chapter(row ? chapterOf(row.key) : anchor);
  if (chapter)
    return { name: chapter.number, make: () => chapterView(edition, chapter, start, row) };
  return { name: `missing ${anchor}`, make: () => missingView(edition, anchor, start) };
}

const headingShown = () => reader.querySelector("h1");

/**
 * Brings what the address means into sight, and to those who hear the page.
 * @param {Row | null} row
 * @param {Place | undefined} place
 */
function focusOn(row, place) {
  for (const mark of reader.querySelectorAll(".asof-here")) mark.classList.remove("asof-here");
  const target = row && document.getElementById(anchorOf(row.key));
  target?.classList.add("asof-here");
  (target ?? headingShown())?.focus({ preventScroll: true });
  if (place) goToPlace(place);
  else if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
}

/**
 * @param {string} anchor
 * @param {Place | undefined} place
 */
function showOverview(anchor, place) {
  overview.hidden = false;
  reader.hidden = true;
  reader.replaceChildren();
  shown = null;
  document.title = title;
  showSide(null);
  showInBar(null, null);
  if (anchor) document.getElementById(anchor)?.scrollIntoView();
  else if (place) goToPlace(place);
  else window.scrollTo(0, 0);
  loadMaterial();
}

/**
 * Makes a view and puts it in the place of what is shown; only then its records are all there, if
 * the reader comes back to a place in it.
 * @param {Edition} edition
 * @param {View} view
 * @param {Place | undefined} place
 * @param {number} mine the turn in which it was asked for
 */
async function putView(edition, { name, make }, place, mine) {
  const made = await make();
  if (mine !== turn) return;
  const [view, rest] = made instanceof HTMLElement ? [made] : [made.view, made.rest];
  put(view, name);
  // the place in a page that one comes back to may be far down
  whole = rest?.((rules) => {
    for (const rule of rules) addTools(rule);
  });
  loadMaterialAfter(whole);
  if (!place) whole?.catch((problem) => recover(problem, mine));
  else await whole;
  if (mine === turn) showSide(edition, name);
}

/**
 * @param {string} anchor
 * @param {Place | undefined} place
 * @param {number} mine the turn in which it was asked for
 */
async function show(anchor, place, mine) {
  const edition = await editionOf(date);
  const row = await edition.at(anchor);
  if (row && (anchor === row.lineage || anchor.startsWith("now:"))) {
    window.history.replaceState(window.history.state, "", hrefOf(row.key));
  }
  const view = viewOf(edition, anchor, row);
  if (view.name === shown) await whole;
  else {
    await putView(edition, view, place, mine);
    if (mine !== turn) return;
  }
  const key = row?.key ?? headingShown()?.textContent;
  document.title = `${row && isTerm(row.key) ? "Glossary" : key} · ${title}`;
  showInBar(edition, row);
  focusOn(row && row.key !== view.name ? row : null, place);
}

/**
 * Reads everything once more where parts are of another build of the site; says what else went
 * wrong.
 * @param {unknown} problem
 * @param {number} mine the turn in which it happened
 */
async function recover(problem, mine) {
  if (mine !== turn) return;
  if (problem instanceof OtherBuild && !renewed) {
    renewed = true;
    renewEditions();
    shown = null;
    await route();
    return;
  }
  put(
    element(
      "p",
      { class: "lead", role: "alert" },
      sayFailure("The edition could not be loaded", problem),
    ),
    null,
  );
  loadMaterialAfter();
}

async function route() {
  const anchor = anchorHere();
  const mine = ++turn;
  const place = keptPlace();
  if (anchor.startsWith("search:")) {
    // an address of former times; the search page has all that is found
    window.location.replace(
      address(
        `search/?${new URLSearchParams({ q: anchor.slice("search:".length), "as-of": date })}`,
      ),
    );
    return;
  }
  // a witness of the overview, the text of the page
  const ofOverview =
    anchor &&
    !/^\d|^glossary$/.test(anchor) &&
    overview.querySelector(`[id="${CSS.escape(anchor)}"]`);
  if (!anchor || anchor === "_text" || ofOverview) {
    if (anchor !== "_text") showOverview(anchor, place);
    return;
  }
  overview.hidden = true;
  try {
    await show(anchor, place, mine);
  } catch (problem) {
    await recover(problem, mine);
  }
}

overview.after(reader);
window.addEventListener("hashchange", route);
window.addEventListener("popstate", () => {
  if (!window.location.hash) route();
});
// the same address clicked again is no change of it
reader.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = closestTo(event, "a[href^='#']");
  if (link?.hash && link.hash === window.location.hash) route();
});
keepPlace();
route();
// who only looks at the overview does not load the edition; it is on its way when somebody is about
// to read in it
const towards = (/** @type {Event} */ event) =>
  closestTo(event, "a[href^='#']") && editionOf(date).catch(() => {});
for (const sign of ["pointerover", "focusin", "touchstart"])
  document.addEventListener(sign, towards, { passive: true });
