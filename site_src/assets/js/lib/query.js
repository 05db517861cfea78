// A query, and whether a passage answers it: words in any of their inflections and in any order, "phrases" exactly.
import { atEdge, fold } from "./fold.js";

const ENDING = /(?:ies|es|s|ed|ing|y|e)$/;
/** Letters that the stem of a word has at least; shorter words are taken as they are. */
const STEM = 4;

/** Where `needle` begins as a word; with `closed` it must end as one too. */
function* occurrences(text, needle, closed) {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (!atEdge(text, at)) continue;
    if (closed && !atEdge(text, at + needle.length)) continue;
    yield at;
  }
}

class Word {
  constructor(word) {
    const stem = word.replace(ENDING, "");
    this.needle = stem.length >= STEM && /^\p{L}+$/u.test(word) ? stem : word;
  }

  *in(text) {
    for (const at of occurrences(text, this.needle, false)) {
      // to the end of the word, so that a mark is never half of one
      let end = at + this.needle.length;
      while (end < text.length && !atEdge(text, end)) end += 1;
      yield [at, end];
    }
  }
}

class Phrase {
  constructor(words) {
    this.needle = words;
  }

  *in(text) {
    for (const at of occurrences(text, this.needle, true)) yield [at, at + this.needle.length];
  }
}

/** One way to ask: its terms, all of which a passage must have, and all of it as one phrase. */
class Ask {
  constructor(words) {
    const folded = fold(words).replace(/\s+/g, " ").trim();
    this.terms = [...folded.matchAll(/"([^"]+)"?|([^\s"]+)/g)].map(([, phrase, word]) =>
      phrase === undefined ? new Word(word.replace(/^[,;:.!?()]+|[,;:.!?()]+$/g, "") || word) : new Phrase(phrase.trim()),
    );
    this.all = (1 << this.terms.length) - 1;
    this.plain = folded.replaceAll('"', "").trim();
    this.phrase = new Phrase(this.plain);
  }

  /** Which terms a text has, as bits. */
  bits(text) {
    let found = 0;
    this.terms.forEach((term, at) => { if (!term.in(text).next().done) found |= 1 << at; });
    return found;
  }

  /** Where its words stand in a text: the phrase, where it is there; else each term. */
  marks(text) {
    const whole = [...this.phrase.in(text)];
    return whole.length ? whole : this.terms.flatMap((term) => [...term.in(text)]).sort(([one], [other]) => one - other);
  }
}

/** The parts of a passage folded, kept with it. */
function foldedParts(passage) {
  const [, text, examples, notes] = passage;
  passage.folded ??= { text: fold([text, ...notes].join("\n")), examples: examples.map(fold) };
  return passage.folded;
}

/** Terms that fit in the bits of a number. */
const MOST_TERMS = 30;

const TITLE = 1000;
const PHRASE_IN_TITLE = 400;
const PHRASE = 200;
const AS_TYPED = 100;
/** A rule says it better than its example does. */
const RULE = 60;

/** A query with other ways to say it. */
export class Query {
  constructor(text, others = []) {
    this.asks = [text, ...others].map((one) => new Ask(one)).filter((one) => one.terms.length && one.terms.length <= MOST_TERMS);
    this.titles = new Map();
  }

  get isEmpty() {
    return this.asks.length === 0;
  }

  /** Bits of each ask in a title; many passages share one. */
  titleBits(title) {
    if (!this.titles.has(title)) {
      const folded = fold(title);
      this.titles.set(title, this.asks.map((ask) => [ask.bits(folded), folded === ask.plain, !ask.phrase.in(folded).next().done]));
    }
    return this.titles.get(title);
  }

  /**
   * How a passage answers: `{score, field, ask}` or null. `field` is what of it does: "text", or an example by number.
   * @param kinds which parts count: `text` (with the notes) and `example`
   */
  match(passage, title, kinds) {
    const folded = foldedParts(passage);
    const titled = this.titleBits(title);
    let best = null;
    const weigh = (words, field) => {
      this.asks.forEach((ask, at) => {
        const [inTitle, isTitle, phraseInTitle] = titled[at];
        const bits = ask.bits(words);
        // a passage that has none of the words is shown only where its title is what was asked for
        if ((bits | inTitle) !== ask.all || (bits === 0 && !(field === "text" && passage[0]))) return;
        const phrase = !ask.phrase.in(words).next().done;
        const score = (isTitle ? TITLE : phraseInTitle ? PHRASE_IN_TITLE : 0) + (phrase ? PHRASE : 0) + (at === 0 ? AS_TYPED : 0) + (field === "text" ? RULE : 0) + 50 / (1 + words.length / 300);
        if (!best || score > best.score) best = { score, field, ask };
      });
    };
    if (kinds.text) weigh(folded.text, "text");
    if (kinds.example) folded.examples.forEach((example, at) => weigh(example, at));
    return best;
  }
}
