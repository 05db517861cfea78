// @ts-check
// The comparison of a version with the present words of its rule, or with its last words if the
// rule is gone. Both are on the page.
import { element, makeButton } from "./dom.js";
import { symbols } from "./passage.js";

/**
 * A part of a version: its kind (`text`, `example`) and its words.
 * @typedef {{ kind: string, words: string }} Part
 */

/**
 * The parts of a version, without the words that are marked as deleted.
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
 * Pairs the parts of two versions: the first example with the first, the second with the second,
 * and so on. If one version has more, the words of the other are empty.
 * @param {Part[]} before
 * @param {Part[]} after
 * @returns {Generator<[kind: string, before: string, after: string]>}
 */
function* pairs(before, after) {
  for (const kind of ["heading", "text", "example", "note"]) {
    const olds = before.filter((part) => part.kind === kind);
    const news = after.filter((part) => part.kind === kind);
    for (let index = 0; index < Math.max(olds.length, news.length); index += 1)
      yield [kind, olds[index]?.words ?? "", news[index]?.words ?? ""];
  }
}

/**
 * Words with plain quotation marks and dashes, and without ™ and ®: editions print these in
 * different ways, which is no difference worth a mark.
 * @param {string} words
 */
const plain = (words) =>
  words
    .replace(/[“”„"]/g, '"')
    .replace(/[‘’`']/g, "'")
    .replace(/[–—−-]+/g, "-")
    .replace(/[™®]/g, "");

/** A constant of its own, because the library's types lack `comparator` in a literal. */
const ALIKE = {
  ignoreCase: false,
  /**
   * @param {string} first
   * @param {string} second
   */
  comparator: (first, second) => plain(first) === plain(second),
};

/**
 * Makes the comparison: the parts of a version, with the differences from the present words marked.
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

/** Puts a button on every version but the newest one; it opens and closes the comparison. */
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
        const shown = holder.querySelector(".compared");
        button.setAttribute("aria-expanded", String(!shown));
        if (shown) shown.remove();
        else holder.append(element("div", { class: "compared" }, await comparison(version, now)));
      };
      const button = makeButton(words, toggle, { class: "copy", "aria-expanded": "false" });
      const holder = element("div", { class: "v-compare" }, button);
      version.append(holder);
    }
  }
}
