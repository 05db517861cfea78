// The bar of an edition that is not the latest: the way back to the rule that one is reading, as it is today.
import { element } from "../lib/dom.js";
import { currentAddress } from "./records.js";
import { nameOf } from "./edition.js";

const inner = document.querySelector(".edition-bar-old .edition-bar-inner");
const line = element("p", { class: "asof-now" });

/** Shows what a record is today; nothing for none. */
export function showInBar(edition, row) {
  if (!inner) return;
  inner.closest(".edition-bar").dataset.lineage = row?.lineage ?? "";
  line.remove();
  if (!edition || !row || !row.lineage) return;
  const then = nameOf(row.key);
  if (row.now === null) line.replaceChildren(`${then} is not in the latest edition`);
  else {
    const words = row.now === row.key ? `${then} today` : `${then} then is ${nameOf(row.now)} now`;
    line.replaceChildren(element("a", { href: currentAddress(row.now) }, words));
  }
  inner.firstElementChild.after(line);
}
