// @ts-check
// Answers to queries about the past that name no edition: names that are gone, old names, and times
// in which the rules had a name. As `graph/search/past.py` and `gone.py`.
import { capitalize } from "../lib/capitalize.js";
import { dateInWords } from "../lib/dates.js";
import { hrefOf, nameOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { findSayings, isWithin, stemsOfSaying } from "./claims.js";
import { plainName } from "./renamed.js";
import { splitAtBlanks, stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/** The number of rules at most that are shown for a name that is gone. */
const SHOWN = 3;

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./understand.js").Query} Query
 */

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
 * The page of a term whose name an edition changed.
 * @typedef {object} TermPage
 * @property {string} joined the stems of the name without blanks, by which a query finds it:
 *   `convertmanacost`
 * @property {string} name the old name of the term, or the new one; see `Past`
 * @property {string} edition date of the first edition with the new name
 * @property {string} page its address
 * @property {string} other the newest name if `name` is an old one; the old name if it is a new one
 * @property {boolean} isPart whether the old name was replaced in one of its senses only
 */

/**
 * The values of a `GoneName` but its stems.
 * @typedef {[name: string, gone: string, until: string, rules: string[], term: string,
 *   page: string, isSaying: boolean]} GoneRow
 */

/**
 * The values of a `TermPage`. The stems and the address are empty if they follow from the name.
 * @typedef {[joined: string, name: string, edition: string, page: string, other: string,
 *   isPart?: boolean]} TermPageRow
 */

/**
 * The rows about the past as `past` of `search/names.json` has them: the names that are gone, the
 * sayings that former editions decided otherwise, the pages of old names, and those of the new
 * names that took their places. `site_src/search/definition.py` writes them.
 * @typedef {{gone: GoneRow[], changed: GoneRow[], pages: TermPageRow[], taken: TermPageRow[]}
 * } PastRows
 */

/**
 * The same as records.
 * @typedef {{gone: GoneName[], changed: GoneName[], pages: TermPage[], taken: TermPage[]}} Past
 */

/**
 * The time in which the rules have had a name.
 * @typedef {object} NameLife
 * @property {string} name
 * @property {string} first the first edition with the name
 * @property {string} firstKey the key of the record that has it there
 * @property {string} last the last edition with the name; empty if the newest one has it
 * @property {string} lastKey the key of the record that has it there; empty if `last` is
 */

/**
 * The joined stems of a name, by which it is found, and the values of its `NameLife`. Of a name
 * that the newest edition has, the last key is missing.
 * @typedef {[joined: string, name: string, first: string, firstKey: string, last: string,
 *   lastKey?: string]} NameLifeRow
 */

/**
 * A bulletin, and the editions whose changes it announced.
 * @typedef {[id: string, title: string, page: string, editions: string[]]} BulletinRow
 */

/**
 * `search/times.json`. A row of `forms` has the words of a name that shares its stems with another
 * name, joined without blanks, instead of the stems: `phase`, `phasing`.
 * @typedef {{names: NameLifeRow[], forms: NameLifeRow[], bulletins: BulletinRow[]}} Times
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
 * The usual address of the page of a term: `terms/in-play/`. A row gives the address if it differs.
 * @param {string} name
 */
const usualPageOf = (name) => `terms/${name.replaceAll(" ", "-")}/`;

/**
 * The stems of some words, joined without blanks: `["converted", "mana"]` → `convertmana`.
 * @param {string[]} words
 */
const joinStems = (words) => words.map(stemOf).join("");

/**
 * @param {GoneRow} row
 * @returns {GoneName}
 */
const readGoneName = ([name, gone, until, rules, term, page, isSaying]) => ({
  name,
  gone,
  until,
  rules,
  term,
  page: page || usualPageOf(term),
  isSaying,
  stems: stemsOfSaying(name),
});

/**
 * @param {TermPageRow} row
 * @returns {TermPage}
 */
const readTermPage = ([joined, name, edition, page, other, isPart = false]) => ({
  joined: joined || joinStems(wordsIn(name)),
  name,
  edition,
  page: page || usualPageOf(name),
  other,
  isPart,
});

/**
 * The time of the name that is found by a subject; undefined if no heading or entry had it.
 * @param {NameLifeRow[]} rows
 * @param {string} subject the stems or the words of the name, joined as in the rows
 * @returns {NameLife | undefined}
 */
function findLife(rows, subject) {
  const row = rows.find(([joined]) => joined === subject);
  if (!row) return undefined;
  const [, name, first, firstKey, last, lastKey = ""] = row;
  return { name, first, firstKey, last, lastKey };
}

/**
 * The records that `readPast` has made, by the rows that it read.
 * @type {WeakMap<PastRows, Past>}
 */
const pastByRows = new WeakMap();

/**
 * Reads the rows about the past; once.
 * @param {PastRows} rows
 */
function readPast(rows) {
  let past = pastByRows.get(rows);
  if (!past) {
    past = {
      gone: rows.gone.map(readGoneName),
      changed: rows.changed.map(readGoneName),
      pages: rows.pages.map(readTermPage),
      taken: rows.taken.map(readTermPage),
    };
    pastByRows.set(rows, past);
  }
  return past;
}

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
 * Whether a query asks for a name whose words it has. A name of several words is surely meant if
 * players say it, or if a person confirmed it as retired. Every other name is only meant if the
 * query is about nothing else.
 * @param {GoneName} name
 * @param {Set<string>} stemsOfContent the stems of the words that say what the query is about
 */
function isAskedFor({ stems, term, isSaying }, stemsOfContent) {
  if (!stems.size) return false;
  const isSurelyMeant = stems.size > 1 && (isSaying || term !== "");
  return isSurelyMeant || isWithin(stemsOfContent, stems);
}

/**
 * The name or saying in a query of something that is gone; undefined if there is none. A saying
 * need not be in the query in this form. Any other name must be, and the newest edition must not
 * use it.
 * @param {Query} query
 * @param {GoneName[]} names
 * @param {(name: string) => boolean} isUsed whether the newest edition uses a name
 */
function findGone(query, names, isUsed) {
  const stemsOfWords = stemsWithoutFillers(query.words);
  const stemsOfContent = new Set(query.content.map(stemOf));
  for (const gone of findSayings(stemsOfWords, names)) {
    if (!isAskedFor(gone, stemsOfContent)) continue;
    const hasNameAsItIs = hasRun(stemsOfWords, gone.name);
    if (gone.isSaying || (hasNameAsItIs && !isUsed(plainName(gone.name)))) return gone;
  }
  return undefined;
}

/**
 * The words of a query without those that ask for what was before: `the old legend rule` → `legend
 * rule`.
 * @param {string[]} words
 */
function dropWordsOfFormer(words) {
  let text = ` ${words.join(" ")} `;
  for (const phrase of definition.history.former) text = text.replaceAll(` ${phrase} `, " ");
  return splitAtBlanks(text);
}

/**
 * The saying that former editions decided otherwise, if a query asks for it: by words such as "the
 * old" and "used to", or because it asks when something changed. Undefined for any other query. Of
 * several sayings the one of the most words counts.
 * @param {Query} query
 * @param {GoneName[]} names
 */
function findChanged({ words, aim }, names) {
  const subject = dropWordsOfFormer(words);
  if (aim !== "changed" && subject.length === words.length) return undefined;
  const [first, ...others] = findSayings(stemsWithoutFillers(subject), names);
  return others.reduce((best, name) => (name.stems.size > best.stems.size ? name : best), first);
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
 * A record of the last edition with something as an answer.
 * @param {string} key
 * @param {string} edition
 */
const lastRow = (key, edition) =>
  recordRow(key, edition, "last-edition", `last in the edition of ${dateInWords(edition)}`);

/**
 * Answers a query for what former editions decided otherwise: a note on the change, and the rules
 * that decided it before.
 * @param {GoneName} changed
 * @returns {PastAnswer}
 */
function answerChanged({ name, gone, until, rules }) {
  const shown = rules.slice(0, SHOWN);
  const deciding = listed.format(shown.map(nameOf));
  const change = `The rules about “${name}” changed on ${dateInWords(gone)}`;
  const note = `${change}; until then, see ${deciding}.`;
  const records = shown.map((key) => lastRow(key, until));
  return { notes: [note], first: records.slice(0, 1), second: records.slice(1) };
}

/**
 * Answers a query for something that is gone: a note that it is gone, the page of its term, and the
 * rules that decided it last.
 * @param {GoneName} goneName
 * @returns {PastAnswer}
 */
function answerGone({ name, gone, until, rules, term, page }) {
  const shown = rules.slice(0, SHOWN);
  const hint = shown.length ? `; until then, see ${listed.format(shown.map(nameOf))}` : "";
  const note = `The rules have had no “${name}” since ${dateInWords(gone)}${hint}.`;
  const retired = `“${capitalize(term)}” was retired on ${dateInWords(gone)}.`;
  const pages = term ? [termRow(term, gone, page, retired)] : [];
  const records = shown.map((key) => lastRow(key, until));
  return {
    notes: [note],
    first: [...records.slice(0, 1), ...pages],
    second: records.slice(1),
  };
}

/**
 * The sentences of the pages of terms.
 * @param {Answer[]} pages
 */
const notesOf = (pages) => pages.map(({ detail = "" }) => detail);

/**
 * The page of the old name that has the stems of a subject, as a list with a row or none.
 * @param {Past} past
 * @param {string} subject joined stems
 * @returns {Answer[]}
 */
function listOldPages(past, subject) {
  const term = past.pages.find(({ joined }) => joined === subject);
  if (!term) return [];
  const { name, edition, page, other, isPart } = term;
  const day = dateInWords(edition);
  const sentence = isPart
    ? `“${capitalize(name)}” was partly replaced by “${other}” on ${day}.`
    : `“${capitalize(name)}” has been called “${other}” since ${day}.`;
  return [termRow(name, edition, page, sentence)];
}

/**
 * Yields the parts of some words that may be a name within them, the longest first. All the words
 * are no part of themselves. A name of one word must be the first of them.
 * @param {string[]} words
 */
function* listParts(words) {
  for (let length = words.length - 1; length > 0; length -= 1) {
    const lastStart = length > 1 ? words.length - length : 0;
    for (let start = 0; start <= lastStart; start += 1) yield words.slice(start, start + length);
  }
}

/**
 * The page of the longest old name that some words have next to each other, the first of several,
 * as a list with a row or none. "type" is no answer to "battle type", but one to "type change"; see
 * `listParts`.
 * @param {Past} past
 * @param {string[]} words
 */
function listPagesWithin(past, words) {
  for (const part of listParts(words)) {
    const pages = listOldPages(past, joinStems(part));
    if (pages.length) return pages;
  }
  return [];
}

/**
 * A sentence on the time in which the rules have had a name.
 * @param {NameLife} life
 * @param {string} aim what the query asks: `since`, `until` or `changed`
 */
function describeLife({ name, first, firstKey, last }, aim) {
  const since = dateInWords(first);
  if (last) return `The rules had “${name}” from ${since} to ${dateInWords(last)}.`;
  const still = aim === "until" ? "; they still do" : "";
  return `The rules have had “${name}” since ${since}, first in ${nameOf(firstKey)}${still}.`;
}

/**
 * The page of the term whose new name has the stems of a subject, as a list with a row or none. A
 * name that is older than the renaming has no such page: it only took over what had another name.
 * @param {Past} past
 * @param {string} subject joined stems
 * @param {NameLife | undefined} life undefined if no heading or entry had the name
 * @returns {Answer[]}
 */
function listNewPages(past, subject, life) {
  const term = past.taken.find(({ joined }) => joined === subject);
  if (!term) return [];
  const { name, edition, page, other } = term;
  const firstWithName = life?.first ?? edition;
  if (firstWithName < edition) return [];
  const day = dateInWords(edition);
  const since = `“${capitalize(name)}” has been the name since ${day}`;
  const sentence = `${since}; before, it was “${other}”.`;
  return [termRow(name, edition, page, sentence)];
}

/**
 * The words of the longest new name that some words have next to each other; empty if they have
 * none. "stack" is no answer to "damage on the stack"; see `listParts`.
 * @param {Past} past
 * @param {string[]} words
 * @returns {string[]}
 */
function findNewNameWithin(past, words) {
  for (const part of listParts(words)) {
    const subject = joinStems(part);
    if (past.taken.some(({ joined }) => joined === subject)) return part;
  }
  return [];
}

/**
 * The last record that had the old name of what now has a new one, as a list with a row or none. No
 * record had the name "removed from the game zone", so for "exile zone" the old name of exile is
 * taken.
 * @param {Past} past
 * @param {Times} times with the time of each name
 * @param {string[]} words of the new name, or of a longer name that has it; empty for no name
 * @returns {Answer[]}
 */
function listLastWithOldName(past, times, words) {
  if (!words.length) return [];
  const subject = joinStems(words);
  const term = past.taken.find(({ joined }) => joined === subject);
  const life = term && findLife(times.names, joinStems(wordsIn(term.other)));
  if (!term || !life?.last || life.last >= term.edition)
    return listLastWithOldName(past, times, findNewNameWithin(past, words));
  return [lastRow(life.lastKey, life.last)];
}

/**
 * Answers a question for the history of a name: a note on the time in which the rules have had it,
 * the page of its term, and the first record that had it. To the question how something was called,
 * the last record with the old name comes first.
 * @param {Past} past
 * @param {Times} times with the time of each name
 * @param {string[]} words of the name
 * @param {string} aim what the query asks
 * @returns {PastAnswer}
 */
function answerLife(past, times, words, aim) {
  const subject = joinStems(words);
  const life = findLife(times.forms, words.join("")) ?? findLife(times.names, subject);
  const pages = listNewPages(past, subject, life);
  const notesOfPages = notesOf(pages);
  if (pages.length && aim === "changed") {
    const records = listLastWithOldName(past, times, words);
    return { notes: notesOfPages, first: [...records, ...pages], second: [] };
  }
  if (!life) return { notes: notesOfPages, first: pages, second: [] };
  const notes = pages.length ? notesOfPages : [describeLife(life, aim)];
  const { first, firstKey, last, lastKey } = life;
  if (aim === "until" && last) {
    return { notes, first: [...pages, lastRow(lastKey, last)], second: [] };
  }
  const detail = `first in the edition of ${dateInWords(first)}`;
  const record = recordRow(firstKey, first, "first-edition", detail);
  // such a question is about the rule of today as much as about its past
  if (aim !== "since") return { notes, first: pages, second: [record] };
  return { notes, first: [...pages, record], second: [] };
}

/**
 * Answers a question such as since when the rules have had a name.
 * @param {Past} past
 * @param {Times} times with the time of each name
 * @param {Query} query
 * @param {Answer[]} ofOldName the page of the query's words as an old name. If there is none, and
 *   the rules never had these words as a name, the page of an old name within the words is taken,
 *   or else the answer to a new name within them.
 * @returns {PastAnswer}
 */
function answerQuestion(past, times, query, ofOldName) {
  let life = answerLife(past, times, query.words, query.aim);
  const isKnown = ofOldName.length || life.notes.length;
  const pages = isKnown ? ofOldName : listPagesWithin(past, query.words);
  if (!isKnown && !pages.length && query.aim === "changed")
    life = answerLife(past, times, findNewNameWithin(past, query.words), query.aim);
  const notesOfPages = notesOf(pages);
  return {
    notes: [...notesOfPages, ...life.notes],
    first: [...pages, ...life.first],
    second: life.second,
  };
}

/**
 * Answers a query about the past. The answer is empty for most queries, which ask nothing about it.
 * @param {Query} query which names no edition
 * @param {PastRows} rows
 * @param {() => Promise<Times>} times asks for `search/times.json`, which few queries need
 * @param {Index} index the newest edition
 * @returns {Promise<PastAnswer>}
 */
export async function answerPast(query, rows, times, index) {
  if (query.kind !== "words" || query.unwanted.length) return NO_PAST;
  const past = readPast(rows);
  const gone = findGone(query, past.gone, (name) => index.uses(name));
  if (gone) return answerGone(gone);
  const changed = findChanged(query, past.changed);
  if (changed) return answerChanged(changed);
  const pages = listOldPages(past, joinStems(query.words));
  // the query only has an old name, so the rules of today come before its page
  if (!query.aim) return { ...NO_PAST, notes: notesOf(pages), second: pages };
  return answerQuestion(past, await times(), query, pages);
}

/**
 * Answers a query, in a search of all editions, that has a saying about something that is gone.
 * Names that are gone need no answer here: the search finds the records that had them.
 * @param {Query} query which names no edition
 * @param {PastRows} rows
 * @returns {PastAnswer}
 */
export function answerPastOfAll(query, rows) {
  if (query.kind !== "words" || query.unwanted.length) return NO_PAST;
  const gone = findGone(query, readPast(rows).gone, () => true);
  return gone ? answerGone(gone) : NO_PAST;
}

/**
 * The bulletins for some editions, as answers.
 * @param {() => Promise<Times>} times
 * @param {string[]} editions
 */
export async function bulletinRows(times, editions) {
  const { bulletins } = await times();
  return bulletins
    .map(([id, title, page, announced]) => ({ id, title, page, announced }))
    .filter(({ announced }) => announced.some((edition) => editions.includes(edition)))
    .map(({ id, title, page, announced }) => ({
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
