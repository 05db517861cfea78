// Numbers: reading one that was typed, and finding its address in the latest edition.
import { unfold } from "./lib/unfold.js";

/**
 * A rule in small letters, and what people write before a number; as `rules/store/query.py` has
 * them.
 */
export const DOTTED = "[1-9][0-9ol]{2}\\.[0-9ol]{1,3}[a-km-np-z]{0,2}";
export const DRESS = "(?:c\\.?\\s?r\\.?|rules?|section|chapter|§)";
const NUMBER = new RegExp(`^${DRESS}?\\s*(${DOTTED}|[1-9](?:[0-9]{2})?)\\.?$`);
const LETTERED = new RegExp(
  `^${DRESS}?\\s*([a-z]\\.[0-9]{1,2}(?:(?:\\.ruling)?\\.[0-9]{1,2})?)\\.?$`,
);

/** A number with 0 for the letter o and 1 for the letter l: no rule has them. */
export const mendDigits = (number) => number.replaceAll("o", "0").replaceAll("l", "1");

/** The rule number that `query` is, however dressed (`CR 702.40a`, `rule 702`, `A.2`), or null. */
export function numberIn(query) {
  const small = query.trim().toLowerCase();
  const match = NUMBER.exec(small);
  if (match) return mendDigits(match[1]);
  return (
    LETTERED.exec(small)?.[1].replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()) ?? null
  );
}

/** Number → address relative to the site's root. */
function numbers(table) {
  table.byNumber ??= new Map(
    Object.entries(table.pages).flatMap(([page, keys]) =>
      unfold(keys.split(" ")).map((key) => [key, `${page}#${key.replace("#", "-")}`]),
    ),
  );
  return table.byNumber;
}

/** Address of a number, or undefined. */
export const addressOf = (table, number) => numbers(table).get(number);

/** Address of a record of the latest edition, a rule or a glossary entry, or undefined. */
export function placeOf(table, key) {
  if (!key.startsWith("glossary:")) return addressOf(table, key);
  const [, term, ordinal] = /^glossary:(.*?)(?:#(\d+))?$/.exec(key);
  table.byTerm ??= Map.groupBy(table.terms, ([name]) => name);
  return table.byTerm.get(term)?.[Number(ordinal ?? 1) - 1]?.[1];
}

/** The last edition that had a number which the latest has not: its date, or undefined. */
export function lastEditionOf(table, number) {
  table.byPast ??= new Map(
    Object.entries(table.past).flatMap(([date, all]) =>
      unfold(all.split(" ")).map((number) => [number, date]),
    ),
  );
  return table.byPast.get(number);
}

/** Whether only past editions have a number. */
export const isPast = (table, number) =>
  !addressOf(table, number) && lastEditionOf(table, number) !== undefined;

/** Whether a number of today was another rule's before. */
export function wasReused(table, number) {
  table.reusedNumbers ??= new Set(unfold((table.reused ?? "").split(" ")));
  return table.reusedNumbers.has(number);
}

/**
 * The direct answer to a number of the rulings summary (`A.2.4`, `a.2.ruling.1`, `rule T.2`), or
 * undefined.
 */
export function rulingAnswer(table, query) {
  table.bySummary ??= new Map(
    Object.entries(table.summary ?? {}).flatMap(([page, anchors]) =>
      unfold(anchors.split(" ")).map((anchor) => [
        anchor.toLowerCase(),
        { label: anchor, detail: "Rulings summary", href: `${page}#${anchor}` },
      ]),
    ),
  );
  const found = table.bySummary.get(
    query
      .trim()
      .toLowerCase()
      .replace(/^rule\s+|\.$/g, ""),
  );
  return found ? { key: found.href, ...found, exact: true, alone: true } : undefined;
}

/** The heading of the rule that a number belongs to; empty for none. */
export function headingOf(table, number) {
  const rule = number.replace(/[a-z]+$/, "");
  return table.headings.find(([, at]) => at === rule)?.[0] ?? "";
}
