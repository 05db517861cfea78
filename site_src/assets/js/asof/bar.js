// @ts-check
// The bar of an edition that is not the latest: the way back to the rule that one is reading, as it
// is today.
import { element } from "../lib/dom.js";
import { currentAddress } from "./records.js";
import { nameOf } from "../lib/record-key.js";

/** @typedef {{key: string, lineage?: string | null}} Row a record of an edition */
/**
 * An edition that can say what its records are today.
 * @typedef {object} EditionWithToday
 * @property {() => Promise<{of: (row: Row) => {key: string | null}} | null>} today
 */

/** @type {HTMLElement | null} */
const bar = document.querySelector(".edition-bar-old");
const inner = bar?.querySelector(".edition-bar-inner");
/** @type {HTMLElement} */
const line = element("p", { class: "asof-now" });

let turn = 0;

/**
 * Shows what a record is today; nothing for none.
 * @param {EditionWithToday | null | undefined} edition
 * @param {Row | null | undefined} row
 */
export async function showInBar(edition, row) {
  if (!bar || !inner) return;
  bar.dataset.lineage = row?.lineage ?? "";
  line.remove();
  const mine = ++turn;
  if (!edition || !row?.lineage) return;
  const today = await edition.today().catch(() => null);
  if (!today || mine !== turn) return;
  const then = nameOf(row.key);
  const { key } = today.of(row);
  if (key === null) line.replaceChildren(`${then} is not in the latest edition`);
  else {
    const isSame = key === row.key;
    // a phone has room for the number of today alone
    const before = isSame ? "" : element("span", { class: "long" }, `${then} then is `);
    const words = isSame ? `${then} today` : `${nameOf(key)} now`;
    line.replaceChildren(element("a", { href: currentAddress(key) }, before, words));
  }
  inner.firstElementChild?.after(line);
}
