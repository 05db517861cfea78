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

const FILE_DATE = /^(\d{4})(\d{2})(\d{2})$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The ISO date of a day: `2009-07-11`, `2009/07/11` or `20090711` → `2009-07-11`; null for any
 * other words, such as `20099999`.
 * @param {string} text
 */
export function asDay(text) {
  const iso = text.replace(FILE_DATE, "$1-$2-$3").replaceAll("/", "-");
  if (!ISO_DATE.test(iso)) return null;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // some browsers read 31 February as 3 March
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return null;
  return iso;
}

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
