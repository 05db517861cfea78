// @ts-check
// Direct answers from the table of numbers and names alone. The search box shows them if the words
// of the rules are not on the device, as without a network.
import { addressOf, headingOf, lastEditionOf, rulingAnswer } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { hrefOf } from "../lib/record-key.js";
import { describeOldName, oldNameOf } from "../lib/renamed.js";
import { makeReferencesRow } from "./citing-questions.js";
import { findNumberedPart, WHOLE } from "./comparisons.js";
import { definition } from "./definition.js";
import { listChanges } from "./named-answers.js";
import { makeHistoryRow } from "./number-history.js";
import { fold } from "./text.js";
import { latestOf, setsOf } from "./sets.js";
import { listSitePages } from "./site-pages.js";
import { understand } from "./understand.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("../jump.js").JumpTable} JumpTable
 */

/**
 * Makes an answer without a text.
 * @param {string} key
 * @param {string} label
 * @param {string} detail
 * @param {string} href from the site's root
 * @returns {Answer}
 */
function answer(key, label, detail, href) {
  return { key, edition: null, label, detail, text: "", href, exact: true };
}

/**
 * Rules and glossary entries whose names begin with the words typed; names that are those words
 * come first.
 * @param {JumpTable} table
 * @param {string} typed
 */
function namedAnswers(table, typed) {
  const wanted = fold(typed).trim();
  const rules = table.headings.map(([name, number]) => {
    return { name, label: number, href: addressOf(table, number) ?? "" };
  });
  const terms = table.terms.map(([name, href]) => ({ name, label: "Glossary", href }));
  if (wanted.length < 2) return [];
  const found = [...rules, ...terms].filter(({ name }) => fold(name).startsWith(wanted));
  const isWhole = (/** @type {{name: string}} */ { name }) => fold(name) === wanted;
  found.sort((left, right) => Number(isWhole(right)) - Number(isWhole(left)));
  const shown = found.slice(0, definition.limits.meanings);
  return shown.map(({ name, label, href }) => answer(href, label, name, href));
}

/**
 * The rule with a number in an edition as an answer.
 * @param {string} number
 * @param {string} date of the edition
 * @param {string} detail a sentence about the edition
 */
function numberThen(number, date, detail) {
  return answer(`${number} ${date}`, number, detail, `e/${date}/${hrefOf(number)}`);
}

/**
 * The last edition that had a number, as far as the table knows; undefined for a number that no
 * edition had.
 * @param {JumpTable} table
 * @param {string} number
 */
const lastWith = (table, number) =>
  addressOf(table, number) ? latestOf(table) : lastEditionOf(table, number);

/**
 * The last edition with a number that the latest lacks; null for a number of the latest.
 * @param {JumpTable} table
 * @param {string} number
 */
const pastOf = (table, number) =>
  addressOf(table, number) ? null : (lastEditionOf(table, number) ?? null);

/**
 * The rules with a number in those of some editions that may have it. The table knows only the last
 * edition with a number: a later one cannot have it, and an earlier one need not.
 * @param {JumpTable} table
 * @param {string} number
 * @param {string[]} editions
 */
function answersInEditions(table, number, editions) {
  const last = lastWith(table, number);
  if (last === undefined) return [];
  return editions
    .filter((date) => date <= last)
    .map((date) => {
      const doubt = date === last ? "" : ", if that has the number";
      return numberThen(number, date, `in the edition of ${dateInWords(date)}${doubt}`);
    });
}

/**
 * The rules with a number in some editions. If there are none, that in the latest edition or, for a
 * number of the past, in the last edition that had it.
 * @param {JumpTable} table
 * @param {string} number
 * @param {string[]} editions
 */
function numberAnswers(table, number, editions) {
  const found = answersInEditions(table, number, editions);
  if (found.length) return found;
  const href = addressOf(table, number);
  if (href) return [answer(number, number, headingOf(table, number), href)];
  const past = lastEditionOf(table, number);
  if (!past) return [];
  const detail = `not in the latest edition; last in that of ${dateInWords(past)}`;
  return [numberThen(number, past, detail)];
}

/**
 * The first of some editions as answers.
 * @param {JumpTable} table
 * @param {string[]} dates
 */
function editionAnswers(table, dates) {
  return dates.slice(0, definition.limits.meanings).map((date) => {
    const name = table.editions.find(([known]) => known === date)?.[2];
    return answer(`edition:${date}`, dateInWords(date), name || "edition", `e/${date}/`);
  });
}

/**
 * The answer for a former term, which links to its page and says how it is called now; none for any
 * other words.
 * @param {JumpTable} table
 * @param {string} typed
 */
function oldTermAnswers(table, typed) {
  const row = oldNameOf(table, typed);
  return row ? [answer(row.page, "Term", describeOldName(row), row.page)] : [];
}

/**
 * Answers a query from the table alone.
 * @param {JumpTable} table as `assets/jump.json` has it
 * @param {string} text as typed
 * @param {string | null} edition the date of the edition whose page is open; null for the latest
 * @returns {{query: import("./understand.js").Query, answers: Answer[]}}
 */
export function answerDirectly(table, text, edition) {
  const isName = (/** @type {string[]} */ words) => namedAnswers(table, words.join(" ")).length > 0;
  const query = understand(text, setsOf(table), isName);
  const ruling = rulingAnswer(table, query.whole);
  if (ruling) return { query, answers: [ruling] };
  if (query.kind === "edition") return { query, answers: editionAnswers(table, query.editions) };
  if (query.changes) {
    const part = findNumberedPart(query.changes.subject) ?? WHOLE;
    return { query, answers: listChanges(table, query.changes, part) };
  }
  if (query.numbers.length) {
    const opened = edition === null ? [] : [edition];
    const meant = query.editions.length ? query.editions : opened;
    const numbered = query.numbers.flatMap((number) => numberAnswers(table, number, meant));
    const known = query.numbers.filter((number) => lastWith(table, number) !== undefined);
    const histories = query.aim ? known.map(makeHistoryRow) : [];
    const references = query.asksForReferences
      ? known.map((number) => makeReferencesRow(table, number, meant[0] ?? pastOf(table, number)))
      : [];
    return { query, answers: [...histories, ...references, ...numbered] };
  }
  const typed = query.text.replaceAll('"', "");
  const pages = listSitePages(table, query);
  const named = [...oldTermAnswers(table, typed), ...namedAnswers(table, typed)];
  return { query, answers: [...pages, ...named] };
}
