// Passages as numbers of words: most versions of a rule share most of their words, and each word is
// read once.
import { definition } from "./definition.js";
import { stemOf, wordsIn } from "./text.js";

/**
 * A word with the blanks behind it, as `site_src/search/words.py` cuts it. No word of a query
 * reaches beyond one.
 */
const WORD = /[^ \n]+[ \n]*|[ \n]+/g;
const CITED = /(?<![\w.])[1-9]\d{2}\.\d{1,3}[a-z]?(?!\w)/g;
/** The number of a chapter, which is cited if it is behind "rule". */
const BARE = /^[1-9]\d{2}(?![\w.])/;
const NONE = [];
/** So many words there is room for at first. */
const ROOM = 1 << 18;

/** A character of a text of `search/now.json` is the number of its word and this. */
const FIRST_CHARACTER = 32;

/** The words of all passages. Each has a number; 0 is the end of a heading, text or example. */
export class Lexicon {
  /** @param printed the words known at first, in the order of their numbers */
  constructor(printed) {
    this.printed = printed;
    this.readings = [];
    /** The words of all passages that were read so far, one behind the other. */
    this.text = new Int32Array(ROOM);
    this.end = 0;
  }

  /** Makes room for more words. */
  reserve(more) {
    if (this.end + more <= this.text.length) return;
    const text = new Int32Array(Math.max(2 * this.text.length, this.end + more));
    text.set(this.text);
    this.text = text;
  }

  /** The numbers of the words. */
  get numbers() {
    return (this.numbered ??= new Map(this.printed.map((word, number) => [word, number])));
  }

  /** Writes the words of a text whose characters are their numbers. */
  writeNumbers(text) {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at += 1)
      this.text[this.end++] = text.charCodeAt(at) - FIRST_CHARACTER;
  }

  write(printed) {
    const words = printed.match(WORD) ?? NONE;
    this.reserve(words.length);
    for (const word of words) {
      let number = this.numbers.get(word);
      if (number === undefined) this.numbers.set(word, (number = this.printed.push(word) - 1));
      this.text[this.end++] = number;
    }
  }

  writeEnd() {
    this.reserve(1);
    this.text[this.end++] = 0;
  }

  /** Writes words again that are there already. */
  copy(begin, end) {
    this.reserve(end - begin);
    this.text.copyWithin(this.end, begin, end);
    this.end += end - begin;
  }

  /**
   * What the search reads of a word: those of its `words` that count, their `stems`, the numbers of
   * rules `cited`, a `chapter`, and whether it is "rule".
   */
  reading(number) {
    return (this.readings[number] ??= this.read(this.printed[number]));
  }

  read(printed) {
    const words = wordsIn(printed).filter((word) => !definition.stop.has(word));
    const [chapter = null] = BARE.exec(printed) ?? NONE;
    return {
      words,
      stems: words.map(stemOf),
      cited: printed.match(CITED) ?? NONE,
      chapter,
      isRule: printed.endsWith("rule "),
    };
  }
}

/** The words of a rule or entry. Its part 0 is the heading, 1 the text; the others are examples. */
export class Passage {
  /**
   * @param edits its numbers of words in a string, or what makes it of the passage `base`, as
   * `search/past.json` has it
   */
  constructor(lexicon, edits, base = null) {
    this.lexicon = lexicon;
    this.headed = null;
    /**
     * Where each part begins in the text of the lexicon, and behind the last one where another
     * would.
     */
    this.begins = [lexicon.end];
    if (typeof edits === "string") lexicon.writeNumbers(edits);
    else this.writeEdits(edits, base);
    for (let next = this.begins[0]; next < lexicon.end; next += 1) {
      if (lexicon.text[next] === 0) this.begins.push(next + 1);
      // now, while other words are still on their way, and not when all have come
      lexicon.reading(lexicon.text[next]);
    }
    this.begins.push(lexicon.end + 1);
  }

  writeEdits(edits, base) {
    const { lexicon } = this;
    let at = base ? base.begins[0] : 0;
    const behind = base ? base.begins.at(-1) - 1 : 0;
    const copy = (end) => {
      lexicon.copy(at, end);
      at = end;
    };
    for (const edit of edits) {
      if (typeof edit === "string") lexicon.write(edit);
      else if (edit === 0) lexicon.writeEnd();
      else if (edit < 0) at -= edit;
      else copy(at + edit);
    }
    copy(behind);
  }

  /** How many parts there are, heading and text included. */
  get length() {
    return Math.max(2, this.begins.length - 1);
  }

  /** Where a part begins and ends in the text of the lexicon. */
  span(part) {
    const { begins } = this;
    return part < begins.length - 1 ? [begins[part], begins[part + 1] - 1] : [0, 0];
  }

  /** What the search reads of the words of a part. */
  readings(part) {
    return Array.from(this.lexicon.text.subarray(...this.span(part)), (number) =>
      this.lexicon.reading(number),
    );
  }

  printed(part) {
    return Array.from(
      this.lexicon.text.subarray(...this.span(part)),
      (number) => this.lexicon.printed[number],
    ).join("");
  }

  get heading() {
    return (this.headed ??= this.printed(0));
  }
}
