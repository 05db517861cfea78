// The passages of an edition, or of all editions, with what ranks them. As `graph/search/index.py`.
import { inPieces } from "../lib/pieces.js";
import { chapterOf, isTerm, ruleOf } from "../lib/record-key.js";
import { definition } from "./definition.js";
import { correct, stemOf, wordsIn } from "./text.js";
import { readToday } from "./words.js";

const SEE = /[Ss]ee (?:also )?rules? ([1-9]\d{2}(?:\.\d{1,3}[a-z]?)?)/g;
const BARE = /\s*\(Obsolete\)$/i;
/**
 * Words of passages that only mention a former name; such passages do not count as uses of the
 * name.
 */
const REMEMBERS = /\b(?:obsolete|former|formerly|previously|older|used to)\b/i;
const NONE = [];
const NOTHING = new Set();

/** A number with as many digits of a logarithm as count: libraries differ in the last ones. */
const rounded = (value) => Math.round(value * 1e6) / 1e6;

/** A heading and the names within it: "Kicker, Kicked", "Bury (Obsolete)". */
function namesOf(heading) {
  const bare = heading.replace(BARE, "");
  const parts = bare.includes(",")
    ? bare.split(",").map((part) => part.replace(/[“”"]/g, "").trim())
    : [];
  return [bare, ...parts.filter((part) => part.length > 2)];
}

/** The stems of words without blanks: "flash back" is "flashback". */
const joined = (words) => words.map(stemOf).join("");

/** A text or example of a record. */
class IndexedPassage {
  /** @param norm how much of a frequency its length holds back */
  constructor(record, place, part, norm) {
    this.record = place;
    this.source = record.passage;
    this.part = part;
    [this.begin, this.end] = record.passage.span(part);
    this.norm = norm;
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
   * @param records in document order, of class `Record`; those of all editions by their lineages
   * @param lexicon the words that they are made of
   */
  static async of(records, lexicon) {
    const made = new Index(lexicon);
    await inPieces(records, (record) => made.read(record));
    return made.finish();
  }

  /**
   * The index of the latest edition, which is read while it comes. @param groups of lines of
   * `search/now.json`
   */
  static async ofToday(groups) {
    let made;
    const words = await readToday(
      groups,
      ({ lexicon }) => {
        made = new Index(lexicon);
      },
      (record) => made.read(record),
    );
    return Object.assign(await made.finish(), { words });
  }

  /** @param lexicon the words of the records that it will read */
  constructor(lexicon) {
    this.lexicon = lexicon;
    this.records = [];
    /**
     * The places of the records of one edition by their keys; in all editions a key says nothing
     * alone.
     */
    this.at = new Map();
    this.passages = [];
    /** For each record the place of its first passage. */
    this.begins = [];
    /** How often each word of the lexicon is printed. */
    this.printed = [];
    /** All stems, each with the words of the lexicon that have it. */
    this.stems = new Map();
    this.headings = new Map();
    /**
     * For each record the stems of its heading, of that of the rule above it, and of its chapter's.
     */
    this.own = [];
    this.above = [];
    this.chapter = [];
    /** For the stems of a heading the records that it is the own one of, or the one above. */
    this.under = new Map();
    this.cited = new Map();
    this.names = new Map();
    this.initials = new Map();
    this.found = new Map();
    this.corrected = new Map();
    this.used = new Map();
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

  /** Reads the texts of the next record. */
  read(record) {
    const place = this.records.push(record) - 1;
    if (!record.lineage) this.at.set(record.key, place);
    const { saturation, length, long } = definition.weights;
    this.own.push(this.headingOf(record.heading).stems);
    this.begins.push(this.passages.length);
    for (let part = 1; part < record.passage.length; part += 1) {
      const { words, cited } = this.readWords(...record.passage.span(part));
      for (const key of cited) if (key !== record.key) this.cite(key);
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

  /** How many words of a part count, and the rules that it cites. */
  readWords(begin, end) {
    const { lexicon, printed } = this;
    const { text } = lexicon;
    let cited = NOTHING;
    let words = 0;
    let afterRule = false;
    // a million words in all: nothing is made here for each of them
    for (let at = begin; at < end; at += 1) {
      const number = text[at];
      const reading = lexicon.reading(number);
      printed[number] = (printed[number] ?? 0) + 1;
      words += reading.stems.length;
      if (reading.cited.length) cited = new Set([...cited, ...reading.cited]);
      if (afterRule && reading.chapter) cited = new Set([...cited, reading.chapter]);
      afterRule = reading.isRule;
    }
    return { words, cited };
  }

  cite(key) {
    this.cited.set(key, (this.cited.get(key) ?? 0) + 1);
  }

  /** The words of a heading that count, and their stems. */
  headingOf(heading) {
    let known = this.headings.get(heading);
    if (!known) {
      const words = wordsIn(heading).filter((word) => !definition.stop.has(word));
      this.headings.set(heading, (known = { words, stems: new Set(words.map(stemOf)) }));
      this.under.set(known.stems, []);
      for (const stem of known.stems) if (!this.stems.has(stem)) this.stems.set(stem, []);
    }
    return known;
  }

  /** Notes for a record, when all are read, the headings above it. */
  putUnderHeadings(place) {
    const record = this.records[place];
    this.above.push(this.headingOf(this.headingAt(ruleOf(record.key), record)).stems);
    this.chapter.push(this.headingOf(this.headingAt(chapterOf(record.key), record)).stems);
    for (const stems of new Set([this.own[place], this.above[place]]))
      this.under.get(stems)?.push(place);
  }

  /** The heading of the rule or chapter above a record; empty for the record itself. */
  headingAt(key, record) {
    if (key === record.key) return "";
    return record.lineage
      ? record.headingThen(key)
      : (this.records[this.at.get(key)]?.heading ?? "");
  }

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
   */
  find(stems) {
    const wanted = stems.filter((stem) => !this.found.has(stem));
    if (!wanted.length) return;
    const lists = new Array(this.lexicon.printed.length).fill(null);
    for (const stem of wanted) {
      const having = [];
      this.found.set(stem, { having, headed: this.findHeaded(stem) });
      for (const number of this.stems.get(stem) ?? [])
        lists[number] = [
          ...(lists[number] ?? []),
          [having, this.lexicon.reading(number).stems.filter((one) => one === stem).length],
        ];
    }
    const { text } = this.lexicon;
    this.passages.forEach(({ begin, end }, place) => {
      for (let at = begin; at < end; at += 1) {
        const found = lists[text[at]];
        if (found === null) continue;
        for (const [having, times] of found) {
          if (having.at(-2) === place) having[having.length - 1] += times;
          else having.push(place, times);
        }
      }
    });
  }

  findHeaded(stem) {
    const places = new Set(
      [...this.under].flatMap(([stems, under]) => (stems.has(stem) ? under : NONE)),
    );
    return [...places].flatMap((place) => this.passagesOf(place));
  }

  /** The places of the passages of a record. */
  passagesOf(place) {
    const begin = this.begins[place];
    return Array.from(
      { length: (this.begins[place + 1] ?? this.passages.length) - begin },
      (_, at) => begin + at,
    );
  }

  /** The places of the passages that have a stem, each followed by how often: `[3, 1, 17, 2]`. */
  having(stem) {
    this.find([stem]);
    return this.found.get(stem).having;
  }

  /** The places of the passages under a heading that has a stem. */
  headed(stem) {
    this.find([stem]);
    return this.found.get(stem).headed;
  }

  /** A factor of how often a record is referred to; in all editions a number says nothing alone. */
  prior(place) {
    if (!this.at.size) return 1;
    const { cited: weight, first } = definition.weights;
    const { key } = this.records[place];
    const below = this.records[place - 1] ?? this.records.at(-1);
    const prior = 1 + weight * rounded(Math.log(1 + (this.cited.get(key) ?? 0)));
    return key === `${below.key}a` && !below.text ? prior + first : prior;
  }

  /** Notes a record by its names, and a heading of several words by its initials. */
  nameRecord(place) {
    const { heading } = this.records[place];
    const known = this.headings.get(heading);
    known.names ??= namesOf(heading)
      .map((name) => [name, wordsIn(name)])
      .map(([name, words]) => ({
        name,
        called: joined(words),
        initials: words.length > 1 ? words.map(([letter]) => letter).join("") : "",
      }));
    for (const { name, called, initials } of known.names) {
      const places = this.names.get(called);
      if (!places && called) this.names.set(called, [place]);
      else if (called && places.at(-1) !== place) places.push(place);
      if (initials && !this.initials.has(initials)) this.initials.set(initials, name);
    }
  }

  /** How often each word is printed, in texts and headings. */
  get frequencies() {
    if (!this.counted) {
      this.counted = new Map();
      const count = (word, times) => this.counted.set(word, (this.counted.get(word) ?? 0) + times);
      this.printed.forEach((times, number) => {
        for (const word of this.lexicon.reading(number).words) count(word, times);
      });
      for (const { heading } of this.records)
        for (const word of this.headingOf(heading).words) count(word, 1);
    }
    return this.counted;
  }

  /** How rare a stem is among the passages. */
  rarity(stem) {
    const total = this.passages.length;
    const frequency = this.having(stem).length / 2 || Math.min(1, this.headed(stem).length);
    return rounded(Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)));
  }

  /** Whether the passages use a name, not counting those that only remember it. */
  uses(name) {
    if (!this.used.has(name)) this.used.set(name, this.findUse(name));
    return this.used.get(name);
  }

  findUse(name) {
    const lists = name
      .split(" ")
      .filter((word) => !definition.stop.has(word))
      .map((word) => this.having(stemOf(word)).filter((_, at) => at % 2 === 0));
    const [first = [], ...others] = lists.map((list) => new Set(list));
    const candidates = [...first].filter((at) => others.every((list) => list.has(at)));
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

  /** The records that words name. */
  called(words) {
    return this.names.get(joined(words)) ?? [];
  }

  /** The rules that a glossary entry refers to. */
  leads(place) {
    const { key, text } = this.records[place];
    if (!isTerm(key)) return [];
    const numbers = new Set([...text.matchAll(SEE)].map(([, number]) => number));
    return [...numbers]
      .filter((number) => this.at.has(number))
      .map((number) => this.at.get(number));
  }

  /** The word of the passages that a mistyped one most likely is. */
  correct(word) {
    if (!this.corrected.has(word)) this.corrected.set(word, correct(word, this.frequencies));
    return this.corrected.get(word);
  }

  /** What a record is about: its heading, or that of the rule above it. */
  title(place) {
    const record = this.records[place];
    return record.heading || this.headingAt(ruleOf(record.key), record);
  }

  /** The chapter of a record, with its number. */
  chapterTitle(place) {
    const record = this.records[place];
    const chapter = chapterOf(record.key);
    if (chapter === "glossary") return "Glossary";
    const heading = chapter === record.key ? record.heading : this.headingAt(chapter, record);
    return `${chapter} ${heading}`.trim();
  }

  /** The field and text to show of a record: of a heading the first rule below it. */
  shown(place) {
    const { key, text, lineage } = this.records[place];
    if (!text && !isTerm(key) && !lineage) {
      const below = this.records
        .slice(place + 1, place + 3)
        .find((one) => one.text && one.key.startsWith(key));
      if (below) return [`below:${below.key}`, below.text];
    }
    return ["text", text];
  }
}
