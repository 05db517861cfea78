// Dates of editions.

/** The last day on which the edition at a place of a list was in force: the day before the next; its own date for the newest. */
export function lastDay(editions, at) {
  if (at + 1 >= editions.length) return editions[at];
  return new Date(Date.parse(`${editions[at + 1]}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
