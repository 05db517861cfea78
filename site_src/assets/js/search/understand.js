// @ts-check
// The parts of a query: numbers, an edition, phrases, words. Only the list of editions is known
// here. As `graph/search/understand.py`.
import { DOTTED, DRESS, mendDigits, numberIn } from "../jump.js";
import { readChangeQuestion } from "./change-questions.js";
import { citingQuestion } from "./citing-questions.js";
import { definition } from "./definition.js";
import { EditionNameReader, partOf } from "./edition-names.js";
import { numberAskedAbout, pastQuestion } from "./past-questions.js";
import { contentWords, fold, singleBlanks, wordsIn } from "./text.js";

/**
 * @typedef {import("./edition-names.js").EditionPart} EditionPart
 * @typedef {import("./edition-names.js").WordTest} WordTest
 * @typedef {import("./sets.js").EditionRow} EditionRow
 * @typedef {import("./times.js").Time} Time
 */

/** A number among other words: with a point, or after the word "rule". */
const WITHIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])` +
    String.raw`(?:${DRESS}\s*([1-9][0-9]{2})|(?:${DRESS}\s*)?(${DOTTED}))` +
    String.raw`(?![\p{L}\p{N}_]|\.[\p{L}\p{N}_])`,
  "gu",
);
/** A phrase in quotation marks, of which the second may be missing. */
const PHRASE = /["“”]([^"“”]*)(?:["“”]|$)/g;
const QUOTES = /["“”]/g;
/** A word that answers must not have: `-plane`. */
const UNWANTED = /(?<!\S)-([^\P{L}]\S*)/gu;
/** The beginning of a word: `planes*`. */
const BEGINNING = /([\p{L}\p{N}]{2,})\*(?![\p{L}\p{N}_])/gu;

/**
 * A query taken apart.
 * @typedef {object} Query
 * @property {string} whole as typed, with single blanks
 * @property {"empty" | "number" | "edition" | "changes" | "phrase" | "words"} kind
 * @property {string} text without the edition
 * @property {string[]} numbers of rules
 * @property {string[]} editions dates, the one meant first
 * @property {Time | null} time
 * @property {string[]} phrases folded
 * @property {string[]} words all of them
 * @property {string[]} content those that say what the query is about
 * @property {string[]} beginnings `planes*`
 * @property {string[]} unwanted `-plane`
 * @property {boolean} isQuestion
 * @property {string} aim what it asks about the history of something (`since`, `until`, `changed`),
 *   or of its numbers, and then `words` are only those of the subject; empty if it asks nothing
 *   about that
 * @property {boolean} asksForPast whether it asks about former days: about the history of its
 *   words, or what something was
 * @property {boolean} asksForReferences whether it asks which rules refer to its numbers; it has no
 *   words then
 * @property {boolean} isNamedInPart whether its words are a part of the names of sets
 * @property {string} setName the set that it names with a time that has no edition of it; empty for
 *   any other query
 * @property {boolean} wantsBulletins whether it asks what was announced with the editions
 * @property {import("./change-questions.js").ChangeQuestion | null} changes for which it asks
 */

/**
 * The parts of a query.
 * @typedef {object} Parts
 * @property {string} text the query without the edition; with it if there are phrases
 * @property {EditionPart | null} named the part that names an edition; null if there is none
 * @property {string[]} numbers of rules
 * @property {string} rest the words that are left, without edition and numbers
 * @property {import("./change-questions.js").ChangeQuestion | null} changes for which it asks
 */

/**
 * The words of a query, without its edition and its numbers.
 * @typedef {object} Wording
 * @property {string[]} words folded; of a question about history those of its subject alone
 * @property {string[]} beginnings the words of which only the beginning is given
 * @property {string[]} unwanted the words that answers must not have
 * @property {boolean} startsAsking whether the first of several words is one with which questions
 *   begin
 * @property {boolean} asksWhatWas whether the query asks what something was or did
 * @property {string} aim what it asks about the history of its subject; empty for most queries
 * @property {string | null} number of the section or chapter that is this subject
 * @property {boolean} asksForReferences whether the query asks which rules refer to its numbers
 */

/**
 * The phrases in quotes that have words, folded: `does "Draw a card" target` has `draw a card`.
 * @param {string} text
 */
const readPhrases = (text) =>
  [...text.matchAll(PHRASE)]
    .map(([, phrase]) => singleBlanks(fold(phrase)))
    .filter((phrase) => wordsIn(phrase).length);

/**
 * Whether a query has words outside of its quotes: `does "draw a card" target` has some, `"draw a
 * card"` has none.
 * @param {string} typed
 */
