// @ts-check
// Words in what changed, as `graph/search/match.py` matches them. No page, no network: node tests
// it too.
import { numberIn } from "../jump.js";
import { definition } from "../search/definition.js";
import { fold, inflectionStemOf, phrasePlaces, placesIn } from "../search/text.js";

/** @typedef {"inserted" | "deleted"} Side */

/**
 * What a text typed by somebody looks for.
 * @typedef {object} Wanted
 * @property {string[]} words what the inflections of each have in common, or beginnings with a star
 * @property {string[]} phrases folded
 * @property {string} typed the words as typed, without the phrases
 */

/** @typedef {[number, number]} TextRange begin and end in a text */

/**
 * A text; `folded` and `words` are made when they are first asked for.
 * @typedef {object} PlainText
 * @property {string} text
 * @property {string} [folded]
 * @property {[string, number, number][]} [words] each with its begin and end
 */

/** @typedef {PlainText & {changed: TextRange[]}} ChangedText with the ranges of what changed */

/**
 * One side of a passage.
 * @typedef {ChangedText & {other: string, shown: TextRange[]}} ReadSide
 */

/** Stands for equal words that are left out. */
export const GAP = "\n…\n";
/** @type {Side[]} */
export const SIDES = ["inserted", "deleted"];
const OPS = { inserted: "+", deleted: "-" };
/** @type {Record<string, string>} */
const SLIGHT = { "<": "-", ">": "+" };
const PHRASE = /["“”]([^"“”]*)(?:["“”]|$)/g;
const ASCII = /[a-z0-9{}+/.-]+/g;

/**
 * What a text typed by somebody looks for: what the inflections of a word have in common, or
 * beginnings with a star, and folded phrases.
 * @param {string} typed
 * @returns {Wanted}
 */
export function readWanted(typed) {
  const text = fold(typed.slice(0, definition.limits.query));
  const phrases = [...text.matchAll(PHRASE)].map(([, phrase]) =>
    phrase.split(/\s+/).filter(Boolean).join(" "),
  );
  const rest = text.replace(PHRASE, " ");
  const words = placesIn(rest).map(([word, , end]) =>
    rest[end] === "*" ? `${word}*` : inflectionStemOf(word),
  );
  return {
    words,
    phrases: [...new Set(phrases.filter(Boolean))],
    typed: rest.split(/\s+/).filter(Boolean).join(" "),
  };
}

/**
 * A test whether a key is that of a rule with the number that a text typed by somebody is; null for
 * a text that is none.
 * @param {string} typed
 * @returns {((key: string) => boolean) | null}
 */
export function makeNumberTest(typed) {
  const number = numberIn(typed);
  return number === null ? null : (key) => key.split("#", 1)[0] === number;
}

/**
 * The words in a row, and each phrase, alone.
 * @param {Wanted} wanted
 * @returns {Wanted[]}
 */
export const partsOf = ({ words, phrases, typed }) => [
  ...(words.length ? [{ words, phrases: [], typed }] : []),
  ...phrases.map((phrase) => ({ words: [], phrases: [phrase], typed: `"${phrase}"` })),
];

/** A line without the white space around it. */
const LINE = /\S(?:.*\S)?/g;

/**
 * Where a changed piece of a text has words, line by line.
 * @param {string} words
 * @param {number} start where the piece begins in the text
 * @returns {TextRange[]}
 */
function placesOfLines(words, start) {
  return [...words.matchAll(LINE)].map(({ 0: line, index }) => [
    start + index,
    start + index + line.length,
  ]);
}

/**
 * One side of a passage: its text, that of the other side, where it has what changed and where only
 * the other side has something (`changed`), and where it has words that a reader sees as changed
 * (`shown`), which a mere change of typography is not.
 * @param {string[]} pieces each begins with `=`, `-` or `+`; `<` and `>` are `-` and `+` of mere
 *   typography
 * @param {Side} side
 * @returns {ReadSide}
 */
export function readSide(pieces, side) {
  let text = "";
  let other = "";
  /** @type {TextRange[]} */
  const changed = [];
  const shown = [];
  for (const piece of pieces) {
    const sign = piece[0];
    const op = SLIGHT[sign] ?? sign;
    const words = piece.slice(1);
    const start = text.length;
    if (op === "=" || op === OPS[side]) text += words;
    if (op !== OPS[side]) other += words;
    if (op !== "=") changed.push([start, text.length]);
    if (sign === OPS[side]) shown.push(...placesOfLines(words, start));
  }
  return { text, other, changed, shown };
}

const wordsOf = (/** @type {PlainText} */ here) => (here.words ??= placesIn(here.text));
const foldedOf = (/** @type {PlainText} */ here) => (here.folded ??= fold(here.text));

/**
 * @param {string} word
 * @param {string} wanted what its inflections have in common, or its beginning with a star
 */
const isForm = (word, wanted) =>
  wanted.endsWith("*") ? word.startsWith(wanted.slice(0, -1)) : inflectionStemOf(word) === wanted;

/**
 * Whether two ranges have a character in common.
 * @param {TextRange} one
 * @param {TextRange} other
 */
const doOverlap = ([begin, end], [start, to]) => begin < to && start < end;

/**
 * @param {ChangedText} here
 * @param {TextRange} range
 */
const isNew = (here, range) => here.changed.some((changed) => doOverlap(range, changed));

/**
 * Where the change made a phrase stand.
 * @param {ChangedText} here
 * @param {string} phrase
 */
const phraseOf = (here, phrase) =>
  phrasePlaces(foldedOf(here), phrase).filter((range) => isNew(here, range));

/**
 * Where the change made the words stand next to each other.
 * @param {ChangedText} here
 * @param {string[]} wanted
 */
function rowsOf(here, wanted) {
  const words = wordsOf(here);
  const size = wanted.length;
  /** @type {TextRange[]} */
  const rows = [];
  for (let at = 0; at + size <= words.length; at += 1) {
    if (!wanted.every((each, by) => isForm(words[at + by][0], each))) continue;
    const [begin, end] = [words[at][1], words[at + size - 1][2]];
    if (isNew(here, [begin, end]) && !here.text.slice(begin, end).includes(GAP))
      rows.push([begin, end]);
  }
  return rows;
}

/**
 * All wanted words in what changed, if it has each of them.
 * @param {ChangedText} here
 * @param {string[]} wanted
 * @returns {TextRange[]}
 */
function scatteredOf(here, wanted) {
  const spans = here.changed.filter(([start, to]) => start < to);
  const inside = wordsOf(here).filter(([, begin, end]) =>
    spans.some((span) => doOverlap([begin, end], span)),
  );
  const found = wanted.map((each) => inside.filter(([word]) => isForm(word, each)));
  return found.every((ranges) => ranges.length)
    ? found.flat().map(([, begin, end]) => [begin, end])
    : [];
}

/**
 * Places in order, those that overlap as one.
 * @param {TextRange[]} ranges
 */
function merge(ranges) {
  /** @type {TextRange[]} */
  const merged = [];
  for (const [begin, end] of ranges.sort(
    ([one, far], [other, farther]) => one - other || far - farther,
  )) {
    const last = merged.at(-1);
    if (last && begin < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([begin, end]);
  }
  return merged;
}

/**
 * Whether a side has a phrase more often than the other side.
 * @param {ReadSide} here
 * @param {string} phrase
 */
const isMoreFrequent = (here, phrase) =>
  phrasePlaces(foldedOf(here), phrase).length > phrasePlaces(fold(here.other), phrase).length;

/**
 * Where a side of a passage has what is wanted, if the change brought it there; else nothing.
 * @param {ReadSide} here
 * @param {Wanted} wanted
 */
export function findChanged(here, { words, phrases }) {
  if (!phrases.every((phrase) => isMoreFrequent(here, phrase))) return [];
  const found = phrases.map((phrase) => phraseOf(here, phrase));
  if (words.length) found.push([...rowsOf(here, words), ...scatteredOf(here, words)]);
  return found.every((ranges) => ranges.length) ? merge(found.flat()) : [];
}

/**
 * Where a text has all that is wanted; else nothing.
 * @param {PlainText} here
 * @param {Wanted} wanted
 */
export function findAnywhere(here, { words, phrases }) {
  const found = phrases.map((phrase) => phrasePlaces(foldedOf(here), phrase));
  for (const each of words) {
    const forms = wordsOf(here).filter(([word]) => isForm(word, each));
    found.push(forms.map(([, begin, end]) => [begin, end]));
  }
  return found.every((ranges) => ranges.length) ? merge(found.flat()) : [];
}

/**
 * How often a side has words next to each other, or a phrase, by what changed.
 * @param {ChangedText} here
 * @param {Wanted} part
 */
export const countNew = (here, { words, phrases }) =>
  (words.length ? rowsOf(here, words) : phraseOf(here, phrases[0])).length;

/**
 * What `beginningsOf` found before, by stem.
 * @type {Map<string, string[]>}
 */
const beginnings = new Map();

/**
 * Beginnings of which each inflection of a word has one.
 * @param {string} stem
 */
function beginningsOf(stem) {
  let found = beginnings.get(stem);
  if (!found) {
    const irregular = Object.keys(definition.irregular).filter(
      (word) => inflectionStemOf(word) === stem,
    );
    const regular = [stem.replace(/\*$/, "")];
    if (stem.endsWith("i")) regular.push(`${stem.slice(0, -1)}y`);
    found = [...regular, ...irregular].map((each) => each.match(ASCII)?.[0] ?? "");
    beginnings.set(stem, found);
  }
  return found;
}

/**
 * A quick test of texts in small letters: one that fails it has not what is wanted.
 * @param {Wanted} wanted
 * @returns {(text: string) => boolean}
 */
export function prefilter({ words, phrases }) {
  const inPhrases = phrases.flatMap((phrase) => phrase.match(ASCII) ?? []);
  const all = [...words.map(beginningsOf), ...inPhrases.map((part) => [part])];
  return (text) => all.every((choices) => choices.some((each) => text.includes(each)));
}
