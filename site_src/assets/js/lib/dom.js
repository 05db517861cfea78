// What scripts that build parts of a page share.

/**
 * An element; strings become text, never markup. An attribute that is null, undefined or false is
 * left out, and so is such a child.
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  }
  made.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return made;
}

let status;

/** Says something in passing, to eyes and to screen readers. */
export function say(words) {
  if (!status) {
    status = element("p", { class: "copied", role: "status" });
    document.body.append(status);
  }
  status.textContent = words;
  status.classList.add("shown");
  window.clearTimeout(say.timer);
  say.timer = window.setTimeout(() => status.classList.remove("shown"), 1800);
}

/** Puts text on the clipboard and says so; says what to do where the browser refuses. */
export async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
  } catch {
    say(`The browser refused the clipboard; copy by hand: ${text}`);
  }
}

/** A modal dialog with a heading and a button that closes it; a click outside closes it, too. */
export function modal(name, title, ...children) {
  const close = element("button", { type: "button", class: "dialog-close" }, "Close");
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
  close.addEventListener("click", () => made.close());
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  return made;
}

const bar = () => document.querySelector(".edition-bar");

/** Date of the edition that the page shows. */
export const editionHere = () => bar()?.dataset.edition ?? bar()?.dataset.latest ?? "";

/** Date of the latest edition. */
export const latestEdition = () => bar()?.dataset.latest ?? "";

/** The record an element belongs to: a rule, a glossary entry, or the head of a page of rules. */
export const recordOf = (node) => node?.closest?.(".rule, .term, .page-rules .page-head") ?? null;

/** Number or term of such a record. */
export const nameOf = (record) =>
  (record?.querySelector(".num") ?? record?.querySelector("h2"))?.textContent.trim() ?? "";
