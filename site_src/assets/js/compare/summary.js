// @ts-check
// The lines above the changes of a comparison of any two editions.
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { setOf } from "../lib/editions.js";
import { say } from "../lib/say.js";
import { symbolOf } from "../lib/set-symbol.js";
import { address } from "../site.js";
import { retyped, unannounced } from "../../sentences.json";
import { describeChanges } from "./categories.js";

/** @typedef {import("../lib/editions.js").Edition} EditionRow an edition of the list of all */

/** The class of the summary while it is about one chapter; the style sheet hides the rest of it. */
const OF_CHAPTER = "c-of-chapter";

/**
 * A line about announcements.
 * @param {(string | Element)[]} parts
 */
export const announcedLine = (...parts) => element("p", { class: "announced" }, ...parts);

/**
 * A line that says for how many editions no announcement is known, with a link to the reason; empty
 * for none.
 * @param {number} number
 */
export function unannouncedLine(number) {
  if (!number) return [];
  const words = say(unannounced, { editions: number === 1 ? "one edition" : `${number} editions` });
  const why = element("a", { href: address("bulletins/#unannounced") }, "Why");
  return [announcedLine(words, " ", why, ".")];
}

/** @param {EditionRow} edition */
function linkTo(edition) {
  const name = setOf(edition) || dateInWords(edition.id);
  return element("a", { href: address(`e/${edition.id}/`) }, symbolOf(edition.set), " ", name);
}

/**
 * A line that says why an edition is retyped; empty for other editions.
 * @param {EditionRow} edition
 */
function retypedLine({ id, reason }) {
  if (!reason) return [];
  return [element("p", { class: "retyped" }, say(retyped, { day: dateInWords(id), reason }))];
}

/**
 * The lines above the summary: the editions, and whether they are retyped.
 * @param {EditionRow} from
 * @param {EditionRow} to
 * @returns {Element[]}
 */
export function linesAbove(from, to) {
  const direction = from.id > to.id ? ", backwards." : ".";
  const editions = element("p", { class: "lead" }, linkTo(from), " to ", linkTo(to), direction);
  return [editions, ...retypedLine(from), ...retypedLine(to)];
}

/**
 * Makes the summary of the changes: how many rules changed.
 * @param {import("./categories.js").Categorized[]} changes
 */
export function makeSummary(changes) {
  const sentences = describeChanges(changes).map((sentence) => element("span", {}, sentence, " "));
  return element("p", { class: "c-summary" }, sentences);
}

/**
 * Has the summary speak of one chapter alone, or of all chapters.
 * @param {Element} summary
 * @param {string} sentence about the chapter; empty for all chapters
 */
export function tellOfChapter(summary, sentence) {
  summary.querySelector(".c-own")?.remove();
  summary.classList.toggle(OF_CHAPTER, sentence !== "");
  if (sentence) summary.prepend(element("span", { class: "c-own" }, sentence));
}
