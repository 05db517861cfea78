// @ts-check
// Passages as lists of numbers, each of which stands for a word. Most wordings of a rule share most
// of their words, so that each word is read only once.
import { definition } from "./definition.js";
import { stemOf, wordsIn } from "./text.js";

/**
 * A word with the blanks behind it, as `site_src/search/words.py` cuts it. No word of a query can
 * be a part of two such words.
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
   * Writes words of an earlier passage once more.
   * @param {number} begin index of the first of them in `text`
   * @param {number} end index behind the last
   */
  copy(begin, end) {
    this.reserve(end - begin);
    this.text.copyWithin(this.end, begin, end);
    this.end += end - begin;
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
 * A step that makes a passage of another one, its base: words to write, 0 for the end of a part, a
 * positive number of words of the base to copy, or a negative number of its words to leave out.
 * `[4, -2, "onto the "]` copies four words, leaves out two and writes two.
 * @typedef {string | number} Edit
 */

/**
 * The words of a rule or entry. Part 0 is the heading, part 1 the text; the others are examples.
 */
export class Passage {
  /**
   * @param {Lexicon} lexicon
   * @param {Edit[]} edits that make it of the passage `base`, as `search/past.json` has them
   * @param {Passage | null} base null if the edits have all its words
   */
  constructor(lexicon, edits, base = null) {
    this.lexicon = lexicon;
    /**
     * The heading, once it was asked for.
     * @type {string | null}
     */
    this.headed = null;
    /**
     * The index in the text of the lexicon at which each part begins, and that at which one more
     * part would begin.
     */
    this.begins = [lexicon.end];
    this.writeEdits(edits, base);
    for (let next = this.begins[0]; next < lexicon.end; next += 1) {
      if (lexicon.text[next] === 0) this.begins.push(next + 1);
      // reads each word now, while others are still on their way, and not only when all have come
      lexicon.reading(lexicon.text[next]);
    }
    this.begins.push(lexicon.end + 1);
  }

  /**
   * Writes the words of the passage into the lexicon.
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

  /** The number of parts: heading, text and examples. */
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
