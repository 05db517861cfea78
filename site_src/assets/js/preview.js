// @ts-check
// Previews of references: a card with the target's words next to the link under the mouse or the
// keyboard's focus, or a sheet at the foot of a touch screen. The words come from the page that the
// link leads to; if it cannot be loaded, there is no preview.
import { decoded } from "./lib/address-bar.js";
import { closestTo, element, makeButton, nameOf, recordOf } from "./lib/dom.js";

const LINKS = "main a.ref, main .cited li a, main a[data-preview]";
/** Milliseconds between the pointer's coming to a link, or leaving it, and the card's. */
const PATIENCE = 180;

/**
 * The pages that were fetched, by address.
 * @type {Map<string, Promise<Document>>}
 */
const pages = new Map();

/**
 * The page at an address; each is fetched once, and again after a failure.
 * @param {URL} url
 */
function pageAt(url) {
  const address = url.href.split("#")[0];
  if (address === window.location.href.split("#")[0]) return Promise.resolve(document);
  let page = pages.get(address);
  if (!page) {
    page = load(address);
    page.catch(() => pages.delete(address));
    pages.set(address, page);
  }
  return page;
}

/**
 * Fetches and parses a page.
 * @param {string} address
 */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * Copies a paragraph of another page without its id and its links.
 * @param {Element} found
 */
function plainCopy(found) {
  const copy = document.importNode(found, true);
  copy.removeAttribute("id");
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  return copy;
}

/** A preview shows at most so many paragraphs, so that it stays small. */
const MOST_PARAGRAPHS = 2;

/**
 * The paragraphs of a record. For a heading without words, such as 702.40, they are those of the
 * rule after it, 702.40a.
 * @param {Element} record
 */
function paragraphsOf(record) {
  const own = [...record.querySelectorAll(".rule-text")];
  if (own.length) return own;
  const next = record.nextElementSibling;
  return next?.matches(".rule") ? [...next.querySelectorAll(".rule-text")] : [];
}

/**
 * The content of the preview of a record: its number or term, its heading, its words.
 * @param {Document} page
 * @param {string} anchor of the record; empty for the page's own head
 * @returns {HTMLElement[] | null} null if there is nothing to show
 */
function contentOf(page, anchor) {
  const target = anchor ? page.getElementById(anchor) : page.querySelector(".page-head");
  const record = target?.matches(".rule, .term, .page-head, .book-section")
    ? target
    : recordOf(target);
  if (!record) return null;
  const heading = record.querySelector(".title, .rule-heading, h2 .heading");
  const parts = paragraphsOf(record).slice(0, MOST_PARAGRAPHS).map(plainCopy);
  const head = element(
    "p",
    { class: "preview-head" },
    element("span", { class: "num" }, nameOf(record)),
    " ",
    heading?.textContent ?? "",
  );
  return parts.length || heading ? [head, ...parts] : null;
}

/** @param {HTMLAnchorElement} link */
async function contentFor(link) {
  const url = new URL(link.href);
  return contentOf(await pageAt(url), decoded(url.hash.slice(1)));
}

/**
 * The popover next to a link; made when it is first needed.
 * @type {HTMLElement | undefined}
 */
let card;
/**
 * The link whose target is shown, or will be soon.
 * @type {HTMLAnchorElement | null}
 */
let shownFor = null;
/** The timer after which the card is shown or hidden. */
let timer = 0;

function hide() {
  window.clearTimeout(timer);
  if (shownFor) shownFor.removeAttribute("aria-describedby");
  shownFor = null;
  if (card?.matches(":popover-open")) card.hidePopover();
}

/**
 * Puts the card below a link, or above it if there is no room.
 * @param {HTMLElement} moved the card
 * @param {Element} link
 */
async function moveNextTo(moved, link) {
  const { computePosition, flip, offset, shift } = await import("@floating-ui/dom");
  const { x, y } = await computePosition(link, moved, {
    placement: "bottom-start",
    strategy: "fixed",
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
  });
  moved.style.left = `${x}px`;
  moved.style.top = `${y}px`;
}

