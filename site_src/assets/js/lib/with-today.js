// @ts-check
// A version compared with the words of today (or the last ones), in place: both are on the page.
import { element, makeButton } from "./dom.js";
import { symbols } from "./passage.js";

/**
 * A part of a version: its kind (`text`, `example`) and its words.
 * @typedef {{ kind: string, words: string }} Part
 */

/**
 * The words of an element's parts, without what was deleted.
 * @param {Element} holder
 * @returns {Part[]}
 */
function wordsOf(holder) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = holder.querySelectorAll("[data-part]");
  const parts = [...found].map((part) => {
    const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
    for (const gone of copy.querySelectorAll("del")) gone.remove();
    return { kind: part.dataset.part ?? "", words: copy.textContent };
  });
  return parts.filter(({ words }) => words !== "");
}

/**
 * The first of a kind with the first of that kind, and so on.
 * @param {Part[]} before
 * @param {Part[]} after
 * @returns {Generator<[kind: string, before: string, after: string]>}
 */
function* pairs(before, after) {
  for (const kind of ["heading", "text", "example", "note"]) {
    const olds = before.filter((part) => part.kind === kind);
    const news = after.filter((part) => part.kind === kind);
    for (let at = 0; at < Math.max(olds.length, news.length); at += 1)
      yield [kind, olds[at]?.words ?? "", news[at]?.words ?? ""];
  }
}

/**
 * Quotes, dashes and marks as every edition could have printed them: their kind is no difference
 * worth a mark.
 * @param {string} words
 */
const plain = (words) =>
  words
    .replace(/[“”„"]/g, '"')
    .replace(/[‘’`']/g, "'")
    .replace(/[–—−-]+/g, "-")
    .replace(/[™®]/g, "");

/** The types of the library leave `comparator` out, which it has for words, too. */
const ALIKE = {
  ignoreCase: false,
  /**
   * @param {string} first
   * @param {string} second
   */
  comparator: (first, second) => plain(first) === plain(second),
};

/**
 * The words of a version, with what differs from those of today marked.
 * @param {Element} version
 * @param {Element} now
 */
async function comparison(version, now) {
  const { diffWordsWithSpace } = await import("diff");
  /** @type {HTMLElement[]} */
  const blocks = [];
  for (const [kind, before, after] of pairs(wordsOf(version), wordsOf(now))) {
    if (kind === "heading" && !after) continue;
    const pieces = diffWordsWithSpace(before, after, ALIKE).map(({ added, removed, value }) =>
      added || removed ? element(added ? "ins" : "del", {}, symbols(value)) : symbols(value),
    );
    const words = element(
      "p",
      { class: kind === "text" || kind === "heading" ? "rule-text" : "example-text" },
      pieces,
    );
    blocks.push(
      kind === "example" || kind === "note"
        ? element("div", { class: "example" }, element("span", { class: "label" }, kind), words)
        : words,
    );
  }
  return blocks;
}

/**
 * Puts a button on every version but the newest one; the button opens and closes the comparison.
 */
export function offerComparison() {
  for (const lineage of document.querySelectorAll(".lineage")) {
    const now = lineage.querySelector(".now");
    const versions = [...lineage.querySelectorAll(".timeline > .v")].filter((version) =>
      version.querySelector(":scope > [data-part], :scope > .example"),
    );
    if (!now || versions.length < 2) continue;
    const newest = lineage.querySelector(".timeline > .v:not(.v-end)");
    const words = lineage.classList.contains("lineage-gone")
      ? "Compare with its last words"
      : "Compare with today";
    for (const version of versions) {
      if (version === newest) continue;
      const toggle = async () => {
        const open = holder.querySelector(".compared");
        button.setAttribute("aria-expanded", String(!open));
        if (open) open.remove();
        else holder.append(element("div", { class: "compared" }, await comparison(version, now)));
      };
      const button = makeButton(words, toggle, { class: "copy", "aria-expanded": "false" });
      const holder = element("div", { class: "v-compare" }, button);
      version.append(holder);
    }
  }
}
