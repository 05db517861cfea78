// @ts-check
// The votes of a query's words for rules that decided questions with the same words. As
// `graph/search/votes.py`.
import { definition } from "./definition.js";
import { rounded } from "./index.js";

/**
 * A saying of players, or the words of a question that was asked before, with its rules.
 * @typedef {import("./claims.js").Saying} Saying
 */

/**
 * What the pairs of words add to the score of a rule.
 * @typedef {object} Vote
 * @property {number} value what is added
 * @property {string} text the saying or question of the rule that has most words of the query
 */

/**
 * A saying or question that has several words of a query.
 * @typedef {object} CommonText
 * @property {string} text
 * @property {string[]} stems those that it has in common with the query, in the order of the query
 * @property {string[]} rules the keys of the rules that decide it
 */

/**
 * The votes of one pair of words: the number of texts with both words, and the votes that these
 * texts have for each of their rules.
 * @typedef {{texts: number, votes: Map<string, number>}} Support
 */

/**
 * The votes that a text has for its first rule. They are counted in whole numbers, so that their
 * sum does not depend on the order of the texts.
 */
const FIRST = 10;
/** How many votes fewer the text has for each further rule; the fifth gets none. */
const FEWER = 3;

/**
 * The pairs of some stems in their order, each joined by a blank: `a b`, `a c` and `b c`.
 * @param {string[]} stems
 */
const listPairs = (stems) =>
  stems.flatMap((left, place) => stems.slice(place + 1).map((right) => `${left} ${right}`));

/**
 * The texts that have two stems of a query or more.
 * @param {string[]} wanted the stems of the query
 * @param {Saying[]} answered
 * @returns {CommonText[]}
 */
function listCommon(wanted, answered) {
  const common = [];
  for (const { text, rules, stems } of answered) {
    const shared = wanted.filter((stem) => stems.has(stem));
    if (shared.length > 1) common.push({ text, rules, stems: shared });
  }
  return common;
}

/**
 * The votes of each pair of words that some texts have.
 * @param {CommonText[]} common
 * @returns {Map<string, Support>}
 */
function countSupports(common) {
  const supports = new Map();
  for (const { stems, rules } of common) {
    for (const pair of listPairs(stems)) {
      const support = supports.get(pair) ?? { texts: 0, votes: new Map() };
      support.texts += 1;
      for (const [place, rule] of rules.entries()) {
        const votes = FIRST - FEWER * place;
        if (votes > 0) support.votes.set(rule, (support.votes.get(rule) ?? 0) + votes);
      }
      supports.set(pair, support);
    }
  }
  return supports;
}

/**
 * The sum of some votes for a rule, weighed by the share of the words that have them.
 * @param {number} value the sum of the votes
 * @param {Set<string>} voters the stems of the words that vote for the rule
 * @param {Map<string, number>} rarities of all stems of the query
 */
function weigh(value, voters, rarities) {
  let total = 0;
  let ofVoters = 0;
  for (const [stem, rarity] of rarities) {
    total += rarity;
    if (voters.has(stem)) ofVoters += rarity;
  }
  const share = ofVoters / total;
  return rounded((definition.weights.voted * value * share) / Math.sqrt(total));
}

/**
 * For each rule the text with most words of the query; of equal ones the first of the alphabet.
 * @param {CommonText[]} common
 * @returns {Map<string, string>}
 */
function findBestTexts(common) {
  const best = new Map();
  const inOrder = common.toSorted(
    (left, right) => right.stems.length - left.stems.length || (left.text < right.text ? -1 : 1),
  );
  for (const { text, rules } of inOrder)
    for (const rule of rules) if (!best.has(rule)) best.set(rule, text);
  return best;
}

/**
 * The votes for each rule that has enough of them, by its key. A rule that only some words of the
 * query vote for gets less, by the share of these words.
 * @param {Map<string, number>} rarities of the stems of the query, in its order
 * @param {Saying[]} answered
 * @returns {Map<string, Vote>}
 */
export function countVotes(rarities, answered) {
  const common = listCommon([...rarities.keys()], answered);
  const supports = countSupports(common);
  const sums = new Map();
  const voters = new Map();
  for (const pair of listPairs([...rarities.keys()])) {
    const support = supports.get(pair);
    if (!support) continue;
    const [left, right] = pair.split(" ");
    const rarity = (rarities.get(left) ?? 0) + (rarities.get(right) ?? 0);
    const worth = rarity / (support.texts + 1);
    for (const [rule, votes] of support.votes) {
      sums.set(rule, (sums.get(rule) ?? 0) + (worth * votes) / FIRST);
      voters.set(rule, (voters.get(rule) ?? new Set()).add(left).add(right));
    }
  }
  const bestTexts = findBestTexts(common);
  const found = new Map();
  for (const [rule, sum] of sums) {
    const value = weigh(sum, voters.get(rule), rarities);
    if (value >= definition.weights.least_voted)
      found.set(rule, { value, text: bestTexts.get(rule) ?? "" });
  }
  return found;
}