export const isMoreThanPhrases = (typed) => wordsIn(typed.replace(PHRASE, " ")).length > 0;

/**
 * A query without the quotes of its phrases, so that their words are searched in any order.
 * @param {string} typed
 */
export const dropQuotes = (typed) => typed.replace(QUOTES, " ");

/**
 * The numbers of rules among the words of a text, and the rest of it: `rule 702.40 copies` has the
 * number `702.40` and the rest `copies`.
 * @param {string} text
 * @returns {{numbers: string[], rest: string}}
 */
function findNumbers(text) {
  const small = text.toLowerCase();
  const numbers = [...small.matchAll(WITHIN)].map(([, bare, dotted]) => mendDigits(bare ?? dotted));
  return numbers.length ? { numbers, rest: small.replace(WITHIN, " ") } : { numbers, rest: text };
}

/**
 * The number that a whole text is, even if it is mistyped; otherwise all numbers in the text.
 * @param {string} text
 */
function readNumbers(text) {
  const number = numberIn(text);
  return number ? { numbers: [number], rest: "" } : findNumbers(text);
}

/**
 * The parts of a query without phrases. A query for changes names the last edition that may have
 * changed something, and its subject is the rest. A query that is nothing but a number, or a name
 * in the rules, names no edition: "conspiracy" is not the set.
 * @param {string} whole
 * @param {EditionRow[]} editions
 * @param {WordTest} isName
 * @param {EditionNameReader} reader
 * @returns {Parts}
 */
function divide(whole, editions, isName, reader) {
  /** @type {EditionPart | null} */
  let named = null;
  /** @type {Parts["changes"]} */
  let changes = null;
  if (numberIn(whole) === null && !isName(wordsIn(whole))) {
    changes = readChangeQuestion(whole, editions, isName);
    if (changes) {
      named = partOf([changes.last], null, changes.subject);
    } else {
      named = reader.findEdition(whole);
    }
  }
  const text = named ? named.rest : whole;
  return { text, named, ...readNumbers(text), changes };
}

/**
 * The parts of a query with phrases, which are looked for to the letter and name no edition. The
 * words outside of the phrases may name a time.
 * @param {string} whole
 * @param {EditionNameReader} reader
 * @returns {Parts}
 */
function divideAroundPhrases(whole, reader) {
  const outside = whole.replace(PHRASE, " ");
  const named = reader.findTime(outside);
  return { text: whole, named, ...findNumbers(named ? named.rest : outside), changes: null };
}

/**
 * The words of a query: `planes* -plane` has the word `planes`, of which only the beginning is
 * given, and the unwanted word `plane`.
 * @param {string} text the query without its edition and its numbers
 * @param {{mayAsk: boolean, namesNumber: boolean}} options whether the words may be a question
 *   about references or history, and whether the query has numbers, which are then its subject
 * @returns {Wording}
 */
