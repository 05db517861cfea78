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

export const categories = changes
  .filter(({ category }) => category)
  .map(({ name, sign, category }) => ({ name, sign, ...category }));

const SIGNIFICANT = new Set(["added", "deleted", "returned", "split", "merged", "ambiguous"]);

export function categoryOf({ kind, change }) {
  if (SIGNIFICANT.has(kind)) return kind;
  return change === "unchanged" || change === null ? "renumbered" : change;
}

export const figure = (number) => number.toLocaleString("en");

const counted = (changes) => {
  const found = {};
  for (const change of changes) found[categoryOf(change)] = (found[categoryOf(change)] ?? 0) + 1;
  return found;
};

/** Sentences of what changed: rules, glossary, and what is hidden at first. */
export function inWords(changes) {
  if (!changes.length) return [say(nothing_changed)];
  const rules = counted(changes.filter((change) => !isTerm(change.new[0] ?? change.old[0])));
  const terms = counted(changes.filter((change) => isTerm(change.new[0] ?? change.old[0])));
  const told = (found, sentence, singular, plural) => {
    const parts = categories
      .filter((category) => category.shown && found[category.name])
      .map((category, at) => {
        const number = found[category.name];
        const noun = number === 1 ? singular : plural;
        return at === 0
          ? `${figure(number)} ${noun} ${category.word}`
          : `${figure(number)} ${category.word}`;
      });
    return parts.length ? say(sentence, { changes: parts.join(", ") }) : "";
  };
  const both = counted(changes);
  const besides = categories
    .filter((category) => !category.shown && both[category.name])
    .map((category) => `${figure(both[category.name])} ${category.changed}`);
  return [
    told(rules, rules_changed, "rule", "rules") || say(no_substance),
    told(terms, entries_changed, "entry", "entries"),
    besides.length ? say(also_changed, { changes: besides.join(", ") }) : "",
  ].filter(Boolean);
}

/** Each category that occurs, with how many changes are of it. */
export function counts(changes) {
  const found = counted(changes);
  return categories
    .filter((category) => found[category.name])
    .map((category) => [category, found[category.name]]);
}
