// Each change is of one sort, as in `site_src/markup/sorts.py`: the kind where it is news, else the class.
import sorts from "../../sorts.json";
import { isTerm } from "./between.js";

export { sorts };

const TELLING = new Set(["added", "deleted", "returned", "split", "merged", "ambiguous"]);

export const sortOf = ({ kind, change }) => (TELLING.has(kind) ? kind : change === "unchanged" || change === null ? "renumbered" : change);

export const figure = (number) => number.toLocaleString("en");

const counted = (changes) => {
  const found = {};
  for (const one of changes) found[sortOf(one)] = (found[sortOf(one)] ?? 0) + 1;
  return found;
};

/** Sentences of what changed: rules, glossary, and what is hidden at first. */
export function inWords(changes) {
  if (!changes.length) return ["Nothing changed in the rules or the glossary."];
  const rules = counted(changes.filter((one) => !isTerm((one.new[0] ?? one.old[0]))));
  const terms = counted(changes.filter((one) => isTerm((one.new[0] ?? one.old[0]))));
  const told = (found, opening, singular, plural) => {
    const parts = sorts
      .filter((one) => one.shown && found[one.name])
      .map((one, at) => `${figure(found[one.name])}${at ? "" : ` ${found[one.name] === 1 ? singular : plural}`} ${one.word}`);
    return parts.length ? `${opening}${parts.join(", ")}.` : "";
  };
  const both = counted(changes);
  const besides = sorts.filter((one) => !one.shown && both[one.name]).map((one) => `${figure(both[one.name])} ${one.changed}`);
  return [
    told(rules, "", "rule", "rules") || "No rule changed in substance.",
    told(terms, "Glossary: ", "entry", "entries"),
    besides.length ? `Also: ${besides.join(", ")}.` : "",
  ].filter(Boolean);
}

/** Each sort that occurs, with how many changes are of it. */
export function counts(changes) {
  const found = counted(changes);
  return sorts.filter((one) => found[one.name]).map((one) => [one, found[one.name]]);
}
