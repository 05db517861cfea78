// @ts-check
// What scripts that build parts of a page share.

/**
 * An element; strings become text, never markup. An attribute that is null, undefined or false is
 * left out, and so is such a child.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {...any} children
 * @returns {any} the element; whoever made it knows its kind
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return made;
}

/**
 * A button, and what it does.
 * @param {string} words
 * @param {() => unknown} act
 * @param {Parameters<typeof element>[1]} [attributes]
 * @returns {HTMLButtonElement}
 */
export function makeButton(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

/** @type {HTMLElement | undefined} */
let status;
/** The timer after which the announcement is hidden. */
let timer = 0;

function makeStatus() {
  const made = document.createElement("p");
  made.className = "copied";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

/**
 * Shows words for a moment, and has screen readers say them.
 * @param {string} words
 */
export function announce(words) {
  status ??= makeStatus();
  const shown = status;
  shown.textContent = words;
  shown.classList.add("shown");
  window.clearTimeout(timer);
  timer = window.setTimeout(() => shown.classList.remove("shown"), 1800);
}

/**
 * Puts text on the clipboard and announces that; where the browser refuses, what to do instead.
 * @param {string} text
 * @param {string} words the announcement
 */
export async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    announce(words);
  } catch {
    announce(`The browser refused the clipboard; copy by hand: ${text}`);
  }
}

/**
 * A modal dialog with a heading and a button that closes it; a click outside closes it, too.
 * @param {string} name
 * @param {string} title
 * @param {...any} children
 * @returns {HTMLDialogElement}
 */
export function modal(name, title, ...children) {
  const close = makeButton("Close", () => made.close(), { class: "dialog-close" });
  const head = element(
    "div",
    { class: "dialog-head" },
    element("h2", { id: `${name}-title` }, title),
    close,
  );
  const made = element(
    "dialog",
    { class: `dialog ${name}`, "aria-labelledby": `${name}-title` },
    head,
    ...children,
  );

  made.addEventListener(
    "click",
    (/** @type {Event} */ event) => event.target === made && made.close(),
  );
  document.body.append(made);
  return made;
}

/**
 * The nearest element around what an event happened at; null for none, and where it happened at no
 * element, such as the document.
 * @param {{target: any}} event
 * @param {string} selector
 * @returns {any} an element whose kind the selector says
 */
export const closestTo = ({ target }, selector) => target.closest?.(selector) ?? null;

/** @returns {HTMLElement | null} */
const bar = () => document.querySelector(".edition-bar");

/** Date of the edition that the page shows. */
export const editionHere = () => bar()?.dataset.edition ?? bar()?.dataset.latest ?? "";

/** Date of the latest edition. */
export const latestEdition = () => bar()?.dataset.latest ?? "";

/**
 * The record an element belongs to: a rule, a glossary entry, or the head of a page of rules.
 * @param {any} node
 * @returns {HTMLElement | null}
 */
export const recordOf = (node) => node?.closest?.(".rule, .term, .page-rules .page-head") ?? null;

/**
 * Number or term of such a record.
 * @param {Element | null} record
 */
export const nameOf = (record) =>
  (record?.querySelector(".num") ?? record?.querySelector("h2"))?.textContent.trim() ?? "";
