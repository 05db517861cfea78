// @ts-check
// Rules and entries that a query names, or that decide a saying: raised above those that only have
// its words. As `graph/search/claims.py`.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { rounded } from "./index.js";
import { findNames } from "./names.js";
import { contentWords, stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

/** The heading of the chapter that has a rule for each keyword ability. */
const ABILITIES = "Keyword Abilities";

/**
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./names.js").Name} Name
 * @typedef {import("./understand.js").Query} Query
 * @typedef {import("./why.js").Why} Why
 */

/**
 * How players say something.
 * @typedef {object} Saying
 * @property {string} text
 * @property {string[]} rules keys of those that decide it in an edition
 * @property {Set<string>} stems
 */

/**
 * @typedef {{tier: number, bonus: number, why: Why | null}} Claim how high a record is raised, and
 * why
 */

/**
 * The stems by which a saying is recognised.
 * @param {string} text
 */
export const stemsOfSaying = (text) =>
  new Set(
    wordsIn(text)
      .filter((word) => !definition.filler.has(word))
      .map(stemOf),
  );

export class Claims {
  /**
   * @param {Index} index
   * @param {Query} query
   */
  constructor(index, query) {
    this.index = index;
    this.query = query;
    this.weights = definition.weights;
    /** @type {Map<number, Claim>} */
    this.best = new Map();
    /** Whether the query is nothing but names. */
    this.isOnlyNames = false;
    /**
     * The stems of each name in the query.
     * @type {Set<string>[]}
     */
    this.named = [];
    /**
     * The stems of the names of keyword abilities in the query.
     * @type {Set<string>[]}
     */
    this.abilities = [];
  }

  /** The places of the records that are raised. */
  get places() {
    return [...this.best.keys()];
  }

  /**
   * The claim of a record; undefined for none.
   * @param {number} place
   */
  of(place) {
    return this.best.get(place);
  }

  /**
   * Takes back the claims of all other records.
   * @param {Map<number, any>} kept
   */
  keepOnly(kept) {
    for (const place of this.places) if (!kept.has(place)) this.best.delete(place);
  }

  /**
   * @param {number} place
   * @param {number} tier
   * @param {number} bonus
   * @param {Why | null} why
   */
  add(place, tier, bonus, why) {
    const known = this.best.get(place);
    if (!known || tier > known.tier || (tier === known.tier && bonus > known.bonus))
      this.best.set(place, { tier, bonus, why });
  }

  /**
   * Raises what words name.
   * @param {string[]} words of the query, or those that stand for them
   * @param {Why | null} why other words stand for those of the query
   * @param {string} weight the name of what the first answer is worth if the query is one name
   */
  addNames(words, why, weight = "called") {
    const { found, coverAll } = findNames(this.index, words);
    this.isOnlyNames ||= coverAll;
    for (const name of found) {
      const stems = stemsOfSaying(name.words.join(" "));
      this.named.push(stems);
      if (this.isAbility(name)) this.abilities.push(stems);
    }
    if (coverAll && found.length === 1) {
      this.addOnlyName(found[0], why, this.weights[weight]);
      return;
    }
    if (coverAll && this.areKeywords(found) && isList(words, found)) this.addKeywords(found, why);
    for (const name of found) this.addMention(name, why);
  }

  /**
   * Raises the rules and entries of a name that the query is, and the rules to which the entries
   * refer.
   * @param {Name} name
   * @param {Why | null} why
   * @param {number} weight
   */
  addOnlyName(name, why, weight) {
    const { tiers, limits } = definition;
    const rules = name.rules.slice(0, limits.only);
    const leads = name.entries.flatMap((entry) => this.index.leads(entry));
    // a rule decides what its entry only repeats; a chapter is less of an answer than an entry
    const before = this.query.isQuestion ? leads : leads.filter((place) => this.isRule(place));
    const ranked = [...rules, ...before, ...name.entries, ...leads];
    for (const [rank, place] of ranked.entries()) {
      const isNamed = name.rules.includes(place) || name.entries.includes(place);
      const reason = isNamed ? makeWhy("named") : this.see(name.entries[0]);
      this.add(place, tiers.named, weight - rank, why ?? reason);
    }
  }

  /**
   * Whether several names are those of keywords; one without a rule of its own is none, and
   * hinders none.
   * @param {Name[]} names
   */
  areKeywords(names) {
    const ruled = names.filter(({ rules }) => rules.length);
    return ruled.length > 1 && ruled.every((name) => this.isKeyword(name));
  }

  /** @param {Name} name */
  isKeyword({ rules }) {
    return rules.some((place) => this.isRule(place));
  }

  /** @param {number} place */
  isRule(place) {
    const { key } = this.index.records[place];
    return key.includes(".") && !isTerm(key);
  }

  /**
   * Whether a name is that of a keyword ability; keyword actions have names of everyday use.
   * @param {Name} name
   */
  isAbility(name) {
    const wanted = new Set(wordsIn(ABILITIES).map(stemOf));
    const { chapter } = this.index;
    return this.isKeyword(name) && name.rules.some((place) => isWithin(wanted, chapter[place]));
  }

  /**
   * Raises the rules of each keyword in a list: those that say what they mean come first.
   * @param {Name[]} names
   * @param {Why | null} why
   */
  addKeywords(names, why) {
    const { tiers, limits } = definition;
    const headings = names.flatMap(({ rules }) => rules.slice(0, limits.several));
    const meanings = headings.map((place) => this.index.findDefining(place));
    const ranked = [...meanings.filter((place) => place !== null), ...headings];
    for (const [rank, place] of ranked.entries())
      this.add(place, tiers.listed, this.weights.called - rank, why ?? makeWhy("named"));
  }

  /**
   * Raises the rules and entries of a name among other words.
   * @param {Name} name
   * @param {Why | null} why
   */
  addMention(name, why) {
    let rarity = 0;
    for (const word of name.words)
      if (!definition.stop.has(word)) rarity += this.index.rarity(stemOf(word));
    for (const rule of name.rules) {
      this.add(rule, 0, rarity * this.weights.name, why);
      const meaning = this.index.findDefining(rule);
      if (meaning !== null) this.add(meaning, 0, rarity * this.weights.meaning, why);
    }
    for (const entry of name.entries) {
      const leads = this.index.leads(entry);
      // an entry without a rule is all that the rules say: "Bury (Obsolete)"
      const isAlone = !leads.length && !name.rules.length;
      this.add(entry, 0, rarity * this.weights[isAlone ? "alone" : "entry"], why);
      for (const lead of leads)
        this.add(lead, 0, rarity * this.weights.lead, why ?? this.see(entry));
    }
  }

  /** @param {number} entry */
  see(entry) {
    return makeWhy("see", this.index.records[entry].heading);
  }

  /**
   * Raises the rules that decide what the query says in the words of players. A saying must have a
   * word that was typed so, or the nearest word to an unknown one would be taken for slang. One of
   * which the query has only some words counts too, but less, and not where the query is a single
   * word or nothing but names.
   * @param {string[]} asked the words of the query, without typing errors
   * @param {Saying[]} sayings
   */
  addSayings(asked, sayings) {
    const typed = new Set(this.query.words.map(stemOf));
    const words = asked.filter((word) => !definition.filler.has(word));
    const content = contentWords(asked).map(stemOf);
    const rarities = this.raritiesOf(asked);
    const whole = new Set(findSayings(words.map(stemOf), sayings));
    for (const { text, rules, stems } of whole) {
      if (isApart(stems, typed) || this.isPartOfName(stems)) continue;
      const places = this.placesOf(rules);
      const why = makeWhy("saying", text);
      if (content.every((stem) => stems.has(stem))) {
        this.addWholeSaying(places, why);
        continue;
      }
      const worth = this.weights.saying * worthOf(stems, rarities);
      const isBeside = this.abilities.some((ability) => isApart(stems, ability));
      this.addSaying(places, isBeside ? worth * this.weights.beside : worth, why);
    }
    if (new Set(content).size === 1 || this.isOnlyNames) return;
    for (const saying of sayings) if (!whole.has(saying)) this.addSimilar(saying, rarities, typed);
  }

  /**
   * Raises the rules that decide a saying of which the query has a part, by the share that it has.
   * @param {Saying} saying
   * @param {Map<string, number>} rarities of the stems of the query
   * @param {Set<string>} typed the stems of the query as typed
   */
  addSimilar({ text, rules, stems }, rarities, typed) {
    const common = new Set([...stems].filter((stem) => rarities.has(stem)));
    if (isApart(common, typed) || this.isPartOfName(stems)) return;
    // stop words count as rare words here: "played" is little of "just played"
    const share = rounded(this.sumOfRarities(common) / this.sumOfRarities(stems));
    if (share < this.weights.least_similar) return;
    const worth = worthOf(common, rarities) * this.weights.similar * share;
    this.addSaying(this.placesOf(rules), worth, makeWhy("similar", text));
  }

  /**
   * The rarities of some stems, added in the order of the alphabet.
   * @param {Set<string>} stems
   */
  sumOfRarities(stems) {
    let sum = 0;
    for (const stem of [...stems].sort()) sum += this.index.rarity(stem);
    return sum;
  }

  /**
   * The places of those of some rules that the index has.
   * @param {string[]} rules
   */
  placesOf(rules) {
    return rules.flatMap((rule) => this.index.at.get(rule) ?? []);
  }

  /**
   * Whether stems are some of those of a name, which is never taken apart: "burn" is no saying in
   * "mana burn".
   * @param {Set<string>} stems
   */
  isPartOfName(stems) {
    return this.named.some((name) => stems.size < name.size && isWithin(stems, name));
  }

  /**
   * How rare the stems of words are, without stop words.
   * @param {string[]} words
   * @returns {Map<string, number>}
   */
  raritiesOf(words) {
    const counted = new Map(words.map((word) => [stemOf(word), !definition.stop.has(word)]));
    const rarities = new Map();
    for (const [stem, counts] of counted) if (counts) rarities.set(stem, this.index.rarity(stem));
    return rarities;
  }

  /**
   * Raises the rules that decide a saying that the query is.
   * @param {number[]} places
   * @param {Why} why
   */
  addWholeSaying(places, why) {
    for (const [rank, place] of places.entries())
      this.add(place, definition.tiers.named, this.weights.said - rank, why);
  }

  /**
   * Raises the rules that decide a saying among other words.
   * @param {number[]} places
   * @param {number} worth
   * @param {Why} why
   */
  addSaying(places, worth, why) {
    for (const [rank, place] of places.entries()) this.add(place, 0, worth * (1 - rank / 10), why);
  }
}

/** @param {Iterable<[string, number]>} rarities */
function sumOf(rarities) {
  let sum = 0;
  for (const [, rarity] of rarities) sum += rarity;
  return sum;
}

/**
 * How much a saying says of what a query says: more if the query has rare stems of the saying, and
 * few others.
 * @param {Set<string>} stems
 * @param {Map<string, number>} rarities of the stems of the query
 */
function worthOf(stems, rarities) {
  const rarity = sumOf([...rarities].filter(([stem]) => stems.has(stem)));
  return rarity * Math.sqrt(rarity / (sumOf(rarities) || 1));
}

/**
 * Whether some words are nothing but names, and words that join them in a list.
 * @param {string[]} words
 * @param {Name[]} names
 */
function isList(words, names) {
  const named = new Set(names.flatMap((name) => name.words));
  return words.every((word) => named.has(word) || definition.joining.has(word));
}

/**
 * The sayings in the stems of a query: those close to each other there, and in no longer saying.
 * @template {{stems: Set<string>}} Said
 * @param {string[]} words
 * @param {Said[]} sayings
 * @returns {Said[]}
 */
export function findSayings(words, sayings) {
  const known = new Set(words);
  const { gap } = definition.limits;
  const found = sayings.filter(
    ({ stems }) => isWithin(stems, known) && shortestRun(words, stems) <= stems.size + gap,
  );
  const isPart = (/** @type {Said} */ { stems }) =>
    found.some((other) => other.stems.size > stems.size && isWithin(stems, other.stems));
  return found.filter((saying) => !isPart(saying));
}

/**
 * @param {Set<string>} some
 * @param {Set<string>} others
 */
const isApart = (some, others) => ![...some].some((stem) => others.has(stem));

/**
 * @param {Set<string>} some
 * @param {Set<string>} all
 */
const isWithin = (some, all) => [...some].every((stem) => all.has(stem));

/**
 * The length of the shortest run of words that has all that are wanted, which the words have.
 * @param {string[]} words
 * @param {Set<string>} wanted
 */
function shortestRun(words, wanted) {
  const last = new Map();
  let shortest = words.length;
  for (const [at, word] of words.entries()) {
    if (!wanted.has(word)) continue;
    last.set(word, at);
    if (last.size === wanted.size)
      shortest = Math.min(shortest, at - Math.min(...last.values()) + 1);
  }
  return shortest;
}
