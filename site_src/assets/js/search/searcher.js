// @ts-check
// The search of the site. As `graph/search/searcher.py`.
import { addressOf, headingOf, numberIn, rulingAnswer } from "../jump.js";
import { breathe } from "../lib/pieces.js";
import { addressOfRecord } from "./answers.js";
import { findPart, WHOLE } from "./comparisons.js";
import { definition, useDefinition } from "./definition.js";
import { answerDirectly } from "./direct.js";
import { listChanges, listReferences, NamedAnswers } from "./named-answers.js";
import { describeNumbers, describePast, describeUnknown } from "./notes.js";
import { DEFAULTS, KINDS } from "./options.js";
import { answerPast, answerPastOfAll, NO_PAST } from "./past.js";
import { plainName } from "./renamed.js";
import { makeResult } from "./result.js";
import { isSaying } from "./sayings.js";
import { SearchableSources } from "./searchable.js";
import { listSitePages } from "./site-pages.js";
import { describeSet, describeTime, latestOf, setsOf } from "./sets.js";
import { contentWords, stemOf } from "./text.js";
import { dropQuotes, isMoreThanPhrases, understand } from "./understand.js";
import { WordAnswers } from "./word-answers.js";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./index.js").Index} Index
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("./options.js").Options} Options
 * @typedef {import("./renamed.js").OldName} OldName
 * @typedef {import("./result.js").Result} Result
 * @typedef {import("./understand.js").Query} Query
 */

/**
 * A query that was understood, with the index and the options of its search.
 * @typedef {object} Request
 * @property {string} typed the query as typed
 * @property {JumpTable} table
 * @property {Query} query
 * @property {Options} options
 * @property {string | null} date of the edition that is searched; null for the latest
 * @property {Index} index with which the query was understood; that of the edition which the reader
 *   is reading, though the query may name another edition to search
 * @property {boolean} isToday whether the reader is in the latest edition, and searches that
 */

/** How often only the texts of the first answers to a phrase are loaded, at most. */
const FIRST_TRIES = 3;

/** The search of the site: it understands queries and answers them. */
export class Searcher {
  /** @param {import("./searchable.js").Sources} sources as `sources.js` has them */
  constructor(sources) {
    this.sources = sources;
    this.searchable = new SearchableSources(sources);
    this.named = new NamedAnswers(this.searchable);
  }

  /**
   * The index of an edition; made once.
   * @param {string | null} searched date of the edition; null for the latest, `"all"` for all
   */
  index(searched) {
    return this.searchable.index(searched);
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
    if (chosen.history) return this.searchAll(text, edition, chosen);
    return this.searchArrived(text, edition, chosen);
  }

