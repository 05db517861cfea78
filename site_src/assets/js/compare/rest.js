// @ts-check
// The changes of a large comparison that are on a second page, so that the first one is soon drawn.
// They are put into the first page when it has been drawn; without scripts there are two pages.
import { anchorHere } from "../lib/address-bar.js";
import { breathe, drawn, inPieces } from "../lib/pieces.js";
import { offerChapter, revealAndScroll } from "./chips.js";
import { countArticles } from "./tally.js";

/** Characters of the second page that are parsed at once. */
const AT_ONCE = 40_000;

/**
 * The line with the link to the second page; null if all changes are on this one.
 * @param {HTMLElement} page
 * @returns {HTMLElement | null}
 */
const lineOf = (page) => page.querySelector(".c-more");

/**
 * Leaves the second page, which scripts do not need, for the same place on the first one.
 * @param {string} first the address of the first page
 */
export function goToFirstPart(first) {
  const { search, hash } = window.location;
  window.location.replace(new URL(first + search + hash, window.location.href));
}

/**
 * The figures of all changes, of those on the second page as the line with its link has them.
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
 * Puts the changes of the second page into this one, and scrolls to one of them if the address asks
 * for it. If they cannot be fetched, the link to their page stays.
 * @param {HTMLElement} page
 */
export async function loadRest(page) {
  const line = lineOf(page);
  const list = page.querySelector(".c-changes");
  const link = line?.querySelector("a");
  if (!line || !list || !link) return;
  linkHere(page);
  await loaded();
  await drawn();
  let wasThere = true;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) return;
    const parsed = await parseInPieces(await answer.text());
    wasThere = document.getElementById(anchorHere()) !== null;
    await inPieces(parsed.querySelectorAll(".c-chapter"), (section) => {
      offerChapter(section);
      list.append(document.adoptNode(section));
      section.dispatchEvent(new CustomEvent("chapter", { bubbles: true }));
    });
  } catch {
    return;
  }
  line.remove();
  if (!wasThere) revealAndScroll(page);
}
