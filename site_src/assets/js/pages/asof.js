// @ts-check
// The page of an edition. Its anchor selects the view that is shown: `#702.40a`, `#702`, `#7`,
// `#glossary`, `#glossary:Storm`. A lineage (`#502.30a@2003-05-26`) or a key of today
// (`#now:702.40a`) is replaced by the number of that rule in this edition. Without an anchor the
// page shows its overview.
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
import { makeTurns } from "../lib/latest.js";
import { loadMaterial } from "../lib/material.js";
import { sayFailure } from "../lib/say.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("../asof/edition.js").Row} Row
 * @typedef {Parameters<typeof goToPlace>[0]} Place
 */

/**
 * A view that can be shown.
 * @typedef {object} View
 * @property {string} name `702`, `7`, `glossary` or `missing 702.999`
 * @property {() => Promise<import("../asof/views.js").LongView | HTMLElement>} make makes it
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
 * The name of the view that is shown; a view is not made again for another rule of it.
 * @type {string | null}
 */
let shown = null;
/** Returns a test whether no other address was asked for since. */
const beginAddress = makeTurns();
/**
 * Resolves when the view that is shown has all its records.
 * @type {Promise<void> | undefined}
 */
let whole;
/** Whether the data was read again because the cache had files of another build; once is enough. */
let renewed = false;

/**
 * Puts a view into the page, in place of the overview or of another view.
 * @param {HTMLElement} view
 * @param {string | null} name null for the message of an error
 */
function put(view, name) {
  reader.replaceChildren(view);
  addTools(reader);
  shown = name;
  overview.hidden = true;
  reader.hidden = false;
}

/**
 * Loads Material's script when the page is complete, because it measures the page whenever that
 * grows.
 * @param {Promise<void>} [text] settles when the page is complete
 */
function loadMaterialAfter(text) {
  const load = () => window.setTimeout(loadMaterial);
  Promise.resolve(text).then(load, load);
}

/**
 * The view that an anchor asks for.
 * @param {Edition} edition
 * @param {string} anchor
 * @param {Row | null} row the record that the anchor names, if there is one
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
 * Marks a record, scrolls to it, and gives it the focus, so that screen readers read it.
 * @param {Row | null} row null for the beginning of the view
 * @param {Place | undefined} place where the reader was before, if the page was left and comes back
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
 * Makes a view and puts it into the page. It waits for all records only if the reader comes back to
 * a place in the view, which may be far down.
 * @param {Edition} edition
 * @param {View} view
 * @param {Place | undefined} place
 * @param {() => boolean} isCurrent whether no other address was asked for meanwhile
 */
async function putView(edition, { name, make }, place, isCurrent) {
  const made = await make();
  if (!isCurrent()) return;
  const [view, rest] = made instanceof HTMLElement ? [made] : [made.view, made.rest];
  put(view, name);
  whole = rest?.((rules) => {
    for (const rule of rules) addTools(rule);
  });
  loadMaterialAfter(whole);
  if (place) await whole;
  else whole?.catch((problem) => recover(problem, isCurrent));
  if (isCurrent()) showSide(edition, name);
}

/**
 * Shows the view that an anchor asks for.
 * @param {string} anchor
 * @param {Place | undefined} place
 * @param {() => boolean} isCurrent whether no other address was asked for meanwhile
 */
async function show(anchor, place, isCurrent) {
  const edition = await editionOf(date);
  const row = await edition.at(anchor);
  const isOtherName = anchor === row?.lineage || anchor.startsWith("now:");
  if (row && isOtherName) window.history.replaceState(window.history.state, "", hrefOf(row.key));
  const view = viewOf(edition, anchor, row);
  if (view.name === shown) await whole;
  else {
    await putView(edition, view, place, isCurrent);
    if (!isCurrent()) return;
  }
  document.title = `${titleOf(row)} · ${title}`;
  showInBar(edition, row);
  const isWholeView = row?.key === view.name;
  focusOn(isWholeView ? null : row, place);
}

/**
 * The title of the view for a record; without one, its heading.
 * @param {Row | null} row
 */
function titleOf(row) {
  if (!row) return headingShown()?.textContent;
  return isTerm(row.key) ? "Glossary" : row.key;
}

/**
 * Reads everything again if files are of different builds of the site; shows any other error.
 * @param {unknown} problem
 * @param {() => boolean} isCurrent whether no other address was asked for meanwhile
 */
async function recover(problem, isCurrent) {
  if (!isCurrent()) return;
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

/**
 * Opens the search page with a query in this edition.
 * @param {string} query
 */
function goToSearch(query) {
  const parameters = new URLSearchParams({ q: query, "as-of": date });
  window.location.replace(address(`search/?${parameters}`));
}

/**
 * Whether an anchor names a part of the overview, such as one of its witnesses.
 * @param {string} anchor
 */
function isInOverview(anchor) {
  if (/^\d|^glossary$/.test(anchor)) return false;
  return overview.querySelector(`[id="${CSS.escape(anchor)}"]`) !== null;
}

/** Shows what the address asks for: the overview or a view. */
async function route() {
  const anchor = anchorHere();
  const isCurrent = beginAddress();
  const place = keptPlace();
  // of the link that skips the header
  if (anchor === "_text") return;
  if (anchor.startsWith("search:")) {
    // such addresses were used before there was a search page
    goToSearch(anchor.slice("search:".length));
    return;
  }
  if (!anchor || isInOverview(anchor)) {
    showOverview(anchor, place);
    return;
  }
  overview.hidden = true;
  try {
    await show(anchor, place, isCurrent);
  } catch (problem) {
    await recover(problem, isCurrent);
  }
}

overview.after(reader);
window.addEventListener("hashchange", route);
window.addEventListener("popstate", () => {
  if (!window.location.hash) route();
});
// a click on a link to the present address sends no `hashchange`
reader.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = closestTo(event, "a[href^='#']");
  if (link?.hash && link.hash === window.location.hash) route();
});
keepPlace();
route();
// the edition is fetched when the reader is about to follow a link, not for the overview alone
const fetchAhead = (/** @type {Event} */ event) =>
  closestTo(event, "a[href^='#']") && editionOf(date).catch(() => {});
for (const sign of ["pointerover", "focusin", "touchstart"])
  document.addEventListener(sign, fetchAhead, { passive: true });
