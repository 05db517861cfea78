// @ts-check
// The filters of the search page in one line of words.
import { dateInWords } from "../lib/dates.js";
import { KINDS } from "./options.js";

/** @typedef {import("./state.js").SearchState} SearchState */

/**
 * The kinds of passages in words.
 * @type {Record<string, string>}
 */
const KIND_NAMES = { rule: "rules", example: "examples", glossary: "glossary" };

/**
 * The edition that a query names, in words.
 * @param {string} day
 */
const describeNamed = (day) => `Edition of ${dateInWords(day)}`;

/**
 * Shows in the chosen field of a form that an edition is searched which the query names, or brings
 * the field's own words back.
 * @param {HTMLFormElement} form
 * @param {string} named the day of that edition; empty if the query names none
 */
export function showNamed(form, named) {
  /** @type {NodeListOf<HTMLElement>} */
  const fields = form.querySelectorAll(".scope-words");
  for (const words of fields) {
    words.dataset.own ??= words.textContent ?? "";
    const isChosen = words.parentElement?.querySelector("input")?.checked ?? false;
    words.textContent = named && isChosen ? describeNamed(named) : words.dataset.own;
  }
}

/**
 * The editions that are searched, in words: `All editions`, `As of 28 July 2003`.
 * @param {SearchState} state
 * @param {string} named the date of the edition that the query names; empty for none
 */
function describePlace({ scope, day, changed, side }, named) {
  if (named) return describeNamed(named);
  if (scope === "all") return "All editions";
  if (scope === "then") return `As of ${dateInWords(day)}`;
  if (scope === "changes") return side === "either" ? "Changes" : `Changes, ${side}`;
  return changed ? `Latest edition, changed since ${dateInWords(changed)}` : "Latest edition";
}

/**
 * The first and the last edition in words: `from 1 May 2001`.
 * @param {SearchState} state
 */
function describePeriod({ from, to }) {
  if (from && to) return `${dateInWords(from)} to ${dateInWords(to)}`;
  if (from) return `from ${dateInWords(from)}`;
  return to ? `to ${dateInWords(to)}` : "";
}

/**
 * The filters in words: `All editions · from 1 May 2001 · rules, examples · within 702`.
 * @param {SearchState} state
 * @param {string} named the date of the edition that the query names, which counts instead of that
 *   of the filters; empty if it names none
 */
export function describeFilters(state, named = "") {
  const { kinds, onlyClass, oldest, within } = state;
  const names = kinds.map((kind) => KIND_NAMES[kind]);
  const parts = [
    describePlace(state, named),
    describePeriod(state),
    onlyClass,
    oldest ? "oldest first" : "",
    names.length < KINDS.length ? names.join(", ") : "",
    within ? `within ${within}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
