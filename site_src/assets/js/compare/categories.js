// Each change is of one category, as in `site_src/markup/categories.py`: the kind where it is significant, else the class.
import { also_changed, entries_changed, no_substance, nothing_changed, rules_changed } from "../../sentences.json";
import changes from "../../changes.json" with { type: "json" };
import { say } from "../lib/say.js";
import { isTerm } from "./between.js";

export const categories = changes.filter(({ category }) => category).map(({ name, sign, category }) => ({ name, sign, ...category }));

const SIGNIFICANT = new Set(["added", "deleted", "returned", "split", "merged", "ambiguous"]);

export const categoryOf = ({ kind, change }) => (SIGNIFICANT.has(kind) ? kind : change === "unchanged" || change === null ? "renumbered" : change);

export const figure = (number) => number.toLocaleString("en");

const counted = (changes) => {
  const found = {};
  for (const one of changes) found[categoryOf(one)] = (found[categoryOf(one)] ?? 0) + 1;
  return found;
};

/** Sentences of what changed: rules, glossary, and what is hidden at first. */
export function inWords(changes) {
  if (!changes.length) return [say(nothing_changed)];
  const rules = counted(changes.filter((one) => !isTerm((one.new[0] ?? one.old[0]))));
  const terms = counted(changes.filter((one) => isTerm((one.new[0] ?? one.old[0]))));
  const told = (found, sentence, singular, plural) => {
    const parts = categories
      .filter((one) => one.shown && found[one.name])
      .map((one, at) => `${figure(found[one.name])}${at ? "" : ` ${found[one.name] === 1 ? singular : plural}`} ${one.word}`);
    return parts.length ? say(sentence, { changes: parts.join(", ") }) : "";
  };
  const both = counted(changes);
  const besides = categories.filter((one) => !one.shown && both[one.name]).map((one) => `${figure(both[one.name])} ${one.changed}`);
  return [
    told(rules, rules_changed, "rule", "rules") || say(no_substance),
    told(terms, entries_changed, "entry", "entries"),
    besides.length ? say(also_changed, { changes: besides.join(", ") }) : "",
  ].filter(Boolean);
}

/** Each category that occurs, with how many changes are of it. */
export function counts(changes) {
  const found = counted(changes);
  return categories.filter((one) => found[one.name]).map((one) => [one, found[one.name]]);
}