  /**
   * Answers a query from all editions. Only the words that the query needs are loaded. Some are
   * known from the query, and which others they are turns out while it is answered. So it is
   * answered with the words that have arrived, and again with those that were missing, until none
   * is missing.
   * @param {string} text
   * @param {string | null} edition as for `search`
   * @param {Options} options
   * @returns {Promise<Result>}
   */
  async searchAll(text, edition, options) {
    await this.index("all");
    const { all, files } = await this.sources.all();
    files.forgetFailures();
    await all.load(text);
    let { isFirstPart } = options;
    let tries = 0;
    for (;;) {
      const missesBefore = files.misses;
      const result = await this.searchArrived(text, edition, { ...options, isFirstPart });
      const [problem = null] = files.failed.values();
      if (files.misses === missesBefore) return { ...result, problem };
      if (!result.isCounted) {
        // if most texts of a try lacked the phrase, or after some tries, all texts are read at once
        const hadMost = tries === 0 || 2 * result.unread <= result.answers.length;
        isFirstPart = hadMost && tries < FIRST_TRIES;
        tries += 1;
        if (!isFirstPart) continue;
      }
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
    // the index of all editions waits while a file is missing in which it may find the phrase
    const mayHaveAnswers = result.answers.length > 0 || result.index.isWaiting;
    const hasOtherWords = request.query.kind === "phrase" && isMoreThanPhrases(text);
    if (mayHaveAnswers || !hasOtherWords) return result;
    // A question that quotes a card asks about its words, which the rules have in another order. A
    // phrase alone is searched as it is.
    const ofWords = await this.searchArrived(dropQuotes(text), edition, options);
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
    const { typed, table, query, date } = request;
    const atOnce = this.answerAtOnce(request);
    if (atOnce) return atOnce;
    const editions = await this.named.listEditions(request);
    if (editions.length && !query.isNamedInPart)
      return makeResult(request, { answers: editions, notes: describeSet(query, table) });
    const { rows, missing } = await this.named.findNumbers(request);
    if (query.kind === "number" && !rows.length)
      return makeResult(request, {
        notes: [`No edition has a rule ${missing[0]}.`],
        isNowhere: true,
      });
    const histories = await this.named.findHistories(request);
    const result = await this.answerWords(request, editions, [
      ...histories.rows,
      ...listReferences(request, rows),
      ...rows,
    ]);
    const ofNumbers = describeNumbers(typed, rows, missing, date ?? latestOf(table));
    const ofTime = describeTime(query, table);
    return { ...result, notes: [...histories.notes, ...ofTime, ...ofNumbers, ...result.notes] };
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
    useDefinition(await this.sources.definition());
    const names = await this.sources.names();
    const latest = latestOf(table);
    const former = edition === latest ? null : edition;
    const index = await this.index(options.history ? "all" : former);
    const isName = (/** @type {string[]} */ words) =>
      index.called(words).length > 0 || isSaying(names.sayings, words);
    const isCommon = (/** @type {string[]} */ words) => areCommon(index, names, words);
    const query = understand(typed, setsOf(table), isName, isCommon);
    const named = query.isNamedInPart ? edition : (query.editions[0] ?? edition);
    const date = named === latest ? null : named;
    const isToday = !options.history && former === null;
    return { typed, table, query, options, date, index, isToday };
  }

  /**
   * The result of a query that is the number of a ruling (`A.2.4`), that can have no answer, or
   * that asks for the changes between two editions and for nothing else; null for any other query.
   * @param {Request} request
   * @returns {Result | null}
   */
  answerAtOnce(request) {
    const { table, query, options, date } = request;
    const hasRulings = request.isToday && !options.changedSince;
    const ruling = hasRulings ? rulingAnswer(table, query.whole) : undefined;
    if (ruling) return makeResult(request, { answers: [ruling] });
    if (query.kind === "empty") return makeResult(request, {});
    if (query.kind === "edition" && !query.editions.length)
      return makeResult(request, { notes: describeTime(query, table) });
    // a query of nothing but an edition is answered by a link to that edition, with any filter
    if (query.kind === "edition" && !query.isNamedInPart) return null;
    if (options.changedSince && (options.history || date))
      return makeResult(request, { notes: ["“Changed since” works in the latest edition only."] });
    if (query.kind === "changes")
      return makeResult(request, { answers: listChanges(table, query.changes, WHOLE) });
    return null;
  }

  /**
   * Answers a query about the past. The answer is empty if a former edition is searched, or only
   * some kinds of passages, or only those that changed since a day.
   * @param {Request} request
   * @param {Index} index
   */
  async findPast({ table, query, date, options }, index) {
    if (date !== null || !isUnfiltered(options)) return NO_PAST;
    const { past } = await this.sources.names();
    const { notes, first, second } = options.history
      ? answerPastOfAll(query, past)
      : await answerPast(query, past, this.sources.times, index);
    const onLatest = (/** @type {Answer} */ row) => addressInLatest(table, row);
    return { notes, first: first.map(onLatest), second: second.map(onLatest) };
  }

  /**
   * The answers to the words of a query, below those that it names.
   * @param {Request} request
   * @param {Answer[]} editions that the query names
   * @param {Answer[]} numbered the histories and the rules of its numbers
   * @returns {Promise<Result>}
   */
  async answerWords(request, editions, numbered) {
    const { table, query, options, date } = request;
    const index = await this.index(options.history ? "all" : date);
    const past = await this.findPast(request, index);
    const ranking = await this.searchable.rank(request, index);
    await breathe();
    const ranked = await ranking.answers();
    const isChanged = makeChangeTest(index.words, options.changedSince);
    const pages = isUnfiltered(options) ? listSitePages(table, query) : [];
    const arePagesFirst = !isNamed(ranked[0]) || ranking.typedWords.offer !== "";
    const named = [
      ...(arePagesFirst ? pages : []),
      ...editions,
      ...listPagesOfChanges(request, index, ranked),
      ...numbered.filter((row) => isChanged(row.key, row.edition)),
      ...past.first,
    ];
    const namedRecords = new Set(named.map((row) => `${row.key} ${row.edition}`));
    const ofWords = new WordAnswers(request, index, ranking);
    const found = ofWords.listWanted(
      ranked,
      (key, edition) => !namedRecords.has(`${key} ${edition}`) && isChanged(key, edition),
    );
    await breathe();
    const shown = found.slice(0, Math.max(0, options.limit - named.length));
    const unread = shown.filter(({ passage }) => passage >= 0 && !index.isRead(passage)).length;
    const passages = shown.map((record) => ofWords.answer(record));
    const [best, further] = [passages.slice(0, 1), passages.slice(1)];
    const second = [...(arePagesFirst ? [] : pages), ...past.second];
    const answers = [...named, ...best, ...second, ...further];
    const unknown = options.history
      ? []
      : describeUnknown(ranking.typedWords.unknown, answers.length > 0);
    return makeResult(request, {
      index,
      answers: answers.slice(0, options.limit),
      named: named.length + second.length,
      total: found.length,
      whole: found.filter(({ whole }) => whole).length,
      isCounted: !ranking.hasUnread,
      unread,
      notes: [...describePast(past, query, ranking.renamed, date ?? latestOf(table)), ...unknown],
      isNowhere: !answers.length && ranking.typedWords.isNowhere,
      offer: ranking.typedWords.offer,
      replaced: [...ranking.typedWords.substitutes].map(([typed, { words }]) => ({
        typed,
        meant: words,
      })),
      renamed: ranking.renamed,
    });
  }
}

/**
 * Whether passages of all kinds are searched, not only those that changed since a day.
 * @param {Options} options
 */
const isUnfiltered = ({ kinds, changedSince }) => kinds.length === KINDS.length && !changedSince;

/**
 * Whether the query is nothing but a name, or a saying, of a record that was found.
 * @param {import("./rank.js").Ranked | undefined} found
 */
const isNamed = (found) => found !== undefined && found.tier >= definition.tiers.named;

/**
 * The pages about the changes for which a query asks, in the part of the rules to which the best
 * answers belong. There are none if all editions are searched, or only the passages that changed
 * since a day.
 * @param {Request} request
 * @param {Index} index
 * @param {import("./rank.js").Ranked[]} ranked
 */
function listPagesOfChanges(request, index, ranked) {
  const { table, query, options } = request;
  if (!query.changes || options.history || options.changedSince) return [];
  return listChanges(table, query.changes, findPart(query.changes.subject, index, ranked));
}

/**
 * Returns a test whether a record is new or was reworded on a day or later. A record of a former
 * edition never is.
 * @param {import("./words.js").Words} words
 * @param {string} day empty if all records are wanted
 * @returns {(key: string, date: string | null) => boolean}
 */
function makeChangeTest(words, day) {
  if (!day) return () => true;
  return (key, date) => date === null && (words.since.get(key) ?? "") >= day;
}

/**
 * Whether words are a saying or an old name, or are often used in the rules: then they are no part
 * of the name of a set.
 * @param {Index} index
 * @param {import("./searchable.js").Names} names
 * @param {string[]} words
 */
function areCommon(index, { sayings, renamed }, words) {
  if (isSaying(sayings, words)) return true;
  if (renamed.some(({ old }) => old === plainName(words.join(" ")))) return true;
  const stems = [...new Set(contentWords(words).map(stemOf))];
  const [first, ...others] = stems.map((stem) => index.having(stem).passages);
  const using = first.filter((passage) => others.every((passages) => passages.includes(passage)));
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
