// @ts-check
// The bar on the page of an edition that is not the latest: it leads from the rule being read to
// the same rule in the latest edition.
import { element } from "../lib/dom.js";
import { makeTurns } from "../lib/latest.js";
import { currentAddress } from "./records.js";
import { isTerm, nameOf } from "../lib/record-key.js";

/** @typedef {{key: string, lineage?: string | null}} Row a record of an edition */
/**
 * An edition of which the present keys of its records can be fetched.
 * @typedef {object} EditionWithToday
 * @property {() => Promise<{fateOf: (row: Row) => {key: string | null}} | null>} today
 */

/** @type {HTMLElement | null} */
const bar = document.querySelector(".edition-bar-old");
const inner = bar?.querySelector(".edition-bar-inner");
/** @type {HTMLElement} */
const line = element("p", { class: "asof-now" });

/** Returns a test whether no other record was to be shown since. */
const beginRecord = makeTurns();

/**
 * Shows the current number of a record in the bar (`502.30a then is 702.40a now`), or nothing if
 * there is no record.
 * @param {EditionWithToday | null | undefined} edition
 * @param {Row | null | undefined} row
 */
export async function showInBar(edition, row) {
  if (!bar || !inner) return;
  bar.dataset.lineage = row?.lineage ?? "";
  line.remove();
  const isLatest = beginRecord();
  if (!edition || !row?.lineage) return;
  const today = await edition.today().catch(() => null);
  if (!today || !isLatest()) return;
  line.replaceChildren(...becameInWords(row.key, today.fateOf(row).key));
  inner.firstElementChild?.after(line);
}

/**
 * What a record is in the latest edition, as the bar shows it. A phone has no room for the name of
 * a glossary entry, which is the heading below the bar.
 * @param {string} then the record's key
 * @param {string | null} now its key in the latest edition; null if that lacks it
 * @returns {(HTMLElement | string)[]}
 */
function becameInWords(then, now) {
  const name = nameOf(then);
  const isEntry = isTerm(then);
  if (now === null) {
    const short = isEntry ? "gone today" : `${name} is gone today`;
    return forScreens(`${name} is not in the latest edition`, short);
  }
  const sameName = isEntry ? forScreens(`${name} today`, "today’s entry") : [`${name} today`];
  const otherName = [element("span", { class: "long" }, `${name} then is `), `${nameOf(now)} now`];
  return [element("a", { href: currentAddress(now) }, ...(now === then ? sameName : otherName))];
}

/**
 * Words for a wide screen, and words for a phone; the style sheet shows the ones that fit.
 * @param {string} long
 * @param {string} short
 */
const forScreens = (long, short) => [
  element("span", { class: "long" }, long),
  element("span", { class: "short" }, short),
];
