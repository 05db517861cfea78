// @ts-check
// Where the search page looks: parts of the rules ("within"), and what the bar says of a search as
// of a day.
import { element } from "../lib/dom.js";
import { fold } from "./text.js";
import { searched_edition } from "../../sentences.json";
import { chapterOf, isInPart } from "../lib/record-key.js";
import { say } from "../lib/say.js";

/**
 * A test of runs for "within": a number (`7`, `702`, `702.40`) by its beginning, anything else by
 * chapter or title.
 * @param {import("./words.js").Words} words
 * @param {string} within
 * @returns {(run: import("./words.js").Run) => boolean}
 */
export function insideOf(words, within) {
  const wanted = fold(within.trim()).replace(/\.$/, "");
  if (!wanted) return () => true;
  if (/^\d/.test(wanted)) return (run) => isInPart(run.key, wanted);
  if (wanted === "glossary") return (run) => chapterOf(run.key) === "glossary";
  return (run) =>
    [words.titleOf(run), words.titles.at(chapterOf(run.key), run.last)].some(
      (title) => fold(title) === wanted,
    );
}

const bar = document.querySelector(".edition-bar");
const inner = bar?.querySelector(".edition-bar-inner") ?? bar;
/** @type {Iterable<HTMLElement>} */
const usual = inner?.querySelectorAll(":scope > :not(.sample-note)") ?? [];

/**
 * Shows in the bar that an edition is searched, with the way back; the page's own words return for
 * null.
 * @param {{ words: string, back: string } | null} edition the edition in words, and the address of
 *   the same search in the latest
 */
export function showInBar(edition) {
  if (!bar || !inner) return;
  bar.classList.toggle("edition-bar-old", edition !== null);
  for (const note of inner.querySelectorAll(".searched-edition")) note.remove();
  for (const child of usual) child.hidden = edition !== null;
  if (edition === null) return;
  const back = element(
    "a",
    { class: "edition-back", href: edition.back },
    element("span", { class: "long" }, "Search the latest edition"),
    element("span", { class: "short" }, "Latest"),
  );
  inner.prepend(
    element(
      "p",
      { class: "searched-edition edition-name" },
      say(searched_edition, { edition: edition.words }),
    ),
    element("p", { class: "searched-edition" }, back),
  );
}
