// @ts-check
// The names of rules and glossary entries in the words of a query. As `graph/search/names.py`.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { contentWords } from "./text.js";

/**
 * @typedef {object} Name
 * @property {string[]} words
 * @property {number[]} rules places of the rules with that name
 * @property {number[]} entries places of the glossary entries
 */

/**
 * The name that begins at one of some words, the longest; null for none.
 * @param {import("./index.js").Index} index
 * @param {string[]} words
 * @param {number} first
 * @param {Set<string>} content
 * @returns {Name | null}
 */
function findNameAt(index, words, first, content) {
  const longest = Math.min(definition.limits.name, words.length - first);
  for (let length = longest; length > 0; length -= 1) {
    const named = words.slice(first, first + length);
    // one stop word is no name within others, though the glossary has "If"
    const isWhole = length === words.length;
    const isStop = named.every((word) => definition.stop.has(word));
    if (!isWhole && (isStop || !named.some((word) => content.has(word)))) continue;
    const places = index.called(named);
    if (!places.length) continue;
    const isEntry = (/** @type {number} */ place) => isTerm(index.records[place].key);
    return {
      words: named,
      rules: places.filter((place) => !isEntry(place)),
      entries: places.filter(isEntry),
    };
  }
  return null;
}

/**
 * The names in consecutive words, longest first, and whether they cover what the query is about.
 * @param {import("./index.js").Index} index
 * @param {string[]} words
 */
export function findNames(index, words) {
  const content = new Set(contentWords(words));
  /** @type {Name[]} */
  const found = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = findNameAt(index, words, at, content);
    if (!name) continue;
    found.push(name);
    at += name.words.length - 1;
  }
  const named = new Set(found.flatMap((name) => name.words));
  const coverAll = found.length > 0 && [...content].every((word) => named.has(word));
  return { found, coverAll };
}
