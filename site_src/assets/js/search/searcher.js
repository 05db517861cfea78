// @ts-check
// Answers: rules by number, editions, and passages of an edition or of all editions. As
// `graph/search/searcher.py`.
import { addressOf, headingOf, numberIn, rulingAnswer } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { breathe } from "../lib/pieces.js";
import { isTerm } from "../lib/record-key.js";
import { addressOfRecord, dateOfRecord, makeAnswer, makeEditionAnswer } from "./answers.js";
import { stemsOfSaying } from "./claims.js";
import { changeRows, findPart, WHOLE } from "./comparisons.js";
import { definition, useDefinition } from "./definition.js";
import { answerDirectly } from "./direct.js";
import { Index } from "./index.js";
import { NumberSearch } from "./numbered.js";
import { answerPast, bulletinRows, NO_PAST } from "./past.js";
import { Ranking } from "./rank.js";
import { namesNotInForce, plainName } from "./renamed.js";
import { contentWords, fold, stemOf, wordsIn } from "./text.js";
import { describeSet, setsOf } from "./sets.js";
import { isMoreThanPhrases, understand } from "./understand.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("./understand.js").Query} Query
 * @typedef {import("./words.js").Run} Run
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./renamed.js").OtherName} OtherName
 */

/** What stands around the phrases of a query. */
const QUOTES = /["“”]/g;
export const KINDS = ["rule", "example", "glossary"];

/**
 * The documents that the search reads; each is fetched once.
 * @typedef {object} Sources
 * @property {() => Promise<JumpTable>} table
 * @property {() => Promise<import("../lib/numbers.js").NumbersTable>} numbers
 * @property {() => Promise<any>} definition
 * @property {() => Promise<import("./past.js").Times>} times
 * @property {() => Promise<Index>} today the index of the latest edition
 * @property {() => Promise<import("./all-index.js").AllIndex>} all the index of all editions
 * @property {(day: string) => Promise<Words>} wordsThen the words of the edition in force on a day,
 *   and of editions near it
 */

/**
 * Filters of a search, and its limit.
 * @typedef {object} Options
 * @property {boolean} history whether all editions are searched
 * @property {boolean} typing whether the last word may be unfinished
 * @property {string[]} kinds of passages, of `KINDS`
 * @property {(run: Run) => boolean} inside whether a run is in the part of the rules that is
 *   searched
 * @property {{first: number, last: number} | null} scope positions of the first and last edition
 * @property {string} changedSince a day: only records that are new or were reworded on it or later,
 *   in the latest edition only
 * @property {number} limit maximum of answers
 */

/** @type {Options} */
const DEFAULTS = {
  history: false,
  typing: false,
  kinds: KINDS,
  inside: () => true,
  scope: null,
  changedSince: "",
  limit: 30,
};

/**
 * A query that was understood, with the index and the options of its search.
 * @typedef {object} Request
 * @property {string} typed the query as typed
 * @property {JumpTable} table
 * @property {Query} query
 * @property {Options} options
 * @property {string | null} date of the edition that is searched; null for the latest
 * @property {Index} index with which the query was understood
 * @property {boolean} isToday whether the reader is in the latest edition, and searches that
 */

/**
 * A typed word, and the word or words for which it was taken.
 * @typedef {{typed: string, meant: string}} Replaced
 */

/**
 * The answers to a query, with what readers are told about them.
 * @typedef {object} Result
 * @property {Query} query
 * @property {string | null} edition the date searched; null for the latest
 * @property {Answer[]} answers best first
 * @property {number} named the number of answers that were found by a number, a name or a day
 * @property {number} total the number of passages without the limit
 * @property {number} whole the number of passages with all the words
 * @property {string[]} notes sentences for the reader
 * @property {string} offer the query with its typing errors corrected; empty if it has none
 * @property {Replaced[]} replaced words that were taken for others
 * @property {OtherName[]} renamed old names in the query
 * @property {Index} index that was searched
 * @property {Error | null} problem the reason for which some words could not be loaded, so that
 *   answers may be missing; null if none were missing
 */

/**
 * Sayings with one meaning, as the definition has them: their texts, separated by bars, and the
 * numbers of the rules that decide them in the latest edition, separated by blanks. A row of former
 * editions has no numbers, but for each rule its lineages, the nearest first, separated by bars;
 * then it has the last day on which players said so.
 * @typedef {[texts: string, rules: string, until?: string]} SayingRow
 */

/**
 * The keys that some rules have in an edition: for each rule that of the nearest of its lineages
 * which the edition has.
 * @param {string[]} lineages of each rule, separated by bars
 * @param {Map<string, string>} keys by lineage
 */
function keysOfLineages(lineages, keys) {
  const found = [];
  for (const ofRule of lineages) {
    const nearest = ofRule.split("|").find((lineage) => keys.has(lineage));
    if (nearest) found.push(keys.get(nearest) ?? "");
  }
  return found;
}

/**
 * The date of the latest edition; empty if there is none.
 * @param {JumpTable} table
 */
const latestOf = (table) => table.editions?.at(-1)?.[0] ?? "";

/**
 * A result without answers.
 * @param {Request} request
 * @param {Partial<Result>} found
 * @returns {Result}
 */
function makeResult({ query, date, index }, found) {
  return {
    query,
    edition: date,
    answers: [],
    named: 0,
    total: 0,
    whole: 0,
    notes: [],
    offer: "",
    replaced: [],
    renamed: [],
    index,
    problem: null,
    ...found,
  };
}

/** The search of the site: it understands queries and answers them. */
export class Searcher {
  /** @param {Sources} sources as `sources.js` has them */
  constructor(sources) {
    this.sources = sources;
    /**
     * The indexes asked for so far, by the argument of `index`.
     * @type {Map<string | null, Promise<Index>>}
     */
    this.indexes = new Map();
  }

  /**
   * The index of an edition; made once.
   * @param {string | null} searched date of the edition; null for the latest, `"all"` for all
   * @returns {Promise<Index>}
   */
  index(searched) {
    const known = this.indexes.get(searched);
    if (known) return known;
    const made = this.makeIndex(searched);
    made.catch(() => this.indexes.delete(searched));
    this.indexes.set(searched, made);
    return made;
  }

  /**
   * Makes the index of an edition, with its sayings.
   * @param {string | null} searched as for `index`
   */
  async makeIndex(searched) {
    const document = await this.sources.definition();
    useDefinition(document);
    const index = searched === null ? await this.sources.today() : await this.indexOfPast(searched);
    index.sayings = searched === "all" ? [] : this.sayingsOf(searched, index.words, document);
    return index;
  }

  /**
   * Makes the index of a former edition, or of all.
   * @param {string} searched as for `index`
   */
  async indexOfPast(searched) {
    if (searched === "all") return this.sources.all();
    const words = await this.sources.wordsThen(searched);
    return Index.of(words.recordsAt(words.inForce(searched)), words);
  }

  /**
   * The sayings with the numbers that their rules have in an edition, as
   * `graph/search/sayings.py`.
   * @param {string | null} searched date of the edition; null for the latest
   * @param {Words} words
   * @param {{sayings: SayingRow[], lineages: Record<string, string>}} document
   * @returns {import("./claims.js").Saying[]}
   */
  sayingsOf(searched, words, document) {
    const edition = searched === null ? null : words.inForce(searched);
    const keys = edition === null ? null : words.keysAt(edition);
    const day = edition === null ? "" : words.editions[edition][0];
    /** @type {Map<string, Set<string>>} */
    const carried = new Map();
    for (const [texts, given, until] of document.sayings) {
      if (until && (!keys || day > until)) continue;
      const numbers = given.split(" ").filter(Boolean);
      const lineages = until ? numbers : numbers.map((number) => document.lineages[number]);
      const rules = keys ? keysOfLineages(lineages, keys) : numbers;
      if (!rules.length) continue;
      for (const text of texts.split("|"))
        carried.set(text, new Set([...(carried.get(text) ?? []), ...rules]));
    }
    return [...carried].map(([text, rules]) => {
      return { text, rules: [...rules], stems: stemsOfSaying(text) };
    });
  }

  /**
   * The rule of the latest edition whose number a query is; null for any other query. It needs no
   * words of the rules.
   * @param {string} text
   * @returns {Promise<Answer | null>}
   */
  async jump(text) {
    const table = await this.sources.table();
    const number = numberIn(text);
    const href = number === null ? undefined : addressOf(table, number);
    if (number === null || !href) return null;
    return {
      key: number,
      edition: null,
      label: number,
      detail: headingOf(table, number),
      text: "",
      href,
      exact: true,
    };
  }

  /**
   * Answers a query without the words of any edition: by numbers, names, former terms and editions.
   * @param {string} text
   * @param {string | null} edition
   */
  async direct(text, edition) {
    useDefinition(await this.sources.definition());
    return answerDirectly(await this.sources.table(), text, edition);
  }

  /**
   * Answers a query, best answers first.
   * @param {string} text
   * @param {string | null} edition date of the edition that the reader is reading; null for the
   *   latest
   * @param {Partial<Options>} options
   * @returns {Promise<Result>}
   */
  async search(text, edition = null, options = {}) {
    const chosen = { ...DEFAULTS, ...options };
    if (!chosen.history) return this.searchArrived(text, edition, chosen);
    await this.index("all");
    const { files } = await this.sources.all();
    files.forgetFailures();
    for (;;) {
      const before = files.misses;
      const result = await this.searchArrived(text, edition, chosen);
      const [problem = null] = files.failed.values();
      // an answer that needed words which had not arrived is found again with them
      if (files.misses === before) return { ...result, problem };
      await files.load();
    }
  }

  /**
   * Answers a query with the words that have arrived.
   * @param {string} text
   * @param {string | null} edition as for `search`
   * @param {Options} options
   * @returns {Promise<Result>}
   */
  async searchArrived(text, edition, options) {
    const request = await this.understand(text, edition, options);
    const result = await this.answer(request);
    const quotes = request.query.kind === "phrase" && isMoreThanPhrases(text);
    if (!quotes || result.answers.length || result.index.isWaiting) return result;
    // A question that quotes a card asks about its words, which the rules have in another order. A
    // phrase alone is searched as it is.
    const ofWords = await this.searchArrived(text.replace(QUOTES, " "), edition, options);
    if (!ofWords.answers.length) return result;
    const note = "No passage has the quoted words in this order.";
    return { ...ofWords, notes: [note, ...ofWords.notes] };
  }

  /**
   * The answers to a query as it was understood, best first.
   * @param {Request} request
   * @returns {Promise<Result>}
   */
  async answer(request) {
    const known = this.answerWithoutWords(request);
    if (known) return known;
    if (request.query.kind === "changes")
      return makeResult(request, { answers: listChanges(request, WHOLE) });
    const ofEditions = await this.answerEditions(request);
    if (ofEditions.length && !request.query.isNamedInPart)
      return makeResult(request, {
        answers: ofEditions,
        notes: describeSet(request.query, request.table),
      });
    const { rows, missing } = await this.findNumbers(request);
    if (request.query.kind === "number" && !rows.length)
      return makeResult(request, { notes: [`No edition has a rule ${missing[0]}.`] });
    const result = await this.answerWords(request, ofEditions, rows);
    const notes = [...this.describeNumbers(request, rows, missing), ...result.notes];
    return { ...result, notes };
  }

  /**
   * Reads the query and finds the edition and the index in which it is searched.
   * @param {string} typed
   * @param {string | null} edition as for `search`
   * @param {Options} options
   * @returns {Promise<Request>}
   */
  async understand(typed, edition, options) {
    const table = await this.sources.table();
    const document = await this.sources.definition();
    useDefinition(document);
    const latest = latestOf(table);
    const former = edition === latest ? null : edition;
    const index = await this.index(options.history ? "all" : former);
    const isName = (/** @type {string[]} */ words) =>
      index.called(words).length > 0 || isSaying(document.sayings, words);
    const isCommon = (/** @type {string[]} */ words) => areCommon(index, document, words);
    const query = understand(typed, setsOf(table), isName, isCommon);
    const named = query.isNamedInPart ? edition : (query.editions[0] ?? edition);
    const date = named === latest ? null : named;
    const isToday = !options.history && former === null;
    return { typed, table, query, options, date, index, isToday };
  }

  /**
   * The result of a query that is the number of a ruling (`A.2.4`) or can have no answer; null for
   * any other.
   * @param {Request} request
   * @returns {Result | null}
   */
  answerWithoutWords(request) {
    const { table, query, options, date } = request;
    const hasRulings = request.isToday && !options.changedSince;
    const ruling = hasRulings ? rulingAnswer(table, query.whole) : undefined;
    if (ruling) return makeResult(request, { answers: [ruling] });
    if (query.kind === "empty") return makeResult(request, {});
    if (query.time && !query.editions.length) {
      const first = dateInWords(table.editions[0][0]);
      const note = `No edition of that time is known; the first is that of ${first}.`;
      return makeResult(request, { notes: [note] });
    }
    if (query.kind === "edition" && !query.isNamedInPart) return null;
    if (options.changedSince && (options.history || date))
      return makeResult(request, { notes: ["“Changed since” works in the latest edition only."] });
    return null;
  }

  /**
   * The editions that a query names, and the bulletins for them if it asks for those.
   * @param {Request} request
   * @returns {Promise<Answer[]>}
   */
  async answerEditions({ table, query }) {
    if (query.kind !== "edition") return [];
    const dates = query.editions.slice(0, definition.limits.meanings);
    const found = dates.map((day) => makeEditionAnswer(table, day));
    if (!query.wantsBulletins) return found;
    const announced = await bulletinRows(this.sources.times, dates);
    const asksForThem = wordsIn(query.whole).some((word) => definition.bulletin.has(word));
    return asksForThem ? [...announced, ...found] : [...found, ...announced];
  }

  /**
   * Answers a query about the past; with nothing if a former edition or only some passages are
   * searched.
   * @param {Request} request
   * @param {Index} index
   */
  async findPast({ table, query, date, options }, index) {
    const isWhole = options.kinds.length === KINDS.length && !options.changedSince;
    if (date !== null || options.history || !isWhole) return NO_PAST;
    const { past } = await this.sources.definition();
    const { notes, first, second } = await answerPast(query, past, this.sources.times, index);
    const onLatest = (/** @type {Answer} */ row) => addressInLatest(table, row);
    return { notes, first: first.map(onLatest), second: second.map(onLatest) };
  }

  /**
   * The rules that the numbers of a query mean, and the numbers that the edition lacks.
   * @param {Request} request
   */
  findNumbers({ table, query, date }) {
    const latest = latestOf(table);
    const dates = query.editions.map((edition) => (edition === latest ? null : edition));
    const sources = {
      table,
      numbers: this.sources.numbers,
      index: (/** @type {string | null} */ searched) => this.index(searched),
    };
    return new NumberSearch(sources, date, query.content).find(query.numbers, dates);
  }

  /**
   * Notes on a query that is too long, and on the numbers that the edition lacks, if it has others
   * of the query.
   * @param {Request} request
   * @param {Answer[]} rows answers to the numbers of the query
   * @param {string[]} missing numbers that the edition lacks
   */
  describeNumbers({ typed, table, date }, rows, missing) {
    const notes = [];
    const longest = definition.limits.query;
    if (typed.split(/\s+/).filter(Boolean).join(" ").length > longest)
      notes.push(`Only the first ${longest} characters are read.`);
    if (rows.some(({ exact }) => exact)) {
      const edition = dateInWords(date ?? latestOf(table));
      for (const number of missing) notes.push(`The edition of ${edition} has no rule ${number}.`);
    }
    return notes;
  }

  /**
   * The answers to the words of a query, below the editions that it names and the rules of its
   * numbers.
   * @param {Request} request
   * @param {Answer[]} ofEditions the editions that the query names
   * @param {Answer[]} numbered the rules of its numbers
   * @returns {Promise<Result>}
   */
  async answerWords(request, ofEditions, numbered) {
    const { table, query, options, date } = request;
    const index = await this.index(options.history ? "all" : date);
    const isChanged = makeChangeTest(index.words, options.changedSince);
    const past = await this.findPast(request, index);
    const changed = numbered.filter((row) => isChanged(row.key, row.edition));
    const ranking = await this.rank(request, index);
    await breathe();
    const ranked = await ranking.answers();
    const pages = listPagesOfChanges(request, index, ranked);
    const rows = [...ofEditions, ...pages, ...changed, ...past.first];
    const known = new Set(rows.map((row) => `${row.key} ${row.edition}`));
    const joined = options.history ? joinByLineage(ranked, index) : ranked;
    const found = joined.filter(({ position }) => {
      const { key } = index.records[position];
      const isNew = !known.has(`${key} ${dateOfRecord(index, position, date)}`);
      return isNew && isChanged(key, date);
    });
    await breathe();
    const shown = found.slice(0, Math.max(0, options.limit - rows.length));
    const answers = shown.map(({ runs, ...answer }) => {
      const explained = ranking.explain(answer);
      return { ...makeAnswer(table, index, explained, date, query.phrases), runs };
    });
    const [best, later] = [answers.slice(0, 1), answers.slice(1)];
    const ofNames = ranking.renamed.map((name) => describeOldName(query, name));
    const hasAnswers = rows.length + answers.length + past.second.length > 0;
    const unknown = options.history ? [] : describeUnknown(ranking.unknownWords, hasAnswers);
    return makeResult(request, {
      index,
      answers: [...rows, ...best, ...past.second, ...later].slice(0, options.limit),
      named: rows.length + past.second.length,
      total: found.length,
      whole: found.filter(({ whole }) => whole).length,
      notes: [
        ...past.notes,
        ...ofNames.filter((note) => !past.notes.includes(`${note}.`)),
        ...unknown,
      ],
      offer: ranking.offer,
      replaced: [...ranking.replaced].map(([typed, { meant }]) => ({ typed, meant })),
      renamed: ranking.renamed,
    });
  }

  /**
   * The ranking of the records that answer the words of a query.
   * @param {Request} request
   * @param {Index} index
   */
  async rank({ table, query, options, date }, index) {
    const { known, renamed } = await this.sources.definition();
    // a query that is only a number also finds the rules that mention the number
    const isNumber = query.kind === "number" && !query.words.length;
    const ranked = isNumber ? { ...query, words: query.numbers, content: query.numbers } : query;
    const rankWith = (/** @type {string[]} */ words) =>
      new Ranking(index, ranked, {
        known: new Set(words),
        renamed: options.history ? [] : namesNotInForce(renamed, date ?? latestOf(table)),
        sayings: index.sayings,
        typing: options.typing,
        accepts: makeAcceptance(options),
      });
    const ranking = rankWith(known);
    if (!ranking.looksMistyped || options.history || date === null) return ranking;
    // a word that only the latest edition has is not mistyped either; it is read here for that
    // alone
    const today = await this.index(null);
    return rankWith([...known, ...today.stems.keys()]);
  }
}

/**
 * The pages with the changes in a part of the rules, for a query that asks for changes.
 * @param {Request} request
 * @param {import("./comparisons.js").ComparedPart} part
 */
function listChanges({ table, query: { changes } }, part) {
  if (!changes) return [];
  const following = table.editions.find(([date]) => date > changes.first)?.[0] ?? changes.last;
  return changeRows(changes, part, following);
}

/**
 * Those pages for the part of the rules to which the best answers belong. None if all editions are
 * searched, or only the passages that changed since a day.
 * @param {Request} request
 * @param {Index} index
 * @param {import("./rank.js").Ranked[]} ranked
 */
function listPagesOfChanges(request, index, ranked) {
  const { query, options } = request;
  if (!query.changes || options.history || options.changedSince) return [];
  return listChanges(request, findPart(query.changes.subject, index, ranked));
}

/**
 * Makes a test whether a record is new or was reworded since a day.
 * @param {Words} words
 * @param {string} day empty for all records
 * @returns {(key: string, date: string | null) => boolean}
 */
function makeChangeTest(words, day) {
  if (!day) return () => true;
  return (key, date) => date === null && (words.since.get(key) ?? "") >= day;
}

/**
 * Makes a test whether the filters let a passage of a record through.
 * @param {Options} options
 * @returns {(record: import("./words.js").Record, field: string) => boolean}
 */
function makeAcceptance({ kinds, inside, scope, history }) {
  const isInScope = (/** @type {Run} */ run) =>
    !scope || !history || (run.last >= scope.first && run.first <= scope.last);
  return ({ key, run, runs }, field) => {
    const kindOfRule = field === "text" ? "rule" : "example";
    if (!kinds.includes(isTerm(key) ? "glossary" : kindOfRule)) return false;
    return (runs ?? [run]).some((span) => inside(span) && isInScope(span));
  };
}

/**
 * The stems of each saying of today, sorted and joined, by the rows that have the sayings.
 * @type {WeakMap<SayingRow[], Set<string>>}
 */
const stemsOfSayings = new WeakMap();
/** @param {Iterable<string>} stems */
const joinSorted = (stems) => [...stems].sort().join(" ");

/**
 * Whether words are a saying of players.
 * @param {SayingRow[]} sayings
 * @param {string[]} words
 */
function isSaying(sayings, words) {
  let known = stemsOfSayings.get(sayings);
  if (!known) {
    const ofToday = sayings.filter(([, , until]) => !until);
    const texts = ofToday.flatMap(([joined]) => joined.split("|"));
    known = new Set(texts.map((text) => joinSorted(stemsOfSaying(text))));
    stemsOfSayings.set(sayings, known);
  }
  return known.has(joinSorted(new Set(contentWords(words).map(stemOf))));
}

/**
 * Whether words are a saying or an old name, or are often used in the rules: then they are no part
 * of the name of a set.
 * @param {Index} index
 * @param {{sayings: SayingRow[], renamed: OtherName[]}} document
 * @param {string[]} words
 */
function areCommon(index, { sayings, renamed }, words) {
  if (isSaying(sayings, words)) return true;
  if (renamed.some(({ old }) => old === plainName(words.join(" ")))) return true;
  const stems = [...new Set(contentWords(words).map(stemOf))];
  const [first, ...further] = stems.map((stem) => index.having(stem).passages);
  const using = first.filter((passage) => further.every((passages) => passages.includes(passage)));
  return using.length > definition.limits.set_uses;
}

/**
 * A row about the past. If it is a record of the latest edition, it gets the address of that.
 * @param {JumpTable} table
 * @param {Answer} row
 * @returns {Answer}
 */
function addressInLatest(table, row) {
  const isRecord = row.key.startsWith("glossary:") || !row.key.includes(":");
  if (row.edition !== latestOf(table) || !isRecord) return row;
  return { ...row, edition: null, href: addressOfRecord(table, row.key, null) };
}

/**
 * A sentence on an old name in a query: `“bury” has been called “destroy” since 1 July 2003`.
 * @param {Query} query
 * @param {OtherName} name
 */
function describeOldName(query, { old, names, edition, since = edition }) {
  const typed = query.text.replace(/^"|"$/g, "");
  const shown = fold(typed) === old ? typed : old;
  return `“${shown}” has been called “${names.at(-1)}” since ${dateInWords(since)}`;
}

/** Text with nothing but letters and signs of English. */
const ENGLISH = /^[ -~]*$/;

/**
 * A list of a sentence about words that no edition has, if they explain why a query has no answers,
 * or too few; else an empty list. A word of English letters may be the name of a card, which the
 * other words of a query can do without.
 * @param {string[]} words
 * @param {boolean} hasAnswers whether the query has answers by its other words
 */
function describeUnknown(words, hasAnswers) {
  const told = words.filter((word) => !(hasAnswers && ENGLISH.test(word)));
  if (!told.length) return [];
  const noun = told.length === 1 ? "word" : "words";
  const list = new Intl.ListFormat("en-GB").format(told.map((word) => `“${word}”`));
  return [`No edition has the ${noun} ${list}; the rules are in English.`];
}

/**
 * Joins the answers of each lineage in a search of all editions. Of those that are as good as the
 * best in tier and words it keeps the newest, with the runs of all of them.
 * @param {import("./rank.js").Ranked[]} answers
 * @param {Index} index
 * @returns {import("./rank.js").Ranked[]}
 */
function joinByLineage(answers, index) {
  /** @type {Map<any, import("./rank.js").Ranked & {runs: Run[]}>} */
  const lineages = new Map();
  for (const answer of answers) {
    const { lineage, runs = [] } = index.records[answer.position];
    const known = lineages.get(lineage);
    if (!known) lineages.set(lineage, { ...answer, runs: [...runs] });
    else if (answer.tier === known.tier && answer.whole === known.whole) {
      known.runs.push(...runs);
      if (answer.position < known.position) Object.assign(known, answer);
    }
  }
  for (const { runs } of lineages.values()) runs.sort((left, right) => left.first - right.first);
  return [...lineages.values()];
}
