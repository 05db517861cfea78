// The passages of an edition, or of all editions, with what ranks them. As `graph/search/index.py`.
import { definition } from "./definition.js";
import { correct, stemOf, wordsIn } from "./text.js";
import { chapterOf, isTerm, ruleOf } from "./words.js";

const SEE = /[Ss]ee (?:also )?rules? ([1-9]\d{2}(?:\.\d{1,3}[a-z]?)?)/g;
const CITED = /(?<![\w.])[1-9]\d{2}\.\d{1,3}[a-z]?(?!\w)|(?<=rule )[1-9]\d{2}(?![\w.])/g;
const BARE = /\s*\(Obsolete\)$/i;
/** Words of passages that only mention a former name; such passages do not count as uses of the name. */
const REMEMBERS = /\b(?:obsolete|former|formerly|previously|older|used to)\b/i;
/** So many records are read at once: the reader goes on typing meanwhile. */
const AT_ONCE = 300;
const NOTHING = new Set();

/** A number with as many digits of a logarithm as count: libraries differ in the last ones. */
const rounded = (value) => Math.round(value * 1e6) / 1e6;

function countedStems(text, counts = null) {
  const words = wordsIn(text).filter((word) => !definition.stop.has(word));
  if (counts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.map(stemOf);
}

/** A heading and the names within it: "Kicker, Kicked", "Bury (Obsolete)". */
function namesOf(heading) {
  const bare = heading.replace(BARE, "");
  const parts = bare.includes(",") ? bare.split(",").map((part) => part.replace(/[“”"]/g, "").trim()) : [];
  return [bare, ...parts.filter((part) => part.length > 2)];
}

/** The stems of words without blanks: "flash back" is "flashback". */
const joined = (words) => words.map(stemOf).join("");

export class Index {
  /**
   * @param records in document order: `{key, heading, text, examples}`; in a search of all editions also `above`, the heading
   *   of the rule above it
   * @param total how many passages count as all; null for those of the records
   */
  static async of(records, total = null) {
    const made = new Index(records, total);
    for (let from = 0; from < records.length; from += AT_ONCE) {
      for (let place = from; place < Math.min(from + AT_ONCE, records.length); place += 1) made.read(place);
      await new Promise((done) => { setTimeout(done); });
    }
    made.finish();
    return made;
  }

  constructor(records, total) {
    this.records = records;
    this.total = total;
    this.at = new Map(records.map(({ key }, place) => [key, place]));
    this.frequencies = new Map();
    this.passages = [];
    this.postings = new Map();
    this.own = records.map(({ heading }) => new Set(countedStems(heading, this.frequencies)));
    this.corrected = new Map();
    this.used = new Map();
  }

  read(place) {
    const { text, examples } = this.records[place];
    const { saturation, length, long } = definition.weights;
    for (const [field, shown] of [["text", text], ...examples.map((example, at) => [`example:${at}`, example])]) {
      const stems = countedStems(shown, this.frequencies);
      const norm = saturation * (1 - length + (length * stems.length) / long);
      const counts = new Map();
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
      for (const [stem, frequency] of counts) {
        let list = this.postings.get(stem);
        if (!list) this.postings.set(stem, (list = new Map()));
        list.set(this.passages.length, frequency);
      }
      this.passages.push({ record: place, field, text: shown, stems, norm });
    }
  }

  finish() {
    const { records } = this;
    const headingStems = (key, own) => (key !== own && this.at.has(key) ? this.own[this.at.get(key)] : NOTHING);
    this.above = records.map((one) => (one.above ? new Set(countedStems(one.above)) : headingStems(ruleOf(one.key), one.key)));
    this.chapter = records.map(({ key }) => headingStems(chapterOf(key), key));
    this.headed = new Map();
    this.passages.forEach(({ record }, at) => {
      for (const stem of new Set([...this.own[record], ...this.above[record]])) {
        if (!this.headed.has(stem)) this.headed.set(stem, []);
        this.headed.get(stem).push(at);
      }
    });
    this.stems = new Set([...this.postings.keys(), ...this.headed.keys()]);
    this.priors = this.findPriors();
    this.nameRecords();
  }

  /** For each record a factor of how often it is referred to and how many rules are below it. */
  findPriors() {
    const cited = new Map();
    const count = (key) => cited.set(key, (cited.get(key) ?? 0) + 1);
    for (const { key, text, examples } of this.records) {
      const above = ruleOf(key);
      if (above !== key) count(above);
      else if (above.includes(".") && !isTerm(above)) count(chapterOf(above));
      for (const passage of [text, ...examples]) for (const number of new Set(passage.match(CITED) ?? [])) if (number !== key) count(number);
    }
    const { cited: weight, first } = definition.weights;
    return this.records.map(({ key }, place) => {
      const below = this.records[place - 1] ?? this.records.at(-1);
      const prior = 1 + weight * rounded(Math.log(1 + (cited.get(key) ?? 0)));
      return key === `${below.key}a` && !below.text ? prior + first : prior;
    });
  }

  /** Notes the records by their names, rules before glossary entries, and headings of several words by their initials. */
  nameRecords() {
    this.names = new Map();
    this.initials = new Map();
    const places = [...this.records.keys()].sort((one, other) => isTerm(this.records[one].key) - isTerm(this.records[other].key));
    for (const place of places) {
      for (const name of namesOf(this.records[place].heading)) {
        const words = wordsIn(name);
        const known = joined(words);
        if (known && !this.names.has(known)) this.names.set(known, []);
        if (known && !this.names.get(known).includes(place)) this.names.get(known).push(place);
        const initials = words.map(([letter]) => letter).join("");
        if (words.length > 1 && !this.initials.has(initials)) this.initials.set(initials, name);
      }
    }
  }

  /** How rare a stem is among the passages. */
  rarity(stem) {
    const total = this.total ?? this.passages.length;
    const frequency = this.postings.get(stem)?.size || Math.min(1, this.headed.get(stem)?.length ?? 0);
    return rounded(Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)));
  }

  /** Whether the passages use a name, not counting those that only remember it. */
  uses(name) {
    if (!this.used.has(name)) this.used.set(name, this.findUse(name));
    return this.used.get(name);
  }

  findUse(name) {
    const [first, ...others] = name.split(" ").filter((word) => !definition.stop.has(word)).map((word) => this.postings.get(stemOf(word)) ?? new Map());
    const candidates = first ? [...first.keys()].filter((at) => others.every((list) => list.has(at))) : [];
    return candidates.some((at) => {
      const { record, text } = this.passages[at];
      const said = ` ${wordsIn(text.replaceAll("-", " ")).join(" ")} `;
      return said.includes(` ${name} `) && !REMEMBERS.test(this.records[record].heading) && !REMEMBERS.test(text);
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
    return [...numbers].filter((number) => this.at.has(number)).map((number) => this.at.get(number));
  }

  /** The word of the passages that a mistyped one most likely is. */
  correct(word) {
    if (!this.corrected.has(word)) this.corrected.set(word, correct(word, this.frequencies));
    return this.corrected.get(word);
  }

  /** What a record is about: its heading, or that of the rule above it. */
  title(place) {
    const { key, heading, above } = this.records[place];
    return heading || above || (this.records[this.at.get(ruleOf(key))]?.heading ?? "");
  }

  /** The chapter of a record, with its number. */
  chapterTitle(place) {
    const chapter = chapterOf(this.records[place].key);
    return chapter === "glossary" ? "Glossary" : `${chapter} ${this.records[this.at.get(chapter)]?.heading ?? ""}`.trim();
  }

  /** The field and text to show of a record: of a heading the first rule below it. */
  shown(place) {
    const { key, text } = this.records[place];
    if (!text && !isTerm(key)) {
      const below = this.records.slice(place + 1, place + 3).find((one) => one.text && one.key.startsWith(key));
      if (below) return [`below:${below.key}`, below.text];
    }
    return ["text", text];
  }
}
