// @ts-check
// Queries taken apart into numbers, an edition, phrases and words. Needs only the list of editions
// and two tests of words. As `graph/search/understand.py`.
import { DOTTED, DRESS, mendDigits, numberIn } from "../jump.js";
import { changeQuestion } from "./change-questions.js";
import { definition } from "./definition.js";
import { editionIn, findTime } from "./edition-names.js";
import { pastQuestion } from "./past-questions.js";
import { contentWords, fold, wordsIn } from "./text.js";

/**
 * @typedef {import("./edition-names.js").Named} Named
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
/** A phrase in quotation marks, of which the last may be missing. */
const PHRASE = /["“”]([^"“”]*)(?:["“”]|$)/g;
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
 *   and then `words` are only those of the subject; empty if it asks nothing about that
 * @property {boolean} isNamedInPart whether its words are a part of the names of sets
 * @property {boolean} wantsBulletins whether it asks what was announced with the editions
 * @property {import("./change-questions.js").ChangeQuestion | null} changes for which it asks
 */

/**
 * The phrases in quotes, folded.
 * @param {string} whole
 */
const readPhrases = (whole) =>
  [...whole.matchAll(PHRASE)]
    .map(([, phrase]) => fold(phrase).split(/\s+/).filter(Boolean).join(" "))
    .filter((phrase) => wordsIn(phrase).length);

/**
 * Whether a query has words outside of its quotes: `does "draw a card" target` has.
 * @param {string} typed
 */
export const isMoreThanPhrases = (typed) => wordsIn(typed.replace(PHRASE, " ")).length > 0;

/**
 * The numbers of rules in a text, and its other words.
 * @param {string} text
 * @returns {{numbers: string[], others: string}}
 */
function readNumbersWithin(text) {
  const small = text.toLowerCase();
  const numbers = [...small.matchAll(WITHIN)].map(([, bare, dotted]) => mendDigits(bare ?? dotted));
  return { numbers, others: numbers.length ? small.replace(WITHIN, " ") : text };
}

/**
 * The number of a rule if a text is one, else the numbers in it; and its other words.
 * @param {string} text
 */
function readNumbers(text) {
  const number = numberIn(text);
  return number ? { numbers: [number], others: "" } : readNumbersWithin(text);
}

/**
 * The edition that a question for changes names: the last one that may have changed something.
 * @param {import("./change-questions.js").ChangeQuestion} changes
 * @returns {Named}
 */
function namedByChanges({ last, subject }) {
  return { editions: [last], time: null, rest: subject, about: [], inPart: false };
}

/**
 * Takes a query apart. Every text is a query; some find nothing.
 * @param {string} typed
 * @param {EditionRow[]} editions of the rules, oldest first: a row for each set
 * @param {(words: string[]) => boolean} isName whether words are a saying, or the name of a rule or
 *   glossary entry: then they name no set
 * @param {(words: string[]) => boolean} isCommon whether words mean so much in the rules that they
 *   are no part of a set's name
 * @returns {Query}
 */
export function understand(typed, editions, isName = () => false, isCommon = () => true) {
  const whole = typed.split(/\s+/).filter(Boolean).join(" ").slice(0, definition.limits.query);
  const phrases = readPhrases(whole);
  const outside = whole.replace(PHRASE, " ");
  // a phrase is looked for to the letter, and a number alone is no set
  const mayNameEdition = !phrases.length && numberIn(whole) === null && !isName(wordsIn(whole));
  const changes = mayNameEdition ? changeQuestion(whole, editions, isName) : null;
  let named = null;
  if (changes) named = namedByChanges(changes);
  else if (mayNameEdition) named = editionIn(whole, editions, isName, isCommon);
  const text = named ? named.rest : whole;
  if (phrases.length) named = findTime(outside, editions);
  const { numbers, others } = phrases.length
    ? readNumbersWithin(named ? named.rest : outside)
    : readNumbers(text);
  const unwanted = [...others.matchAll(UNWANTED)].flatMap(([, word]) => wordsIn(word));
  const rest = others.replace(UNWANTED, " ");
  const typedWords = wordsIn(rest);
  const past = phrases.length || numbers.length || changes ? null : pastQuestion(typedWords);
  const words = past?.subject ?? typedWords;
  /** @type {Query["kind"]} */
  let kind = "empty";
  if (changes && !text) kind = "changes";
  else if (named && !phrases.length && (named.inPart || !text)) kind = "edition";
  else if (numbers.length) kind = "number";
  else if (phrases.length) kind = "phrase";
  else if (words.length) kind = "words";
  return {
    whole,
    kind,
    text: past ? words.join(" ") : text,
    numbers: [...new Set(numbers)],
    editions: named?.editions ?? [],
    time: named?.time ?? null,
    phrases,
    words,
    content: [...new Set(contentWords(words))],
    beginnings: wordsIn([...rest.matchAll(BEGINNING)].map(([, begin]) => begin).join(" ")),
    unwanted,
    isQuestion:
      whole.endsWith("?") || (typedWords.length > 1 && definition.asking.has(typedWords[0])),
    aim: past?.aim ?? "",
    isNamedInPart: named?.inPart ?? false,
    wantsBulletins: (named?.about ?? []).some((word) => definition.of_bulletin.has(word)),
    changes,
  };
}
