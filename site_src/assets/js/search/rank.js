// The answers to a query among the passages of an index, best first. As `rank.py`, `score.py`,
// `names.py` and `claims.py` in `graph/search`; the definition says how they are ranked.
import { isTerm } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { oldNamesIn } from "./renamed.js";
import { contentWords, fold, phrasePlaces, placesIn, stemOf, wordsIn } from "./text.js";
import { makeWhy } from "./why.js";

const rounded = (value) => Math.round(value * 1e6) / 1e6;

/** The stems by which a saying is recognised. */
export const stemsOfSaying = (text) =>
  new Set(
    wordsIn(text)
      .filter((word) => !definition.filler.has(word))
      .map(stemOf),
  );

export class Ranking {
  /**
   * @param index the passages
   * @param query as `understand` returns it
   * @param options `known`: stems of other editions, which are not mistyped; `renamed`: old names
   *   that have a new one in this edition, or the other way round; `sayings`: `{text, rules,
   *   stems}`; `typing`: whether the last word may be unfinished; `accepts(record, field)`: whether
   *   a passage is looked for at all
   */
  constructor(
    index,
    query,
    { known = new Set(), renamed = [], sayings = [], typing = false, accepts = () => true } = {},
  ) {
    Object.assign(this, {
      index,
      query,
      known,
      sayings,
      typing,
      accepts,
      weights: definition.weights,
    });
    /** What words were taken for: mistyped ones and abbreviations. */
    this.replaced = new Map();
    this.words = query.words.flatMap((word) => this.readWord(word));
    this.content = contentWords(this.words);
    this.renamed = query.phrases.length
      ? []
      : oldNamesIn(renamed, this.words.join(" "), (name) => index.uses(name));
    this.claims = new Map();
    /** The stems of each name in the query. */
    this.named = [];
  }

  /** The query with its mistyped words corrected; empty if none is mistyped. */
  get offer() {
    const mended = new Map(
      [...this.replaced]
        .filter(([, [, why]]) => why.kind === "mistyped")
        .map(([typed, [meant]]) => [typed, meant]),
    );
    return mended.size ? this.query.words.map((word) => mended.get(word) ?? word).join(" ") : "";
  }

  /**
   * The words that a typed word means: itself, those of an abbreviation, or the nearest known one.
   */
  readWord(word) {
    const { index, query } = this;
    const stem = stemOf(word);
    if (
      definition.stop.has(word) ||
      index.stems.has(stem) ||
      Object.hasOwn(definition.synonyms, word)
    )
      return [word];
    if (this.typing && word === query.words.at(-1) && this.beginning(word).length) return [word];
    if (query.beginnings.includes(word) || this.sayings.some(({ stems }) => stems.has(stem)))
      return [word];
    const long = index.initials.get(word);
    if (long && word.length > 1) {
      this.replaced.set(word, [long, makeWhy("abbreviation", long)]);
      return wordsIn(long);
    }
    definition.commonStems ??= new Set([...definition.common].map(stemOf));
    if (this.known.has(stem) || definition.commonStems.has(stem)) return [word];
    const meant = index.correct(word);
    if (meant === null) return [word];
    this.replaced.set(word, [meant, makeWhy("mistyped", meant)]);
    return [meant];
  }

  beginning(word) {
    return [...this.index.frequencies.keys()].filter((known) => known.startsWith(word));
  }

  /** The stems that answer a word, with their weights, and how rare it is. */
  part(word, isLast) {
    const { index, query } = this;
    const stem = stemOf(word);
    const stems = new Map(index.stems.has(stem) ? [[stem, 1]] : []);
    const put = (other, weight) => !stems.has(other) && stems.set(other, weight);
    const synonyms = Object.hasOwn(definition.synonyms, word) ? definition.synonyms[word] : {};
    for (const [other, weight] of Object.entries(synonyms))
      if (index.stems.has(stemOf(other))) put(stemOf(other), weight);
    const isBeginning = query.beginnings.includes(word);
    if (isBeginning || (this.typing && isLast && word.length > 1)) {
      for (const known of this.beginning(word))
        put(stemOf(known), isBeginning ? 1 : this.weights.beginning);
    }
    index.find([stem, ...stems.keys()]);
    return { stems, rarity: index.rarity(stem) };
  }

