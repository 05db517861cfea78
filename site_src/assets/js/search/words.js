// @ts-check
// The words of the rules, as `search/now.json`, `search/past.json` and `search/years/` have them:
// today's, those of all editions, and those of a few.
import { readLines } from "../lib/lines.js";
import { isTerm, ruleOf } from "../lib/record-key.js";
import { Lexicon, Passage } from "./lexicon.js";

/** @typedef {import("./lexicon.js").Edit} Edit */

const NUMBER = /^([1-9])(?:(\d\d)(?:\.([1-9]\d{0,2})([a-z]{1,2})?)?)?$/;

/**
 * A passage under one key.
 * @typedef {object} Run
 * @property {string} key
 * @property {number} first place of the first edition
 * @property {number} last place of the last edition
 * @property {number} passage place of the passage
 */

/**
 * @typedef {{name: string | null, runs: Run[]}} Lineage its name where the document has it, and its
 * runs, oldest first
 */

/**
 * @typedef {AsyncIterable<string[]> | Iterable<string[]>} LineGroups lines of a document as they
 * come
 */

/**
 * What orders keys: whether it is a term, section, chapter, rule, letters, ordinal.
 * @param {string} key
 * @returns {(boolean | number | string)[]}
 */
function sortKeyOf(key) {
  const [, section = 0, chapter = -1, rule = 0, letters = ""] =
    (isTerm(key) ? null : NUMBER.exec(key.replace(/#.*/, ""))) ?? [];
  const number = section
    ? [Number(section), Number(chapter), Number(rule), letters.length, letters]
    : [0, 0, 0, 0, ""];
  return [isTerm(key), ...number, Number(/#(\d+)$/.exec(key)?.[1] ?? 1), key];
}

/**
 * Orders records as an edition does: rules by their numbers, then glossary entries by their keys.
 * @param {Record} one
 * @param {Record} other
 */
function inOrder(one, other) {
  const order = (one.order ??= sortKeyOf(one.key));
  const otherOrder = (other.order ??= sortKeyOf(other.key));
  const at = order.findIndex((value, index) => value !== otherOrder[index]);
  if (at < 0) return 0;
  return order[at] < otherOrder[at] ? -1 : 1;
}

/** What is searched: a rule or entry with one text, where it has it. */
export class Record {
  /**
   * @param {Words} words
   * @param {Run} run its newest
   * @param {Lineage | undefined} lineage in a search of all editions
   * @param {Run[] | undefined} runs in a search of all editions those with this text
   */
  constructor(words, run, lineage = undefined, runs = undefined) {
    /** @type {(boolean | number | string)[] | undefined} */
    this.order = undefined;
    this.words = words;
    this.run = run;
    this.lineage = lineage;
    this.runs = runs;
    this.key = run.key;
    this.passage = words.passages[run.passage];
  }

  get heading() {
    return this.passage.heading;
  }

  get text() {
    return this.passage.printed(1);
  }

  /**
   * In a search of all editions the heading that a rule or chapter has in the last one with this
   * text.
   * @param {string} key
   */
  headingThen(key) {
    return this.words.titles.at(key, this.run.last);
  }
}

/** The headings of all keys in all editions. */
class Titles {
  /**
   * @param {Lineage[]} lineages
   * @param {Passage[]} passages
   */
  constructor(lineages, passages) {
    this.passages = passages;
    /** @type {Map<string, Run[]>} */
    this.byKey = new Map();
    for (const { runs } of lineages) {
      for (const run of runs) {
        const known = this.byKey.get(run.key);
        if (known) known.push(run);
        else this.byKey.set(run.key, [run]);
      }
    }
  }

  /**
   * @param {string} key
   * @param {number} edition
   */
  at(key, edition) {
    for (const { first, last, passage } of this.byKey.get(key) ?? []) {
      if (first <= edition && edition <= last && this.passages[passage].heading)
        return this.passages[passage].heading;
    }
    return "";
  }
}

/** What can be searched. */
export class Words {
  /**
   * @param {Lexicon} lexicon
   * @param {[string, string][]} editions date and set
   * @param {Passage[]} passages
   */
  constructor(lexicon, editions, passages) {
    this.lexicon = lexicon;
    this.editions = editions;
    this.passages = passages;
    /** @type {Lineage[]} */
    this.lineages = [];
    /**
     * By key the edition since which a record has its words; of the latest edition alone.
     * @type {Map<string, string>}
     */
    this.since = new Map();
    this.newest = editions.length - 1;
    /** The build of the site that it is from; of the latest edition alone. */
    this.build = "";
    /** @type {Titles | undefined} */
    this.titled = undefined;
  }

  get titles() {
    return (this.titled ??= new Titles(this.lineages, this.passages));
  }

  /**
   * What a run is about: its heading, or that of the rule above it then.
   * @param {Run} run
   */
  titleOf(run) {
    return this.passages[run.passage].heading || this.titles.at(ruleOf(run.key), run.last);
  }

  /**
   * The records of an edition by its place, as it orders them.
   * @param {number} at
   */
  recordsAt(at) {
    return this.lineages
      .flatMap(({ runs }) =>
        runs
          .filter(({ first, last }) => first <= at && at <= last)
          .map((run) => new Record(this, run)),
      )
      .sort(inOrder);
  }

  /**
   * The records of all editions: of each rule every text, at its latest place, the newest first.
   */
  recordsOfAll() {
    return this.lineages.flatMap((lineage) => {
      /** @type {Map<number, {newest: Run, runs: Run[]}>} */
      const byPassage = new Map();
      for (const run of [...lineage.runs].reverse()) {
        const known = byPassage.get(run.passage);
        if (known) known.runs.unshift(run);
        else byPassage.set(run.passage, { newest: run, runs: [run] });
      }
      const found = [...byPassage.values()];
      return found.map(({ newest, runs }) => new Record(this, newest, lineage, runs));
    });
  }

  /**
   * By lineage the key in an edition.
   * @param {number} at
   */
  keysAt(at) {
    /** @type {Map<string, string>} */
    const keys = new Map();
    for (const { name, runs } of this.lineages)
      for (const { first, last, key } of runs)
        if (name !== null && first <= at && at <= last) keys.set(name, key);
    return keys;
  }

  /**
   * The place of the edition in force on a day; the first one for a day before it.
   * @param {string} day
   */
  inForce(day) {
    return Math.max(
      0,
      this.editions.findLastIndex(([date]) => date <= day),
    );
  }
}

/**
 * A heading, a text and examples; what is empty is left out.
 * @typedef {{heading?: string, text?: string, examples?: string[]}} Parts
 */

/** @typedef {Parts & {key: string, since?: string}} NamedRecord a record of `search/now.json` */

/**
 * What makes a passage of its parts: each with its end, which the last one lacks.
 * @param {Parts} parts
 * @returns {Edit[]}
 */
function joinParts({ heading = "", text = "", examples = [] }) {
  const parts = [heading, text, ...examples];
  while (parts.at(-1) === "") parts.pop();
  return parts.flatMap((part, at) => (at ? [0, part] : [part]));
}

/**
 * Reads the words of the latest edition.
 * @param {LineGroups} groups of lines of `search/now.json`, which `site_src/search/words.py`
 *   describes
 * @param {(record: Record, words: Words) => void} take gets each record when it is known
 */
export async function readToday(groups, take) {
  /** @type {Words | undefined} */
  let read;
  await readLines(
    groups,
    ({ edition, build }) => {
      read = new Words(new Lexicon([""]), [[edition, ""]], []);
      read.build = build;
    },
    (/** @type {NamedRecord} */ { key, since = "", ...parts }) => {
      const words = /** @type {Words} */ (read);
      const passage = words.passages.push(new Passage(words.lexicon, joinParts(parts))) - 1;
      const run = { key, first: 0, last: 0, passage };
      words.lineages.push({ name: null, runs: [run] });
      if (since) words.since.set(key, since);
      take(new Record(words, run), words);
    },
  );
  return /** @type {Words} */ (read);
}

/**
 * A run as the documents have it: the key if it is another than that of the run before it, the
 * first edition, the last if a gap follows, and the passage if it is another one: the place of a
 * passage that is known, or what makes it.
 * @typedef {string | [number] | number | [number, number | Edit[]]} PackedRun
 */

/**
 * Reads the runs of a lineage.
 * @param {Words} words
 * @param {string} newest the key of its newest run
 * @param {number} known the passage of that, if another document has it; else -1
 * @param {PackedRun[]} packed
 */
function readLineage(words, newest, known, packed) {
  const { lexicon, passages } = words;
  /** @type {Run[]} */
  const runs = [];
  let key = newest;
  let passage = known;
  let last = words.newest;
  for (const item of packed) {
    if (typeof item === "string") key = item;
    else if (Array.isArray(item) && item.length === 1) [last] = item;
    else {
      const [first, made] = Array.isArray(item) ? item : [item, passage];
      if (typeof made === "number") passage = made;
      else {
        const base = runs.length ? passages[passage] : null;
        passage = passages.push(new Passage(lexicon, made, base)) - 1;
      }
      runs.push({ key, first, last, passage });
      last = first - 1;
    }
  }
  words.lineages.push({ name: null, runs: runs.reverse() });
}

/**
 * Reads the words of all editions.
 * @param {Words} now those of the latest one
 * @param {LineGroups} groups of lines of `search/past.json`
 */
export async function readAll(now, groups) {
  /** @type {Map<string, number>} */
  const today = new Map(now.lineages.map(({ runs: [{ key }] }, at) => [key, at]));
  /** @type {Words | undefined} */
  let read;
  await readLines(
    groups,
    ({ build, editions }) => {
      if (now.build !== build) throw new Error("the site was renewed meanwhile");
      read = new Words(now.lexicon, editions, [...now.passages]);
    },
    ([key, ...packed]) => {
      readLineage(/** @type {Words} */ (read), key, today.get(key) ?? -1, packed);
    },
  );
  return /** @type {Words} */ (read);
}

/**
 * @typedef {Parts & {key: string, first: number, last: number}} NamedRun a run in a document of
 * `search/years/`
 */

/**
 * Reads the words of some editions.
 * @param {LineGroups} groups of lines of a document of `search/years/`
 */
export async function readYears(groups) {
  /** @type {Words | undefined} */
  let read;
  await readLines(
    groups,
    (head) => {
      read = new Words(new Lexicon([""]), head.editions, []);
    },
    (/** @type {{name: string, runs: NamedRun[]}} */ { name, runs }) => {
      const words = /** @type {Words} */ (read);
      const placed = runs.map(({ key, first, last, ...parts }) => {
        const passage = new Passage(words.lexicon, joinParts(parts));
        return { key, first, last, passage: words.passages.push(passage) - 1 };
      });
      words.lineages.push({ name, runs: placed });
    },
  );
  return /** @type {Words} */ (read);
}
