// @ts-check
// Dates of editions. (Uses no document: tests run it in node.)

// made once: one for each date of a list of editions would take a phone a fifth of a second
const words = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/**
 * A date as readers of the site see it: `2024-02-09` as "9 February 2024".
 * @param {string} iso
 */
export const dateInWords = (iso) => words.format(new Date(`${iso}T00:00:00Z`));

/**
 * The last day on which an edition was in force: the day before the next edition. Of the newest
 * edition, no such day is known, so it is the edition's own date.
 * @param {string[]} editions dates, oldest first
 * @param {number} index index of the edition
 */
export function lastDay(editions, index) {
  if (index + 1 >= editions.length) return editions[index];
  return new Date(Date.parse(`${editions[index + 1]}T00:00:00Z`) - 86_400_000)
    .toISOString()
    .slice(0, 10);
}
