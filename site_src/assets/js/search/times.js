// @ts-check
// Days, months and years in words and digits, as `graph/search/times.py` reads them.
import { fold } from "./text.js";

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
/** The number of a month by its name or the first letters of it; 0 for any other word. */
const monthOf = (/** @type {string} */ word) =>
  MONTHS.findIndex((month) => word.length >= 3 && month.startsWith(word)) + 1;
/** A number with two digits: `07`. */
const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/**
 * A day, month or year: its first and its last day. The last day of a month is always written as
 * 31: times are only compared with dates.
 * @typedef {{first: string, last: string, isDay: boolean}} Time
 */

/**
 * A day, month or year as a time; null if there is no such day, as 31 February.
 * @param {number} year
 * @param {number} month 0 for the whole year
 * @param {number} day 0 for the whole month
 * @returns {Time | null}
 */
function makeTime(year, month, day) {
  if (month > 12 || year < 1993 || year > 2099) return null;
  const date = new Date(Date.UTC(year, (month || 1) - 1, day || 1));
  if (day && (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1)) return null;
  return {
    first: `${year}-${two(month || 1)}-${two(day || 1)}`,
    last: `${year}-${two(month || 12)}-${two(day || 31)}`,
    isDay: Boolean(day),
  };
}

/**
 * A time whose month is a word; null for none.
 * @param {string} year
 * @param {string} month
 * @param {string} [day]
 */
function makeTimeInWords(year, month, day) {
  if (!monthOf(month) || /^00?$/.test(day ?? "")) return null;
  return makeTime(Number(year), monthOf(month), Number(day ?? 0));
}

/**
 * The day, month or year that a text is; null for any other text.
 * @param {string} text such as `2003`, `2003-07`, `1 July 2003`, `July 1st, 2003` or `Jul 2003`
 */
export function timeIn(text) {
  const words = fold(text).replace(/,/g, " ").trim();
  const inDigits = /^(\d{4})(?:[-/.](\d\d?)(?:[-/.](\d\d?))?)?$/.exec(words);
  if (inDigits) {
    const [, year, month, day] = inDigits;
    if ([month, day].some((part) => part && Number(part) === 0)) return null;
    return makeTime(Number(year), Number(month ?? 0), Number(day ?? 0));
  }
  const dayFirst = /^(?:(\d\d?)(?:st|nd|rd|th)?\s+)?([a-z]+)\.?\s+(\d{4})$/.exec(words);
  if (dayFirst) return makeTimeInWords(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = /^([a-z]+)\.?\s+(\d\d?)(?:st|nd|rd|th)?\s+(\d{4})$/.exec(words);
  if (monthFirst) return makeTimeInWords(monthFirst[3], monthFirst[1], monthFirst[2]);
  return null;
}
