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
 * The position of each record in its document, by its key.
 * @param {Edition} edition
 * @returns {Map<string, number>}
 */
const positionsIn = ({ rules, glossary }) =>
  new Map([...rules, ...glossary].map(({ key }, index) => [key, index]));

/**
 * The position of a deleted record among the records of the newer edition: right after the nearest
 * record before it that still exists (17.5 after the record at 17), or -1 if there is none.
 * @param {{was: number, is: number}[]} continued the positions, in both editions, of the records
 *   that exist in both; sorted by `was`
 * @param {number} position of the deleted record in the older edition
 */
function positionOfDeleted(continued, position) {
  let [low, high] = [0, continued.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (continued[middle].was < position) low = middle + 1;
    else high = middle;
  }
  return low ? continued[low - 1].is + 0.5 : -1;
}

/**
 * Puts changes in the order of the newer document, by the first new record of each. A deletion
 * comes after the record that the deleted one followed.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 */
function sortChanges(changes, old, now) {
  const [olds, news] = [positionsIn(old), positionsIn(now)];
  const oldPosition = (/** @type {Change} */ change) => olds.get(change.old[0]) ?? -1;
  const newPosition = (/** @type {Change} */ change) => news.get(change.new[0]) ?? -1;
  const continued = changes
    .filter((change) => change.old.length && change.new.length)
    .map((change) => ({ was: oldPosition(change), is: newPosition(change) }))
    .sort((left, right) => left.was - right.was);
  const positionAmongNew = (/** @type {Change} */ change) =>
    change.new.length ? newPosition(change) : positionOfDeleted(continued, oldPosition(change));
  return changes
    .map((change) => ({ change, position: positionAmongNew(change) }))
    .sort((left, right) => left.position - right.position)
    .map(({ change }) => change);
}

/**
 * The number of the chapter that continues an old one; undefined if none does.
 * @param {string} number
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<string, string>} successors as for `byChapter`
 */
function successorOf(number, old, now, successors) {
  const stays = now.byKey.get(number)?.lineage === old.byKey.get(number)?.lineage;
  return successors.get(number) ?? (stays ? number : undefined);
}

/**
 * Groups changes by chapter. A deleted rule is listed in the chapter that continues its own; if
 * that chapter was deleted too, it is listed under its old number.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 * @param {Map<string, string>} successors the chapter that each chapter became, by their numbers
 */
export function byChapter(changes, old, now, successors) {
  /** @type {Map<string, ChangedChapter>} */
  const chapters = new Map();
  for (const change of sortChanges(changes, old, now)) {
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
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, chapter]) => chapter);
}
