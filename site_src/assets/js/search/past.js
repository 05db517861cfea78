// @ts-check
// What a query without a day asks about the past, and what tells it. As `graph/search/past.py` and
// `gone.py`.
import { dateInWords } from "../lib/dates.js";
import { hrefOf, nameOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { findSayings, stemsOfSaying } from "./claims.js";
import { plainName } from "./renamed.js";
import { stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/** So many rules tell what something was. */
const SHOWN = 3;
/** @typedef {import("./answers.js").Answer} Answer */
/**
 * A name or saying that the newest edition no longer has; see `graph/search/gone.py`.
 * @typedef {{name: string, gone: string, until: string, rules: string[], term: string,
 *   page: string, isSaying: boolean, stems: Set<string>}} GoneName
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
 * What a query asks about the past.
 * @typedef {object} PastAnswer
 * @property {string[]} notes what became of it
 * @property {Answer[]} first what answers before everything else
 * @property {Answer[]} second what answers after the best passage
 */
/** @type {PastAnswer} */
export const NO_PAST = { notes: [], first: [], second: [] };

/**
 * @param {Set<string>} some
 * @param {Set<string>} all
 */
const isWithin = (some, all) => [...some].every((one) => all.has(one));

/**
 * What the newest edition no longer has, with the stems of each name; made once.
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
 * The page of a term of which nothing else is given.
 * @param {string} name
 */
const pageOf = (name) => `terms/${name.replaceAll(" ", "-")}/`;

/**
 * Rows of pages of names with the stems by which each is found and the address of its page, which
 * are left out where the name tells them; see `site_src/search/definition.py`.
 * @param {any[][]} rows
 * @returns {any[]}
 */
const withPages = (rows) =>
  rows.map(([joined, name, edition, page, ...others]) => [
    joined || wordsIn(name).map(stemOf).join(""),
    name,
    edition,
    page || pageOf(name),
    ...others,
  ]);

/** @param {string[]} words */
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
 * What a query asks for that is gone; undefined for nothing.
 * @param {any} query
 * @param {Past} past
 * @param {any} index
 */
function findGone(query, past, index) {
  const words = stemsWithoutFillers(query.words);
  const asked = new Set(query.content.map(stemOf));
  return findSayings(words, goneNames(past)).find(({ name, stems, term, isSaying }) => {
    const isSurelyMeant = stems.size > 1 && (isSaying || term);
    if (!stems.size || !(isSurelyMeant || isWithin(asked, stems))) return false;
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
 * That something is gone, the page of its term, and what decided it last.
 * @param {GoneName} what
 */
function tellGone({ name, gone, until, rules, term, page }) {
  const shown = rules.slice(0, SHOWN);
  const places = listed.format(shown.map(nameOf));
  const hint = shown.length ? `; until then, see ${places}` : "";
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
 * Since when the rules have had a name.
 * @param {string[]} life
 * @param {string} aim
 */
function describeLife([, name, first, key, last], aim) {
  const since = dateInWords(first);
  if (last) return `The rules had “${name}” from ${since} to ${dateInWords(last)}.`;
  const still = aim === "until" ? "; they still do" : "";
  return `The rules have had “${name}” since ${since}, first in ${nameOf(key)}${still}.`;
}

/**
 * Since when the rules have had a name, the page of its term, and where it was first.
 * @param {Past} past
 * @param {string[][]} names
 * @param {string} subject
 * @param {string} aim
 */
function tellLife(past, names, subject, aim) {
  const life = names.find(([joined]) => joined === subject);
  const term = withPages(past.taken).find(([joined]) => joined === subject);
  const notes = [];
  const pages = [];
  const records = [];
  // a name that is older than the renaming only took over what had another name
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
  // what it is today is asked for as much as what it was
  if (aim === "changed") return { notes, first: pages, second: records };
  return { notes, first: [...pages, ...records], second: [] };
}

/**
 * What a query asks about the past; nothing of most queries.
 * @param {any} query which names no edition
 * @param {Past} past
 * @param {() => Promise<Times>} times asks for `search/times.json`, which few queries need
 * @param {any} index the newest edition
 * @returns {Promise<PastAnswer>}
 */
export async function answerPast(query, past, times, index) {
  if (query.kind !== "words" || query.unwanted.length) return NO_PAST;
  const gone = findGone(query, past, index);
  if (gone) return tellGone(gone);
  const subject = query.words.map(stemOf).join("");
  const named = oldPages(past, subject);
  if (!query.aim) return { ...NO_PAST, second: named };
  const { names } = await times();
  const { notes, first, second } = tellLife(past, names, subject, query.aim);
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
