// @ts-check
// Passages as lists of numbers, each of which stands for a word. Passages share most of their
// words, so that each word is read only once.
import { definition } from "./definition.js";
import { stemOf, wordsIn } from "./text.js";

/**
 * A word with the blanks behind it. No word of a query can be a part of two such words.
 */
const WORD = /[^ \n]+[ \n]*|[ \n]+/g;
/** The number of a rule in a text: `702.40a`. */
const CITED = /(?<![\w.])[1-9]\d{2}\.\d{1,3}[a-z]?(?!\w)/g;
/** The number of a chapter, which is cited if it is behind "rule". */
const BARE = /^[1-9]\d{2}(?![\w.])/;
/** @type {string[]} */
const NONE = [];
/** The number of words for which there is room at first: about a quarter of a million. */
const ROOM = 1 << 18;

/**
 * A word of the lexicon as the search compares it.
 * @typedef {object} Reading
 * @property {string[]} words without stop words; several for one such as "untap/upkeep"
 * @property {string[]} stems of those words
 * @property {string[]} cited numbers of rules within it
 * @property {string | null} chapter its number, if it could be that of a chapter ("702" of "rule
 *   702")
 * @property {boolean} isRule whether it is "rule", so that a number behind it is that of a rule
 */

/** The words of all passages. Each has a number; 0 is the end of a heading, text or example. */
export class Lexicon {
  /** @param {string[]} printed the words known at first, in the order of their numbers */
  constructor(printed) {
    /** By number the word as printed, with the blanks behind it. */
    this.printed = printed;
    /**
     * By number the reading of the word, once it was asked for.
     * @type {Reading[]}
     */
    this.readings = [];
    /** The numbers of the words of all passages read so far, one passage behind the other. */
    this.text = new Int32Array(ROOM);
    /** How many words `text` has; behind them it is empty. */
    this.end = 0;
    /**
     * The numbers of the words, once a word was looked up.
     * @type {Map<string, number> | undefined}
     */
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
   * By printed word its number.
   * @returns {Map<string, number>}
   */
  get numbers() {
    return (this.numbered ??= new Map(this.printed.map((word, number) => [word, number])));
  }

  /**
   * Writes the words of a piece of text behind the others.
   * @param {string} printed
   */
  write(printed) {
    const words = printed.match(WORD) ?? NONE;
    this.reserve(words.length);
    for (const word of words) {
      let number = this.numbers.get(word);
      if (number === undefined) this.numbers.set(word, (number = this.printed.push(word) - 1));
      this.text[this.end++] = number;
    }
  }

  /** Writes the end of a heading, text or example. */
  writeEnd() {
    this.reserve(1);
    this.text[this.end++] = 0;
  }

  /**
   * The word with a number as the search compares it.
   * @param {number} number
   * @returns {Reading}
   */
  reading(number) {
    return (this.readings[number] ??= this.read(this.printed[number]));
  }

  /**
   * Makes the reading of a word.
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
 * The words of a rule or entry. Part 0 is the heading, part 1 the text; the others are examples.
 */
export class Passage {
  /**
   * @param {Lexicon} lexicon
   * @param {string[]} parts the words of each part
   */
  constructor(lexicon, parts) {
    this.lexicon = lexicon;
    /**
     * The heading, once it was asked for.
     * @type {string | null}
     */
    this.headed = null;
    /**
     * The index in the text of the lexicon at which each part begins, and that at which one more
     * part would begin. `[0, 3, 8]`: the words of the heading are at 0 and 1, and its end is at 2;
     * the words of the text are at 3 to 6, and an example would begin at 8.
     */
    this.begins = [lexicon.end];
    for (const [at, part] of parts.entries()) {
      if (at) {
        lexicon.writeEnd();
        this.begins.push(lexicon.end);
      }
      const begin = lexicon.end;
      lexicon.write(part);
      // reads each word now, while others are still on their way, and not only when all have come
      for (let next = begin; next < lexicon.end; next += 1) lexicon.reading(lexicon.text[next]);
    }
    this.begins.push(lexicon.end + 1);
  }

  /** The number of parts: heading, text and examples. */
  get length() {
    return Math.max(2, this.begins.length - 1);
  }

  /**
   * Where a part begins and ends in the text of the lexicon; an empty span if there is none.
   * @param {number} part
   * @returns {[number, number]}
   */
  span(part) {
    const { begins } = this;
    const hasPart = part < begins.length - 1;
    return hasPart ? [begins[part], begins[part + 1] - 1] : [0, 0];
  }

  /**
   * The words of a part as the search compares them.
   * @param {number} part
   */
  readings(part) {
    return Array.from(this.lexicon.text.subarray(...this.span(part)), (number) =>
      this.lexicon.reading(number),
    );
  }

  /**
   * The words of a part as printed.
   * @param {number} part
   */
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