  /** Adds what a word adds to each passage; returns the passages that have the word. */
  match(part, sums) {
    const { index, weights } = this;
    const texts = new Map();
    const heads = new Map();
    for (const [stem, weight] of part.stems) {
      const value = weight * part.rarity;
      const list = index.having(stem);
      for (let place = 0; place < list.length; place += 2) {
        const [at, frequency] = [list[place], list[place + 1]];
        texts.set(
          at,
          Math.max(texts.get(at) ?? 0, (value * frequency) / (frequency + index.passages[at].norm)),
        );
      }
      for (const at of index.headed(stem)) {
        const own = index.own[index.passages[at].record].has(stem);
        heads.set(at, Math.max(heads.get(at) ?? 0, value * weights[own ? "own" : "above"]));
      }
    }
    const passages = new Set([...texts.keys(), ...heads.keys()]);
    for (const at of passages) {
      sums.set(at, (sums.get(at) ?? 0) + ((texts.get(at) ?? 0) + (heads.get(at) ?? 0)));
    }
    return passages;
  }

  /** Scores the passages that have some of the words; keeps the better of two scores. */
  score(words, scores, factor) {
    const { index, weights } = this;
    const parts = words
      .map((word, at) => this.part(word, at === words.length - 1))
      .filter(({ stems }) => stems.size);
    const total = parts.reduce((sum, { rarity }) => sum + rarity, 0);
    const sums = new Map();
    const having = parts.map((part) => this.match(part, sums));
    // which words the heading of a chapter has
    const chapters = new Map();
    for (const [at, found] of sums) {
      const { record, field } = index.passages[at];
      const chapter = index.chapter[record];
      if (!chapters.has(chapter))
        chapters.set(
          chapter,
          parts.map(({ stems }) => [...stems.keys()].some((stem) => chapter.has(stem))),
        );
      const inChapter = chapters.get(chapter);
      let share = 0;
      let score = found;
      parts.forEach((part, number) => {
        const within = inChapter[number];
        score += within ? weights.chapter * part.rarity : 0;
        share += within || having[number].has(at) ? part.rarity : 0;
      });
      share /= total;
      if (share < weights.least) continue;
      score *= share * share * index.prior(record) * this.kindFactor(record, field) * factor;
      const whole = parts.length === words.length && having.every((passages) => passages.has(at));
      if (!scores.has(at) || score > scores.get(at)[0]) scores.set(at, [score, parts, whole]);
    }
  }

  kindFactor(place, field) {
    if (isTerm(this.index.records[place].key))
      return this.weights[this.query.isQuestion ? "asked" : "glossary"];
    return field === "text" ? 1 : this.weights.example;
  }

  /** The factor for words that are next to each other, and for those that stand as typed. */
  near(at, parts) {
    const passage = this.index.passages[at];
    const own = passage.stems;
    const wanted = parts.filter(({ stems }) => own.some((stem) => stems.has(stem)));
    if (wanted.length < 2) return 1;
    const last = wanted.map(() => -1);
    let least = -1;
    own.forEach((stem, place) => {
      let hit = false;
      wanted.forEach(({ stems }, number) => {
        if (!stems.has(stem)) return;
        last[number] = place;
        hit = true;
      });
      if (!hit || last.includes(-1)) return;
      const apart = Math.max(0, place - Math.min(...last) + 1 - last.length);
      least = least < 0 ? apart : Math.min(least, apart);
    });
    const factor = 1 + (this.weights.near * wanted.length) / parts.length / (1 + least);
    passage.said ??= ` ${wordsIn(passage.text).join(" ")} `;
    return passage.said.includes(` ${this.query.words.join(" ")} `)
      ? factor * (1 + this.weights.typed)
      : factor;
  }

  claim(place, tier, bonus, why) {
    const known = this.claims.get(place);
    if (!known || tier > known.tier || (tier === known.tier && bonus > known.bonus))
      this.claims.set(place, { tier, bonus, why });
  }

  rarityOf(words) {
    return words.reduce((sum, word) => sum + this.index.rarity(stemOf(word)), 0);
  }

  /**
   * The names in consecutive words, longest first, and whether they cover what the query is about.
   */
  recognise(words) {
    const content = new Set(contentWords(words));
    const found = [];
    for (let at = 0; at < words.length; at += 1) {
      for (
        let length = Math.min(definition.limits.name, words.length - at);
        length > 0;
        length -= 1
      ) {
        const window = words.slice(at, at + length);
        // one stop word is no name within others, though the glossary has "If"
        if (
          length < words.length &&
          (window.every((word) => definition.stop.has(word)) ||
            !window.some((word) => content.has(word)))
        )
          continue;
        const places = this.index.called(window);
        if (!places.length) continue;
        found.push([places, window]);
        at += length - 1;
        break;
      }
    }
    const named = new Set(found.flatMap(([, window]) => window));
    return { found, covers: found.length > 0 && [...content].every((word) => named.has(word)) };
  }