/**
 * Makes an empty popover at the end of the page.
 * @param {Record<string, string>} attributes
 * @returns {HTMLElement}
 */
function makePopover(attributes) {
  const made = element("div", attributes);
  document.body.append(made);
  return made;
}

function makeCard() {
  const made = makePopover({
    class: "preview",
    id: "_preview",
    role: "tooltip",
    popover: "manual",
  });
  made.addEventListener("pointerleave", (event) => {
    /** @type {any} */
    const entered = event.relatedTarget;
    if (!entered?.closest?.("a")) soonHide();
  });
  made.addEventListener("pointerenter", () => window.clearTimeout(timer));
  return made;
}

/**
 * Shows the card for a link, unless the reader goes to another link before the page is there.
 * @param {HTMLAnchorElement} link
 */
async function show(link) {
  const content = await contentFor(link);
  if (shownFor !== link || !content) return;
  card ??= makeCard();
  card.replaceChildren(...content);
  card.showPopover();
  await moveNextTo(card, link);
  link.setAttribute("aria-describedby", "_preview");
}

/** @param {HTMLAnchorElement} link */
function soonShow(link) {
  window.clearTimeout(timer);
  if (shownFor === link) return;
  // the page is fetched during the wait
  pageAt(new URL(link.href)).catch(() => {});
  timer = window.setTimeout(() => {
    hide();
    shownFor = link;
    show(link).catch(() => {
      shownFor = null;
    });
  }, PATIENCE);
}

function soonHide() {
  window.clearTimeout(timer);
  timer = window.setTimeout(hide, PATIENCE);
}

/**
 * The popover at the foot of a touch screen; made when it is first needed.
 * @type {HTMLElement | undefined}
 */
let sheet;

/**
 * Shows the sheet for a link, with a link that opens the page. If there is nothing to show, it
 * opens the page itself.
 * @param {HTMLAnchorElement} link
 */
async function showSheet(link) {
  let content = null;
  try {
    content = await contentFor(link);
  } catch {
    // the page could not be fetched: it is opened below, and the browser says what is wrong
  }
  if (!content) {
    window.location.assign(link.href);
    return;
  }
  const shown = (sheet ??= makePopover({
    class: "preview preview-sheet",
    popover: "auto",
    role: "dialog",
    "aria-label": "Preview",
    tabindex: "-1",
  }));
  const open = element("a", { class: "preview-open", href: link.href }, "Open");
  const close = makeButton("Close", () => shown.hidePopover(), { class: "preview-close" });
  open.addEventListener("click", () => shown.hidePopover());
  shown.replaceChildren(...content, element("p", { class: "preview-foot" }, open, close));
  shown.showPopover();
  shown.focus({ preventScroll: true });
}

export function previewReferences() {
  if (!("popover" in HTMLElement.prototype)) return;
  /**
   * @param {Event} event
   * @returns {HTMLAnchorElement | null}
   */
  const linkOf = (event) => closestTo(event, LINKS);
  document.addEventListener("pointerover", (event) => {
    const link = event.pointerType === "mouse" ? linkOf(event) : null;
    if (link) soonShow(link);
  });
  document.addEventListener("pointerout", (event) => linkOf(event) && soonHide());
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link?.matches(":focus-visible")) soonShow(link);
  });
  document.addEventListener("focusout", (event) => linkOf(event) && hide());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  window.addEventListener(
    "scroll",
    () => {
      if (!card?.matches(":popover-open")) return;
      // a link that has the focus keeps its card: the focus itself makes pages scroll
      if (shownFor && document.activeElement === shownFor) moveNextTo(card, shownFor);
      else hide();
    },
    { passive: true },
  );
  document.addEventListener("click", (event) => {
    hide();
    const link = linkOf(event);
    // some browsers do not say whether a click comes from a mouse or a finger
    const { pointerType } = /** @type {PointerEvent} */ (event);
    if (!link || pointerType !== "touch" || event.defaultPrevented) return;
    event.preventDefault();
    showSheet(link);
  });
}
