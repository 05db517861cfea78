// @ts-check
// The content of the preview of a link: the words of its target, from the page that it leads to.
import { decoded } from "./address-bar.js";
import { element, nameOf, recordOf } from "./dom.js";

/** A preview shows at most so many paragraphs, so that it stays small. */
const MOST_PARAGRAPHS = 2;

/**
 * The pages that were fetched, by address.
 * @type {Map<string, Promise<Document>>}
 */
const pages = new Map();

/**
 * The page at an address; each is fetched once, and again after a failure.
 * @param {URL} url
 */
export function pageAt(url) {
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

/**
 * The content of the preview of a link; null if there is nothing to show.
 * @param {HTMLAnchorElement} link
 */
export async function contentFor(link) {
  const url = new URL(link.href);
  return contentOf(await pageAt(url), decoded(url.hash.slice(1)));
}
