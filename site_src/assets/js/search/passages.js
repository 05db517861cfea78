// The search engine: an index (MiniSearch) over the passages of an edition or of all, and what of them answers a query.
import MiniSearch from "minisearch";
import { contentWords, correct, fold, isFunctionWord, placesOf, stemOf, tokens, wordsIn } from "./text.js";
import { chapterOf } from "./words.js";

export const KINDS = ["rule", "example", "glossary"];
/** With as many passages that have all words, those that lack some are not shown. */
const ENOUGH = 5;
/** The part of the words that a passage must have to be shown at all. */
const LEAST = 0.5;
/** So many of the best are looked at for the words as they were typed, one after the other. */
const LOOKED_AT = 300;
const AS_TYPED = 1.6;
/** The weight of words that are next to each other. */
const NEARNESS = 1.5;
/** A rule says it better than its example does; the glossary answers by its names, above all passages. */
const PARTS = { example: 0.7, glossary: 0.6 };
const OTHER_WAY = 0.95;
const BOOST = { title: 1.5, text: 1 };
/** A beginning counts less than the word itself. */
const BEGINNING = 0.4;
const AT_ONCE = 500;

/** The documents of the index: the text and each example of a run; runs that share words and title share one. */
function documentsOf(words, { first, last }) {
  const documents = new Map();
  for (const { runs } of words.lineages) {
    for (const run of runs) {
      if (run.last < first || run.first > last) continue;
      const [, text, examples, notes] = words.passages[run.passage];
      const title = words.titleOf(run);
      const kind = chapterOf(run.key) === "glossary" ? "glossary" : "rule";
      const put = (field, shown, part) => {
        const id = `${run.passage} ${field} ${title}`;
        if (!documents.has(id)) documents.set(id, { id, kind: part, field, title, text: shown, runs: [] });
        documents.get(id).runs.push(run);
      };
      put("text", [text, ...notes].join("\n"), kind);
      examples.forEach((example, at) => put(at, example, "example"));
    }
  }
  return [...documents.values()];
}

/** One way to ask: for each word the stems that answer it, and how much each counts. */
class Ask {
  constructor(words, index, { typing }) {
    this.phrase = words.join(" ");
    this.corrected = new Map();
    this.parts = contentWords(words).filter((word) => !isFunctionWord(word)).map((word, at, all) => {
      const stem = stemOf(word);
      const part = new Map();
      if (index.stems.has(stem)) part.set(stem, 1);
      // the last word may not be finished
      if ((typing && at === all.length - 1 && word.length > 1) || !part.size) {
        for (const known of index.frequencies.keys()) {
          if (known.startsWith(word) && !part.has(stemOf(known))) part.set(stemOf(known), BEGINNING);
        }
      }
      if (!part.size) {
        const near = correct(word, index.frequencies);
        if (near) {
          part.set(stemOf(near), 1);
          this.corrected.set(word, near);
        }
      }
      return part;
    });
  }

  /** The share of its words that are among some stems. */
  share(found) {
    if (!this.parts.length) return 0;
    return this.parts.filter((part) => [...part.keys()].some((stem) => found.has(stem))).length / this.parts.length;
  }
}

export class Passages {
  /** @param scope `{first, last}`: the editions whose passages it has, by place in `words.editions` */
  static async of(words, scope) {
    const made = new Passages(words);
    const documents = documentsOf(words, scope);
    made.documents = new Map(documents.map((one) => [one.id, one]));
    // in parts: the reader goes on typing, and has the direct answers, while it is made
    await made.index.addAllAsync(documents, { chunkSize: AT_ONCE });
    made.stems = new Set([...made.frequencies.keys()].map(stemOf));
    return made;
  }

  constructor(words) {
    this.words = words;
    this.frequencies = new Map();
    const tokenize = (text, field) => {
      const found = wordsIn(text).filter((word) => !isFunctionWord(word));
      if (field === "text") for (const word of found) this.frequencies.set(word, (this.frequencies.get(word) ?? 0) + 1);
      return found;
    };
    this.index = new MiniSearch({ fields: ["title", "text"], tokenize, processTerm: stemOf, autoVacuum: false });
  }

