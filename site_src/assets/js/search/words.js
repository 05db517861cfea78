// @ts-check
// The words of the rules, read from `search/now.json` (the latest edition) and `search/years/` (the
// editions of a year each). `all-words.js` reads those of all editions.
import { readLines } from "../lib/lines.js";
import { isTerm, ruleOf } from "../lib/record-key.js";
import { Lexicon, Passage } from "./lexicon.js";

/** The number of a section, chapter, rule or subrule, with its parts: `7`, `702`, `702.40a`. */
const NUMBER = /^([1-9])(?:(\d\d)(?:\.([1-9]\d{0,2})([a-z]{1,2})?)?)?$/;

/**
 * Consecutive editions in which a rule has the same words under the same key.
 * @typedef {object} Run
 * @property {string} key
 * @property {number} first position of the first edition in `Words.editions`
 * @property {number} last position of the last edition
 * @property {number} passage position of the words in `Words.passages`
 */

/**
 * A rule or entry through all editions: its runs, oldest first, and its name
 * (`702.40a@2003-07-01`), which only the documents of `search/years/` have.
 * @typedef {{name: string | null, runs: Run[]}} Lineage
 */

/** @typedef {Passage | import("./all-words.js").Wording} AnyPassage */

/**
 * The lines of a document, in groups as they arrive.
 * @typedef {AsyncIterable<string[]> | Iterable<string[]>} LineGroups
 */

/**
 * The values by which keys are ordered, one after the other: whether it is the key of an entry;
 * section, chapter, rule, number of letters, letters; the ordinal of `104.5#2`; the key.
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
 * @param {Record} left
 * @param {Record} right
 */
function inOrder(left, right) {
  const order = (left.order ??= sortKeyOf(left.key));
  const otherOrder = (right.order ??= sortKeyOf(right.key));
  const position = order.findIndex((value, index) => value !== otherOrder[index]);
  if (position < 0) return 0;
  return order[position] < otherOrder[position] ? -1 : 1;
}

/**
 * A rule or entry as the search finds it: that of one edition, or in a search of all editions one
 * for each text that it had.
 */
export class Record {
  /**
   * @param {Words} words
   * @param {Run} run the newest one with the text
   * @param {Lineage | undefined} lineage in a search of all editions that of the rule or entry
   * @param {Run[] | undefined} runs in a search of all editions those with the text
   */
  constructor(words, run, lineage = undefined, runs = undefined) {
    /**
     * The values that order its key, once they were needed.
     * @type {(boolean | number | string)[] | undefined}
     */
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
   * The heading of a rule or chapter in the last edition with the text of this record. Only in a
   * search of all editions.
   * @param {string} key of the rule or chapter
   */
  headingThen(key) {
    return this.words.titles.at(key, this.run.last);
  }
}

/** The headings of all keys in all editions. */
class Titles {
  /**
   * @param {Lineage[]} lineages
   * @param {AnyPassage[]} passages
   */
  constructor(lineages, passages) {
    this.passages = passages;
    /**
     * The runs with each key.
     * @type {Map<string, Run[]>}
     */
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
   * The heading of a rule or chapter in an edition; empty if it has none there.
   * @param {string} key
   * @param {number} edition its position
   */
  at(key, edition) {
    for (const { first, last, passage } of this.byKey.get(key) ?? []) {
      if (first <= edition && edition <= last && this.passages[passage].heading)
        return this.passages[passage].heading;
    }
    return "";
  }
}

/** The words of one or more editions. */
export class Words {
  /**
   * @param {Lexicon} lexicon
   * @param {[string, string][]} editions date and set of each, oldest first
   * @param {AnyPassage[]} passages of which the runs of the lineages have the positions
   */
  constructor(lexicon, editions, passages) {
    this.lexicon = lexicon;
    this.editions = editions;
    this.passages = passages;
    /** @type {Lineage[]} */
    this.lineages = [];
    /**
     * By key the date of the edition since which a record has its words. Only for the latest
     * edition.
     * @type {Map<string, string>}
     */
    this.since = new Map();
    this.newest = editions.length - 1;
    /**
     * The headings, once they were needed; see `titles`.
     * @type {Titles | undefined}
     */
    this.titled = undefined;
  }

