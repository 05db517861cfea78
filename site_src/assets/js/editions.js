// @ts-check
// The dialog in which a reader chooses another edition: any date means the edition then in force.
// Without a script the link leads to the list of all editions.
import { address } from "./site.js";
import { anchorHere } from "./lib/address-bar.js";
import { data } from "./lib/data.js";
import { dateInput } from "./lib/date-input.js";
import { dateInWords } from "./lib/dates.js";
import { describeEdition, editionNamed, isRetyped, rulesEditions, setOf } from "./lib/editions.js";
import { closestTo, editionHere, element, modal, nameOf } from "./lib/dom.js";
import { first_known } from "../sentences.json";
import { say } from "./lib/say.js";

/** @typedef {import("./lib/editions.js").Edition} Edition */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * The anchor, on the page of any edition, of the record that the reader looks at. It is the
 * record's lineage (`#502.30a@2003-05-26`), because its number may name another rule in another
 * edition. The page of an old edition has the lineage in its bar; on other pages it is looked up by
 * number.
 */
async function anchorInEditions() {
  /** @type {HTMLElement | null} */
  const bar = document.querySelector(".edition-bar");
  const lineage = bar?.dataset.lineage;
  if (lineage) return `#${encodeURIComponent(lineage)}`;
  const key = anchorHere() || nameOf(document.querySelector(".page-rules .page-head"));
  if (!/^\d/.test(key)) return "";
  const rule = await data(`rule/${key}`).catch(() => null);
  return `#${encodeURIComponent(rule?.lineage ?? key)}`;
}

/**
 * Makes the link of an edition in the list of all editions.
 * @param {Edition} edition
 * @param {string} href
 */
function makeEditionLink(edition, href) {
  const remarks = [setOf(edition), isRetyped(edition) && "retyped copy"].filter(Boolean).join(", ");
  const link = element("a", { href }, dateInWords(edition.id), element("span", {}, remarks));
  if (edition.id === editionHere()) link.setAttribute("aria-current", "true");
  return link;
}

/**
 * Makes the dialog with a field for a day and the list of all editions, newest first.
 * @param {Edition[]} all oldest first
 * @param {string} anchor of the record that the reader looks at
 */
function makeDialog(all, anchor) {
  const addressAt = (/** @type {Edition} */ edition) => address(`e/${edition.id}/${anchor}`);
  const { input, field } = dateInput({
    id: "edition-date",
    min: all[0].id,
    value: editionHere(),
  });
  const answer = element("p", { class: "edition-answer", role: "status" });
  const showEdition = () => {
    const found = editionNamed(all, input.value);
    if (found)
      answer.replaceChildren(
        "Then in force: ",
        element("a", { href: addressAt(found) }, describeEdition(found)),
      );
    else answer.textContent = input.value ? say(first_known, { day: dateInWords(all[0].id) }) : "";
  };
  const form = element(
    "form",
    { class: "edition-form" },
    element("label", { for: "edition-date" }, "On the day"),
    field,
    element("button", { type: "submit" }, "Read"),
  );
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    answer.querySelector("a")?.click();
  });
  input.addEventListener("input", showEdition);
  const list = element("ul", { class: "edition-list" });
  for (const edition of [...all].reverse())
    list.append(element("li", {}, makeEditionLink(edition, addressAt(edition))));
  const made = modal("editions-dialog", "Editions", form, answer, list);
  made.addEventListener("click", (event) => {
    if (closestTo(event, "a")) made.close();
  });
  showEdition();
  return made;
}

export function chooseEdition() {
  document.addEventListener("click", async (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = closestTo(event, "a.edition-choose");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const [all, anchor] = await Promise.all([rulesEditions(), anchorInEditions()]);
      // made each time, because the reader may be at another rule
      dialog?.remove();
      dialog = makeDialog(all, anchor);
      dialog.showModal();
      dialog.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "center" });
    } catch {
      window.location.assign(link.href);
    }
  });
}
