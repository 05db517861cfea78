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
 * The name whose glossary entry a query asks for: `glossary fight`, `trample glossary entry`. It is
 * null if the query does not name the glossary, and if its other words are more than a name, or no
 * entry's name.
 * @param {import("./index.js").Index} index
 * @param {string[]} words
 * @returns {Name | null}
 */
export function findGlossaryName(index, words) {
  const { glossary, of_glossary: ofGlossary } = definition;
  // a browser may have kept the definition of an older build, which has no such words
  if (!words.some((word) => glossary?.has(word))) return null;
  const subject = words.filter((word) => !ofGlossary.has(word));
  const { found, coverAll } = findNames(index, subject);
  return coverAll && found.length === 1 && found[0].entries.length ? found[0] : null;
}

/**
 * Finds the names in the words of a query, which do not overlap; where several begin, the longest
 * counts. A word after a name that only says what kind of thing it names is covered by the name:
 * in `storm keyword`, "keyword" is no second name, although the glossary has an entry for it.
 * @param {import("./index.js").Index} index
 * @param {string[]} words
 * @returns {{found: Name[], coverAll: boolean}} the names in the order of the words, and whether
 *   all words that say what the query is about are in one
 */
export function findNames(index, words) {
  const content = new Set(contentWords(words));
  /** @type {Name[]} */
  const found = [];
  const covered = new Set();
  let start = 0;
  let endOfName = -1;
  while (start < words.length) {
    const name = findNameAt(index, words, start, content);
    const isKind = start === endOfName && definition.after_name.has(words[start]);
    if (isKind && (!name || name.words.length === 1)) {
      covered.add(words[start]);
      start += 1;
    } else if (name) {
      found.push(name);
      for (const word of name.words) covered.add(word);
      start += name.words.length;
      endOfName = start;
    } else {
      start += 1;
    }
  }
  const coverAll = found.length > 0 && [...content].every((word) => covered.has(word));
  return { found, coverAll };
}
