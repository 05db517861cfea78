// Words as the search compares them: folded, cut into tokens, reduced to stems. No page, no network: node tests it too.
import { stemmer } from "stemmer";

const PLAIN = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " " };

/** A text in small letters with straight quotes, of the same length, so that places stay places. */
export function fold(text) {
  const small = text.toLowerCase();
  return (small.length === text.length ? small : text).replace(/[’‘“”–—−\u00a0]/g, (sign) => PLAIN[sign]);
}

/** Symbols (`{s}`), changes of power and toughness (`+1/+1`), words and numbers (`702.40a`, `can't`). */
const TOKEN = /\{[^{}\s]{1,9}\}|[+-][\dx*]{1,3}\/[+-][\dx*]{1,3}|[\p{L}\p{N}]+(?:[.'][\p{L}\p{N}]+)*/gu;

/** The tokens of a text: `{word, start, end}`; `word` is folded, without the `'s` of a possessive. */
export function tokens(text) {
  return [...fold(text).matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word: word.replace(/'s$/, ""),
    start: index,
    end: index + word.length,
  }));
}

/** The words of a text in their order, as `tokens` has them: what the index is made of. */
export const wordsIn = (text) => (fold(text).match(TOKEN) ?? []).map((word) => (word.endsWith("'s") ? word.slice(0, -2) : word));

const stems = new Map();

/** The stem of a folded word: "layers" and "layer" share one. Symbols and numbers are their own. */
export function stemOf(word) {
  let stem = stems.get(word);
  if (stem === undefined) {
    // twice: once leaves "sacrifice" and "sacrificing" apart
    stem = /^[a-z]{3,}$/.test(word) ? stemmer(stemmer(word)) : word;
    stems.set(word, stem);
  }
  return stem;
}

/** Words that say nothing about where to look; they are not in the index. */
const FUNCTION_WORDS = new Set(
  ("a about after again all also am an and any are as at be because been before being between both but by can could did do does doing " +
    "during each either else for from get gets got had has have having he her hers him his how i if in into is it its itself just may me " +
    "might my no nor not of off on once only onto or other our out over own s shall she should so some still such than that the their " +
    "them then there these they this those through to too under until up upon us very was we were what when where which while who whom " +
    "whose why will with without would yes you your").split(" "),
);
/** Words of a question about the rules: left out where others remain. */
const QUESTION_WORDS = new Set("work works working happen happens happened mean means meaning rule rules explain interact interacts interaction interactions tell please use".split(" "));

export const isFunctionWord = (word) => FUNCTION_WORDS.has(word);

/** The words of a query that say what it is about; all of them where none does. */
export function contentWords(words) {
  const kept = words.filter((word) => !FUNCTION_WORDS.has(word));
  const telling = kept.filter((word) => !QUESTION_WORDS.has(word));
  return telling.length ? telling : kept.length ? kept : words;
}

const INSIDE = /[\p{L}\p{N}]/u;

/** Whether a word begins, or with the place after it ends, at a place of a text. */
const isEdge = (text, place) => place <= 0 || place >= text.length || !INSIDE.test(text[place - 1]) || !INSIDE.test(text[place]);

/** The places of a folded phrase in a folded text, as whole words: `[start, end]`. */
export function placesOf(text, phrase) {
  const found = [];
  if (!phrase) return found;
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + phrase.length)) found.push([at, at + phrase.length]);
  }
  return found;
}

/** How many letters must be put in, left out, exchanged or swapped with their neighbour; more than `most` is Infinity. */
export function editDistance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > most) return Infinity;
    before = row;
    row = next;
  }
  return row[other.length] <= most ? row[other.length] : Infinity;
}

/** The known word that a mistyped one most likely is: the nearest, then the most frequent. Undefined for none. */
export function correct(word, frequencies) {
  if (!/^\p{L}{4,}$/u.test(word)) return undefined;
  const most = word.length < 6 ? 1 : 2;
  let best;
  for (const [known, frequency] of frequencies) {
    if (known.length < 4) continue;
    const distance = editDistance(word, known, most);
    // the first letter is seldom the wrong one
    const rank = [distance, known[0] === word[0] ? 0 : 1, -frequency];
    if (distance !== Infinity && (!best || rank.some((value, at) => value < best.rank[at] && rank.slice(0, at).every((x, i) => x === best.rank[i])))) {
      best = { known, rank };
    }
  }
  return best?.known;
}
