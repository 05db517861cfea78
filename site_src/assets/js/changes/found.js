// @ts-check
// The changes that a question of the search page finds, as the worker of the search counts and
// lists them.
import { contents, fileOfWords, ready, sidesIn } from "./load.js";
import { readWanted } from "./match.js";
import { filesFor, findCommon } from "./needed.js";
import { matching, periodsOf } from "./search.js";

/**
 * @typedef {import("./search.js").Match} Match
 */

/**
 * A question for changes.
 * @typedef {object} Question
 * @property {string} query
 * @property {import("./search.js").Choice} choice
 * @property {boolean} oldest whether the oldest editions come first
 */

/**
 * A change as the page shows it: what its row needs of a `Match`.
 * @typedef {object} ShownChange
 * @property {string} edition
 * @property {string} previous
 * @property {string} number
 * @property {string} otherNumber
 * @property {import("./match.js").Side} side
 * @property {string} kind
 * @property {string | null} class
 * @property {string} field
 * @property {string[]} bulletins
 * @property {{text: string, shown: import("./match.js").TextRange[]}} passage
 * @property {import("./match.js").TextRange[]} marks
 */

/**
 * What the last question found in each file, that question as JSON, and the names of the files that
 * have been searched. A list of changes is longer than the page that shows it, and is asked for
 * again when the reader wants more.
 * @type {{question: string, files: Map<string, Promise<Match[]>>, searched: Set<string>}}
 */
let last = { question: "", files: new Map(), searched: new Set() };

/**
 * Puts the changes of newer editions first; those of one edition keep their order.
 * @param {Match[]} found
 */
const newestFirst = (found) =>
  found.toSorted((left, right) => right.edition.localeCompare(left.edition));

/**
 * The changes in a file that answer a question, in the order in which they are shown.
 * @param {string} file
 * @param {Question} question
 */
async function matchesIn(file, { query, choice, oldest }) {
  const found = await matching(await sidesIn(file), query, choice);
  return oldest ? found : newestFirst(found);
}

/**
 * The changes in a file that answer a question; those of the last question are kept.
 * @param {string} file
 * @param {Question} question
 */
function keptMatches(file, question) {
  const name = JSON.stringify(question);
  if (name !== last.question) last = { question: name, files: new Map(), searched: new Set() };
  const { files, searched } = last;
  const known = files.get(file);
  if (known) return known;
  const found = matchesIn(file, question);
  found.then(
    () => searched.add(file),
    () => files.delete(file),
  );
  files.set(file, found);
  return found;
}

/**
 * What the page shows of a change.
 * @param {Match} match
 * @returns {ShownChange}
 */
function shownOf(match) {
  const { edition, previous, number, otherNumber, side, kind, field, bulletins, marks } = match;
  const { text, shown } = match.passage;
  const passage = { text, shown };
  return {
    edition,
    previous,
    number,
    otherNumber,
    side,
    kind,
    class: match.class,
    field,
    bulletins,
    passage,
    marks,
  };
}

/**
 * The number of all changes with the words of a query, and the times in which the rules had them.
 * @typedef {{count: number, periods: import("./search.js").Period[]}} Summary
 */

/**
 * The summary of a query that is a common word, which is known before its changes are read; null
 * for any other query.
 * @param {import("./needed.js").Contents} index
 * @param {string} query
 * @returns {Promise<Summary | null>}
 */
async function summaryOf(index, query) {
  const common = await findCommon(index, query, fileOfWords);
  if (!common) return null;
  const [count, first, last, gone] = common;
  return { count, periods: [{ words: readWanted(query).typed, first, last, gone }] };
}

/**
 * The files of changes that may have the words of a query, oldest first, the titles of bulletins by
 * their ids, and the summary if it is known.
 * @param {string} query
 * @returns {Promise<{files: string[], titles: Record<string, string>, summary: Summary | null}>}
 */
export async function filesWithChanges(query) {
  const [index] = await Promise.all([contents(), ready()]);
  const [files, summary] = await Promise.all([
    filesFor(index, query, fileOfWords),
    summaryOf(index, query),
  ]);
  return { files, titles: index.titles, summary };
}

/**
 * Counts the changes in the first of some files that answer a question, and in those after it that
 * have been searched meanwhile. So a page that draws slowly asks less often.
 * @param {string[]} files in the order in which their changes are shown
 * @param {Question} question
 * @param {number} limit the number of changes to return at most
 * @param {number} ahead the number of files that are fetched and searched at the same time
 * @returns {Promise<{read: number, count: number, first: ShownChange[]}>} the number of files that
 *   were read, the number of changes in them, and the first of these
 */
export async function findChanges(files, question, limit, ahead) {
  // a failure is reported when the file is read
  for (const file of files.slice(0, ahead)) keptMatches(file, question).catch(() => {});
  const { searched } = last;
  const found = [...(await keptMatches(files[0], question))];
  let read = 1;
  while (searched.has(files[read])) {
    found.push(...(await keptMatches(files[read], question)));
    read += 1;
  }
  return { read, count: found.length, first: found.slice(0, limit).map(shownOf) };
}

/** Files that are fetched ahead while one is read. */
const AHEAD = 2;

/**
 * Some of the changes that answer a question. No more files are read than have them.
 * @param {string[]} files in the order in which their changes are shown
 * @param {Question} question
 * @param {number} begin position of the first change among all that were found
 * @param {number} end position behind the last one
 */
export async function listChanges(files, question, begin, end) {
  /** @type {Match[]} */
  const found = [];
  for (const [index, file] of files.entries()) {
    if (found.length >= end) break;
    // a failure is reported when the file is read
    for (const next of files.slice(index + 1, index + 1 + AHEAD)) sidesIn(next).catch(() => {});
    found.push(...(await keptMatches(file, question)));
  }
  return found.slice(begin, end).map(shownOf);
}

/**
 * The times in which the rules had the words of a query.
 * @param {string[]} files in which the words may be
 * @param {string} query
 */
export async function periodsIn(files, query) {
  const { editions } = await contents();
  const sides = await Promise.all(files.map(sidesIn));
  return periodsOf(sides.flat(), query, editions);
}
