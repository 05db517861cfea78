// @ts-check
// Keys of records: the parent of each, and their order in a document.
import { isTerm } from "../lib/record-key.js";

/**
 * The number of a rule's parent: `702.40a` → `702.40` → `702` → `7`; null for sections and terms.
 * @param {string} key
 */
export function parentOf(key) {
  if (isTerm(key)) return null;
  const number = key.split("#", 1)[0];
  const letters = /^(\d+\.\d+)[a-z]+$/.exec(number);
  if (letters) return letters[1];
  const dot = number.lastIndexOf(".");
  if (dot > 0) return number.slice(0, dot);
  return /^\d{3}$/.test(number) ? number[0] : null;
}

/**
 * A key in parts for sorting: `702.40a` → `["", "702", ".", "40", "a"]`. A term begins with a sign
 * that is after all digits.
 * @param {string} key
 */
const parts = (key) => (isTerm(key) ? ["~", key] : key.split(/(\d+)/));

/**
 * Compares keys for sorting them: rules in the order of their numbers (702.9 before 702.10), then
 * terms.
 * @param {string} left
 * @param {string} right
 */
export function compareKeys(left, right) {
  const [leftParts, rightParts] = [parts(left), parts(right)];
  for (let index = 0; index < Math.min(leftParts.length, rightParts.length); index += 1) {
    if (leftParts[index] === rightParts[index]) continue;
    const difference = Number(leftParts[index]) - Number(rightParts[index]);
    // of letters and signs the difference is not a number, so the order of characters decides
    return difference || (leftParts[index] < rightParts[index] ? -1 : 1);
  }
  return leftParts.length - rightParts.length;
}

/**
 * Sorts the keys of each change by their positions in the documents, which `compareKeys` does not
 * know: a glossary is not always in the order of its letters.
 * @param {{old: string[], new: string[]}[]} changes
 * @param {Iterable<string>} olds the keys of the older edition, in its order
 * @param {Iterable<string>} news those of the newer one
 */
export function sortKeys(changes, olds, news) {
  const positionsIn = (/** @type {Iterable<string>} */ keys) =>
    new Map([...keys].map((key, index) => [key, index]));
  const [oldPositions, newPositions] = [positionsIn(olds), positionsIn(news)];
  const sort = (/** @type {string[]} */ keys, /** @type {Map<string, number>} */ positions) =>
    keys.sort((left, right) => (positions.get(left) ?? 0) - (positions.get(right) ?? 0));
  for (const change of changes) {
    sort(change.old, oldPositions);
    sort(change.new, newPositions);
  }
}
