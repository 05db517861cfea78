// @ts-check
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
/** @type {string[]} */
const NONE = [];
/** So many words there is room for at first. */
const ROOM = 1 << 18;

/**
 * What the search reads of a word of the lexicon, which may be several for it.
 * @typedef {object} Reading
 * @property {string[]} words those that count
 * @property {string[]} stems theirs
 * @property {string[]} cited numbers of rules
 * @property {string | null} chapter a number that is one behind "rule"
 * @property {boolean} isRule whether it ends in "rule"
 */

/** The words of all passages. Each has a number; 0 is the end of a heading, text or example. */
export class Lexicon {
  /** @param {string[]} printed the words known at first, in the order of their numbers */
  constructor(printed) {
    this.printed = printed;
    /** @type {Reading[]} */
    this.readings = [];
    /** The words of all passages that were read so far, one behind the other. */
    this.text = new Int32Array(ROOM);
    this.end = 0;
    /** @type {Map<string, number> | undefined} */
    this.numbered = undefined;
  }

  /**
   * Makes room for more words.
   * @param {number} more
   */
  reserve(more) {
    if (this.end + more <= this.text.length) return;
    const text = new Int32Array(Math.max(2 * this.text.length, this.end + more));
    text.set(this.text);
    this.text = text;
  }

  /**
   * The numbers of the words.
   * @returns {Map<string, number>}
   */
  get numbers() {
    return (this.numbered ??= new Map(this.printed.map((word, number) => [word, number])));
  }

  /** @param {string} printed */
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

  /**
   * Writes words again that are there already.
   * @param {number} begin
   * @param {number} end
   */
  copy(begin, end) {
    this.reserve(end - begin);
    this.text.copyWithin(this.end, begin, end);
    this.end += end - begin;
  }

  /**
   * What the search reads of a word.
   * @param {number} number
   * @returns {Reading}
   */
  reading(number) {
    return (this.readings[number] ??= this.read(this.printed[number]));
  }

  /**
   * @param {string} printed
   * @returns {Reading}
   */
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

/**
 * @typedef {string | number} Edit words to write; 0 for the end of a part; how many words of the
 * base to copy, or, if less than 0, to leave out
 */

/** The words of a rule or entry. Its part 0 is the heading, 1 the text; the others are examples. */
export class Passage {
  /**
   * @param {Lexicon} lexicon
   * @param {Edit[]} edits what makes it of the passage `base`, as `search/past.json` has it
   * @param {Passage | null} base
   */
  constructor(lexicon, edits, base = null) {
    this.lexicon = lexicon;
    /** @type {string | null} */
    this.headed = null;
    /**
     * Where each part begins in the text of the lexicon, and behind the last one where another
     * would.
     */
    this.begins = [lexicon.end];
    this.writeEdits(edits, base);
    for (let next = this.begins[0]; next < lexicon.end; next += 1) {
      if (lexicon.text[next] === 0) this.begins.push(next + 1);
      // now, while other words are still on their way, and not when all have come
      lexicon.reading(lexicon.text[next]);
    }
    this.begins.push(lexicon.end + 1);
  }

  /**
   * @param {Edit[]} edits
   * @param {Passage | null} base
   */
  writeEdits(edits, base) {
    const { lexicon } = this;
    let at = base ? base.begins[0] : 0;
    const behind = base ? base.end : 0;
    const copy = (/** @type {number} */ end) => {
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

  /** Where the last part ends in the text of the lexicon. */
  get end() {
    return this.begins[this.begins.length - 1] - 1;
  }

  /**
   * Where a part begins and ends in the text of the lexicon.
   * @param {number} part
   * @returns {[number, number]}
   */
  span(part) {
    const { begins } = this;
    return part < begins.length - 1 ? [begins[part], begins[part + 1] - 1] : [0, 0];
  }

  /**
   * What the search reads of the words of a part.
   * @param {number} part
   */
  readings(part) {
    return Array.from(this.lexicon.text.subarray(...this.span(part)), (number) =>
      this.lexicon.reading(number),
    );
  }

  /** @param {number} part */
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
