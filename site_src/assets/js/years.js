// @ts-check
// A rule through the years: a slider over all editions, below the rule. The rule's words change in
// place, and words that changed since the version before are marked.
import { hrefOf } from "./lib/record-key.js";
import { describeEdition, rulesEditions } from "./lib/editions.js";
import { ComparisonLinks } from "./compare/links.js";
import { marked } from "./lib/differences.js";
import { element, makeButton } from "./lib/dom.js";
import { versionAt, versionsOf } from "./lib/lineage.js";
import { symbols } from "./lib/passage.js";
import { address } from "./site.js";
import { sayFailure } from "./lib/say.js";

/**
 * @typedef {import("./lib/editions.js").Edition} Edition
 * @typedef {import("./lib/lineage.js").Version} Version
 */

/**
 * The words of a version with what changed since the version before it marked; the first one has no
 * marks.
 * @param {Version[]} versions
 * @param {Version} version
 */
function markedWords(versions, version) {
  const before = versions[versions.indexOf(version) - 1];
  return before
    ? marked(before.text, version.text, version.change === "typographic")
    : symbols(version.text);
}

/**
 * Puts the panel below the quiet line of a rule.
 * @param {HTMLElement} line
 */
export async function showYears(line) {
  const panel = element(
    "div",
    { class: "years-panel", "aria-busy": "true" },
    element("p", { role: "status" }, "Loading …"),
  );
  line.append(panel);
  try {
    const lineage = line.dataset.lineage ?? "";
    const [all, versions] = await Promise.all([rulesEditions(), versionsOf(lineage)]);
    const years = new Years(all, versions);
    panel.replaceChildren(...years.elements);
    years.show();
    years.slider.focus();
  } catch (problem) {
    const failure = sayFailure("The versions could not be loaded", problem);
    panel.replaceChildren(element("p", { role: "alert" }, failure));
  }
  panel.removeAttribute("aria-busy");
}

/** The contents of the panel: the slider, and the version of the rule in the edition it is at. */
class Years {
  /**
   * @param {Edition[]} all all editions, oldest first
   * @param {Version[]} versions those of the rule, oldest first
   */
  constructor(all, versions) {
    this.all = all;
    this.versions = versions;
    /** The editions that have the rule, oldest first: the positions of the slider. */
    this.editions = all.filter((edition) => versionAt(versions, edition.id));
    /** @type {HTMLInputElement} */
    this.slider = element("input", {
      type: "range",
      class: "years-slider",
      min: 0,
      max: this.editions.length - 1,
      step: 1,
      value: this.editions.length - 1,
      "aria-label": "Edition",
    });
    this.slider.addEventListener("input", () => this.show());
    this.when = element("p", { class: "years-when", "aria-live": "polite" });
    this.words = element("p", { class: "rule-text" });
    this.earlier = makeButton("Earlier version", () => this.go(-1));
    this.later = makeButton("Later version", () => this.go(1));
    /** @type {HTMLAnchorElement} */
    this.read = element("a", {}, "Read it there");
    this.links = new ComparisonLinks(all, versions);
    /**
     * The version whose words are shown. They are not drawn again for another edition with it.
     * @type {Version | undefined}
     */
    this.shown = undefined;
  }

  /** The elements of the panel, in order. */
  get elements() {
    const ends = [this.editions[0], this.editions[this.editions.length - 1]];
    const years = ends.map((edition) => element("span", {}, edition.id.slice(0, 4)));
    return [
      this.when,
      this.slider,
      element("p", { class: "years-ends", "aria-hidden": "true" }, years),
      this.words,
      element("p", { class: "years-steps" }, this.earlier, this.later, this.read),
      this.links.paragraph,
    ];
  }

  /** The edition at the slider's position. */
  get edition() {
    return this.editions[this.slider.valueAsNumber];
  }

  /** The index of the version in that edition; there is one for each position of the slider. */
  get index() {
    const { id } = this.edition;
    return this.versions.findIndex(({ first, last }) => first <= id && id <= last);
  }

  /** Shows the edition at the slider's position. */
  show() {
    const { edition, index } = this;
    const version = this.versions[index];
    this.slider.setAttribute("aria-valuetext", describeEdition(edition));
    this.when.replaceChildren(
      element("b", {}, describeEdition(edition)),
      ` ${version.number.replace(/^glossary:/, "").replace(/#.*/, "")}`,
      element("span", {}, `version ${index + 1} of ${this.versions.length}`),
    );
    this.read.href = address(`e/${edition.id}/${hrefOf(version.number)}`);
    this.earlier.disabled = index === 0;
    this.later.disabled = index === this.versions.length - 1;
    this.links.compareFrom(this.compared(edition));
    if (version !== this.shown) this.words.replaceChildren(...markedWords(this.versions, version));
    this.shown = version;
  }

  /**
   * The edition to compare with the newest one: that of the slider, or the one before it if the
   * slider is at the newest.
   * @param {Edition} edition at the slider's position
   */
  compared(edition) {
    const isNewest = edition.id === this.all.at(-1)?.id;
    return (isNewest && this.all.at(-2)?.id) || edition.id;
  }

  /**
   * Moves the slider to the first edition of another version.
   * @param {1 | -1} step to the version after this one, or before it
   */
  go(step) {
    const { first } = this.versions[this.index + step];
    this.slider.valueAsNumber = this.editions.findIndex((edition) => edition.id >= first);
    this.show();
  }
}
