// @ts-check
// Elements of a page, found or made by scripts.

/** A date in words, as `dateInWords` writes it. */
const DATE = new RegExp(
  String.raw`\b(\d{1,2}) (January|February|March|April|May|June|July|August|` +
    String.raw`September|October|November|December) (\d{4})\b`,
  "g",
);

/**
 * Words whose dates do not break at the end of a line: the blanks inside of them are no-break
 * spaces. As `keep_dates` in `site_src/markup/words.py`.
 * @template Child
 * @param {Child} child a string; anything else is returned as it is
 */
export const keepDates = (child) =>
  typeof child === "string" ? child.replace(DATE, "$1\u00a0$2\u00a0$3") : child;

/**
 * Makes an element. Strings become text, never markup. An attribute or a child that is null,
 * undefined or false is left out; an attribute that is true has an empty value.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {...any} children
 * @returns {any} the element; `any` because its type depends on the tag
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(
    ...children
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      // what is shown in a `pre` is copied as it is
      .map((child) => (tag === "pre" ? child : keepDates(child))),
  );
  return made;
}

/**
 * Makes a button that calls a function when it is clicked.
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

/** Milliseconds for which an announcement is shown. */
const SHOWN = 1800;
/** @type {HTMLElement | undefined} */
let status;
/** The timer that hides the announcement. */
let timer = 0;

function makeStatus() {
  const made = document.createElement("p");
  made.className = "copied";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

/**
 * Shows words for a moment; screen readers read them out.
 * @param {string} words
 */
export function announce(words) {
  status ??= makeStatus();
  const shown = status;
  shown.textContent = words;
  shown.classList.add("shown");
  window.clearTimeout(timer);
  timer = window.setTimeout(() => shown.classList.remove("shown"), SHOWN);
}

/**
 * Copies a text and announces that. If the browser refuses, the announcement shows the text.
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
 * Makes a modal dialog with a heading and a button that closes it. A click outside closes it, too.
 * The caller shows it.
 * @param {string} name its class, and the beginning of the id of its heading
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
 * Returns the nearest element around the target of an event that fits a selector. The result is
 * null if there is none, or if the target is no element (the document can be one).
 * @param {{target: any}} event
 * @param {string} selector
 * @returns {any} the element; `any` because its type depends on the selector
 */
export const closestTo = ({ target }, selector) => target.closest?.(selector) ?? null;

/**
 * Returns the bar with the edition of the page; it has the editions' dates in its data attributes.
 * @returns {HTMLElement | null}
 */
const bar = () => document.querySelector(".edition-bar");

/** Date of the edition that the page shows. */
export const editionHere = () => bar()?.dataset.edition ?? bar()?.dataset.latest ?? "";

/** Date of the latest edition. */
export const latestEdition = () => bar()?.dataset.latest ?? "";

/**
 * The element of the record that an element belongs to: a rule, a glossary entry, or the head of a
 * page of rules.
 * @param {any} node
 * @returns {HTMLElement | null}
 */
export const recordOf = (node) => node?.closest?.(".rule, .term, .page-rules .page-head") ?? null;

/**
 * The number or term of a record, by its element.
 * @param {Element | null} record
 */
export const nameOf = (record) =>
  (record?.querySelector(".num") ?? record?.querySelector("h2"))?.textContent.trim() ?? "";