function readWording(text, { mayAsk, namesNumber }) {
  const unwanted = [...text.matchAll(UNWANTED)].flatMap(([, word]) => wordsIn(word));
  const wanted = text.replace(UNWANTED, " ");
  const typedWords = wordsIn(wanted);
  const citing = mayAsk ? citingQuestion(typedWords, { namesNumber }) : null;
  if (citing)
    return {
      words: [],
      beginnings: [],
      unwanted,
      startsAsking: true,
      asksWhatWas: false,
      aim: "",
      number: citing.number,
      asksForReferences: true,
    };
  const past = mayAsk ? pastQuestion(typedWords, { namesNumber }) : null;
  const number = past && numberAskedAbout(past);
  return {
    words: number ? [] : (past?.subject ?? typedWords),
    beginnings: wordsIn([...wanted.matchAll(BEGINNING)].map(([, begin]) => begin).join(" ")),
    unwanted,
    startsAsking: typedWords.length > 1 && definition.asking.has(typedWords[0]),
    asksWhatWas: typedWords[0] === "what" && definition.was.has(typedWords[1]),
    aim: past?.aim ?? "",
    number,
    asksForReferences: false,
  };
}

/**
 * The kind of a query: an edition alone, then numbers, phrases and words, in this order. A query
 * that asks for changes, and has no subject, is of a kind of its own.
 * @param {Parts} parts
 * @param {string[]} phrases
 * @param {string[]} words of a question about history those of the subject
 * @returns {Query["kind"]}
 */
function kindOf({ named, numbers, changes }, phrases, words) {
  if (changes && !changes.subject) return "changes";
  if (named && !phrases.length && (named.isPartOfName || !named.rest)) return "edition";
  if (numbers.length) return "number";
  if (phrases.length) return "phrase";
  return words.length ? "words" : "empty";
}

/**
 * The meaning of a query. Every text is a query; some find nothing. For `rule 702.40a in 2009` it
 * is of the kind `number`, with the number `702.40a` and the editions of 2009.
 * @param {string} typed
 * @param {EditionRow[]} editions of the rules, oldest first: a row for each set
 * @param {WordTest} isName whether words are a saying, or the name of a rule or glossary entry:
 *   then they name no set
 * @param {WordTest} isCommon whether words mean so much in the rules that they are no part of a
 *   set's name
 * @returns {Query}
 */
export function understand(typed, editions, isName = () => false, isCommon = () => true) {
  // the limit counts characters, of which a string has two units for each emoji
  const whole = [...singleBlanks(typed)].slice(0, definition.limits.query).join("");
  const phrases = readPhrases(whole);
  const reader = new EditionNameReader(editions, isName, isCommon);
  const parts = phrases.length
    ? divideAroundPhrases(whole, reader)
    : divide(whole, editions, isName, reader);
  const { changes } = parts;
  const mayAsk = !phrases.length && !changes;
  const namesNumber = parts.numbers.length > 0;
  const wording = readWording(parts.rest, { mayAsk, namesNumber });
  const { words } = wording;
  const numbers = wording.number ? [wording.number] : parts.numbers;
  // the history of a subject is that of all days, also if the question recalls one:
  // "mana burn 2010 when removed"
  const isHistoryOfWords = wording.aim !== "" && !numbers.length;
  const named = isHistoryOfWords && parts.named?.time ? null : parts.named;
  return {
    whole,
    kind: kindOf({ ...parts, numbers }, phrases, words),
    text: wording.aim ? words.join(" ") : parts.text,
    numbers: [...new Set(numbers)],
    editions: named?.editions ?? [],
    time: named?.time ?? null,
    phrases,
    words,
    content: [...new Set(contentWords(words))],
    beginnings: wording.beginnings,
    unwanted: wording.unwanted,
    isQuestion: whole.endsWith("?") || wording.startsAsking,
    aim: wording.aim,
    asksForPast: wording.aim !== "" || (wording.asksWhatWas && !named?.editions.length),
    asksForReferences: wording.asksForReferences,
    isNamedInPart: named?.isPartOfName ?? false,
    setName: named?.setName ?? "",
    wantsBulletins: (named?.aroundName ?? []).some((word) => definition.of_bulletin.has(word)),
    changes,
  };
}
