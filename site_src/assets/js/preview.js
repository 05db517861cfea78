// @ts-check
// Previews of references: a card with the target's words next to the link under the mouse or the
// keyboard's focus, or a sheet at the foot of a touch screen. If the page that the link leads to
// cannot be loaded, there is no preview.
import { closestTo, element, makeButton } from "./lib/dom.js";
import { contentFor, pageAt } from "./lib/preview-content.js";

const LINKS = "main a.ref, main .cited li a, main a[data-preview]";
/** Milliseconds between the pointer's coming to a link, or leaving it, and the card's. */
const PATIENCE = 180;

/**
 * The popover next to a link; made when it is first needed.
 * @type {HTMLElement | undefined}
 */
let card;
/**
 * The link whose target the card shows, or will show when the page has come; null if it is hidden.
 * @type {HTMLAnchorElement | null}
 */
let shownFor = null;
/** The timer after which the card is shown or hidden: only the last of these wishes counts. */
let timer = 0;

const isCardOpen = () => card?.matches(":popover-open") ?? false;

function hide() {
  window.clearTimeout(timer);
  if (shownFor) shownFor.removeAttribute("aria-describedby");
  shownFor = null;
  if (isCardOpen()) card?.hidePopover();
}

/**
 * Puts a popover below a link, or above it if there is no room.
 * @param {HTMLElement} popover
 * @param {Element} link
 */
async function moveNextTo(popover, link) {
  const { computePosition, flip, offset, shift } = await import("@floating-ui/dom");
  const { x, y } = await computePosition(link, popover, {
    placement: "bottom-start",
    strategy: "fixed",
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
  });
  popover.style.left = `${x}px`;
  popover.style.top = `${y}px`;
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
    // at a link, `pointerover` decides what is shown next
    if (!entered?.closest?.("a")) hideSoon();
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

/**
 * Shows the card for a link if the reader stays at it.
 * @param {HTMLAnchorElement} link
 */
function showSoon(link) {
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

/** Hides the card if the reader goes neither to it nor to another link. */
function hideSoon() {
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
  sheet ??= makeSheet();
  sheet.replaceChildren(...content, makeFoot(sheet, link));
  sheet.showPopover();
  sheet.focus({ preventScroll: true });
}

const makeSheet = () =>
  makePopover({
    class: "preview preview-sheet",
    popover: "auto",
    role: "dialog",
    "aria-label": "Preview",
    tabindex: "-1",
  });

/**
 * The last line of the sheet: a link that opens the page, and a button that closes the sheet.
 * @param {HTMLElement} popover the sheet
 * @param {HTMLAnchorElement} link
 */
function makeFoot(popover, link) {
  const closeSheet = () => popover.hidePopover();
  const open = element("a", { class: "preview-open", href: link.href }, "Open");
  open.addEventListener("click", closeSheet);
  const close = makeButton("Close", closeSheet, { class: "preview-close" });
  return element("p", { class: "preview-foot" }, open, close);
}

/**
 * The link with a preview at which an event happened.
 * @param {Event} event
 * @returns {HTMLAnchorElement | null}
 */
const linkOf = (event) => closestTo(event, LINKS);

/** @param {PointerEvent} event */
function showForMouse(event) {
  const link = event.pointerType === "mouse" ? linkOf(event) : null;
  if (link) showSoon(link);
}

/** @param {FocusEvent} event */
function showForKeyboard(event) {
  const link = linkOf(event);
  if (link?.matches(":focus-visible")) showSoon(link);
}

/** Hides the card when the page scrolls; a link that has the focus keeps its card. */
function followScroll() {
  if (!card || !isCardOpen()) return;
  // the focus itself makes pages scroll
  if (shownFor && document.activeElement === shownFor) moveNextTo(card, shownFor);
  else hide();
}

/** @param {MouseEvent} event */
function showSheetForTouch(event) {
  const link = linkOf(event);
  // some browsers do not say whether a click comes from a mouse or a finger
  const { pointerType } = /** @type {PointerEvent} */ (event);
  if (!link || pointerType !== "touch" || event.defaultPrevented) return;
  event.preventDefault();
  showSheet(link);
}

export function previewReferences() {
  if (!("popover" in HTMLElement.prototype)) return;
  document.addEventListener("pointerover", showForMouse);
  document.addEventListener("pointerout", (event) => linkOf(event) && hideSoon());
  document.addEventListener("focusin", showForKeyboard);
  document.addEventListener("focusout", (event) => linkOf(event) && hide());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  window.addEventListener("scroll", followScroll, { passive: true });
  document.addEventListener("click", hide);
  document.addEventListener("click", showSheetForTouch);
}
