// @ts-check
// A rule through the years: a slider over all editions, below the rule. The rule's words change in
// place, what the edition changed is marked, and the rule or its chapter can be compared between
// any two of them.
import { chapterOf, hrefOf } from "./lib/record-key.js";
import { describeEdition, rulesEditions } from "./lib/editions.js";
import { addressOf } from "./compare/pickers.js";
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
 * Links to comparisons of the rule, or of its chapter, between two editions.
 * @param {Edition[]} all
 * @param {Version[]} versions
 */
function comparison(all, versions) {
  /**
   * @param {string} label
   * @param {string | undefined} chosen
   * @returns {HTMLSelectElement}
   */
  const choice = (label, chosen) => {
    const options = [...all]
      .reverse()
      .map((edition) =>
        element(
          "option",
          { value: edition.id, selected: edition.id === chosen },
          describeEdition(edition),
        ),
      );
    return element("select", { "aria-label": label }, options);
  };
  const from = choice("Compare from", undefined);
  const to = choice("Compare to", all.at(-1)?.id);
  /** @type {HTMLAnchorElement} */
  const rule = element("a", {}, "this rule");
  /** @type {HTMLAnchorElement} */
  const chapter = element("a", {}, "its chapter");
  const update = () => {
    const [old, now] = [from.value, to.value].sort();
    const base = addressOf(all, old, now);
    const query = base.includes("?") ? "&" : "?";
    const version = versionAt(versions, now);
    const key = version?.number ?? versionAt(versions, old)?.number;
    for (const link of [rule, chapter]) link.hidden = !key;
    if (!key) return;
    const anchor = hrefOf(key).slice(1).replaceAll("%20", "_");
    rule.href = `${base}${query}class=all#${version ? "" : "was-"}${anchor}`;
    chapter.href = `${base}${query}class=all#chapter-${chapterOf(key)}`;
  };
  for (const picker of [from, to]) picker.addEventListener("change", update);
  return {
    paragraph: element(
      "p",
      { class: "years-compare" },
      "Compare ",
      from,
      " with ",
      to,
      " for ",
      rule,
      " or ",
      chapter,
    ),
    from,
    update,
  };
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
    fill(panel, all, versions);
  } catch (problem) {
    const failure = sayFailure("The versions could not be loaded", problem);
    panel.replaceChildren(element("p", { role: "alert" }, failure));
  }
  panel.removeAttribute("aria-busy");
}

/**
 * @param {HTMLElement} panel
 * @param {Edition[]} all
 * @param {Version[]} versions
 */
function fill(panel, all, versions) {
  const stood = all.filter((edition) => versionAt(versions, edition.id));
  const stoodOf = (/** @type {string} */ edition) =>
    /** @type {Version} */ (versionAt(versions, edition));
  /** @type {HTMLInputElement} */
  const slider = element("input", {
    type: "range",
    class: "years-slider",
    min: 0,
    max: stood.length - 1,
    step: 1,
    value: stood.length - 1,
    "aria-label": "Edition",
  });
  const when = element("p", { class: "years-when", "aria-live": "polite" });
  const words = element("p", { class: "rule-text" });
  const earlier = makeButton("Earlier version", () => go(-1));
  const later = makeButton("Later version", () => go(1));
  /** @type {HTMLAnchorElement} */
  const read = element("a", {}, "Read it there");
  const compare = comparison(all, versions);
  /** @type {Version | undefined} */
  let shown;
  const show = () => {
    const edition = stood[slider.valueAsNumber];
    const version = stoodOf(edition.id);
    slider.setAttribute("aria-valuetext", describeEdition(edition));
    const at = versions.indexOf(version);
    when.replaceChildren(
      element("b", {}, describeEdition(edition)),
      ` ${version.number.replace(/^glossary:/, "").replace(/#.*/, "")}`,
      element("span", {}, `version ${at + 1} of ${versions.length}`),
    );
    read.href = address(`e/${edition.id}/${hrefOf(version.number)}`);
    earlier.disabled = at === 0;
    later.disabled = at === versions.length - 1;
    const isNewest = edition.id === all.at(-1)?.id;
    compare.from.value = (isNewest && all.at(-2)?.id) || edition.id;
    compare.update();
    if (version !== shown) words.replaceChildren(...markedWords(versions, version));
    shown = version;
  };
  /**
   * To the first edition of a version before or after.
   * @param {number} by so many versions further
   */
  function go(by) {
    const version = stoodOf(stood[slider.valueAsNumber].id);
    const next = versions[versions.indexOf(version) + by];
    slider.valueAsNumber = stood.findIndex((edition) => edition.id >= next.first);
    show();
  }
  slider.addEventListener("input", show);
  const ends = element(
    "p",
    { class: "years-ends", "aria-hidden": "true" },
    element("span", {}, stood[0].id.slice(0, 4)),
    element("span", {}, stood.at(-1)?.id.slice(0, 4)),
  );
  panel.replaceChildren(
    when,
    slider,
    ends,
    words,
    element("p", { class: "years-steps" }, earlier, later, read),
    compare.paragraph,
  );
  show();
  slider.focus();
}
