// @ts-check
// The part of the rules that the search page searches ("within"), and the note in the bar of
// editions that a former edition is searched.
import { element } from "../lib/dom.js";
import { fold } from "./text.js";
import { searched_edition } from "../../sentences.json";
import { chapterOf, isInPart } from "../lib/record-key.js";
import { say } from "../lib/say.js";

/**
 * Makes a test whether a run is in the part of the rules that readers gave: a section, chapter or
 * rule by its number (`7`, `702`, `702.40`), or a chapter or rule by its title.
 * @param {import("./words.js").Words} words
 * @param {string} within as typed; the test lets all runs through if it is empty
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
/**
 * The bar's own words, which are hidden while it has the note.
 * @type {Iterable<HTMLElement>}
 */
const usual = inner?.querySelectorAll(":scope > :not(.sample-note)") ?? [];

/**
 * Shows in the bar that a former edition is searched, with a link to the latest; null brings the
 * bar's own words back.
 * @param {{ words: string, back: string } | null} edition the edition in words, and the address of
 *   the same search in the latest edition
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
