// @ts-check
// An index of the passages of one edition, or of all editions, with the figures by which they are
// ranked. As `graph/search/index.py`.
import { inPieces } from "../lib/pieces.js";
import { chapterOf, isTerm, ruleOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { correct } from "./spelling.js";
import { stemOf, wordsIn } from "./text.js";
import { readToday, Words } from "./words.js";

const SEE = /[Ss]ee (?:also )?rules? ([1-9]\d{2}(?:\.\d{1,3}[a-z]?)?)/g;
const OBSOLETE = /\s*\(Obsolete\)$/i;
const ARTICLES = ["a", "an"];
/**
 * Words of passages that only mention a former name; such passages do not count as uses of the
 * name.
 */
const MENTIONS_FORMER = /\b(?:obsolete|former|formerly|previously|older|used to)\b/i;
/** @type {number[]} */
const NONE = [];
/** @type {Set<string>} */
const NOTHING = new Set();

/**
 * @typedef {import("./words.js").Record} Record
 * @typedef {import("./lexicon.js").Lexicon} Lexicon
 */

/**
 * A heading as the index compares it.
 * @typedef {object} Heading
 * @property {string[]} words without stop words
 * @property {Set<string>} stems of the words
 * @property {HeadingName[]} [names] within the heading, once a record with it was named
 */

/**
 * A name within a heading.
 * @typedef {object} HeadingName
 * @property {string} name as printed: "Flash Back"
 * @property {string} joined its stems without blanks: `flashback`
 * @property {string} initials of a name of several words: `fb`; else empty
 */

/**
 * The passages that have a stem.
 * @typedef {object} Occurrences
 * @property {number[]} passages positions of those that have it in their text
 * @property {number[]} times how often each of those has it
 * @property {number[]} headed positions of those under a heading that has it
 */

/** Rounds a logarithm or score to 6 digits, because libraries differ in the last ones. */
export const rounded = (/** @type {number} */ value) => Math.round(value * 1e6) / 1e6;

/**
 * A heading and the names within it: "Kicker, Kicked", "Bury (Obsolete)".
 * @param {string} heading
 */
function namesOf(heading) {
  const bare = heading.replace(OBSOLETE, "");
  const parts = bare.includes(",")
    ? bare.split(",").map((part) => part.replace(/[“”"]/g, "").trim())
    : [];
  return [bare, ...parts.filter((part) => part.length > 2)];
}

/**
 * The index of a number in a list of rising numbers; -1 if it is not there.
 * @param {number[]} numbers
 * @param {number} wanted
 */
export function findSorted(numbers, wanted) {
  let [begin, end] = [0, numbers.length];
  while (begin < end) {
    const middle = (begin + end) >> 1;
    if (numbers[middle] < wanted) begin = middle + 1;
    else end = middle;
  }
  return numbers[begin] === wanted ? begin : -1;
}

/** The stems of words without blanks: "flash back" is "flashback". */
const joined = (/** @type {string[]} */ words) => words.map(stemOf).join("");

/** A text or example of a record. */
class IndexedPassage {
  /**
   * @param {Record} record
   * @param {number} position of the record
   * @param {number} part of the record's words: 1 for the text, 2 and up for examples
   * @param {number} norm larger for a longer passage, in which a word counts less
   */
  constructor(record, position, part, norm) {
    this.record = position;
    this.source = record.passage;
    this.part = part;
    const [begin, end] = record.passage.span(part);
    this.begin = begin;
    this.end = end;
    this.norm = norm;
    /**
     * Its folded words between blanks, once somebody asked whether they stand as typed.
     * @type {string | undefined}
     */
    this.plain = undefined;
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

/** An index of the records of one edition, or of all editions. */
export class Index {
  /**
   * Makes the index of an edition; the browser can draw meanwhile.
   * @param {Record[]} records in document order
   * @param {Words} words of the records
   */
  static async of(records, words) {
    const made = new Index(words);
    await inPieces(records, (record) => made.read(record));
    return made.finish();
  }

  /**
   * Makes the index of the latest edition while the edition is still arriving.
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
     * Sayings of players on which rules of the edition decide; set by the searcher.
     * @type {import("./claims.js").Saying[]}
     */
    this.sayings = [];
    /**
     * Words of questions that were asked before, as if they were sayings; set by the searcher.
     * @type {import("./claims.js").Saying[]}
     */
    this.asked = [];
    /**
     * The positions of the records of one edition by their keys. Empty for all editions, where a
     * key can be that of several records.
     * @type {Map<string, number>}
     */
    this.positions = new Map();
    /** @type {IndexedPassage[]} */
    this.passages = [];
    /**
     * For each record the position of its first passage.
     * @type {number[]}
     */
    this.begins = [];
    /**
     * How often each word of the lexicon is printed in the records read so far, by its number.
     * @type {number[]}
     */
    this.printed = [];
    /**
     * All stems of texts and headings, each with the numbers of the lexicon's words that have it.
     * @type {Map<string, number[]>}
     */
    this.stems = new Map();
    /**
     * Headings by their printed words.
     * @type {Map<string, Heading>}
     */
    this.headings = new Map();
    /**
     * For each record the stems of its own heading.
     * @type {Set<string>[]}
     */
    this.own = [];
    /**
     * For each record the stems of the heading of the rule above it: for 702.40a that of 702.40.
     * @type {Set<string>[]}
     */
    this.above = [];
    /**
     * For each record the stems of the heading of its chapter: for 702.40a that of 702.
     * @type {Set<string>[]}
     */
    this.chapter = [];
    /**
     * By the stems of a heading (one set for each heading) the positions of the records that have
     * it, and of those right below such a record.
     * @type {Map<Set<string>, number[]>}
     */
    this.under = new Map();
    /**
     * By key how many records are directly below a record or refer to it.
     * @type {Map<string, number>}
     */
    this.cited = new Map();
    /**
     * For each record how many words of its text are no stop words.
     * @type {number[]}
     */
    this.counts = [];
    /**
     * By the joined stems of a name the positions of the records with that name.
     * @type {Map<string, number[]>}
     */
    this.names = new Map();
    /**
     * By initials the first name of several words that has them.
     * @type {Map<string, string>}
     */
    this.initials = new Map();
    /**
     * By stem the passages that have it, once they were looked for.
     * @type {Map<string, Occurrences>}
     */
    this.found = new Map();
    /**
     * By mistyped word its correction, once it was looked for; null if there is none.
     * @type {Map<string, string | null>}
     */
    this.corrected = new Map();
    /**
     * By name whether passages use it, once they were looked through.
     * @type {Map<string, boolean>}
     */
    this.used = new Map();
    /**
     * How often each word is printed, once the words were counted; see `frequencies`.
     * @type {Map<string, number> | undefined}
     */
    this.counted = undefined;
  }

  /**
   * Fills the tables that need all records: headings above, stems and names, those of rules before
   * those of glossary entries. Returns itself.
   */
  async finish() {
    const { records, lexicon } = this;
    await inPieces(records.keys(), (position) => this.putUnderHeadings(position));
    await inPieces(lexicon.printed.keys(), (number) => this.noteStems(number));
    const positions = [...records.keys()];
    const isEntry = (/** @type {number} */ position) => isTerm(records[position].key);
    const rules = positions.filter((position) => !isEntry(position));
    const entries = positions.filter(isEntry);
    await inPieces([...rules, ...entries], (position) => this.nameRecord(position));
    return this;
  }

  /**
   * Reads the texts and examples of the next record.
   * @param {Record} record
   */
  read(record) {
    const position = this.records.push(record) - 1;
    if (!record.lineage) this.positions.set(record.key, position);
    const { saturation, length, long } = definition.weights;
    this.own.push(this.headingOf(record.heading).stems);
    this.begins.push(this.passages.length);
    for (let part = 1; part < record.passage.length; part += 1) {
      const { words, cited } = this.readPart(record.passage, part);
      for (const key of cited) if (key !== record.key) this.cite(key);
      if (part === 1) this.counts[position] = words;
      const lengthFactor = 1 - length + (length * words) / long;
      const norm = saturation * lengthFactor;
      this.passages.push(new IndexedPassage(record, position, part, norm));
    }
    // a record counts as a reference to the rule or chapter above it
    const above = ruleOf(record.key);
    if (above !== record.key) this.cite(above);
    else if (above.includes(".") && !isTerm(above)) this.cite(chapterOf(above));
  }

  /**
   * Reads a part of a passage, as `readWords` does.
   * @param {import("./words.js").AnyPassage} passage
   * @param {number} part
   */
  readPart(passage, part) {
    return this.readWords(...passage.span(part));
  }

  /**
   * Counts the words of a part that are no stop words, and collects the keys of the rules that the
   * part cites.
   * @param {number} begin index of the part's first word in the text of the lexicon
   * @param {number} end index behind its last word
   */
  readWords(begin, end) {
    const { lexicon, printed } = this;
    const { text } = lexicon;
    let cited = NOTHING;
    let words = 0;
    let afterRule = false;
    // without gaps: a list that is written here and there is slow
    while (printed.length < lexicon.printed.length) printed.push(0);
    // the loop passes a million words: it makes no object for each of them
    for (let index = begin; index < end; index += 1) {
      const number = text[index];
      const reading = lexicon.reading(number);
      printed[number] += 1;
      words += reading.stems.length;
      if (reading.cited.length) cited = new Set([...cited, ...reading.cited]);
      // "702" alone may be any number; "rule 702" cites the chapter
      if (afterRule && reading.chapter) cited = new Set([...cited, reading.chapter]);
      afterRule = reading.isRule;
    }
    return { words, cited };
  }

  /**
   * Counts a reference to a record.
   * @param {string} key
   */
  cite(key) {
    this.cited.set(key, (this.cited.get(key) ?? 0) + 1);
  }

  /**
   * A heading with its stems; always the same object for the same words.
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
   * Notes the headings above a record. All records must have been read.
   * @param {number} position
   */
  putUnderHeadings(position) {
    const record = this.records[position];
    this.above.push(this.headingOf(this.headingAt(ruleOf(record.key), record)).stems);
    this.chapter.push(this.headingOf(this.headingAt(chapterOf(record.key), record)).stems);
    for (const stems of new Set([this.own[position], this.above[position]]))
      this.under.get(stems)?.push(position);
  }

  /**
   * The heading of the rule or chapter above a record; empty if that is the record itself.
   * @param {string} key of the rule or chapter
   * @param {Record} record
   */
  headingAt(key, record) {
    if (key === record.key) return "";
    if (record.lineage) return record.headingThen(key);
    const position = this.positions.get(key);
    return position === undefined ? "" : this.records[position].heading;
  }

  /**
   * Notes a word of the lexicon under its stems, if records that were read have it.
   * @param {number} number of the word
   */
  noteStems(number) {
    if (!this.printed[number]) return;
    for (const stem of new Set(this.lexicon.reading(number).stems)) {
      const known = this.stems.get(stem);
      if (known) known.push(number);
      else this.stems.set(stem, [number]);
    }
  }

  /**
   * Finds the passages that have each of some stems, in one walk through all passages. `having` and
   * `headed` return them.
   * @param {string[]} stems
   */
  find(stems) {
    const wanted = [...new Set(stems)].filter((stem) => !this.found.has(stem));
    if (!wanted.length) return;
    const counted = this.makeCounts(wanted);
    const { text } = this.lexicon;
    this.passages.forEach(({ begin, end }, passage) => {
      for (let index = begin; index < end; index += 1) {
        const counts = counted[text[index]];
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
   * For each word of the lexicon a list of those of some stems that it has, each with where to
   * count it and how often the word has it; null for none.
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

  /**
   * Finds the passages whose own heading, or that of the rule above them, has a stem.
   * @param {string} stem
   */
  findHeaded(stem) {
    const records = new Set(
      [...this.under].flatMap(([stems, under]) => (stems.has(stem) ? under : NONE)),
    );
    return [...records].flatMap((record) => this.passagesOf(record));
  }

  /**
   * The positions of the passages of a record.
   * @param {number} position of the record
   */
  passagesOf(position) {
    const begin = this.begins[position];
    return Array.from(
      { length: (this.begins[position + 1] ?? this.passages.length) - begin },
      (_, index) => begin + index,
    );
  }

  /**
   * The positions of the passages that have a stem, and how often each has it.
   * @param {string} stem
   */
  having(stem) {
    this.find([stem]);
    return /** @type {Occurrences} */ (this.found.get(stem));
  }

  /** Whether words that were asked for have not arrived. Here all have been read. */
  get isWaiting() {
    return false;
  }

  /**
   * Whether a passage has a stem in its text.
   * @param {number} position the position of the passage
   * @param {string} stem
   */
  hasStem(position, stem) {
    return findSorted(this.having(stem).passages, position) >= 0;
  }

  /**
   * Whether a text or heading has a stem.
   * @param {string} stem
   */
  knows(stem) {
    return this.stems.has(stem);
  }

  /**
   * The places of stems in the text of a passage, in their order: the number of words before each,
   * without stop words. Places of stems that are not wanted may be among them.
   * @param {number} position the position of the passage
   * @param {Iterable<string>} _wanted
   * @returns {Iterable<[place: number, stem: string]>}
   */
  listPlaces(position, _wanted) {
    return this.passages[position].stems.entries();
  }

  /**
   * Whether a passage has words as they were typed, next to each other.
   * @param {number} position the position of the passage
   * @param {string[]} words
   */
  hasAsTyped(position, words) {
    const passage = this.passages[position];
    passage.plain ??= ` ${wordsIn(passage.text).join(" ")} `;
    return passage.plain.includes(` ${words.join(" ")} `);
  }

  /**
   * Whether a passage may have words as they were typed, so that its text must be read. Here all
   * texts have been read.
   * @param {number} _at the position of the passage
   * @param {string[]} _words
   */
  mayHaveAsTyped(_at, _words) {
    return true;
  }

  /**
   * Whether a passage may have a phrase in its text, so that the text must be read. Here all texts
   * have been read.
   * @param {number} _at the position of the passage
   * @param {string} _phrase
   */
  mayHave(_at, _phrase) {
    return true;
  }

  /**
   * Whether the text of a passage has been read. Here all texts have been read.
   * @param {number} _at the position of the passage
   */
  isRead(_at) {
    return true;
  }

  /**
   * The positions of the passages under a heading that has a stem.
   * @param {string} stem
   */
  headed(stem) {
    return this.having(stem).headed;
  }

  /**
   * The factor, at least 1, by which the score of a record is raised: more if others refer to it
   * often, or if it says what the heading above it means. 1 in an index of all editions.
   * @param {number} position
   */
  prior(position) {
    if (!this.positions.size) return 1;
    const { cited: weight, first } = definition.weights;
    const { key } = this.records[position];
    const prior = 1 + weight * rounded(Math.log(1 + (this.cited.get(key) ?? 0)));
    return this.isDefining(position) ? prior + first : prior;
  }

  /**
   * Whether a record says what the heading above it means, as the first subrule does, or the second
   * if the first has few words ("702.40a Storm is a triggered ability …").
   * @param {number} position
   */
  isDefining(position) {
    const isFirst = this.isFirstBelow(position - 1, position);
    if (isFirst) {
      const hasSecond = this.isBelow(position - 1, position + 1, "b");
      return !(this.isShort(position) && hasSecond);
    }
    const isSecond =
      this.isFirstBelow(position - 2, position - 1) && this.isBelow(position - 2, position, "b");
    return isSecond && this.isShort(position - 1);
  }

  /**
   * The position of the subrule that says what a heading means; null if there is none. Null too in
   * an index of all editions, where the records next to a heading need not be below it.
   * @param {number} heading position of the record with the heading
   */
  findDefining(heading) {
    const first = heading + 1;
    if (!this.positions.size || !this.isFirstBelow(heading, first)) return null;
    return this.isDefining(first) ? first : first + 1;
  }

  /**
   * Whether a record has too few words to say what the heading above it means.
   * @param {number} position
   */
  isShort(position) {
    return this.counts[position] <= definition.limits.short;
  }

  /**
   * Whether a record is the first subrule of a rule that has only a heading: 702.40a of 702.40.
   * @param {number} heading position of the rule
   * @param {number} position of the record
   */
  isFirstBelow(heading, position) {
    return this.isBelow(heading, position, "a") && !this.records[heading].text;
  }

  /**
   * Whether a record is the subrule of another one that has a letter.
   * @param {number} heading position of the other one
   * @param {number} position of the record
   * @param {string} letter
   */
  isBelow(heading, position, letter) {
    const above = this.records[heading];
    return above !== undefined && this.records[position]?.key === `${above.key}${letter}`;
  }

  /**
   * Notes a record under the names in its heading, and a name of several words under its initials.
   * @param {number} position
   */
  nameRecord(position) {
    const { heading } = this.records[position];
    const known = this.headingOf(heading);
    known.names ??= namesOf(heading).map((name) => {
      const words = wordsIn(name);
      const initials = words.length > 1 ? words.map(([letter]) => letter).join("") : "";
      return { name, joined: joined(words), initials };
    });
    for (const { name, joined: stems, initials } of known.names) {
      if (stems) this.noteName(stems, position);
      if (initials && !this.initials.has(initials)) this.initials.set(initials, name);
    }
  }

  /**
   * Notes a record under a name; two names of its heading may have the same stems.
   * @param {string} stems of the name, joined
   * @param {number} position
   */
  noteName(stems, position) {
    const positions = this.names.get(stems);
    if (!positions) this.names.set(stems, [position]);
    else if (positions.at(-1) !== position) positions.push(position);
  }

  /**
   * How often each word is printed, in texts and headings.
   * @returns {Map<string, number>}
   */
  get frequencies() {
    return (this.counted ??= this.countWords());
  }

  /** Counts the words of all texts and headings that are no stop words. */
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
   * The words of passages and headings with a beginning: "plane", "planes" for `plan`.
   * @param {string} beginning
   */
  wordsThatBegin(beginning) {
    return [...this.frequencies.keys()].filter((word) => word.startsWith(beginning));
  }

  /**
   * How rare a stem is: the logarithm of the inverse share of passages that have it, 0 or more.
   * @param {string} stem
   */
  rarity(stem) {
    const total = this.passages.length;
    const { passages, headed } = this.having(stem);
    // a stem that only headings have is as rare as one that a single passage has
    const frequency = passages.length || Math.min(1, headed.length);
    return rounded(Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)));
  }

  /**
   * Whether any passage uses a name; passages that call it obsolete or former do not count.
   * @param {string} name
   */
  uses(name) {
    const known = this.used.get(name);
    if (known !== undefined) return known;
    const isUsed = this.findUse(name);
    this.used.set(name, isUsed);
    return isUsed;
  }

  /**
   * Looks through the passages that have all words of a name for one that uses it.
   * @param {string} name
   */
  findUse(name) {
    const words = name.split(" ").filter((word) => !definition.stop.has(word));
    const [first = [], ...further] = words.map((word) => this.having(stemOf(word)).passages);
    const sets = further.map((passages) => new Set(passages));
    const candidates = first.filter((position) => sets.every((passages) => passages.has(position)));
    return candidates.some((position) => this.isUse(this.passages[position], name));
  }

  /**
   * Whether a passage uses a name.
   * @param {IndexedPassage} passage
   * @param {string} name
   */
  isUse({ record, text }, name) {
    const plain = ` ${wordsIn(text.replaceAll("-", " ")).join(" ")} `;
    return (
      plain.includes(` ${name} `) &&
      !MENTIONS_FORMER.test(this.records[record].heading) &&
      !MENTIONS_FORMER.test(text)
    );
  }

  /**
   * The positions of the records whose name is made of some words. Those with the very forms of the
   * words come first: "Phasing" before "Phase" for `phasing`.
   * @param {string[]} words
   */
  called(words) {
    const positions = this.names.get(joined(words)) ?? [];
    if (positions.length < 2) return positions;
    const typed = words.join(" ");
    const isExact = (/** @type {number} */ position) =>
      namesOf(this.records[position].heading).some((name) => wordsIn(name).join(" ") === typed);
    const exact = positions.filter(isExact);
    return [...exact, ...positions.filter((position) => !exact.includes(position))];
  }

  /**
   * The positions of the rules to which a glossary entry refers ("See rule 702.40"); none for a
   * rule.
   * @param {number} position
   */
  listReferred(position) {
    return this.numbersIn(position).flatMap((number) => this.positions.get(number) ?? []);
  }

  /**
   * Whether a record is an entry that calls its name obsolete: `Bury (Obsolete)`.
   * @param {number} position
   */
  isObsolete(position) {
    const { key, heading } = this.records[position];
    return isTerm(key) && OBSOLETE.test(heading);
  }

  /**
   * The position of the rule that explains the name of a glossary entry without being so headed:
   * the first subrule of a rule to which the entry refers that says "A … is …" of the name, as "A
   * Raft token is a raft". Null if there is no such rule, and in all editions.
   * @param {number} entry position of the entry
   */
  findExplaining(entry) {
    if (!this.positions.size) return null;
    const name = wordsIn(this.records[entry].heading).join(" ");
    for (const referred of this.listReferred(entry))
      for (const below of this.listSubrules(referred)) {
        const text = wordsIn(this.records[below].text).join(" ");
        if (ARTICLES.some((article) => text.startsWith(`${article} ${name} is `))) return below;
      }
    return null;
  }

  /**
   * The positions of the subrules of a rule: those of 111.10a and 111.10b for 111.10.
   * @param {number} position of the rule
   */
  *listSubrules(position) {
    const { key } = this.records[position];
    for (let below = position + 1; below < this.records.length; below++) {
      if (ruleOf(this.records[below].key) !== key) return;
      yield below;
    }
  }

  /**
   * The numbers of the rules to which a glossary entry refers, each once; none for a rule.
   * @param {number} position
   */
  numbersIn(position) {
    const { key } = this.records[position];
    if (!isTerm(key)) return [];
    const { text } = this.records[position];
    return [...new Set([...text.matchAll(SEE)].map(([, number]) => number))];
  }

  /**
   * The word of the passages that a mistyped word most likely is: "deathtouch" for `deathtuch`.
   * Null for none.
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
   * The title of a record: its heading, or that of the rule above it; empty if there is neither.
   * @param {number} position
   */
  title(position) {
    const record = this.records[position];
    return record.heading || this.headingAt(ruleOf(record.key), record);
  }

  /**
   * The number and the heading of the chapter of a record (`702 Keyword Abilities`), or `Glossary`.
   * @param {number} position
   */
  chapterTitle(position) {
    const record = this.records[position];
    const chapter = chapterOf(record.key);
    if (chapter === "glossary") return "Glossary";
    const heading = chapter === record.key ? record.heading : this.headingAt(chapter, record);
    return `${chapter} ${heading}`.trim();
  }

  /**
   * The field and the text to show for a record; for a heading those of the first rule below it,
   * with the field `below:702.40a`.
   * @param {number} position
   * @returns {[string, string]}
   */
  shown(position) {
    const { key, text, lineage } = this.records[position];
    if (!text && !isTerm(key) && !lineage) {
      const below = this.records
        .slice(position + 1, position + 3)
        .find((record) => record.text && record.key.startsWith(key));
      if (below) return [`below:${below.key}`, below.text];
    }
    return ["text", text];
  }
}
