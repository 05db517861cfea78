// @ts-check
// The bar on the page of an edition that is not the latest: it leads from the rule being read to
// the same rule in the latest edition.
import { element } from "../lib/dom.js";
import { makeTurns } from "../lib/latest.js";
import { currentAddress } from "./records.js";
import { nameOf } from "../lib/record-key.js";

/** @typedef {{key: string, lineage?: string | null}} Row a record of an edition */
/**
 * An edition of which the present keys of its records can be fetched.
 * @typedef {object} EditionWithToday
 * @property {() => Promise<{of: (row: Row) => {key: string | null}} | null>} today
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
  const then = nameOf(row.key);
  const { key } = today.of(row);
  if (key === null) line.replaceChildren(`${then} is not in the latest edition`);
  else {
    const isSame = key === row.key;
    // on a phone the style sheet hides this part
    const before = isSame ? "" : element("span", { class: "long" }, `${then} then is `);
    const words = isSame ? `${then} today` : `${nameOf(key)} now`;
    line.replaceChildren(element("a", { href: currentAddress(key) }, before, words));
  }
  inner.firstElementChild?.after(line);
}
