// Direct answers to a query, of the search box and of the search page: numbers of today and of the past, headings, terms.
import { addressOf, directAnswers, isPast, numberIn, wasReused } from "../jump.js";
import { meaningsOf, numbersTable, sentence } from "./numbers.js";
import { inWords, isOldName } from "./renamed.js";

const MOST = 4;

/**
 * What can be said at once: `{label, detail, href, exact, alone}`, best first; `href` is relative to the site's root.
 * `exact`: it is what was typed; `alone`: nothing else needs to be searched for.
 */
export function answersAtOnce(table, query) {
  const number = numberIn(query);
  const direct = directAnswers(table, query);
  if (number && wasReused(table, number)) {
    return [...direct, { label: number, detail: "what this number meant before", href: `n/?${number}`, exact: true }];
  }
  const term = number ? undefined : isOldName(table, query);
  if (!term) return direct;
  const told = { label: "Old term", detail: inWords(term), href: term.page, exact: true };
  const now = term.kind === "renamed" ? directAnswers(table, term.names.at(-1), MOST) : [];
  return [told, ...now.filter((one) => !direct.some((other) => other.href === one.href)), ...direct];
}

/** A meaning of an old number as an answer: it leads to the rule of today, or else to its history. */
function answerOf(table, number, meaning) {
  const now = meaning.now.length === 1 ? addressOf(table, meaning.now[0]) : undefined;
  const detail = sentence(number, meaning).slice(number.length).trim();
  return { label: number, detail, href: now ?? meaning.history, exact: true, alone: true };
}

/** The answers to a query, with those for which another table must be fetched: what an old number was, and is now. */
export async function answers(table, query) {
  const direct = answersAtOnce(table, query);
  const number = numberIn(query);
  if (!number || !isPast(table, number)) return direct;
  let meanings;
  try {
    meanings = meaningsOf(await numbersTable(), number);
  } catch {
    // a site without histories has no such table; the last edition that had the number is known all the same
    return direct;
  }
  if (!meanings.length) return direct;
  const rows = meanings.slice(-MOST).reverse().map((meaning) => answerOf(table, number, meaning));
  const all = { label: number, detail: "all that it meant, and the rules with their histories", href: `n/?${number}`, exact: true, alone: true };
  return [...rows, all];
}
