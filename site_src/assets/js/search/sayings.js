// @ts-check
// Sayings of players, with the rules of an edition that decide them. As `graph/search/sayings.py`.
import { stemsOfSaying } from "./claims.js";
import { contentWords, splitAtBlanks, stemOf } from "./text.js";

/**
 * @typedef {import("./claims.js").Saying} Saying
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Sayings with one meaning, as the definition has them: their texts, separated by bars, and the
 * numbers of the rules that decide them in the latest edition, separated by blanks. A row of former
 * editions has no numbers, but for each rule its lineages, the nearest first, separated by bars;
 * then it has the last day on which players said so.
 * @typedef {[texts: string, rules: string, until?: string]} SayingRow
 */

/**
 * The part of the definition that is about sayings; `lineages` has the lineages of a rule, the
 * nearest first and separated by bars, by its number in the latest edition.
 * @typedef {{sayings: SayingRow[], lineages: Record<string, string>}} SayingsDocument
 */

/**
 * The numbers of the rules of the latest edition that decide the sayings of a row; none for a row
 * of former editions.
 * @param {SayingRow} row
 */
const rulesToday = ([, numbers, until]) => (until ? [] : splitAtBlanks(numbers));

/**
 * The keys that some rules have in an edition. A rule has the key of the nearest of its lineages
 * that the edition has; a rule without such a lineage is left out.
 * @param {string[]} lineagesOfRules for each rule its lineages, separated by bars
 * @param {Map<string, string>} keys of the edition, by lineage
 */
function keysOfLineages(lineagesOfRules, keys) {
  const found = [];
  for (const lineages of lineagesOfRules) {
    const nearest = lineages.split("|").find((lineage) => keys.has(lineage));
    if (nearest) found.push(keys.get(nearest) ?? "");
  }
  return found;
}

/**
 * Returns a function that finds the keys of the rules which decide the sayings of a row in a former
 * edition. It finds none if players no longer said so at that time.
 * @param {SayingsDocument} document
 * @param {Words} words of the edition, and of editions near it
 * @param {number} edition its position in these words
 * @returns {(row: SayingRow) => string[]}
 */
function makeRulesThen({ lineages }, words, edition) {
  const [day] = words.editions[edition];
  const keys = words.keysAt(edition);
  return ([, rules, until]) => {
    if (until && day > until) return [];
    // a saying of former editions comes with lineages, one of today with numbers
    const lineagesOfRules = until
      ? splitAtBlanks(rules)
      : splitAtBlanks(rules).map((number) => lineages[number]);
    return keysOfLineages(lineagesOfRules, keys);
  };
}

/**
 * The sayings that some rules of an edition decide, each with all of these rules: a saying may be
 * in several rows.
 * @param {SayingsDocument} document
 * @param {Words} words of the edition
 * @param {string | null} date of the edition; null for the latest
 * @returns {Saying[]}
 */
export function sayingsOf(document, words, date) {
  const rulesOf = date === null ? rulesToday : makeRulesThen(document, words, words.inForce(date));
  /** @type {Map<string, string[]>} */
  const rulesByText = new Map();
  for (const row of document.sayings) {
    const rules = rulesOf(row);
    if (!rules.length) continue;
    for (const text of row[0].split("|")) {
      const known = rulesByText.get(text) ?? [];
      rulesByText.set(text, [...new Set([...known, ...rules])]);
    }
  }
  const sayings = [];
  for (const [text, rules] of rulesByText)
    sayings.push({ text, rules, stems: stemsOfSaying(text) });
  return sayings;
}

/**
 * The stems of each saying of today, as `joinSorted` joins them, by the rows that have the sayings.
 * @type {WeakMap<SayingRow[], Set<string>>}
 */
const stemsOfRows = new WeakMap();

/**
 * A text by which two sets of stems can be compared: `["sick", "summon"]` → `sick summon`.
 * @param {Iterable<string>} stems
 */
const joinSorted = (stems) => [...stems].sort().join(" ");

/**
 * The stems of each saying of today, as `joinSorted` joins them; made once.
 * @param {SayingRow[]} rows
 */
function stemsOfSayings(rows) {
  let known = stemsOfRows.get(rows);
  if (!known) {
    const ofToday = rows.filter(([, , until]) => !until);
    const texts = ofToday.flatMap(([joined]) => joined.split("|"));
    known = new Set(texts.map((text) => joinSorted(stemsOfSaying(text))));
    stemsOfRows.set(rows, known);
  }
  return known;
}

/**
 * Whether words are a saying of players. Question words around it count for nothing: "what is
 * summoning sickness" is one, too.
 * @param {SayingRow[]} rows
 * @param {string[]} words
 */
export const isSaying = (rows, words) =>
  stemsOfSayings(rows).has(joinSorted(new Set(contentWords(words).map(stemOf))));
