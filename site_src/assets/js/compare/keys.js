// @ts-check
// Keys of records: what each hangs under, and their order in a document.
import { isTerm } from "../lib/record-key.js";

/**
 * The number that a rule hangs under; null for sections and terms.
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

/** @param {string} key */
const parts = (key) => (isTerm(key) ? ["~", key] : key.split(/(\d+)/));

/**
 * Keys in the order of a document: by number, each part of it as a number, then the terms.
 * @param {string} one
 * @param {string} other
 */
export function inOrder(one, other) {
  const [ours, theirs] = [parts(one), parts(other)];
  for (let at = 0; at < Math.min(ours.length, theirs.length); at += 1) {
    if (ours[at] === theirs[at]) continue;
    const difference = Number(ours[at]) - Number(theirs[at]);
    return difference || (ours[at] < theirs[at] ? -1 : 1);
  }
  return ours.length - theirs.length;
}

/**
 * Puts the keys of each change in the order of the documents; a glossary is not always in that of
 * its letters.
 * @param {{old: string[], new: string[]}[]} changes
 * @param {Iterable<string>} olds the keys of the one edition, in its order
 * @param {Iterable<string>} news those of the other
 */
export function sortKeys(changes, olds, news) {
  const rank = (/** @type {Iterable<string>} */ keys) =>
    new Map([...keys].map((key, index) => [key, index]));
  const [ranksOld, ranksNew] = [rank(olds), rank(news)];
  const sort = (/** @type {string[]} */ keys, /** @type {Map<string, number>} */ ranks) =>
    keys.sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  for (const change of changes) {
    sort(change.old, ranksOld);
    sort(change.new, ranksNew);
  }
}
