// @ts-check
// The category of each change, as in `site_src/markup/changes.py`: its kind if that is significant
// (`split`), else the class of change of its words (`wording`). Sentences count changes by
// category.
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
 * @property {string} word in a sentence: `3 rules reworded`
 * @property {boolean} shown whether its changes are shown at first
 * @property {string} hint
 * @property {string} [changed] the words in a sentence, of a category that is hidden at first
 */

/**
 * The part of a change by which it is counted.
 * @typedef {{kind: string, change: string | null, old: string[], new: string[]}} Categorized
 */

/** @type {Category[]} */
const categories = changes.flatMap(({ name, sign, category }) =>
  category ? [{ name, sign, ...category }] : [],
);
export const shownCategories = categories.filter(({ shown }) => shown);
const hiddenCategories = categories.filter(({ shown }) => !shown);

const SIGNIFICANT = new Set(["added", "deleted", "returned", "split", "merged", "ambiguous"]);

/**
 * The name of the category of a change.
 * @param {{kind: string, change: string | null}} change
 */
export function categoryOf({ kind, change }) {
  if (SIGNIFICANT.has(kind)) return kind;
  return change === "unchanged" || change === null ? "renumbered" : change;
}

/**
 * A number with commas: `3,059`.
 * @param {number} number
 */
export const figure = (number) => number.toLocaleString("en");

/**
 * Counts the changes of each category.
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
 * A sentence about the changes that are shown at first: `12 rules reworded, 3 added.` It is empty
 * if there are none.
 * @param {Record<string, number>} found the number of changes of each category
 * @param {(string | object)[]} sentence
 * @param {string} singular
 * @param {string} plural
 */
function describeShown(found, sentence, singular, plural) {
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
 * A sentence about the changes that are hidden at first; empty if there are none.
 * @param {Record<string, number>} found the number of changes of each category
 */
function describeHidden(found) {
  const hidden = [];
  for (const { name, changed: words } of hiddenCategories)
    if (found[name]) hidden.push(`${figure(found[name])} ${words}`);
  return hidden.length ? say(also_changed, { changes: hidden.join(", ") }) : "";
}

/** @param {Record<string, number>} found */
const describeRules = (found) =>
  describeShown(found, rules_changed, "rule", "rules") || say(no_substance);

/** @param {Record<string, number>} found */
const describeEntries = (found) => describeShown(found, entries_changed, "entry", "entries");

/**
 * Sentences about the changes of one chapter, which begin with its name; the glossary counts as a
 * chapter. `613 Layers: 2 rules added. Also changed: 1 only renumbered.`
 * @param {string} name
 * @param {Record<string, number>} found the number of changes of each category
 * @param {boolean} isGlossary
 */
export function chapterInWords(name, found, isGlossary) {
  // a section without a title is `section 7`
  const first = name.charAt(0).toUpperCase() + name.slice(1);
  const shown = isGlossary ? describeEntries(found) : `${first}: ${describeRules(found)}`;
  return [shown, describeHidden(found)].filter(Boolean).join(" ");
}

/**
 * Sentences about the changes: of rules, of glossary entries, and those that are hidden at first.
 * @param {Categorized[]} changed
 */
export function describeChanges(changed) {
  if (!changed.length) return [say(nothing_changed)];
  const isOfTerm = (/** @type {Categorized} */ change) => isTerm(change.new[0] ?? change.old[0]);
  const rules = changed.filter((change) => !isOfTerm(change));
  return [
    describeRules(countByCategory(rules)),
    describeEntries(countByCategory(changed.filter(isOfTerm))),
    describeHidden(countByCategory(changed)),
  ].filter(Boolean);
}

/**
 * Each category that occurs, with the number of its changes.
 * @param {Categorized[]} changed
 * @returns {[Category, number][]}
 */
export function counts(changed) {
  const found = countByCategory(changed);
  const present = categories.filter(({ name }) => found[name]);
  return present.map((category) => [category, found[category.name]]);
}
