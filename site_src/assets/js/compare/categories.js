// @ts-check
// Each change is of one category, as in `site_src/markup/changes.py`: the kind where it is
// significant, else the class.
import {
  also_changed,
  entries_changed,
  no_substance,
  nothing_changed,
  rules_changed,
} from "../../sentences.json";
import changes from "../../changes.json" with { type: "json" };
import { say } from "../lib/say.js";
import { isTerm } from "../lib/record-key.js";

/**
 * @typedef {object} Category
 * @property {string} name
 * @property {string} sign
 * @property {string} word
 * @property {boolean} shown whether its changes are shown at first
 * @property {string} hint
 * @property {string} [changed] the word in a sentence, of one that is hidden at first
 */

/**
 * A change as far as its category goes.
 * @typedef {{kind: string, change: string | null, old: string[], new: string[]}} Categorized
 */

/** @type {Category[]} */
const categories = changes.flatMap(({ name, sign, category }) =>
  category ? [{ name, sign, ...category }] : [],
);
export const shownCategories = categories.filter(({ shown }) => shown);
const hiddenCategories = categories.filter(({ shown }) => !shown);

const SIGNIFICANT = new Set(["added", "deleted", "returned", "split", "merged", "ambiguous"]);

/** @param {{kind: string, change: string | null}} change */
export function categoryOf({ kind, change }) {
  if (SIGNIFICANT.has(kind)) return kind;
  return change === "unchanged" || change === null ? "renumbered" : change;
}

/** @param {number} number */
export const figure = (number) => number.toLocaleString("en");

/**
 * How many changes are of each category.
 * @param {Categorized[]} changed
 */
function countByCategory(changed) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const change of changed) {
    const category = categoryOf(change);
    found[category] = (found[category] ?? 0) + 1;
  }
  return found;
}

/**
 * A sentence about changes that are shown at first; empty if there is none.
 * @param {Categorized[]} changed
 * @param {(string | object)[]} sentence
 * @param {string} singular
 * @param {string} plural
 */
function describeShown(changed, sentence, singular, plural) {
  const found = countByCategory(changed);
  const parts = [];
  for (const { name, word } of shownCategories) {
    const number = found[name];
    if (!number) continue;
    const noun = number === 1 ? singular : plural;
    parts.push(parts.length ? `${figure(number)} ${word}` : `${figure(number)} ${noun} ${word}`);
  }
  return parts.length ? say(sentence, { changes: parts.join(", ") }) : "";
}

/**
 * Sentences of what changed: rules, glossary, and what is hidden at first.
 * @param {Categorized[]} changed
 */
export function inWords(changed) {
  if (!changed.length) return [say(nothing_changed)];
  const isOfTerm = (/** @type {Categorized} */ change) => isTerm(change.new[0] ?? change.old[0]);
  const rules = changed.filter((change) => !isOfTerm(change));
  const found = countByCategory(changed);
  const hidden = [];
  for (const { name, changed: words } of hiddenCategories)
    if (found[name]) hidden.push(`${figure(found[name])} ${words}`);
  return [
    describeShown(rules, rules_changed, "rule", "rules") || say(no_substance),
    describeShown(changed.filter(isOfTerm), entries_changed, "entry", "entries"),
    hidden.length ? say(also_changed, { changes: hidden.join(", ") }) : "",
  ].filter(Boolean);
}

/**
 * Each category that occurs, with how many changes are of it.
 * @param {Categorized[]} changed
 * @returns {[Category, number][]}
 */
export function counts(changed) {
  const found = countByCategory(changed);
  const present = categories.filter(({ name }) => found[name]);
  return present.map((category) => [category, found[category.name]]);
}
