// @ts-check
// Claims of records: reasons other than words for a record to be an answer, such as a name or a
// saying in the query. As `graph/search/claims.py`.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { rounded } from "./index.js";
import { findGlossaryName, findNames } from "./names.js";
import { synonymsOf } from "./synonyms.js";
import { contentWords, stemOf, wordsIn } from "./text.js";
import { findChaptersByNumber, findTitled, isAbout } from "./titles.js";
import { makeWhy } from "./why.js";
import { wordingsOf } from "./wordings.js";

/** The heading of the chapter that has a rule for each keyword ability. */
const ABILITIES = "Keyword Abilities";

/**
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("./names.js").Name} Name
 * @typedef {import("./understand.js").Query} Query
 * @typedef {import("./why.js").Why} Why
 */

/**
 * A phrase in which players speak of a rule: "summoning sick".
 * @typedef {object} Saying
 * @property {string} text
 * @property {string[]} rules keys of the rules of an edition that decide it, the most important
 *   first
 * @property {Set<string>} stems by which it is recognised
 */

/**
 * A reason to rank a record higher than its words do.
 * @typedef {object} Claim
 * @property {number} tier a claim of a higher tier puts the record before all records of lower
 *   tiers
 * @property {number} bonus higher is better; with tier 0 it is added to the score of the words
 * @property {Why | null} why the reason as readers see it; null for that of the words
 * @property {number} further the sum of the bonuses of the record's other claims in tier 0, which
 *   agree with this one
 */

/**
 * The stems of a query, with which sayings are compared.
 * @typedef {object} QueryStems
 * @property {Set<string>} asTyped the stems of the words as typed
 * @property {Set<string>} content the stems of the words that say what the query is about
 * @property {Map<string, number>} rarities how rare each stem of the query is, without stop words
 * @property {Map<string, Map<string, number>>} meant each stem that the query has or means by a
 *   synonym, with the stems of the query that mean it, and weights
 */

/**
 * The stems by which a saying is recognised: those of its words without words such as "the".
 * @param {string} text
 */
export const stemsOfSaying = (text) =>
  new Set(
    wordsIn(text)
      .filter((word) => !definition.filler.has(word))
      .map(stemOf),
  );

/** The best claim of each record on one query. */
export class Claims {
  /**
   * @param {Index} index
   * @param {Query} query
   */
  constructor(index, query) {
    this.index = index;
    this.query = query;
    this.weights = definition.weights;
    /**
     * By the position of a record its best claim.
     * @type {Map<number, Claim>}
     */
    this.best = new Map();
    /** Whether the query is nothing but names. */
    this.isOnlyNames = false;
    /**
     * The stems of each name in the query.
     * @type {Set<string>[]}
     */
    this.named = [];
    /**
     * The stems of each name in the query that decides what is asked, rather than a saying next to
     * it.
     * @type {Set<string>[]}
     */
    this.deciding = [];
  }

  /** The positions of the records that have a claim. */
  get positions() {
    return [...this.best.keys()];
  }

  /**
   * The best claim of a record, with a part of the bonuses of its other claims; undefined for none.
   * @param {number} position
   */
  of(position) {
    const claim = this.best.get(position);
    if (!claim) return undefined;
    return { ...claim, bonus: claim.bonus + this.weights.further * claim.further };
  }

  /**
   * Drops the claims of all records but some.
   * @param {Map<number, any>} kept by the positions of those
   */
  keepOnly(kept) {
    for (const position of this.positions) if (!kept.has(position)) this.best.delete(position);
  }

  /**
   * Adds a claim of a record. Of several claims the best one counts, and in tier 0 the others as
   * `further`.
   * @param {number} position
   * @param {number} tier
   * @param {number} bonus
   * @param {Why | null} why
   */
  add(position, tier, bonus, why) {
    const known = this.best.get(position);
    if (!known || tier > known.tier) {
      this.best.set(position, { tier, bonus, why, further: 0 });
    } else if (tier === known.tier) {
      const further = tier ? 0 : known.further + Math.min(bonus, known.bonus);
      const better = bonus > known.bonus ? { tier, bonus, why } : known;
      this.best.set(position, { ...better, further });
    }
  }

