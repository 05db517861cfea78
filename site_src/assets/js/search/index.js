// @ts-check
// The passages of an edition, or of all editions, with what ranks them. As `graph/search/index.py`.
import { inPieces } from "../lib/pieces.js";
import { chapterOf, isTerm, ruleOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { correct, stemOf, wordsIn } from "./text.js";
import { readToday, Words } from "./words.js";

const SEE = /[Ss]ee (?:also )?rules? ([1-9]\d{2}(?:\.\d{1,3}[a-z]?)?)/g;
const BARE = /\s*\(Obsolete\)$/i;
/**
 * Words of passages that only mention a former name; such passages do not count as uses of the
 * name.
 */
const REMEMBERS = /\b(?:obsolete|former|formerly|previously|older|used to)\b/i;
/** @type {number[]} */
const NONE = [];
/** @type {Set<string>} */
const NOTHING = new Set();

/**
 * @typedef {import("./words.js").Record} Record
 * @typedef {import("./lexicon.js").Lexicon} Lexicon
 */

/**
 * @typedef {{words: string[], stems: Set<string>, names?: HeadingName[]}} Heading the words of a
 * heading that count, their stems, and the names within it
 */

/**
 * @typedef {{name: string, called: string, initials: string}} HeadingName a name, its stems without
 * blanks, and its initials if it has several words
 */

/**
 * @typedef {object} Occurrences
 * @property {number[]} passages indexes of the passages that have a stem
 * @property {number[]} times for each how often
 * @property {number[]} headed indexes of the passages under a heading that has it
 */

/** A number with as many digits of a logarithm as count: libraries differ in the last ones. */
export const rounded = (/** @type {number} */ value) => Math.round(value * 1e6) / 1e6;

/**
 * A heading and the names within it: "Kicker, Kicked", "Bury (Obsolete)".
 * @param {string} heading
 */
function namesOf(heading) {
  const bare = heading.replace(BARE, "");
  const parts = bare.includes(",")
    ? bare.split(",").map((part) => part.replace(/[“”"]/g, "").trim())
    : [];
  return [bare, ...parts.filter((part) => part.length > 2)];
}

/** The stems of words without blanks: "flash back" is "flashback". */
const joined = (/** @type {string[]} */ words) => words.map(stemOf).join("");

/** A text or example of a record. */
class IndexedPassage {
  /**
   * @param {Record} record
   * @param {number} place of the record
   * @param {number} part
   * @param {number} norm how much of a frequency its length holds back
   */
  constructor(record, place, part, norm) {
    this.record = place;
    this.source = record.passage;
    this.part = part;
    const [begin, end] = record.passage.span(part);
    this.begin = begin;
    this.end = end;
    this.norm = norm;
    /**
     * Its words, once somebody asked whether they stand as typed.
     * @type {string | undefined}
     */
    this.said = undefined;
  }

  get field() {
    return this.part === 1 ? "text" : `example:${this.part - 2}`;
  }

  get text() {
    return this.source.printed(this.part);
  }

  /** The stems of its words, without stop words. */
  get stems() {
    return this.source.readings(this.part).flatMap(({ stems }) => stems);
  }
}

export class Index {
  /**
   * @param {Record[]} records in document order; those of all editions by their lineages
   * @param {Words} words that they are made of
   */
  static async of(records, words) {
    const made = new Index(words);
    await inPieces(records, (record) => made.read(record));
    return made.finish();
  }

  /**
   * The index of the latest edition, which is read while it comes.
   * @param {import("./words.js").LineGroups} groups of lines of `search/now.json`
   */
  static async ofToday(groups) {
    /** @type {Index | undefined} */
    let made;
    const words = await readToday(groups, (record, known) => {
      made ??= new Index(known);
      made.read(record);
    });
    return (made ?? new Index(words)).finish();
  }

  /** @param {Words} words of the records that it will read */
  constructor(words) {
    this.words = words;
    this.lexicon = words.lexicon;
    /** @type {Record[]} */
    this.records = [];
    /**
     * How players say something that a rule of the edition decides; put here by the searcher.
     * @type {import("./claims.js").Saying[]}
     */
    this.sayings = [];
    /**
     * The places of the records of one edition by their keys; in all editions a key says nothing
     * alone.
     * @type {Map<string, number>}
     */
    this.at = new Map();
    /** @type {IndexedPassage[]} */
    this.passages = [];
    /**
     * For each record the index of its first passage.
     * @type {number[]}
     */
    this.begins = [];
    /**
     * How often each word of the lexicon is printed in the records read so far.
     * @type {number[]}
     */
    this.printed = [];
    /**
     * All stems, each with the words of the lexicon that have it.
     * @type {Map<string, number[]>}
     */
    this.stems = new Map();
    /** @type {Map<string, Heading>} */
    this.headings = new Map();
    /**
     * For each record the stems of its heading, of that of the rule above it, and of its chapter's.
     * @type {Set<string>[]}
     */
    this.own = [];
    /** @type {Set<string>[]} */
    this.above = [];
    /** @type {Set<string>[]} */
    this.chapter = [];
    /**
     * For the stems of a heading the records that it is the own one of, or the one above.
     * @type {Map<Set<string>, number[]>}
     */
    this.under = new Map();
    /** @type {Map<string, number>} */
    this.cited = new Map();
    /**
     * For each record how many words of its text count.
     * @type {number[]}
     */
    this.counts = [];
    /** @type {Map<string, number[]>} */
    this.names = new Map();
    /** @type {Map<string, string>} */
    this.initials = new Map();
    /** @type {Map<string, Occurrences>} */
    this.found = new Map();
    /** @type {Map<string, string | null>} */
    this.corrected = new Map();
    /** @type {Map<string, boolean>} */
    this.used = new Map();
    /** @type {Map<string, number> | undefined} */
    this.counted = undefined;
  }

  /** Puts what was read in order; returns itself. */
  async finish() {
    const { records, lexicon } = this;
    await inPieces(records.keys(), (place) => this.putUnderHeadings(place));
    await inPieces(lexicon.printed.keys(), (number) => this.noteStems(number));
    // rules before glossary entries
    const [rules, terms] = [false, true].map((wanted) =>
      [...records.keys()].filter((place) => isTerm(records[place].key) === wanted),
    );
    await inPieces([...rules, ...terms], (record) => this.nameRecord(record));
    return this;
  }

  /**
   * Reads the texts of the next record.
   * @param {Record} record
   */
  read(record) {
    const place = this.records.push(record) - 1;
    if (!record.lineage) this.at.set(record.key, place);
    const { saturation, length, long } = definition.weights;
    this.own.push(this.headingOf(record.heading).stems);
    this.begins.push(this.passages.length);
    for (let part = 1; part < record.passage.length; part += 1) {
      const { words, cited } = this.readWords(...record.passage.span(part));
      for (const key of cited) if (key !== record.key) this.cite(key);
      if (part === 1) this.counts[place] = words;
      this.passages.push(
        new IndexedPassage(
          record,
          place,
          part,
          saturation * (1 - length + (length * words) / long),
        ),
      );
    }
    const above = ruleOf(record.key);
    if (above !== record.key) this.cite(above);
    else if (above.includes(".") && !isTerm(above)) this.cite(chapterOf(above));
  }

  /**
   * How many words of a part count, and the rules that it cites.
   * @param {number} begin
   * @param {number} end
   */
  readWords(begin, end) {
    const { lexicon, printed } = this;
    const { text } = lexicon;
    let cited = NOTHING;
    let words = 0;
    let afterRule = false;
    // without gaps: a list that is written here and there is slow
    while (printed.length < lexicon.printed.length) printed.push(0);
    // a million words in all: nothing is made here for each of them
    for (let at = begin; at < end; at += 1) {
      const number = text[at];
      const reading = lexicon.reading(number);
      printed[number] += 1;
      words += reading.stems.length;
      if (reading.cited.length) cited = new Set([...cited, ...reading.cited]);
      if (afterRule && reading.chapter) cited = new Set([...cited, reading.chapter]);
      afterRule = reading.isRule;
    }
    return { words, cited };
  }

  /** @param {string} key */
  cite(key) {
    this.cited.set(key, (this.cited.get(key) ?? 0) + 1);
  }

  /**
   * The words of a heading that count, and their stems.
   * @param {string} heading
   */
  headingOf(heading) {
    const known = this.headings.get(heading);
    if (known) return known;
    const words = wordsIn(heading).filter((word) => !definition.stop.has(word));
    /** @type {Heading} */
    const made = { words, stems: new Set(words.map(stemOf)) };
    this.headings.set(heading, made);
    this.under.set(made.stems, []);
    for (const stem of made.stems) if (!this.stems.has(stem)) this.stems.set(stem, []);
    return made;
  }

  /**
   * Notes for a record, when all are read, the headings above it.
   * @param {number} place
   */
  putUnderHeadings(place) {
    const record = this.records[place];
    this.above.push(this.headingOf(this.headingAt(ruleOf(record.key), record)).stems);
    this.chapter.push(this.headingOf(this.headingAt(chapterOf(record.key), record)).stems);
    for (const stems of new Set([this.own[place], this.above[place]]))
      this.under.get(stems)?.push(place);
  }

  /**
   * The heading of the rule or chapter above a record; empty for the record itself.
   * @param {string} key
   * @param {Record} record
   */
  headingAt(key, record) {
    if (key === record.key) return "";
    if (record.lineage) return record.headingThen(key);
    const place = this.at.get(key);
    return place === undefined ? "" : this.records[place].heading;
  }

  /** @param {number} number */
  noteStems(number) {
    if (!this.printed[number]) return;
    for (const stem of new Set(this.lexicon.reading(number).stems)) {
      const known = this.stems.get(stem);
      if (known) known.push(number);
      else this.stems.set(stem, [number]);
    }
  }

  /**
   * Finds the passages that have some stems, in one go for all of them; `having` and `headed` tell
   * which they are.
   * @param {string[]} stems
   */
  find(stems) {
    const wanted = [...new Set(stems)].filter((stem) => !this.found.has(stem));
    if (!wanted.length) return;
    const counted = this.makeCounts(wanted);
    const { text } = this.lexicon;
    this.passages.forEach(({ begin, end }, passage) => {
      for (let at = begin; at < end; at += 1) {
        const counts = counted[text[at]];
        if (counts === null) continue;
        for (const { found, times } of counts) {
          if (found.passages.at(-1) === passage) found.times[found.times.length - 1] += times;
          else {
            found.passages.push(passage);
            found.times.push(times);
          }
        }
      }
    });
  }

  /**
   * For each word of the lexicon the stems that are counted in it, and how often it has them; null
   * for none.
   * @param {string[]} stems
   */
  makeCounts(stems) {
    /** @type {({found: Occurrences, times: number}[] | null)[]} */
    const counted = new Array(this.lexicon.printed.length).fill(null);
    for (const stem of stems) {
      const found = { passages: [], times: [], headed: this.findHeaded(stem) };
      this.found.set(stem, found);
      for (const number of this.stems.get(stem) ?? []) {
        const read = this.lexicon.reading(number).stems;
        const counts = (counted[number] ??= []);
        counts.push({ found, times: read.filter((known) => known === stem).length });
      }
    }
    return counted;
  }

  /** @param {string} stem */
  findHeaded(stem) {
    const records = new Set(
      [...this.under].flatMap(([stems, under]) => (stems.has(stem) ? under : NONE)),
    );
    return [...records].flatMap((record) => this.passagesOf(record));
  }

  /**
   * The indexes of the passages of a record.
   * @param {number} place
   */
  passagesOf(place) {
    const begin = this.begins[place];
    return Array.from(
      { length: (this.begins[place + 1] ?? this.passages.length) - begin },
      (_, at) => begin + at,
    );
  }

  /**
   * The indexes of the passages that have a stem, and how often each.
   * @param {string} stem
   */
  having(stem) {
    this.find([stem]);
    return /** @type {Occurrences} */ (this.found.get(stem));
  }

  /**
   * The indexes of the passages under a heading that has a stem.
   * @param {string} stem
   */
  headed(stem) {
    return this.having(stem).headed;
  }

  /**
   * A factor of how often a record is referred to; in all editions a number says nothing alone.
   * @param {number} place
   */
  prior(place) {
    if (!this.at.size) return 1;
    const { cited: weight, first } = definition.weights;
    const { key } = this.records[place];
    const prior = 1 + weight * rounded(Math.log(1 + (this.cited.get(key) ?? 0)));
    return this.isDefining(place) ? prior + first : prior;
  }

  /**
   * Whether a record says what the heading above it means: the first subrule, or the second where
   * the first has few words.
   * @param {number} place
   */
  isDefining(place) {
    if (this.isFirstBelow(place - 1, place))
      return !(this.isShort(place) && this.isBelow(place - 1, place + 1, "b"));
    const isSecond = this.isFirstBelow(place - 2, place - 1) && this.isBelow(place - 2, place, "b");
    return isSecond && this.isShort(place - 1);
  }

  /**
   * The place of the subrule that says what a heading means; null for none, and in all editions,
   * where the records next to a heading need not be below it.
   * @param {number} heading
   */
  findDefining(heading) {
    const first = heading + 1;
    if (!this.at.size || !this.isFirstBelow(heading, first)) return null;
    return this.isDefining(first) ? first : first + 1;
  }

  /**
   * Whether a record has too few words to say what the heading above it means.
   * @param {number} place
   */
  isShort(place) {
    return this.counts[place] <= definition.limits.short;
  }

  /**
   * Whether a record is the first subrule of a heading without a text.
   * @param {number} heading
   * @param {number} place
   */
  isFirstBelow(heading, place) {
    return this.isBelow(heading, place, "a") && !this.records[heading].text;
  }

  /**
   * Whether a record is the subrule of another one with a letter.
   * @param {number} heading
   * @param {number} place
   * @param {string} letter
   */
  isBelow(heading, place, letter) {
    const above = this.records[heading];
    return above !== undefined && this.records[place]?.key === `${above.key}${letter}`;
  }

  /**
   * Notes a record by its names, and a heading of several words by its initials.
   * @param {number} place
   */
  nameRecord(place) {
    const { heading } = this.records[place];
    const known = this.headingOf(heading);
    known.names ??= namesOf(heading).map((name) => {
      const words = wordsIn(name);
      const initials = words.length > 1 ? words.map(([letter]) => letter).join("") : "";
      return { name, called: joined(words), initials };
    });
    for (const { name, called, initials } of known.names) {
      const places = this.names.get(called);
      if (!places && called) this.names.set(called, [place]);
      else if (places && called && places.at(-1) !== place) places.push(place);
      if (initials && !this.initials.has(initials)) this.initials.set(initials, name);
    }
  }

  /**
   * How often each word is printed, in texts and headings.
   * @returns {Map<string, number>}
   */
  get frequencies() {
    return (this.counted ??= this.countWords());
  }

  countWords() {
    /** @type {Map<string, number>} */
    const counted = new Map();
    const count = (/** @type {string} */ word, /** @type {number} */ times) =>
      counted.set(word, (counted.get(word) ?? 0) + times);
    this.printed.forEach((times, number) => {
      if (times) for (const word of this.lexicon.reading(number).words) count(word, times);
    });
    for (const { heading } of this.records)
      for (const word of this.headingOf(heading).words) count(word, 1);
    return counted;
  }

  /**
   * The words of the passages that begin so.
   * @param {string} beginning
   */
  wordsThatBegin(beginning) {
    return [...this.frequencies.keys()].filter((word) => word.startsWith(beginning));
  }

  /**
   * How rare a stem is among the passages.
   * @param {string} stem
   */
  rarity(stem) {
    const total = this.passages.length;
    const { passages, headed } = this.having(stem);
    const frequency = passages.length || Math.min(1, headed.length);
    return rounded(Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)));
  }

  /**
   * Whether the passages use a name, not counting those that only remember it.
   * @param {string} name
   */
  uses(name) {
    const known = this.used.get(name);
    if (known !== undefined) return known;
    const isUsed = this.findUse(name);
    this.used.set(name, isUsed);
    return isUsed;
  }

  /** @param {string} name */
  findUse(name) {
    const words = name.split(" ").filter((word) => !definition.stop.has(word));
    const lists = words.map((word) => this.having(stemOf(word)).passages);
    const [first = [], ...others] = lists;
    const sets = others.map((passages) => new Set(passages));
    const candidates = first.filter((at) => sets.every((passages) => passages.has(at)));
    return candidates.some((at) => {
      const { record, text } = this.passages[at];
      const said = ` ${wordsIn(text.replaceAll("-", " ")).join(" ")} `;
      return (
        said.includes(` ${name} `) &&
        !REMEMBERS.test(this.records[record].heading) &&
        !REMEMBERS.test(text)
      );
    });
  }

  /**
   * The places of the records that words name; those with the same forms of the words come first:
   * "phasing" is not "phase".
   * @param {string[]} words
   */
  called(words) {
    const places = this.names.get(joined(words)) ?? [];
    if (places.length < 2) return places;
    const typed = words.join(" ");
    const isExact = (/** @type {number} */ place) =>
      namesOf(this.records[place].heading).some((name) => wordsIn(name).join(" ") === typed);
    const exact = places.filter(isExact);
    return [...exact, ...places.filter((place) => !exact.includes(place))];
  }

  /**
   * The places of the rules that a glossary entry refers to.
   * @param {number} place
   */
  leads(place) {
    const { key, text } = this.records[place];
    if (!isTerm(key)) return [];
    const numbers = new Set([...text.matchAll(SEE)].map(([, number]) => number));
    return [...numbers].flatMap((number) => this.at.get(number) ?? []);
  }

  /**
   * The word of the passages that a mistyped one most likely is; null for none.
   * @param {string} word
   */
  correct(word) {
    const known = this.corrected.get(word);
    if (known !== undefined) return known;
    const corrected = correct(word, this.frequencies);
    this.corrected.set(word, corrected);
    return corrected;
  }

  /**
   * What a record is about: its heading, or that of the rule above it.
   * @param {number} place
   */
  title(place) {
    const record = this.records[place];
    return record.heading || this.headingAt(ruleOf(record.key), record);
  }

  /**
   * The chapter of a record, with its number.
   * @param {number} place
   */
  chapterTitle(place) {
    const record = this.records[place];
    const chapter = chapterOf(record.key);
    if (chapter === "glossary") return "Glossary";
    const heading = chapter === record.key ? record.heading : this.headingAt(chapter, record);
    return `${chapter} ${heading}`.trim();
  }

  /**
   * The field and text to show of a record: of a heading the first rule below it.
   * @param {number} place
   * @returns {[string, string]}
   */
  shown(place) {
    const { key, text, lineage } = this.records[place];
    if (!text && !isTerm(key) && !lineage) {
      const below = this.records
        .slice(place + 1, place + 3)
        .find((record) => record.text && record.key.startsWith(key));
      if (below) return [`below:${below.key}`, below.text];
    }
    return ["text", text];
  }
}
