// @ts-check
// Pages of the site that are no rules, as answers to a query: "offline", "how to cite". The Python
// search has none.
import { definition } from "./definition.js";
import { stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./understand.js").Query} Query
 */

/**
 * The stems of words, without stop words.
 * @param {string[]} words
 */
const stemsOf = (words) => new Set(words.filter((word) => !definition.stop.has(word)).map(stemOf));

/**
 * The number of words in the longest phrase of a page that a query has; 0 if it has none, or has a
 * word that none of the phrases has: "cite a rule" asks for a page, "cite a commander" does not.
 * @param {Query} query
 * @param {string} phrases of the page, separated by commas
 */
function countCommonWords({ words, content }, phrases) {
  const separate = phrases.split(",");
  // "about" says nothing about the rules, but is the name of a page
  if (separate.some((phrase) => wordsIn(phrase).join(" ") === words.join(" "))) return words.length;
  const stemsOfPhrases = separate.map((phrase) => stemsOf(wordsIn(phrase)));
  const known = new Set(stemsOfPhrases.flatMap((stems) => [...stems]));
  if (!content.length || !content.map(stemOf).every((stem) => known.has(stem))) return 0;
  const stemsOfQuery = stemsOf(words);
  const found = stemsOfPhrases.filter((stems) =>
    [...stems].every((stem) => stemsOfQuery.has(stem)),
  );
  return Math.max(0, ...found.map(({ size }) => size));
}

/**
 * The pages of the site for which a query asks, those with the longest phrase first; none for most
 * queries.
 * @param {import("../jump.js").JumpTable} table
 * @param {Query} query
 * @returns {Answer[]}
 */
export function listSitePages({ site = [] }, query) {
  const isOfWords = query.kind === "words" && query.words.length > 0;
  if (!isOfWords || query.aim || query.editions.length || query.unwanted.length) return [];
  const counted = site.map(([name, address, phrases]) => {
    return { name, address, common: countCommonWords(query, `${name}, ${phrases}`) };
  });
  const found = counted
    .filter(({ common }) => common)
    .sort((first, second) => second.common - first.common);
  return found.slice(0, definition.limits.several).map(({ name, address }) => ({
    key: `page:${address}`,
    edition: null,
    label: "Page",
    detail: name,
    text: "",
    why: makeWhy("page"),
    href: address,
    exact: true,
  }));
}