  /** Raises what the words name; the weight `best` is what the first answer is worth. */
  claimNames(words, why, best = "called") {
    const { index, weights } = this;
    const { tiers, limits } = definition;
    const { found, covers } = this.recognise(words);
    for (const [, window] of found) this.named.push(stemsOfSaying(window.join(" ")));
    const isEntry = (place) => isTerm(index.records[place].key);
    const rules = found.map(([places]) => places.filter((place) => !isEntry(place)));
    if (covers && found.length === 1) {
      const entries = found[0][0].filter(isEntry);
      const leads = entries.flatMap((place) => index.leads(place));
      const so = rules[0].slice(0, limits.only);
      const order = this.query.isQuestion
        ? [...so, ...leads, ...entries]
        : [...so, ...entries, ...leads];
      const term = entries.length ? index.records[entries[0]].heading : "";
      for (const [at, place] of order.entries()) {
        const reason = found[0][0].includes(place) ? makeWhy("named") : makeWhy("see", term);
        this.claim(place, tiers.named, weights[best] - at, why ?? reason);
      }
      return;
    }
    const keywords = rules.map((some) =>
      some.filter((place) => index.records[place].key.includes(".")),
    );
    // a name without a rule of its own is no keyword, and hinders none
    if (
      covers &&
      keywords.some((own) => own.length) &&
      keywords.every((own, at) => own.length || !rules[at].length)
    ) {
      const listed = rules.flatMap((some) => some.slice(0, limits.several));
      for (const [at, place] of listed.entries()) {
        this.claim(place, tiers.listed, weights.called - at, why ?? makeWhy("named"));
      }
    }
    for (const [places, window] of found) {
      const rarity = this.rarityOf(window.filter((word) => !definition.stop.has(word)));
      for (const place of places) {
        this.claim(place, 0, rarity * weights[isEntry(place) ? "entry" : "name"], why);
        for (const lead of index.leads(place))
          this.claim(
            lead,
            0,
            rarity * weights.lead,
            why ?? makeWhy("see", index.records[place].heading),
          );
      }
    }
  }

  /** Raises the rules that decide what the query says in the words of players. */
  claimSayings() {
    const { index, query } = this;
    const said = new Map(query.words.map((word) => [stemOf(word), !definition.stop.has(word)]));
    const content = query.content.map(stemOf);
    const sum = (wanted) =>
      [...said].reduce(
        (total, [stem, counts]) => total + (counts && wanted(stem) ? index.rarity(stem) : 0),
        0,
      );
    const total = sum(() => true) || 1;
    for (const { text, rules, stems } of this.saidIn(
      query.words.filter((word) => !definition.filler.has(word)).map(stemOf),
    )) {
      // a name is never taken apart: "burn" is no saying in "mana burn"
      if (this.named.some((name) => stems.size < name.size && isWithin(stems, name))) continue;
      const rarity = sum((stem) => stems.has(stem));
      rules
        .filter((rule) => index.at.has(rule))
        .forEach((rule, at) => {
          const why = makeWhy("saying", text);
          if (content.every((stem) => stems.has(stem)))
            this.claim(index.at.get(rule), definition.tiers.named, this.weights.said - at, why);
          else
            this.claim(
              index.at.get(rule),
              0,
              this.weights.saying * rarity * Math.sqrt(rarity / total) * (1 - at / 10),
              why,
            );
        });
    }
  }

  /**
   * The sayings in the stems of a query: those close to each other there, and in no longer saying.
   */
  saidIn(words) {
    const known = new Set(words);
    const said = this.sayings.filter(
      ({ stems }) =>
        isWithin(stems, known) && span(words, stems) <= stems.size + definition.limits.gap,
    );
    return said.filter(
      ({ stems }) =>
        !said.some((other) => other.stems.size > stems.size && isWithin(stems, other.stems)),
    );
  }

