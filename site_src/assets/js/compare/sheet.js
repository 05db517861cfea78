// @ts-check
// The chapters with changes as rows of the sheet that the button *Contents* opens on a phone
// (thumb.js).
import { element } from "../lib/dom.js";
import { chapterAsked, chapterLink } from "../lib/only-chapter.js";

/**
 * Makes the row of a chapter: a link to its changes on this page, and one that shows only these.
 * @param {HTMLAnchorElement} link the chapter's link in the list on the page
 */
function chapterRow(link) {
  const copy = element("a", { href: link.href }, [...link.cloneNode(true).childNodes]);
  const only = chapterLink(link.hash.slice(1), "only");
  only.setAttribute("aria-label", `only ${link.textContent.trim()}`);
  return element("li", { class: "sheet-chapter" }, copy, only);
}

/** Makes the rows of the chapters of which the filters show changes. */
function listChapters() {
  const links = [...document.querySelectorAll(/** @type {"a"} */ (".c-contents a"))];
  const rows = links.filter((link) => link.querySelector("b")?.textContent !== "0").map(chapterRow);
  if (rows.length && chapterAsked(window.location.search))
    rows.unshift(element("li", {}, chapterLink("", "All chapters")));
  return rows;
}

/** Fills the sheet when it is opened: thumb.js then sends `contents`. */
export function offerContents() {
  document.addEventListener("contents", (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    detail.title = "Chapters with changes";
    detail.rows = listChapters();
  });
}
