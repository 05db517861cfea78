// Numbers: reading one that was typed, and finding its address in the latest edition.

const NUMBER = /^(?:c\.?\s?r\.?|rules?|section|chapter|§)?\s*([1-9](?:\d\d(?:\.\d{1,3}[a-z]{0,2})?)?)\.?$/;

/** The rule number that `query` is, however dressed (`CR 702.40a`, `rule 702`), or null. O typed for 0, l for 1: no rule has them. */
export function numberIn(query) {
  const typed = query.trim().toLowerCase();
  const mended = typed.replace(/(?<=\d[.\d]*)[ol](?=[a-z\d]?$|\d)/g, (letter) => (letter === "o" ? "0" : "1"));
  const match = NUMBER.exec(mended);
  return match ? match[1] : null;
}

/** Number → address relative to the site's root. */
function numbers(table) {
  table.byNumber ??= new Map(
    Object.entries(table.pages).flatMap(([page, keys]) =>
      keys.split(" ").map((key) => [key, `${page}#${key.replace("#", "-")}`]),
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
  table.byPast ??= new Map(Object.entries(table.past).flatMap(([date, all]) => all.split(" ").map((one) => [one, date])));
  return table.byPast.get(number);
}

/** Whether only past editions have a number. */
export const isPast = (table, number) => !addressOf(table, number) && lastEditionOf(table, number) !== undefined;

/** Whether a number of today was another rule's before. */
export function wasReused(table, number) {
  table.reusedNumbers ??= new Set((table.reused ?? "").split(" "));
  return table.reusedNumbers.has(number);
}

/** The direct answer to a number of the rulings summary (`A.2.4`, `a.2.ruling.1`, `rule T.2`), or undefined. */
export function rulingAnswer(table, query) {
  table.bySummary ??= new Map(
    Object.entries(table.summary ?? {}).flatMap(([page, anchors]) =>
      anchors.split(" ").map((one) => [one.toLowerCase(), { label: one, detail: "Rulings summary", href: `${page}#${one}` }]),
    ),
  );
  const found = table.bySummary.get(query.trim().toLowerCase().replace(/^rule\s+|\.$/g, ""));
  return found ? { key: found.href, ...found, exact: true, alone: true } : undefined;
}

/** The heading of the rule that a number belongs to; empty for none. */
export function headingOf(table, number) {
  const rule = number.replace(/[a-z]+$/, "");
  return table.headings.find(([, at]) => at === rule)?.[0] ?? "";
}
