// @ts-check
// The chapters with changes as rows of the sheet that Contents opens on a phone.
import { element } from "../lib/dom.js";
import { chapterAsked, chapterLink } from "../lib/only-chapter.js";

/**
 * A chapter: a link to its changes on this page, and one that shows these alone.
 * @param {HTMLAnchorElement} link as the list on the page has it
 */
function chapterRow(link) {
  const copy = element("a", { href: link.href }, [...link.cloneNode(true).childNodes]);
  const only = chapterLink(link.hash.slice(1), "only");
  only.setAttribute("aria-label", `only ${link.textContent.trim()}`);
  return element("li", { class: "sheet-chapter" }, copy, only);
}

/** The chapters of which changes are shown. */
function listChapters() {
  const links = [...document.querySelectorAll(/** @type {"a"} */ (".c-contents a"))];
  const rows = links.filter((link) => link.querySelector("b")?.textContent !== "0").map(chapterRow);
  if (rows.length && chapterAsked(window.location.search))
    rows.unshift(element("li", {}, chapterLink("", "All chapters")));
  return rows;
}

/** Gives the sheet its rows when it is opened. */
export function offerContents() {
  document.addEventListener("contents", (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    detail.title = "Chapters with changes";
    detail.rows = listChapters();
  });
}
