// @ts-check
// The note in the bar of editions that a former edition is searched.
import { dateInWords } from "../lib/dates.js";
import { element, latestEdition } from "../lib/dom.js";
import { searched_edition } from "../../sentences.json";
import { say } from "../lib/say.js";
import { editionInForce } from "./places.js";
import { editionInWords } from "./rows.js";

const bar = document.querySelector(".edition-bar");
const inner = bar?.querySelector(".edition-bar-inner") ?? bar;
/**
 * The bar's own words, which are hidden while it has the note.
 * @type {Iterable<HTMLElement>}
 */
const usual = inner?.querySelectorAll(":scope > :not(.sample-note)") ?? [];

/**
 * Shows in the bar that a former edition is searched, with a link to the latest; null brings the
 * bar's own words back.
 * @param {{ words: string, day: string, back: string } | null} edition the edition in words; its
 *   day in words, which is all that fits on the one line of a phone; and the address of the same
 *   search in the latest edition, empty if the query itself names the former one
 */
export function showSearchedEdition(edition) {
  if (!bar || !inner) return;
  bar.classList.toggle("edition-bar-old", edition !== null);
  for (const note of inner.querySelectorAll(".searched-edition")) note.remove();
  for (const child of usual) child.hidden = edition !== null;
  if (edition === null) return;
  inner.prepend(
    element(
      "p",
      { class: "searched-edition edition-name" },
      element("span", { class: "long" }, say(searched_edition, { edition: edition.words })),
      element("span", { class: "short" }, `Searching ${edition.day}`),
    ),
    ...(edition.back ? [element("p", { class: "searched-edition" }, linkBack(edition.back))] : []),
  );
}

/**
 * The link to the same search in the latest edition.
 * @param {string} href
 */
const linkBack = (href) =>
  element(
    "a",
    { class: "edition-back", href },
    element("span", { class: "long" }, "Search the latest edition"),
    element("span", { class: "short" }, "Latest"),
  );

/**
 * Shows in the bar the edition that a query names, which was searched instead of that of the
 * filters.
 * @param {import("../jump.js").JumpTable} table
 * @param {string} named its date; if it is empty, the bar stays as it is
 */
export function showNamedEdition({ editions }, named) {
  if (!named) return;
  if (named === latestEdition()) {
    showSearchedEdition(null);
    return;
  }
  const [day, , set] = editionInForce(editions, named);
  showSearchedEdition({ words: editionInWords([day, set]), day: dateInWords(day), back: "" });
}
