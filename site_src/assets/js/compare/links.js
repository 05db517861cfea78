// @ts-check
// Links to comparisons of one rule, or of its chapter, between any two editions.
import { chapterOf, hrefOf } from "../lib/record-key.js";
import { describeEdition } from "../lib/editions.js";
import { element } from "../lib/dom.js";
import { versionAt } from "../lib/lineage.js";
import { addressOf } from "./pickers.js";

/**
 * @typedef {import("../lib/editions.js").Edition} Edition
 * @typedef {import("../lib/lineage.js").Version} Version
 */

/**
 * A list of editions, newest first.
 * @param {string} label
 * @param {Edition[]} editions oldest first
 * @returns {HTMLSelectElement}
 */
function editionList(label, editions) {
  const options = editions
    .toReversed()
    .map((edition) => element("option", { value: edition.id }, describeEdition(edition)));
  return element("select", { "aria-label": label }, options);
}

/** Two lists of editions, and the links to comparisons between the two that are chosen. */
export class ComparisonLinks {
  /**
   * @param {Edition[]} editions all editions, oldest first
   * @param {Version[]} versions those of the rule
   */
  constructor(editions, versions) {
    this.editions = editions;
    this.versions = versions;
    this.from = editionList("Compare from", editions);
    this.to = editionList("Compare to", editions);
    /** @type {HTMLAnchorElement} */
    this.ruleLink = element("a", {}, "this rule");
    /** @type {HTMLAnchorElement} */
    this.chapterLink = element("a", {}, "its chapter");
    for (const list of [this.from, this.to]) list.addEventListener("change", () => this.update());
    this.paragraph = element(
      "p",
      { class: "years-compare" },
      ...["Compare ", this.from, " with ", this.to],
      ...[" for ", this.ruleLink, " or ", this.chapterLink],
    );
  }

  /**
   * Compares an edition with the other one that is chosen.
   * @param {string} edition
   */
  compareFrom(edition) {
    this.from.value = edition;
    this.update();
  }

  /**
   * Sets the addresses of the links. A comparison shows a rule under its newer number, and a rule
   * that the newer edition lacks as `#was-702.40a`. There are no links if both editions lack it.
   */
  update() {
    const [old, now] = [this.from.value, this.to.value].sort();
    const version = versionAt(this.versions, now);
    const key = version?.number ?? versionAt(this.versions, old)?.number;
    for (const link of [this.ruleLink, this.chapterLink]) link.hidden = !key;
    if (!key) return;
    const address = addressOf(this.editions, old, now);
    const page = `${address}${address.includes("?") ? "&" : "?"}class=all`;
    const anchor = hrefOf(key).slice(1).replaceAll("%20", "_");
    this.ruleLink.href = `${page}#${version ? "" : "was-"}${anchor}`;
    this.chapterLink.href = `${page}#chapter-${chapterOf(key)}`;
  }
}
