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