  /**
   * What answers a query: one result for each lineage, with its newest run that does, best first.
   * @param query `{words, phrases}` as `understand` returns them
   * @param options `others`: other ways to say it; `kinds`; `inside`: a test of runs; `scope`: editions to look in;
   *   `typing`: whether the last word may be unfinished
   * @returns `{results: [{run, runs, document, marks}], whole, corrected}`; `whole`: how many have all words;
   *   `corrected`: mistyped words and what was searched for instead
   */
  search({ words, phrases }, { others = [], kinds = KINDS, inside = () => true, scope = null, typing = false } = {}) {
    const asks = [words, ...others.map((other) => wordsIn(other))]
      .map((one) => new Ask(one, this, { typing }))
      .filter((one, at) => one.parts.length || (at === 0 && phrases.length));
    const corrected = new Map(asks.flatMap((ask) => [...ask.corrected]));
    if (!asks.length) return { results: [], whole: 0, corrected };
    const { ranked, whole } = this.rank(asks, phrases, (document) => kinds.includes(document.kind));
    const byLineage = new Map();
    const end = scope?.last ?? this.words.newest;
    for (const { document, ...rest } of ranked) {
      for (const run of document.runs) {
        if ((scope && (run.last < scope.first || run.first > scope.last)) || !inside(run)) continue;
        const lineage = this.words.lineageOf(run);
        const known = byLineage.get(lineage);
        if (!known) byLineage.set(lineage, { run, document, ...rest, runs: [run] });
        else {
          if (!known.runs.includes(run)) known.runs.push(run);
          // the newest matching run represents its lineage
          if (run.first > known.run.first && rest.share >= known.share) Object.assign(known, { run, document, ...rest });
        }
      }
    }
    const results = [...byLineage.values()];
    for (const one of results) one.runs.sort((run, other) => run.first - other.first);
    const standing = ({ run }) => Number(run.last >= end);
    // passages that exist at the end of the given time come before deleted ones
    results.sort((one, other) => other.share - one.share || standing(other) - standing(one) || other.score - one.score);
    return { results, whole: results.filter((one) => one.share === 1).length, corrected, partial: whole < ENOUGH };
  }

  /** The documents that answer, best first, with the part of the words that each has. */
  rank(asks, phrases, wanted) {
    const weights = new Map();
    const weigh = (stem, weight) => weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
    for (const ask of asks) for (const part of ask.parts) for (const [stem, weight] of part) weigh(stem, weight);
    const needed = phrases.map((phrase) => wordsIn(phrase).filter((word) => !isFunctionWord(word)).map(stemOf));
    for (const stem of needed.flat()) weigh(stem, 1);
    const settings = { boost: BOOST, tokenize: (text) => text.split("\n"), processTerm: (term) => term, boostTerm: (term) => weights.get(term) };
    const found = weights.size ? this.index.search([...weights.keys()].join("\n"), settings) : this.index.search(MiniSearch.wildcard);
    const hits = [];
    for (const { id, score, terms } of found) {
      const document = this.documents.get(id);
      if (!wanted(document)) continue;
      const stems = new Set(terms);
      if (!needed.every((some) => some.every((stem) => stems.has(stem)))) continue;
      if (!phrases.every((phrase) => placesOf(foldedOf(document), phrase).length || placesOf(fold(document.title), phrase).length)) continue;
      const shares = asks.map((ask) => (ask.parts.length ? ask.share(stems) : 1));
      const share = Math.max(...shares);
      if (share < LEAST) continue;
      const way = shares.indexOf(share);
      hits.push({ document, share, stems, ask: asks[way], score: score * (PARTS[document.kind] ?? 1) * (way ? OTHER_WAY : 1) });
    }
    const best = (one, other) => other.share - one.share || other.score - one.score;
    hits.sort(best);
    for (const hit of hits.slice(0, LOOKED_AT)) {
      if (hit.ask.parts.length < 2) continue;
      if (placesOf(foldedOf(hit.document), hit.ask.phrase).length) hit.score *= AS_TYPED;
      hit.score *= 1 + NEARNESS / (1 + apart(hit));
    }
    hits.sort(best);
    const whole = hits.filter(({ share }) => share === 1).length;
    return { ranked: whole >= ENOUGH ? hits.filter(({ share }) => share === 1) : hits, whole };
  }
}

/** The minimum number of other words between the words of the query, where the text has all of them. */
function apart({ document, ask }) {
  const last = ask.parts.map(() => -1);
  let least = Infinity;
  tokens(document.text).forEach(({ word }, at) => {
    const stem = stemOf(word);
    let hit = false;
    ask.parts.forEach((part, place) => {
      if (part.has(stem)) {
        last[place] = at;
        hit = true;
      }
    });
    if (hit && !last.includes(-1)) least = Math.min(least, at - Math.min(...last) + 1 - last.length);
  });
  return Math.max(0, least);
}

function foldedOf(document) {
  document.folded ??= fold(document.text);
  return document.folded;
}

/** The places of the words of a query in the text of a result: `[start, end]`, in order. */
export function marksOf({ document, stems, ask }, phrases) {
  const exact = [...phrases, ...(ask.parts.length > 1 ? [ask.phrase] : [])].flatMap((phrase) => placesOf(foldedOf(document), phrase));
  const single = exact.length && !ask.parts.length ? [] : tokens(document.text).filter(({ word }) => stems.has(stemOf(word))).map(({ start, end }) => [start, end]);
  const free = single.filter(([start, end]) => !exact.some(([from, to]) => start < to && from < end));
  return [...exact, ...free].sort(([one], [other]) => one - other);
}
