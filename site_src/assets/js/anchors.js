// @ts-check
// Redirects addresses that the site has no page for: /cr/702/#702.40a goes to /cr/702.40/#702.40a,
// and a number of the past, as in /cr/702/#502.30a or /cr/502.30/, to /n/?502.30a.
import { dateInWords } from "./lib/dates.js";
import { editionNamed, rulesEditions } from "./lib/editions.js";
import { address, root } from "./site.js";
import { anchorHere, decoded } from "./lib/address-bar.js";
import { jumpTable } from "./lib/jump-table.js";
import { addressOf, numberIn } from "./jump.js";
import { meaningsOf, numbersTable } from "./lib/numbers.js";
import { none_in_force } from "../sentences.json";
import { say } from "./lib/say.js";

/**
 * Goes to the rule that has a number today, or to the answer to what the number meant. The present
 * page is replaced in the browser's history, because it does not have the number.
 * @param {string} number
 */
async function goToNumber(number) {
  const found = addressOf(await jumpTable(), number);
  const target = address(found ?? `n/?${number}`);
  if (target !== window.location.href) window.location.replace(target);
}

function followAnchorHere() {
  const anchor = anchorHere();
  const number = numberIn(anchor);
  if (anchor && !document.getElementById(anchor) && number) goToNumber(number);
}

/**
 * Goes to the history of the rule that had a number on a day. A lineage's id is its first number
 * and day (`502.30a@2003-05-26`); any later number and day of a rule lead there too. For the number
 * of a ruling, which is not in the table of numbers, it goes to the page about the number.
 * @param {string} number
 * @param {string} day
 */
async function goToLineage(number, day) {
  const meaning = meaningsOf(await numbersTable(), number)
    .filter((period) => period.first <= day)
    .at(-1);
  window.location.replace(address(meaning ? meaning.history : `n/?${number}`));
}

/**
 * Returns the rest of an edition's address for the last part of a missing one: `702.40a` →
 * `#702.40a`, `all` → `all/` with the present anchor, anything else → the present anchor.
 * @param {string} name
 */
function placeNamed(name) {
  if (name === "all") return `all/${window.location.hash}`;
  const number = numberIn(name);
  return number ? `#${number}` : window.location.hash;
}

/**
 * Goes to the edition that was in force on a day. On a day before the first edition, the page says
 * that none was in force.
 * @param {string} day
 * @param {string} place the rest of the address: `#702.40a`
 */
async function goToEdition(day, place) {
  const all = await rulesEditions();
  const edition = editionNamed(all, day);
  if (edition) {
    const target = address(`e/${edition.id}/${place}`);
    if (target !== window.location.href) window.location.replace(target);
    return;
  }
  const words = { day: dateInWords(day), first: dateInWords(all[0].id) };
  document.querySelector(".page-missing p")?.replaceChildren(say(none_in_force, words));
}

/**
 * Redirects from the page for missing addresses, if the address names an edition
 * (`/e/2009-07-12/702.40a`), two editions (`/compare/M10..M11/`), a lineage
 * (`/id/502.30a@2003-05-26/`) or a number (`/cr/502.30/`, `/history/502.30/`).
 */
function followMissing() {
  const path = decoded(window.location.pathname);
  const [, editionDay, name = ""] = /\/e\/(\d{4}-\d\d-\d\d)(?:\/([^/]*))?\/?$/.exec(path) ?? [];
  if (editionDay) {
    goToEdition(editionDay, placeNamed(name));
    return;
  }
  const [, from, to] = /\/compare\/([\w-]+)\.\.([\w-]+)\/?$/.exec(path) ?? [];
  if (from) {
    // that page understands days and sets, and says which name it does not understand
    window.location.replace(address(`compare/?from=${from}&to=${to}`));
    return;
  }
  const [, named, ordinal, day] = /\/id\/([^/@~]+)(~\d+)?@(\d{4}-\d\d-\d\d)\/?$/.exec(path) ?? [];
  const numberThen = named && numberIn(named);
  if (numberThen) {
    // the ordinal of a number that was printed twice (`502.35b~2`) says nothing on another day
    if (ordinal) window.location.replace(address(`n/?${numberThen}`));
    else goToLineage(numberThen, day);
    return;
  }
  const [, number] = /\/(?:cr|history)\/([^/]+)\/?$/.exec(path) ?? [];
  const wanted = number && numberIn(number);
  if (wanted) goToNumber(numberIn(anchorHere()) ?? wanted);
}

/**
 * Redirects from the list of glossary entries to the entry that the anchor names. When the glossary
 * was one page, /glossary/#storm was the address of the entry itself.
 */
function followTerm() {
  const link = document
    .getElementById(anchorHere())
    ?.closest(".glossary-letter li")
    ?.querySelector("a");
  if (link) window.location.replace(link.href);
}

export function followAnchor() {
  if (document.querySelector(".page-missing")) followMissing();
  else if (window.location.pathname === `${root.pathname}glossary/`) {
    followTerm();
    window.addEventListener("hashchange", followTerm);
  } else if (window.location.pathname.startsWith(`${root.pathname}cr/`)) {
    followAnchorHere();
    window.addEventListener("hashchange", followAnchorHere);
  }
}
