// @ts-check
// Rules and glossary entries of an edition as elements, like those of the pages of the latest
// edition, which `site_src/pages/records.py` writes.
import { address } from "../site.js";
import { element } from "../lib/dom.js";
import { passage } from "../lib/passage.js";
import { slug } from "../lib/slug.js";
import { anchorOf, chapterOf, hrefOf, isTerm, nameOf, ruleOf } from "../lib/record-key.js";

/**
 * @typedef {import("./edition.js").Became} Became
 * @typedef {import("./edition.js").Edition} Edition
 * @typedef {import("./edition.js").Row} Row
 * @typedef {import("./edition.js").Words} Words
 */

/**
 * The parts shown besides the words: the heading (`withHeading`), and the quiet line below the
 * record (`quiet`), which leads to its history. Both are shown unless they are false.
 * @typedef {{withHeading?: boolean, quiet?: boolean}} Choices
 */

/**
 * The signs that stand for characters not allowed in an address.
 * @type {Record<string, string>}
 */
const SAFE_SIGNS = { " ": "_", "#": "~" };

/**
 * A key or lineage as a part of an address: `glossary:Mana Burn@1999-04-23` →
 * `glossary.Mana_Burn@1999-04-23`; other characters are bytes, `=c3=a9` for é. As
 * `site_src/addresses.py` writes it.
 * @param {string} lineage
 */
export function segmentOf(lineage) {
  const term = isTerm(lineage);
  const bytes = (/** @type {string} */ sign) =>
    [...new TextEncoder().encode(sign)]
      .map((byte) => `=${byte.toString(16).padStart(2, "0")}`)
      .join("");
  const safe = (/** @type {string} */ sign) =>
    /[0-9A-Za-z@.-]/.test(sign) ? sign : (SAFE_SIGNS[sign] ?? bytes(sign));
  const name =
    (term ? "glossary." : "") +
    Array.from(term ? lineage.slice("glossary:".length) : lineage, safe).join("");
  // file systems allow names of 255 bytes: longer ones are divided into folders
  return name.replace(/.{200}(?=.)/g, "$&/");
}

/**
 * The address of a record of the latest edition.
 * @param {string} key
 */
export function currentAddress(key) {
  if (isTerm(key)) {
    const anchor = slug(key.slice("glossary:".length));
    return address(`glossary/${/^[a-z]/.test(anchor) ? anchor[0] : "other"}/#${anchor}`);
  }
  return address(/^\d$/.test(key) ? `cr/#${key}` : `cr/${chapterOf(key)}/#${anchorOf(key)}`);
}

/**
 * The words for the classes of change that matter to readers. Changes of typography, and of
 * references whose rules got other numbers, are not mentioned.
 * @type {Record<string, string>}
 */
const CHANGE_WORDS = { wording: "reworded", terminology: "terms renamed" };

/**
 * What became of a record until today, as a phrase: `now 702.40a, reworded`.
 * @param {Row} row
 * @param {Became} became
 */
function describeToday(row, { key, changed: gravest }) {
  if (key === null) return "not in the latest edition";
  const changed = CHANGE_WORDS[gravest ?? ""] ?? "";
  if (key === row.key) return changed ? `${changed} since then` : "same wording today";
  return `now ${nameOf(key)}${changed && `, ${changed}`}`;
}

/**
 * A link to the references of a rule on the day of an edition; null for a subrule, whose references
 * count for its rule, and for a term.
 * @param {Edition} edition
 * @param {string} key
 */
function referencesLink(edition, key) {
  if (isTerm(key) || ruleOf(key) !== key) return null;
  const href = address(`references/?${new URLSearchParams({ n: key, on: edition.id })}`);
  return element("a", { href }, "references");
}

/**
 * The quiet line of a record: what became of it until today, and links to its history and to its
 * references then. `addTools` of `copylink.js` adds the menu later.
 * @param {Edition} edition
 * @param {Row} row
 * @returns {HTMLElement}
 */