  get titles() {
    return (this.titled ??= new Titles(this.lineages, this.passages));
  }

  /**
   * The title of a run: its heading, or that of the rule above it in its last edition.
   * @param {Run} run
   */
  titleOf(run) {
    return this.passages[run.passage].heading || this.titles.at(ruleOf(run.key), run.last);
  }

  /**
   * The records of an edition, in its order.
   * @param {number} position the position of the edition
   */
  recordsAt(position) {
    return this.lineages
      .flatMap(({ runs }) =>
        runs
          .filter(({ first, last }) => first <= position && position <= last)
          .map((run) => new Record(this, run)),
      )
      .sort(inOrder);
  }

  /**
   * The records of a lineage in a search of all editions: one for each text, under the key that it
   * had last, newest first.
   * @param {Lineage} lineage
   */
  recordsOf(lineage) {
    /** @type {Map<number, {newest: Run, runs: Run[]}>} */
    const byPassage = new Map();
    for (const run of [...lineage.runs].reverse()) {
      const known = byPassage.get(run.passage);
      if (known) known.runs.unshift(run);
      else byPassage.set(run.passage, { newest: run, runs: [run] });
    }
    const found = [...byPassage.values()];
    return found.map(({ newest, runs }) => new Record(this, newest, lineage, runs));
  }

  /**
   * By the name of a lineage its key in an edition.
   * @param {number} position the position of the edition
   */
  keysAt(position) {
    /** @type {Map<string, string>} */
    const keys = new Map();
    for (const { name, runs } of this.lineages)
      for (const { first, last, key } of runs)
        if (name !== null && first <= position && position <= last) keys.set(name, key);
    return keys;
  }

  /**
   * The position of the edition in force on a day; that of the first edition for an earlier day.
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
 * @typedef {import("../data-files.js").NamedLineage} NamedLineage
 * @typedef {import("../data-files.js").NamedRecord} NamedRecord
 */

/**
 * A heading, a text and examples; those that are empty are left out.
 * @typedef {Pick<NamedRecord, "heading" | "text" | "examples">} Parts
 */

/**
 * The parts of a passage in a list, without those at the end that are empty.
 * @param {Parts} parts
 */
function listParts({ heading = "", text = "", examples = [] }) {
  const parts = [heading, text, ...examples];
  while (parts.at(-1) === "") parts.pop();
  return parts;
}

/**
 * Reads the words of the latest edition.
 * @param {LineGroups} groups of lines of `search/now.json`, which `site_src/search/words.py`
 *   describes
 * @param {(record: Record, words: Words) => void} take is called with each record when it was read
 */
export async function readToday(groups, take) {
  /** @type {Words | undefined} */
  let read;
  await readLines(
    groups,
    ({ edition }) => {
      read = new Words(new Lexicon([""]), [[edition, ""]], []);
    },
    (/** @type {NamedRecord} */ { key, since = "", ...parts }) => {
      const words = /** @type {Words} */ (read);
      const passage = words.passages.push(new Passage(words.lexicon, listParts(parts))) - 1;
      const run = { key, first: 0, last: 0, passage };
      words.lineages.push({ name: null, runs: [run] });
      if (since) words.since.set(key, since);
      take(new Record(words, run), words);
    },
  );
  return /** @type {Words} */ (read);
}

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
    (/** @type {NamedLineage} */ { name, runs }) => {
      const words = /** @type {Words} */ (read);
      const placed = runs.map(({ key, first, last, ...parts }) => {
        const passage = new Passage(words.lexicon, listParts(parts));
        return { key, first, last, passage: words.passages.push(passage) - 1 };
      });
      words.lineages.push({ name, runs: placed });
    },
  );
  return /** @type {Words} */ (read);
}
