// The bar of an edition that is not the latest: the way back to the rule that one is reading, as it
// is today.
import { element } from "../lib/dom.js";
import { currentAddress } from "./records.js";
import { nameOf } from "../lib/record-key.js";

const inner = document.querySelector(".edition-bar-old .edition-bar-inner");
const line = element("p", { class: "asof-now" });

let turn = 0;

/** Shows what a record is today; nothing for none. */
export async function showInBar(edition, row) {
  if (!inner) return;
  inner.closest(".edition-bar").dataset.lineage = row?.lineage ?? "";
  line.remove();
  const mine = ++turn;
  if (!edition || !row?.lineage) return;
  const today = await edition.today().catch(() => null);
  if (!today || mine !== turn) return;
  const then = nameOf(row.key);
  const { key } = today.of(row);
  if (key === null) line.replaceChildren(`${then} is not in the latest edition`);
  else {
    const words = key === row.key ? `${then} today` : `${then} then is ${nameOf(key)} now`;
    line.replaceChildren(element("a", { href: currentAddress(key) }, words));
  }
  inner.firstElementChild.after(line);
}
