// @ts-check
// Answers to queries about the past that name no edition: names that are gone, old names, and times
// in which the rules had a name. As `graph/search/past.py` and `gone.py`.
import { dateInWords } from "../lib/dates.js";
import { hrefOf, nameOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { findSayings, stemsOfSaying } from "./claims.js";
import { plainName } from "./renamed.js";
import { stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/** The number of rules at most that are shown for a name that is gone. */
const SHOWN = 3;
/** @typedef {import("./answers.js").Answer} Answer */
/**
 * A name or saying that the newest edition no longer has; see `graph/search/gone.py`.
 * @typedef {object} GoneName
 * @property {string} name
 * @property {string} gone date of the first edition without it
 * @property {string} until date of the last edition with it; empty if the first one only says that
 *   it is gone
 * @property {string[]} rules keys of the rules of that edition that decided it
 * @property {string} term the old term on whose page it is; empty if it has no page
 * @property {string} page address of that page
 * @property {boolean} isSaying whether only players say it, and the rules did not
 * @property {Set<string>} stems by which it is recognised
 */
/**
 * The values of a `GoneName` but its stems, in the same order.
 * @typedef {[string, string, string, string[], string, string, boolean]} GoneRow
 */
/**
 * `past` of the definition; see `site_src/search/definition.py`.
 * @typedef {{gone: GoneRow[], goneNames?: GoneName[], taken: string[][],
 *   pages: any[][], oldNames?: any[]}} Past
 */
/**
 * `search/times.json`.
 * @typedef {{names: string[][], bulletins: [string, string, string, string[]][]}} Times
 */
/**
 * An answer to a query about the past.
 * @typedef {object} PastAnswer
 * @property {string[]} notes sentences on what became of the subject
 * @property {Answer[]} first answers that come before everything else
 * @property {Answer[]} second answers that come after the best passage
 */
/**
 * The answer to a query that asks nothing about the past.
 * @type {PastAnswer}
 */
export const NO_PAST = { notes: [], first: [], second: [] };

/**
 * Whether a set is a part of another one, or the same.
 * @param {Set<string>} part
 * @param {Set<string>} all
 */
const isWithin = (part, all) => [...part].every((stem) => all.has(stem));

/**
 * The names and sayings that the newest edition no longer has, with the stems of each; made once.
 * @param {Past} past
 * @returns {GoneName[]}
 */
function goneNames(past) {
  past.goneNames ??= past.gone.map(([name, gone, until, rules, term, page, isSaying]) => ({
    name,
    gone,
    until,
    rules,
    term,
    page: page || pageOf(term),
    isSaying,
    stems: stemsOfSaying(name),
  }));
  return past.goneNames;
}

/**
 * The address of the page of a term, unless its row gives another one: `terms/in-play/`.
 * @param {string} name
 */
const pageOf = (name) => `terms/${name.replaceAll(" ", "-")}/`;

/**
 * Fills in the first and the fourth value of rows of names: the joined stems by which a name is
 * found, and the address of its page. Rows lack them if they follow from the name; see
 * `site_src/search/definition.py`.
 * @param {any[][]} rows
 * @returns {any[]}
 */
const withPages = (rows) =>
  rows.map(([joined, name, edition, page, ...columns]) => [
    joined || wordsIn(name).map(stemOf).join(""),
    name,
    edition,
    page || pageOf(name),
    ...columns,
  ]);

/**
 * The stems of words, without words such as "does" and "the".
 * @param {string[]} words
 */
const stemsWithoutFillers = (words) =>
  words.filter((word) => !definition.filler.has(word)).map(stemOf);

/**
 * Whether a query, by its stems without fillers, has the words of a name next to each other.
 * @param {string[]} stems
 * @param {string} name
 */
const hasRun = (stems, name) =>
  ` ${stems.join(" ")} `.includes(` ${stemsWithoutFillers(wordsIn(name)).join(" ")} `);

/**
 * The name or saying that is gone and for which a query asks; undefined if it asks for none.
 * @param {any} query
 * @param {Past} past
 * @param {any} index
 */
function findGone(query, past, index) {
  const words = stemsWithoutFillers(query.words);
  const queryStems = new Set(query.content.map(stemOf));
  return findSayings(words, goneNames(past)).find(({ name, stems, term, isSaying }) => {
    const isSurelyMeant = stems.size > 1 && (isSaying || term);
    if (!stems.size || !(isSurelyMeant || isWithin(queryStems, stems))) return false;
    return isSaying || (hasRun(words, name) && !index.uses(plainName(name)));
  });
}

/**
 * The page of a term as an answer.
 * @param {string} name
 * @param {string} edition
 * @param {string} page
 * @param {string} detail
 */
const termRow = (name, edition, page, detail) => ({
  key: `term:${name}`,
  edition,
  label: "Term",
  detail,
  text: "",
  why: makeWhy("term"),
  href: page,
  exact: true,
});

/**
 * A record of a former edition as an answer.
 * @param {string} key
 * @param {string} edition
 * @param {string} kind
 * @param {string} detail
 */
const recordRow = (key, edition, kind, detail) => ({
  key,
  edition,
  label: nameOf(key),
  detail,
  text: "",
  why: makeWhy(kind, "", edition),
  href: `e/${edition}/${hrefOf(key)}`,
  exact: true,
});

const listed = new Intl.ListFormat("en");

/**
 * Answers a query for something that is gone: a note that it is gone, the page of its term, and the
 * rules that decided it last.
 * @param {GoneName} what
 */
function answerGone({ name, gone, until, rules, term, page }) {
  const shown = rules.slice(0, SHOWN);
  const hint = shown.length ? `; until then, see ${listed.format(shown.map(nameOf))}` : "";
  const note = `The rules have had no “${name}” since ${dateInWords(gone)}${hint}.`;
  const retired = `“${term}” was retired on ${dateInWords(gone)}.`;
  const last = `last in the edition of ${dateInWords(until || gone)}`;
  const pages = term ? [termRow(term, gone, page, retired)] : [];
  const records = shown.map((key) => recordRow(key, until, "last-edition", last));
  return {
    notes: [note],
    first: [...pages, ...records.slice(0, 1)],
    second: records.slice(1),
  };
}

/**
 * The page of the old name that a query is, as a list with a row or none.
 * @param {Past} past
 * @param {string} subject
 * @returns {any[]}
 */
function oldPages(past, subject) {
  past.oldNames ??= withPages(past.pages);
  const row = past.oldNames.find(([joined]) => joined === subject);
  if (!row) return [];
  const [, name, edition, page, newest, isPart] = row;
  const day = dateInWords(edition);
  const detail = isPart
    ? `“${name}” was partly replaced by “${newest}” on ${day}.`
    : `“${name}” has been called “${newest}” since ${day}.`;
  return [termRow(name, edition, page, detail)];
}

/**
 * The page of the longest old name that some words have next to each other, the first of several,
 * as a list with a row or none. A name of one word must be the first of them: "type" is only a part
 * of "battle type".
 * @param {Past} past
 * @param {string[]} words
 */
function pagesWithin(past, words) {
  const stems = words.map(stemOf);
  for (let length = stems.length - 1; length > 0; length -= 1) {
    const last = length > 1 ? stems.length - length : 0;
    for (let begin = 0; begin <= last; begin += 1) {
      const pages = oldPages(past, stems.slice(begin, begin + length).join(""));
      if (pages.length) return pages;
    }
  }
  return [];
}

/**
 * A sentence on the time in which the rules have had a name.
 * @param {string[]} life its joined stems, the name, the first edition, the key of the first record
 *   that has it, and the last edition; empty for a name that the rules still have
 * @param {string} aim what the query asks: `since`, `until` or `changed`
 */
function describeLife([, name, first, key, last], aim) {
  const since = dateInWords(first);
  if (last) return `The rules had “${name}” from ${since} to ${dateInWords(last)}.`;
  const still = aim === "until" ? "; they still do" : "";
  return `The rules have had “${name}” since ${since}, first in ${nameOf(key)}${still}.`;
}

/**
 * Answers a question for the history of a name: a note on the time in which the rules have had it,
 * the page of its term, and the first record that had it.
 * @param {Past} past
 * @param {string[][]} names the lives of all names, as `search/times.json` has them
 * @param {string} subject the joined stems of the name
 * @param {string} aim what the query asks: `since`, `until` or `changed`
 */
function answerLife(past, names, subject, aim) {
  const life = names.find(([joined]) => joined === subject);
  const term = withPages(past.taken).find(([joined]) => joined === subject);
  const notes = [];
  const pages = [];
  const records = [];
  // for a name that is older than the renaming this sentence would be wrong
  if (term && (!life || life[2] >= term[2])) {
    const [, name, edition, page, old] = term;
    const day = dateInWords(edition);
    const sentence = `“${name}” has been the name since ${day}; before, it was “${old}”.`;
    notes.push(sentence);
    pages.push(termRow(name, edition, page, sentence));
  }
  if (life) {
    if (!notes.length) notes.push(describeLife(life, aim));
    const [, , edition, key] = life;
    const detail = `first in the edition of ${dateInWords(edition)}`;
    records.push(recordRow(key, edition, "first-edition", detail));
  }
  // such a question is about the rule of today as much as about its past
  if (aim === "changed") return { notes, first: pages, second: records };
  return { notes, first: [...pages, ...records], second: [] };
}

/**
 * Answers a query about the past; most queries ask nothing about it.
 * @param {any} query which names no edition
 * @param {Past} past
 * @param {() => Promise<Times>} times asks for `search/times.json`, which few queries need
 * @param {any} index the newest edition
 * @returns {Promise<PastAnswer>}
 */
export async function answerPast(query, past, times, index) {
  if (query.kind !== "words" || query.unwanted.length) return NO_PAST;
  const gone = findGone(query, past, index);
  if (gone) return answerGone(gone);
  const subject = query.words.map(stemOf).join("");
  const named = oldPages(past, subject);
  if (!query.aim) return { ...NO_PAST, second: named };
  const { names } = await times();
  const { notes, first, second } = answerLife(past, names, subject, query.aim);
  const isKnown = named.length || notes.length;
  const pages = isKnown ? named : pagesWithin(past, query.words);
  const all = [...pages.map(({ detail }) => detail), ...notes];
  return { notes: all, first: [...pages, ...first], second };
}

/**
 * The bulletins for some editions, as answers.
 * @param {() => Promise<Times>} times
 * @param {string[]} editions
 */
export async function bulletinRows(times, editions) {
  const { bulletins } = await times();
  return bulletins
    .filter(([, , , announced]) => announced.some((edition) => editions.includes(edition)))
    .map(([id, title, page, announced]) => ({
      key: `bulletin:${id}`,
      edition: announced.at(-1) ?? null,
      label: title,
      detail: "what the publisher announced",
      text: "",
      why: makeWhy("bulletin"),
      href: page,
      exact: true,
    }));
}