  /**
   * Raises the rules and entries that some words name, and remembers the names for `addSayings`.
   * @param {string[]} words of the query, or those put in their place
   * @param {Why | null} why other words were put in the place of the query's; null if none were
   * @param {string} weight the name of the first answer's weight if the query is nothing but a name
   */
  addNames(words, why, weight = "called") {
    this.addTitled(findChaptersByNumber(this.index, words), why);
    const inGlossary = findGlossaryName(this.index, words);
    if (inGlossary) this.addEntries(inGlossary, why, this.weights[weight]);
    const { found, coverAll } = findNames(this.index, words);
    this.isOnlyNames ||= coverAll;
    for (const name of found) {
      const stems = stemsOfSaying(name.words.join(" "));
      this.named.push(stems);
      if (this.isDeciding(name)) this.deciding.push(stems);
    }
    if (this.query.asksForPast) this.addObsolete(found, why);
    if (coverAll && found.length === 1) {
      this.addOnlyName(found[0], why, this.weights[weight]);
      return;
    }
    if (coverAll && this.areKeywords(found) && isList(words, found)) this.addKeywords(found, why);
    for (const name of found) this.addMention(name, why);
    if (!found.length) this.addTitled(findTitled(this.index, words), why);
  }

  /**
   * Raises the chapters whose titles say nothing but the words of the query.
   * @param {number[]} chapters their positions
   * @param {Why | null} why
   */
  addTitled(chapters, why) {
    const { tiers } = definition;
    for (const [chaptersBefore, position] of chapters.entries()) {
      const bonus = this.weights.titled - chaptersBefore;
      this.add(position, tiers.named, bonus, why ?? makeWhy("named"));
    }
  }

  /**
   * Raises the entries of names that call them obsolete: whoever asks what a name was wants them
   * first.
   * @param {Name[]} names
   * @param {Why | null} why
   */
  addObsolete(names, why) {
    const { tiers } = definition;
    const obsolete = names
      .flatMap(({ entries }) => entries)
      .filter((entry) => this.index.isObsolete(entry));
    for (const entry of obsolete)
      this.add(entry, tiers.named, this.weights.obsolete, why ?? makeWhy("named"));
  }

  /**
   * Raises the glossary entries of a name for which the glossary is asked, then its rules.
   * @param {Name} name
   * @param {Why | null} why
   * @param {number} weight of the first of them; each further one has 1 less
   */
  addEntries({ rules, entries }, why, weight) {
    const { tiers, limits } = definition;
    const inOrder = [...entries, ...rules.slice(0, limits.only)];
    for (const [recordsBefore, position] of inOrder.entries())
      this.add(position, tiers.named, weight - recordsBefore, why ?? makeWhy("named"));
  }

  /**
   * Raises the rules and entries of a name that is the whole query, and the rules to which the
   * entries refer. Rules come before entries, because a rule decides what its entry only repeats.
   * But an entry is a better answer than a whole chapter, unless somebody asks a question, or the
   * name is the subject of the chapter.
   * @param {Name} name
   * @param {Why | null} why
   * @param {number} weight of the first of them; each further one has 1 less, so that the answers
   *   keep this order
   */
  addOnlyName(name, why, weight) {
    const { tiers, limits } = definition;
    const rules = name.rules.slice(0, limits.only);
    const referred = name.entries.flatMap((entry) => this.index.listReferred(entry));
    const stems = stemsOfSaying(name.words.join(" "));
    const beforeEntries = referred.filter(
      (position) =>
        this.query.isQuestion || this.isRule(position) || isAbout(this.index, position, stems),
    );
    const explaining = name.entries
      .map((entry) => this.index.findExplaining(entry))
      .filter((position) => position !== null);
    // only the first place of a record counts
    const inOrder = [...rules, ...explaining, ...beforeEntries, ...name.entries, ...referred];
    for (const [recordsBefore, position] of inOrder.entries()) {
      const reason = why ?? this.explainName(position, name);
      this.add(position, tiers.named, weight - recordsBefore, reason);
    }
  }

  /**
   * The reason of a record that answers a name: it has the name, or an entry refers to it.
   * @param {number} position of the record
   * @param {Name} name
   */
  explainName(position, name) {
    const hasName = name.rules.includes(position) || name.entries.includes(position);
    return hasName ? makeWhy("named") : this.see(name.entries[0]);
  }

