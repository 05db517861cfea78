// @ts-check
// The names of rules and glossary entries in the words of a query. As `graph/search/names.py`.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { contentWords } from "./text.js";

/**
 * A name in a query.
 * @typedef {object} Name
 * @property {string[]} words of the query that are the name
 * @property {number[]} rules positions in the index of the rules with that name
 * @property {number[]} entries positions of the glossary entries with that name
 */

/**
 * The longest name that begins at `words[first]`; null if there is none.
 * @param {import("./index.js").Index} index
 * @param {string[]} words of the query
 * @param {number} first
 * @param {Set<string>} content the words that say what the query is about
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
    const positions = index.called(named);
    if (!positions.length) continue;
    const isEntry = (/** @type {number} */ position) => isTerm(index.records[position].key);
    return {
      words: named,
      rules: positions.filter((position) => !isEntry(position)),
      entries: positions.filter(isEntry),
    };
  }
  return null;
}

/**
 * Finds the names in the words of a query, which do not overlap; where several begin, the longest
 * counts.
 * @param {import("./index.js").Index} index
 * @param {string[]} words
 * @returns {{found: Name[], coverAll: boolean}} the names in the order of the words, and whether
 *   all words that say what the query is about are in one
 */
export function findNames(index, words) {
  const content = new Set(contentWords(words));
  /** @type {Name[]} */
  const found = [];
  for (let position = 0; position < words.length; position += 1) {
    const name = findNameAt(index, words, position, content);
    if (!name) continue;
    found.push(name);
    position += name.words.length - 1;
  }
  const named = new Set(found.flatMap((name) => name.words));
  const coverAll = found.length > 0 && [...content].every((word) => named.has(word));
  return { found, coverAll };
}
