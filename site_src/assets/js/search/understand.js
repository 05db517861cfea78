// What a query is: a number, an edition, a number or words in an edition, phrases, words. Pure: it knows the list of
// editions and nothing else; which words are names of rules, `names.js` says.
import { numberIn } from "../jump.js";
import { contentWords, fold, wordsIn } from "./text.js";

const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const monthOf = (word) => MONTHS.findIndex((month) => word.length >= 3 && month.startsWith(word)) + 1;
const two = (number) => String(number).padStart(2, "0");

/** A day, month or year as written: `{first, last}`, its first and last day; null for anything else. */
export function timeIn(text) {
  const words = fold(text).replace(/,/g, " ").trim();
  const span = (year, month, day) => {
    const date = new Date(Date.UTC(year, (month || 1) - 1, day || 1));
    // 31 February is no day
    if (month > 12 || (day && (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== month - 1))) return null;
    if (year < 1993 || year > 2099) return null;
    return { first: `${year}-${two(month || 1)}-${two(day || 1)}`, last: `${year}-${two(month || 12)}-${two(day || 31)}`, isDay: Boolean(day) };
  };
  let match = /^(\d{4})(?:[-/.](\d\d?)(?:[-/.](\d\d?))?)?$/.exec(words);
  if (match) return match[2] === "00" || match[3] === "00" ? null : span(Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0));
  match = /^(?:(\d\d?)(?:st|nd|rd|th)?\s+)?([a-z]+)\.?\s+(\d{4})$/.exec(words);
  if (match && monthOf(match[2])) return match[1] === "0" ? null : span(Number(match[3]), monthOf(match[2]), Number(match[1] ?? 0));
  match = /^([a-z]+)\.?\s+(\d\d?)(?:st|nd|rd|th)?\s+(\d{4})$/.exec(words);
  if (match && monthOf(match[1])) return span(Number(match[3]), monthOf(match[1]), Number(match[2]));
  return null;
}

/** The editions of a time, newest first: that in force on a day, those that took effect in a month or year. */
function editionsOfTime(editions, { first, last, isDay }) {
  const before = editions.filter(([date]) => date <= first).at(-1);
  const within = isDay ? [] : editions.filter(([date]) => first <= date && date <= last);
  const found = within.length ? within : before ? [before] : [];
  return [...new Set(found.map(([date]) => date))].reverse();
}

/** The editions of a set, by its code or name, oldest first. */
function editionsOfSet(editions, text, { alone }) {
  const word = text.trim();
  const isCode = alone ? /^\w{2,4}$/.test(word) : /^[A-Z0-9]{2,4}$/.test(word) || /^(?=.*\d)[a-z][a-z0-9]{1,3}$/.test(word);
  const code = isCode ? word.toUpperCase() : "";
  return editions.filter(([, set, name]) => (code && set === code) || (name && fold(name) === fold(word))).map(([date]) => date);
}

/** The most words that the name of a set or a date has. */
const LONGEST = 6;

/** An edition named at the end or at the beginning of a query, and the rest of it. */
function editionIn(text, editions) {
  const words = text.split(/\s+/);
  const shouting = words.length > 1 && !/\p{Ll}/u.test(text.replace(/\b\d\S*/g, ""));
  for (let length = Math.min(words.length, LONGEST); length >= 1; length -= 1) {
    for (const atEnd of [true, false]) {
      const named = (atEnd ? words.slice(-length) : words.slice(0, length)).join(" ");
      const rest = (atEnd ? words.slice(0, -length) : words.slice(length)).join(" ");
      const time = timeIn(named);
      // "702.40a M10" is a number and a set; of words in capitals none is taken for one
      const bySet = () => (shouting && !/\d/.test(text) ? [] : editionsOfSet(editions, named, { alone: !rest }));
      const found = time ? editionsOfTime(editions, time) : bySet();
      if (time || found.length) return { editions: found, time, rest: rest.replace(/\s+(?:in|as of|on|of|at|during)$/i, "").trim() };
    }
  }
  return null;
}

/** Phrases in quotation marks, and the text outside of them. */
function phrasesIn(text) {
  const phrases = [];
  const rest = text.replace(/["“”]([^"“”]*)(?:["“”]|$)/g, (_, phrase) => {
    const folded = fold(phrase).replace(/\s+/g, " ").trim();
    if (folded) phrases.push(folded);
    return " ";
  });
  return { phrases, rest: rest.trim() };
}

/**
 * Says what a query is.
 * @param editions of the rules, oldest first: `[date, set code, set name]`, a row for each of its sets
 * @returns `whole` is the query as typed; `kind` is `empty`, `number`, `edition`, `phrase` or `words`; `editions` are those that it names, the one meant
 *   first; `text` is the query without them; `number`, `phrases`, `words` (all, folded) and `content` (those that say what the query is about)
 */
export function understand(query, editions) {
  const whole = query.replace(/\s+/g, " ").trim().slice(0, 300);
  const { phrases, rest: outside } = phrasesIn(whole);
  let text = whole;
  let named = null;
  if (!phrases.length && !numberIn(whole)) {
    named = editionIn(whole, editions);
    if (named) text = named.rest;
  }
  const number = phrases.length ? null : numberIn(text);
  const words = wordsIn(phrases.length ? outside : text);
  const found = { whole, text, number, editions: named?.editions ?? [], time: named?.time ?? null, phrases, words, content: contentWords(words) };
  if (!text && named) return { ...found, kind: "edition" };
  if (number) return { ...found, kind: "number" };
  if (phrases.length) return { ...found, kind: "phrase" };
  return { ...found, kind: words.length ? "words" : "empty" };
}