  /**
   * Whether several names are names of keywords. A name without a rule of its own, as that of a
   * glossary entry alone, does not matter.
   * @param {Name[]} names
   */
  areKeywords(names) {
    const ruled = names.filter(({ rules }) => rules.length);
    return ruled.length > 1 && ruled.every((name) => this.isKeyword(name));
  }

  /**
   * Whether a name is that of a rule such as 702.40, not of a chapter or only of entries.
   * @param {Name} name
   */
  isKeyword({ rules }) {
    return rules.some((position) => this.isRule(position));
  }

  /**
   * Whether a record is a rule such as 702.40, not a chapter or an entry.
   * @param {number} position
   */
  isRule(position) {
    const { key } = this.index.records[position];
    return key.includes(".") && !isTerm(key);
  }

  /**
   * Whether a name decides what is asked: that of a keyword ability, of a counter or of a token.
   * @param {Name} name
   */
  isDeciding(name) {
    const isThing = name.words.length > 1 && definition.things.has(name.words.at(-1));
    return isThing || this.isAbility(name);
  }

  /**
   * Whether a name is that of a keyword ability. Keyword actions, such as cast, have everyday
   * names.
   * @param {Name} name
   */
  isAbility(name) {
    const wanted = new Set(wordsIn(ABILITIES).map(stemOf));
    const { chapter } = this.index;
    return (
      this.isKeyword(name) && name.rules.some((position) => isWithin(wanted, chapter[position]))
    );
  }

  /**
   * Raises the rules of each keyword in a query that lists keywords ("flying trample"): first those
   * that say what a keyword means, then those with the keywords as headings.
   * @param {Name[]} names
   * @param {Why | null} why
   */
  addKeywords(names, why) {
    const { tiers, limits } = definition;
    const headings = names.flatMap(({ rules }) => rules.slice(0, limits.several));
    const meanings = headings.map((position) => this.index.findDefining(position));
    const ranked = [...meanings.filter((position) => position !== null), ...headings];
    for (const [recordsBefore, position] of ranked.entries())
      this.add(
        position,
        tiers.listed,
        this.weights.called - recordsBefore,
        why ?? makeWhy("named"),
      );
  }

  /**
   * Raises the rules and entries of a name in a query that has other words too, by the rarity of
   * the name.
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
      // in all editions, the texts of all entries that a query names would have to be loaded
      const referred = this.index.positions.size ? this.index.listReferred(entry) : [];
      // an entry without a rule is all that the rules say: "Bury (Obsolete)"
      const isAlone = !referred.length && !name.rules.length;
      this.add(entry, 0, rarity * this.weights[isAlone ? "alone" : "entry"], why);
      const explaining = this.index.findExplaining(entry);
      if (explaining !== null)
        this.add(explaining, 0, rarity * this.weights.explained, why ?? this.see(entry));
      for (const rule of referred)
        this.add(rule, 0, rarity * this.weights.lead, why ?? this.see(entry));
    }
  }

  /**
   * The reason of a rule to which a glossary entry refers.
   * @param {number} entry position of the entry
   */
  see(entry) {
    return makeWhy("see", this.index.records[entry].heading);
  }

  /**
   * Raises the rules that decide what the query says in the words of players.
   *
   * - A name is never taken apart: "burn" is no saying in "mana burn". So `addNames` must have been
   *   called before.
   * - A saying must have a word that was typed so. Otherwise the correction of a mistyped word
   *   could be slang that nobody typed.
   * - A saying that has all words about the subject of the query is the best answer. Any other
   *   saying counts by the rarity of the words that it has in common with the query.
   * - A saying counts less next to a keyword ability, a counter or a token that the query names.
   * - A saying of which the query has only some words counts too, but less, and only if the query
   *   has several words about its subject and is more than names. A synonym counts as a part of its
   *   word: "peek" has something of a saying with "look". In all editions such a saying does not
   *   count, as all words of sayings would have to be loaded.
   * @param {string[]} corrected the words of the query, without typing errors
   * @param {Saying[]} sayings
   */
  addSayings(corrected, sayings) {
    const rarities = this.listRarities(corrected);
    const stems = {
      asTyped: new Set(this.query.words.map(stemOf)),
      content: new Set(contentWords(corrected).map(stemOf)),
      rarities,
      meant: this.listMeant(rarities),
    };
    const words = corrected.filter((word) => !definition.filler.has(word));
    const found = new Set(findSayings(words.map(stemOf), sayings));
    for (const saying of found) this.addFoundSaying(saying, stems);
    const isOneEdition = this.index.positions.size > 0;
    const mayHaveParts = isOneEdition && stems.content.size !== 1 && !this.isOnlyNames;
    if (!mayHaveParts) return;
    for (const saying of sayings) if (!found.has(saying)) this.addSimilarSaying(saying, stems);
  }