function quietLine(edition, row) {
  if (!row.lineage) return element("div", { class: "quiet" });
  const line = element(
    "div",
    { class: "quiet", "data-lineage": row.lineage },
    element("a", { href: address(`id/${segmentOf(row.lineage)}/`) }, "history"),
    referencesLink(edition, row.key),
  );
  const addToday = (/** @type {import("./edition.js").Today} */ { newest, fateOf }) => {
    if (newest) return;
    const became = fateOf(row);
    const phrase = describeToday(row, became);
    line.prepend(
      became.key
        ? element("a", { class: "quiet-since", href: currentAddress(became.key) }, phrase)
        : element("span", { class: "quiet-since" }, phrase),
    );
  };
  // the record is drawn without waiting for this; if it cannot be fetched, the line lacks it
  edition.todayOnceDrawn().then(addToday, () => {});
  return line;
}

/**
 * The content of a record: heading, text, examples, notes, findings. The quiet line is next to the
 * text that it is about: examples may be longer than a screen.
 * @param {Edition} edition
 * @param {Row} row
 * @param {Words} words
 * @param {Choices} [choices]
 * @returns {(HTMLElement | null)[]}
 */
export function inside(edition, row, words, { withHeading = true, quiet = true } = {}) {
  const withLinks = (/** @type {string} */ text, /** @type {string} */ field) =>
    passage(text, edition.references(row.key, words, field));
  const label = edition.labels[row.key];
  const line = quiet ? quietLine(edition, row) : null;
  const hasExamples = Boolean(words.text && (words.examples?.length || words.notes?.length));
  return [
    withHeading && words.heading ? element("h2", { class: "rule-heading" }, words.heading) : null,
    words.text
      ? element("p", { class: "rule-text", "data-key": row.key }, withLinks(words.text, "text"))
      : null,
    hasExamples ? line : null,
    (words.examples ?? []).map((text, index) =>
      element(
        "div",
        { class: "example" },
        element("span", { class: "label" }, "Example"),
        element("p", { class: "example-text" }, withLinks(text, `example:${index}`)),
      ),
    ),
    (words.notes ?? []).map((text, index) =>
      element(
        "div",
        { class: "example note" },
        element("span", { class: "label" }, "Note"),
        element("p", { class: "note-text" }, withLinks(text, `note:${index}`)),
      ),
    ),
    label
      ? element(
          "p",
          { class: "printed" },
          "Printed as ",
          element("span", { class: "as-printed" }, label),
        )
      : null,
    edition
      .problems(row.key, words)
      .map(([quoted, problem]) => element("p", { class: "finding" }, `“${quoted}”: ${problem}`)),
    hasExamples ? null : line,
  ].flat();
}

/**
 * A rule with its number in the margin.
 * @param {Edition} edition
 * @param {Row} row
 * @param {Words} words
 * @param {Choices} [choices]
 * @returns {HTMLElement}
 */
export function rule(edition, row, words, choices) {
  const number = nameOf(row.key);
  return element(
    "div",
    { class: `rule rule-${row.kind}`, id: anchorOf(row.key), tabindex: "-1" },
    element(
      "a",
      {
        class: "num",
        href: hrefOf(row.key),
        "data-copy": true,
        "aria-label": `${number}, permanent link`,
      },
      number,
    ),
    element("div", { class: "rule-body" }, inside(edition, row, words, choices)),
  );
}

/**
 * A glossary entry.
 * @param {Edition} edition
 * @param {Row} row
 * @param {Words} words
 * @param {Choices} [choices]
 * @returns {HTMLElement}
 */
export function term(edition, row, words, choices) {
  return element(
    "div",
    { class: "term", id: anchorOf(row.key), tabindex: "-1" },
    element("h2", {}, element("a", { href: hrefOf(row.key), "data-copy": true }, words.heading)),
    inside(edition, row, words, { ...choices, withHeading: false }),
  );
}
