// @ts-check
// The changes between two editions by chapter, in the order of the documents.
import { chapterOf, isTerm } from "../lib/record-key.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("./between.js").Change} Change
 */

/**
 * A chapter with its changes.
 * @typedef {object} ChangedChapter
 * @property {string} number empty for the glossary
 * @property {Edition} edition the one whose chapter it is: the older one, if the newer one lacks it
 * @property {Change[]} changes
 */

/**
 * The index of each record in its document, by its key.
 * @param {Edition} edition
 * @returns {Map<string, number>}
 */
const ranksIn = ({ rules, glossary }) =>
  new Map([...rules, ...glossary].map(({ key }, index) => [key, index]));

/**
 * The rank that a deleted record has among those of the newer edition: it follows the nearest
 * record before it that still exists, and comes first if there is none.
 * @param {{was: number, is: number}[]} continued the ranks of the records in both editions that
 *   exist in both, by the older ones
 * @param {number} rank of the record in the older edition
 */
function rankOfDeleted(continued, rank) {
  let [low, high] = [0, continued.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (continued[middle].was < rank) low = middle + 1;
    else high = middle;
  }
  return low ? continued[low - 1].is + 0.5 : -1;
}

/**
 * Changes in document order: by the first new record, each deletion after the record that it
 * followed.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 */
function inOrder(changes, old, now) {
  const [olds, news] = [ranksIn(old), ranksIn(now)];
  const oldRank = (/** @type {Change} */ change) => olds.get(change.old[0]) ?? -1;
  const newRank = (/** @type {Change} */ change) => news.get(change.new[0]) ?? -1;
  const continued = changes
    .filter((change) => change.old.length && change.new.length)
    .map((change) => ({ was: oldRank(change), is: newRank(change) }))
    .sort((one, other) => one.was - other.was);
  const rankOf = (/** @type {Change} */ change) =>
    change.new.length ? newRank(change) : rankOfDeleted(continued, oldRank(change));
  return changes
    .map((change) => ({ change, rank: rankOf(change) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ change }) => change);
}

/**
 * The number of the chapter that continues an old one; undefined if none does.
 * @param {string} number
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<string, string>} successors
 */
function successorOf(number, old, now, successors) {
  const stays = now.byKey.get(number)?.lineage === old.byKey.get(number)?.lineage;
  return successors.get(number) ?? (stays ? number : undefined);
}

/**
 * Chapters with their changes; a deleted chapter is listed under its old number.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<string, string>} successors the chapter that each chapter became, by their numbers
 */
export function byChapter(changes, old, now, successors) {
  /** @type {Map<string, ChangedChapter>} */
  const chapters = new Map();
  for (const change of inOrder(changes, old, now)) {
    const key = change.new[0] ?? change.old[0];
    let number = isTerm(key) ? "" : chapterOf(key);
    let edition = now;
    if (!change.new.length && number) {
      const successor = successorOf(number, old, now, successors);
      if (successor) number = successor;
      else edition = old;
    }
    // the glossary, which has no number, comes last; an old chapter follows a new one of its number
    const order = `${number || "~"} ${edition === now ? 0 : 1}`;
    const chapter = chapters.get(order) ?? { number, edition, changes: [] };
    chapters.set(order, chapter);
    chapter.changes.push(change);
  }
  return [...chapters]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, chapter]) => chapter);
}