  /**
   * Raises the rules that decide a saying which the query has.
   * @param {Saying} saying
   * @param {QueryStems} query
   */
  addFoundSaying({ text, rules, stems }, query) {
    if (isApart(stems, query.asTyped) || this.isWithinName(stems)) return;
    const positions = this.findRules(rules);
    const why = makeWhy("saying", text);
    if (isWithin(query.content, stems)) {
      this.addWholeSaying(positions, why);
      return;
    }
    let worth = worthOf(new Map([...stems].map((stem) => [stem, 1])), query.rarities);
    if (worth) {
      // "both draw" says more of a query than "draw": a stop word is common, but together they are
      // not
      const stopWords = [...stems].filter((stem) => !query.rarities.has(stem));
      worth += this.weights.stop * stopWords.length;
    }
    this.addSaying(positions, worth * this.weightOf(stems), why);
  }

  /**
   * Raises the rules that decide a saying of which the query has a part, by the share that it has.
   * @param {Saying} saying
   * @param {QueryStems} query
   */
  addSimilarSaying({ text, rules, stems }, query) {
    if (isApart(stems, query.meant)) return; // most sayings end here
    const common = [...stems].filter((stem) => query.meant.has(stem)).sort();
    const shared = listShared(common, query.meant);
    if (isApart(query.asTyped, shared) || this.isWithinName(stems)) return;
    // stop words count as rare words here: "played" is little of "just played"
    let rarity = 0;
    for (const stem of common)
      rarity += this.index.rarity(stem) * Math.max(...(query.meant.get(stem)?.values() ?? []));
    const share = rounded(rarity / this.sumOfRarities(stems));
    if (share < this.weights.least_similar) return;
    let worth = worthOf(shared, query.rarities) * this.weights.similar * share;
    if (this.isBeside(stems)) worth *= this.weights.beside_similar;
    this.addSaying(this.findRules(rules), worth, makeWhy("similar", text));
  }

  /**
   * How much a saying counts: less if the query has a name next to it that decides what is asked.
   * @param {Set<string>} stems of the saying
   */
  weightOf(stems) {
    const { saying, beside } = this.weights;
    return this.isBeside(stems) ? saying * beside : saying;
  }

  /**
   * Whether the query has a name that decides what is asked next to a saying.
   * @param {Set<string>} stems of the saying
   */
  isBeside(stems) {
    return this.deciding.some((name) => isApart(stems, name));
  }

  /**
   * The sum of the rarities of some stems. They are added in the order of the alphabet, since
   * another order can change the last digits of the sum.
   * @param {Set<string>} stems
   */
  sumOfRarities(stems) {
    let sum = 0;
    for (const stem of [...stems].sort()) sum += this.index.rarity(stem);
    return sum;
  }

  /**
   * The positions of the wordings of each of some rules that the index has.
   * @param {string[]} rules
   */
  findRules(rules) {
    return rules.map((rule) => wordingsOf(this.index, rule)).filter(({ length }) => length);
  }

  /**
   * Whether a name in the query has the stems of a saying and more, as "mana burn" has that of
   * "burn".
   * @param {Set<string>} stems
   */
  isWithinName(stems) {
    return this.named.some((name) => stems.size < name.size && isWithin(stems, name));
  }

  /**
   * How rare the stem of each word of a query is, without stop words.
   * @param {string[]} words
   * @returns {Map<string, number>}
   */
  listRarities(words) {
    // of several words with one stem the last one decides whether the stem counts
    const countsByStem = new Map(words.map((word) => [stemOf(word), !definition.stop.has(word)]));
    const rarities = new Map();
    for (const [stem, counts] of countsByStem)
      if (counts) rarities.set(stem, this.index.rarity(stem));
    return rarities;
  }

