// @ts-check
// The changes of a large comparison that are on further pages, so that the first one is soon drawn.
// They are put into the first page when it has been drawn; without scripts there are several pages.
import { anchorHere } from "../lib/address-bar.js";
import { breathe, drawn, inPieces } from "../lib/pieces.js";
import { offerChapter, revealAndScroll } from "./chips.js";
import { countArticles } from "./tally.js";

/** Characters of a further page that are parsed at once. */
const AT_ONCE = 40_000;

/**
 * The line with the links to further pages; null if all changes are on this one.
 * @param {HTMLElement} page
 * @returns {HTMLElement | null}
 */
const lineOf = (page) => page.querySelector(".c-more");

/**
 * The figures of all changes, of those on further pages as the line with their links has them.
 * @param {HTMLElement} page
 * @returns {import("./tally.js").ByChapter}
 */
export function countAll(page) {
  const ofRest = JSON.parse(lineOf(page)?.dataset.figures ?? "{}");
  return new Map([...countArticles(page.querySelectorAll(".ch")), ...Object.entries(ofRest)]);
}

/**
 * Has the list of chapters lead to places on this page, also to those that are still to come.
 * @param {HTMLElement} page
 */
function linkHere(page) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = page.querySelectorAll(".c-contents a");
  for (const link of links) link.setAttribute("href", link.hash);
}

/**
 * Parses a page in pieces: in one piece it would keep a phone busy for a third of a second.
 * @param {string} html
 */
async function parseInPieces(html) {
  const parsed = document.implementation.createHTMLDocument();
  parsed.open();
  for (let at = 0; at < html.length; at += AT_ONCE) {
    await breathe();
    parsed.write(html.slice(at, at + AT_ONCE));
  }
  parsed.close();
  return parsed;
}

const loaded = () =>
  new Promise((resolve) => {
    if (document.readyState === "complete") resolve(undefined);
    else window.addEventListener("load", resolve, { once: true });
  });

/**
 * Puts the changes of a further page into this one, and scrolls to one of them if the address asks
 * for it.
 * @param {string} further the address of that page
 * @param {HTMLElement} page
 * @param {Element} list the changes of this page
 */
async function appendPart(further, page, list) {
  const answer = await fetch(further);
  if (!answer.ok) throw new Error(`the changes could not be loaded (${answer.status})`);
  const parsed = await parseInPieces(await answer.text());
  const wasThere = document.getElementById(anchorHere()) !== null;
  await inPieces(parsed.querySelectorAll(".c-chapter"), (section) => {
    offerChapter(section);
    list.append(document.adoptNode(section));
    section.dispatchEvent(new CustomEvent("chapter", { bubbles: true }));
  });
  if (!wasThere && document.getElementById(anchorHere())) revealAndScroll(page);
}

/**
 * Puts the changes of further pages into this one. If some cannot be fetched, the links to their
 * pages stay.
 * @param {HTMLElement} page
 */
export async function loadRest(page) {
  const line = lineOf(page);
  const list = page.querySelector(".c-changes");
  if (!line || !list) return;
  linkHere(page);
  await loaded();
  await drawn();
  try {
    for (const { href } of line.querySelectorAll("a")) await appendPart(href, page, list);
    line.remove();
  } catch {
    // the links stay, and lead to all changes
  }
}