  /**
   * The answers, best first: `{place, tier, score, at, parts, whole}`; `explain` tells the rest of
   * those that are shown.
   */
  answers() {
    const { index, query } = this;
    const scores = new Map();
    const phraseWords = query.phrases.length ? contentWords(wordsIn(query.phrases.join(" "))) : [];
    this.score([...new Set([...this.content, ...phraseWords])], scores, 1);
    this.claimNames(this.words, this.taken);
    for (const { old, names } of this.renamed) {
      for (const name of names) {
        const others = ` ${this.words.join(" ")} `
          .replaceAll(` ${old} `, ` ${name} `)
          .split(/\s+/)
          .filter(Boolean);
        this.score(contentWords(others), scores, this.weights.renamed);
        this.claimNames(others, makeWhy("old-name", name), "old");
      }
    }
    this.claimSayings();
    const wanted = [...scores].filter(([at]) => this.isWanted(at));
    wanted.sort(
      ([one, [score]], [other, [otherScore]]) =>
        rounded(otherScore) - rounded(score) || one - other,
    );
    const best = new Map();
    wanted.forEach(([at, [score, parts, whole]], rank) => {
      const value = rank < this.weights.looked_at ? score * this.near(at, parts) : score;
      const { record } = index.passages[at];
      if (!best.has(record) || value > best.get(record).score)
        best.set(record, { score: value, at, parts, whole });
    });
    if (query.phrases.length || query.unwanted.length)
      for (const place of [...this.claims.keys()]) if (!best.has(place)) this.claims.delete(place);
    const places = new Set([
      ...best.keys(),
      ...[...this.claims.keys()].filter((place) => this.accepts(index.records[place], "text")),
    ]);
    const found = [...places].map((place) => {
      const { score, ...rest } = best.get(place) ?? { score: 0, at: -1, parts: [], whole: false };
      const { tier, bonus } = this.claims.get(place) ?? { tier: 0, bonus: 0 };
      return { place, tier, score: rounded(tier ? bonus : score + bonus), ...rest };
    });
    return found.sort(
      (one, other) => other.tier - one.tier || other.score - one.score || one.place - other.place,
    );
  }

  /** Why words were replaced; null if none was. */
  get taken() {
    return [...this.replaced.values()][0]?.[1] ?? null;
  }

  /** What is shown of an answer: its passage, why it is one, and the stems to mark. */
  explain({ place, at, parts, whole }) {
    const { index } = this;
    let [field, text] =
      at >= 0 ? [index.passages[at].field, index.passages[at].text] : index.shown(place);
    if (!text) [field, text] = index.shown(place);
    const why =
      this.claims.get(place)?.why ?? this.taken ?? makeWhy(whole ? "all-words" : "some-words");
    return {
      place,
      field,
      text,
      why,
      stems: new Set(parts.flatMap(({ stems }) => [...stems.keys()])),
    };
  }

  /** Whether a passage has the phrases of the query, and none of the words that it excludes. */
  isWanted(at) {
    const { query, index } = this;
    const passage = index.passages[at];
    const { record } = passage;
    if (!this.accepts(index.records[record], passage.field)) return false;
    if (
      query.unwanted.some(
        (word) => passage.stems.includes(stemOf(word)) || index.own[record].has(stemOf(word)),
      )
    )
      return false;
    const has = (shown, phrase) => phrasePlaces(fold(shown), phrase).length > 0;
    return query.phrases.every(
      (phrase) => has(passage.text, phrase) || has(index.records[record].heading, phrase),
    );
  }
}

const isWithin = (some, all) => [...some].every((one) => all.has(one));

/** The length of the shortest run of words that has all that are wanted, which the words have. */
function span(words, wanted) {
  const last = new Map();
  let shortest = words.length;
  words.forEach((word, at) => {
    if (!wanted.has(word)) return;
    last.set(word, at);
    if (last.size === wanted.size)
      shortest = Math.min(shortest, at - Math.min(...last.values()) + 1);
  });
  return shortest;
}

/** Where a text has phrases and words with some stems, in order. */
export function marksIn(text, stems, phrases = []) {
  const folded = fold(text);
  const exact = phrases.flatMap((phrase) => phrasePlaces(folded, phrase));
  const words = placesIn(text)
    .filter(([word]) => stems.has(stemOf(word)))
    .map(([, begin, end]) => [begin, end]);
  const free = words.filter(
    ([begin, end]) => !exact.some(([start, to]) => begin < to && start < end),
  );
  return [...exact, ...free].sort(([one, end], [other, otherEnd]) => one - other || end - otherEnd);
}