  /**
   * Each stem that a query has or means, with the stems of the query that mean it, and weights. A
   * query with "peek" means "peek" with the weight 1, and "look" with a smaller one.
   * @param {Map<string, number>} rarities of the stems of the query
   */
  listMeant(rarities) {
    /** @type {Map<string, Map<string, number>>} */
    const meant = new Map();
    for (const stem of rarities.keys()) meant.set(stem, new Map([[stem, 1]]));
    for (const stem of rarities.keys())
      for (const [synonym, weight] of synonymsOf(stem) ?? []) {
        const weights = meant.get(synonym) ?? new Map();
        meant.set(synonym, weights);
        if (!weights.has(stem)) weights.set(stem, weight * this.weights.alike);
      }
    return meant;
  }

  /**
   * Raises the rules that decide a saying which is the whole query.
   * @param {number[][]} rules for each the positions of its wordings
   * @param {Why} why
   */
  addWholeSaying(rules, why) {
    for (const [rulesBefore, wordings] of rules.entries())
      for (const position of wordings)
        this.add(position, definition.tiers.named, this.weights.said - rulesBefore, why);
  }

  /**
   * Raises the rules that decide a saying in a query that has other words too, the first rule most.
   * @param {number[][]} rules for each the positions of its wordings
   * @param {number} worth of the saying
   * @param {Why} why
   */
  addSaying(rules, worth, why) {
    for (const [rulesBefore, wordings] of rules.entries())
      for (const position of wordings) this.add(position, 0, worth * (1 - rulesBefore / 10), why);
  }
}

/**
 * The sum of some rarities.
 * @param {Iterable<number>} rarities
 */
function sumOf(rarities) {
  let sum = 0;
  for (const rarity of rarities) sum += rarity;
  return sum;
}

/**
 * The stems of a query that a saying has or means, each with its greatest weight.
 * @param {string[]} common the stems of the saying that the query has or means
 * @param {Map<string, Map<string, number>>} meant for each of them the stems of the query that mean
 *   it, with weights
 */
function listShared(common, meant) {
  /** @type {Map<string, number>} */
  const shared = new Map();
  for (const stem of common)
    for (const [typed, weight] of meant.get(stem) ?? [])
      shared.set(typed, Math.max(shared.get(typed) ?? 0, weight));
  return shared;
}

/**
 * The worth of a saying as a part of a query: more if the query has rare stems of the saying, and
 * few others.
 * @param {Map<string, number>} stems of the saying, with weights
 * @param {Map<string, number>} rarities of the stems of the query
 */
function worthOf(stems, rarities) {
  const common = [...rarities].filter(([stem]) => stems.has(stem));
  const rarity = sumOf(common.map(([stem, value]) => value * (stems.get(stem) ?? 0)));
  const total = sumOf(rarities.values()) || 1;
  return rarity * Math.sqrt(rarity / total);
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
 * The sayings that a query has: its words are close to each other there, and the saying is no part
 * of a longer one that the query has too.
 * @template {{stems: Set<string>}} AnySaying
 * @param {string[]} words the stems of the query's words
 * @param {AnySaying[]} sayings
 * @returns {AnySaying[]}
 */
export function findSayings(words, sayings) {
  const known = new Set(words);
  const { gap } = definition.limits;
  const found = sayings.filter(
    ({ stems }) => isWithin(stems, known) && shortestRun(words, stems) <= stems.size + gap,
  );
  const isPart = (/** @type {AnySaying} */ { stems }) =>
    found.some((larger) => larger.stems.size > stems.size && isWithin(stems, larger.stems));
  return found.filter((saying) => !isPart(saying));
}

/**
 * Whether two sets have nothing in common; the second may be the keys of a map.
 * @param {Set<string>} left
 * @param {{has: (stem: string) => boolean}} right
 */
const isApart = (left, right) => ![...left].some((stem) => right.has(stem));

/**
 * Whether a set is a part of another one, or the same.
 * @param {Set<string>} part
 * @param {Set<string>} all
 */
export const isWithin = (part, all) => [...part].every((stem) => all.has(stem));

/**
 * The length of the shortest run of words that has all wanted ones: 3 for "copy" and "spell" in
 * "when you copy the spell".
 * @param {string[]} words which have all wanted ones
 * @param {Set<string>} wanted
 */
function shortestRun(words, wanted) {
  const last = new Map();
  let shortest = words.length;
  for (const [index, word] of words.entries()) {
    if (!wanted.has(word)) continue;
    last.set(word, index);
    if (last.size === wanted.size)
      shortest = Math.min(shortest, index - Math.min(...last.values()) + 1);
  }
  return shortest;
}
