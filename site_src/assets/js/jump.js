// The exact jump: a number or a heading typed into the search box has one direct answer, before any search.

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

/** The last edition that had a number which the latest has not: its date, or undefined. */
function lastEditionOf(table, number) {
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
function rulingAnswer(table, query) {
  table.bySummary ??= new Map(
    Object.entries(table.summary ?? {}).flatMap(([page, anchors]) =>
      anchors.split(" ").map((one) => [one.toLowerCase(), { label: one, detail: "Rulings summary", href: `${page}#${one}` }]),
    ),
  );
  const found = table.bySummary.get(query.trim().toLowerCase().replace(/^rule\s+|\.$/g, ""));
  return found ? { ...found, exact: true, alone: true } : undefined;
}

function headingOf(table, number) {
  const rule = number.replace(/[a-z]+$/, "");
  return table.headings.find(([, at]) => at === rule)?.[0] ?? "";
}

const fold = (text) => text.toLowerCase().replaceAll("’", "'").trim();

/**
 * Direct answers to a query, best first: `{label, detail, href}`, href relative to the site's root.
 * An exact number or heading comes first, then glossary entries of that name, then what begins so.
 */
export function directAnswers(table, query, limit = 6) {
  const number = numberIn(query);
  if (number) {
    const href = addressOf(table, number);
    if (href) return [{ label: number, detail: headingOf(table, number), href, exact: true }];
    const past = lastEditionOf(table, number);
    if (past) return [{ label: number, detail: `not in this edition; last in that of ${past}`, href: `e/${past}/`, exact: true, alone: true }];
    // its rule, where only the letter is wrong; never another number
    const rule = number.replace(/[a-z]+$/, "");
    const above = rule === number ? undefined : addressOf(table, rule);
    return above ? [{ label: rule, detail: `${headingOf(table, rule)} (there is no ${number})`.trim(), href: above, exact: false }] : [];
  }
  const ruling = rulingAnswer(table, query);
  if (ruling) return [ruling];
  const wanted = fold(query);
  if (wanted.length < 2) return [];
  const headings = table.headings.map(([words, at]) => ({ label: at, detail: words, href: addressOf(table, at) ?? `cr/#${at}` }));
  const terms = table.terms.map(([words, anchor]) => ({ label: "Glossary", detail: words, href: `glossary/#${anchor}` }));
  const ranked = [
    ...headings.filter((one) => fold(one.detail) === wanted).map((one) => ({ ...one, exact: true })),
    ...terms.filter((one) => fold(one.detail) === wanted).map((one) => ({ ...one, exact: true })),
    ...headings.filter((one) => fold(one.detail) !== wanted && fold(one.detail).startsWith(wanted)),
    ...terms.filter((one) => fold(one.detail) !== wanted && fold(one.detail).startsWith(wanted)),
  ];
  return ranked.slice(0, limit);
}
