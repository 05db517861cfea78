// @ts-check
// Redirects addresses of rules that have moved: /cr/702/#702.40a has a page of its own,
// /cr/702.40/. A number of the past, as in /cr/702/#502.30a or /cr/502.30/, has its answer at
// /n/?502.30a.
import { dateInWords } from "./lib/dates.js";
import { meant, rulesEditions } from "./lib/editions.js";
import { address, root } from "./site.js";
import { anchorHere, decoded } from "./lib/address-bar.js";
import { jumpTable } from "./lib/jump-table.js";
import { addressOf, numberIn } from "./jump.js";
import { meaningsOf, numbersTable } from "./lib/numbers.js";
import { none_in_force } from "../sentences.json";
import { say } from "./lib/say.js";

/**
 * Goes to where a number is read today, or to what it meant; the page that did not have it is left
 * out of the way back.
 * @param {string} number
 */
async function seek(number) {
  const found = addressOf(await jumpTable(), number);
  const target = address(found ?? `n/?${number}`);
  if (target !== window.location.href) window.location.replace(target);
}

function followAnchorHere() {
  const anchor = anchorHere();
  const number = numberIn(anchor);
  if (anchor && !document.getElementById(anchor) && number) seek(number);
}

/**
 * Goes to the history of the rule that had a number on a day; any number and day of a lineage
 * identify it, not only its id.
 * @param {string} number
 * @param {string} day
 */
async function seekLineage(number, day) {
  const meaning = meaningsOf(await numbersTable(), number)
    .filter((period) => period.first <= day)
    .at(-1);
  window.location.replace(address(meaning ? meaning.history : `n/?${number}`));
}

/**
 * The place in an edition that the last part of an address below it names: its page with all rules,
 * or a rule; elsewhere it is that of the anchor.
 * @param {string} name
 */
function placeNamed(name) {
  if (name === "all") return `all/${window.location.hash}`;
  const number = numberIn(name);
  return number ? `#${number}` : window.location.hash;
}

/**
 * Goes to the edition that was in force on a day; where there was none yet, the page says so.
 * @param {string} day
 * @param {string} place in the edition, as it follows its address
 */
async function seekEdition(day, place) {
  const all = await rulesEditions();
  const edition = meant(all, day);
  if (edition) {
    const target = address(`e/${edition.id}/${place}`);
    if (target !== window.location.href) window.location.replace(target);
    return;
  }
  const words = { day: dateInWords(day), first: dateInWords(all[0].id) };
  document.querySelector(".page-missing p")?.replaceChildren(say(none_in_force, words));
}

/**
 * The page for what is not there: an address that ends in a number, a day, or a number and a day,
 * is understood.
 */
function followMissing() {
  const path = decoded(window.location.pathname);
  const [, read, name = ""] = /\/e\/(\d{4}-\d\d-\d\d)(?:\/([^/]*))?\/?$/.exec(path) ?? [];
  if (read) {
    seekEdition(read, placeNamed(name));
    return;
  }
  const [, from, to] = /\/compare\/([\w-]+)\.\.([\w-]+)\/?$/.exec(path) ?? [];
  if (from) {
    // the page of any two editions knows days and sets, and says which words it does not understand
    window.location.replace(address(`compare/?from=${from}&to=${to}`));
    return;
  }
  const [, holder, day] = /\/id\/([0-9.]+[a-z]?)@(\d{4}-\d\d-\d\d)\/?$/.exec(path) ?? [];
  if (day) {
    seekLineage(holder, day);
    return;
  }
  const [, number] = /\/(?:cr|history)\/([^/]+)\/?$/.exec(path) ?? [];
  const wanted = number && numberIn(number);
  if (wanted) seek(numberIn(anchorHere()) ?? wanted);
}

/**
 * An entry of the glossary by its address on the list of all of them, as it was when the glossary
 * was one page.
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
