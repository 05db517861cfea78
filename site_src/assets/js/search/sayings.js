// @ts-check
// Sayings of players, with the rules of an edition that decide them. As `graph/search/sayings.py`.
import { stemsOfSaying } from "./claims.js";
import { contentWords, splitAtBlanks, stemOf, wordsIn } from "./text.js";

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
 * @param {Record<string, string>} lineages of the rules of sayings, the nearest first and separated
 *   by bars, by the number of the rule in the latest edition
 * @param {Words} words of the edition, and of editions near it
 * @param {number} edition its position in these words
 * @returns {(row: SayingRow) => string[]}
 */
function makeRulesThen(lineages, words, edition) {
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
 * The sayings that some rules decide, each with all of these rules: a saying may be in several
 * rows.
 * @param {SayingRow[]} rows
 * @param {(row: SayingRow) => string[]} rulesOf the keys of the rules that decide the sayings of a
 *   row
 * @returns {Saying[]}
 */
function joinRows(rows, rulesOf) {
  /** @type {Map<string, string[]>} */
  const rulesByText = new Map();
  for (const row of rows) {
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
 * The sayings that rules of the latest edition decide.
 * @param {SayingRow[]} rows
 */
export const listSayings = (rows) => joinRows(rows, rulesToday);

/**
 * The sayings that rules of a former edition decided.
 * @param {SayingRow[]} rows
 * @param {Record<string, string>} lineages as for `makeRulesThen`
 * @param {Words} words of the edition, and of editions near it
 * @param {number} edition its position in these words
 */
export const listSayingsThen = (rows, lineages, words, edition) =>
  joinRows(rows, makeRulesThen(lineages, words, edition));

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

/** @param {string[]} words */
const stemsOfContent = (words) => new Set(contentWords(words).map(stemOf));

/**
 * The stems of each saying of today, as `joinSorted` joins them; made once. They are those of its
 * content words. But if a single one is left of several words, as of "during combat", they are
 * those by which the saying is recognised: the word alone is no saying.
 * @param {SayingRow[]} rows
 */
function stemsOfSayings(rows) {
  let known = stemsOfRows.get(rows);
  if (!known) {
    const ofToday = rows.filter(([, , until]) => !until);
    const texts = ofToday.flatMap(([joined]) => joined.split("|"));
    known = new Set(
      texts.map((text) => {
        const content = stemsOfContent(wordsIn(text));
        return joinSorted(content.size > 1 ? content : stemsOfSaying(text));
      }),
    );
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
  stemsOfSayings(rows).has(joinSorted(stemsOfContent(words)));
