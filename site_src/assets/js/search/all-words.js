// @ts-check
// The words of all editions. `search/all/contents.json` has everything but the texts, which are
// loaded from other files when they are needed. `site_src/search/all_editions.py` describes the
// files.
import { readLines } from "../lib/lines.js";
import { readBlock } from "./blocks.js";
import { definition } from "./definition.js";
import { Files, WORDS } from "./files.js";
import { Lexicon } from "./lexicon.js";
import { listStems, needsAllWords } from "./needed-words.js";
import { stemOf, wordsIn } from "./text.js";
import { Words } from "./words.js";

/**
 * @typedef {import("./words.js").LineGroups} LineGroups
 * @typedef {import("./words.js").Record} Record
 */

/**
 * The passages that have a stem in their text: their positions, how often each has it, and where
 * its places begin in `packed`. Of the places, the first is the number of words before it in the
 * passage, without stop words; each further one is the difference from the one before.
 * @typedef {{passages: number[], times: number[], begins: number[], packed: number[]}} Uses
 */

/** @type {Uses} */
const NO_USES = { passages: [], times: [], begins: [], packed: [] };

/**
 * A place in the files of `search/all/texts/`.
 * @typedef {object} Place
 * @property {string} file its name, such as `texts/12`
 * @property {number} lineage position of the lineage in the file
 * @property {number} wording position of the wording in the lineage
 */

/**
 * The words of a rule or entry in some editions, as a `Passage` has them. Part 0 is the heading,
 * part 1 the text; the others are examples. Until its file has arrived, texts and examples are
 * empty.
 */
export class Wording {
  /**
   * @param {Files} files
   * @param {Place} place
   * @param {string} heading
   * @param {number[]} counts how many words of the text and of each example are no stop words
   */
  constructor(files, place, heading, counts) {
    this.files = files;
    this.place = place;
    this.heading = heading;
    this.counts = counts;
    /**
     * By part the words as the search compares them, once they were asked for.
     * @type {{stems: string[]}[][]}
     */
    this.read = [];
  }

  /** The number of parts: heading, text and examples. */
  get length() {
    return this.counts.length + 1;
  }

  /** Whether its texts have arrived, or will not arrive. */
  get isSettled() {
    return this.files.isSettled(this.place.file);
  }

  /**
   * The words of a part as printed.
   * @param {number} part
   * @returns {string}
   */
  printed(part) {
    if (part === 0) return this.heading;
    const { file, lineage, wording } = this.place;
    const { text = "", examples = [] } = this.files.find(file)?.lineages[lineage][wording] ?? {};
    return part === 1 ? text : (examples[part - 2] ?? "");
  }

  /**
   * The words of a part as the search compares them.
   * @param {number} part
   */
  readings(part) {
    const known = this.read[part];
    if (known) return known;
    const words = wordsIn(this.printed(part)).filter((word) => !definition.stop.has(word));
    const readings = [{ stems: words.map(stemOf) }];
    if (words.length) this.read[part] = readings;
    return readings;
  }

  /** Where a part begins and ends in the text of the lexicon, which has none of these words. */
  span() {
    return /** @type {[number, number]} */ ([0, 0]);
  }
}

/**
 * The first line of `search/all/contents.json`.
 * @typedef {object} Head
 * @property {string} build
 * @property {[string, string][]} editions date and set of each, oldest first
 * @property {string[]} uses for each file of `search/all/uses/` the first of its stems
 * @property {number[]} texts for each file of `search/all/texts/` the position of its first lineage
 */

/** The words of all editions. */
export class AllWords extends Words {
  /**
   * @param {Head} head
   * @param {(name: string) => Promise<any>} fetchFile fetches a file by its name, such as `uses/12`
   */
  constructor({ build, editions, uses, texts }, fetchFile) {
    /** @type {Wording[]} */
    const wordings = [];
    super(new Lexicon([""]), editions, wordings);
    this.wordings = wordings;
    this.files = new Files(build, fetchFile);
    /** For each file of texts the position of its first lineage. */
    this.firsts = texts;
    /** For each file of uses the first of its stems. */
    this.firstStems = uses;
    /** The number of the file with the texts of the lineage that is read next. */
    this.file = 0;
    /**
     * How often each word is printed, once somebody asked and the file that says so had arrived.
     * @type {Map<string, number> | undefined}
     */
    this.counted = undefined;
  }

  /**
   * How often each word is printed; null if the file that says so has not arrived.
   * @returns {Map<string, number> | null}
   */
  get frequencies() {
    const found = this.files.find(WORDS);
    if (!found) return null;
    this.counted ??= new Map(Object.entries(found.words));
    return this.counted;
  }

  /**
   * Loads the files that a query certainly needs, so that it need not be answered without them
   * first.
   * @param {string} query
   */
  async load(query) {
    for (const stem of listStems(query)) this.usesOf(stem);
    if (needsAllWords(query)) this.files.find(WORDS);
    await this.files.load();
  }

  /**
   * The uses of a stem in texts and examples; null if their file has not arrived.
   * @param {string} stem
   * @returns {Uses | null}
   */
  usesOf(stem) {
    const file = this.firstStems.findLastIndex((first) => first <= stem);
    // it is before all others
    if (file < 0) return NO_USES;
    const found = this.files.find(`uses/${file}`);
    if (!found) return null;
    return Object.hasOwn(found.uses, stem) ? unpackUses(found.uses[stem]) : NO_USES;
  }

  /**
   * The place of the texts of the lineage that is being read.
   * @param {number} wording position of the wording in the lineage
   * @returns {Place}
   */
  placeOf(wording) {
    const lineage = this.lineages.length;
    if (lineage >= this.firsts[this.file + 1]) this.file += 1;
    return { file: `texts/${this.file}`, lineage: lineage - this.firsts[this.file], wording };
  }
}

/**
 * The uses of a stem.
 * @param {number[]} packed for each passage the difference between its position and that of the one
 *   before, how often it has the stem, and the places of the stem in it
 * @returns {Uses}
 */
function unpackUses(packed) {
  /** @type {Uses} */
  const uses = { passages: [], times: [], begins: [], packed };
  let passage = 0;
  for (let index = 0; index < packed.length; index += 2 + packed[index + 1]) {
    passage += packed[index];
    uses.passages.push(passage);
    uses.times.push(packed[index + 1]);
    uses.begins.push(index + 2);
  }
  return uses;
}

/**
 * The places of a stem in one of the passages that have it.
 * @param {Uses} uses
 * @param {number} at position among these passages
 */
export function placesIn({ times, begins, packed }, at) {
  /** @type {number[]} */
  const places = [];
  let place = 0;
  for (const distance of packed.slice(begins[at], begins[at] + times[at])) {
    place += distance;
    places.push(place);
  }
  return places;
}

/**
 * Takes a lineage over.
 * @param {AllWords} words
 * @param {import("./blocks.js").PackedLineage} packed
 */
function takeLineage(words, packed) {
  const { files, wordings } = words;
  const begin = wordings.length;
  for (const [position, { heading, counts }] of packed.wordings.entries())
    wordings.push(new Wording(files, words.placeOf(position), heading, counts));
  const runs = packed.runs.map(({ key, first, last, wording }) => ({
    key,
    first,
    last,
    passage: begin + wording,
  }));
  const lineage = { name: null, runs: runs.reverse() };
  words.lineages.push(lineage);
  return lineage;
}

/**
 * Reads the words of all editions.
 * @param {LineGroups} groups of lines of `search/all/contents.json`
 * @param {(name: string) => Promise<any>} fetchFile fetches a file below `search/all/` by its name
 * @param {(record: Record, words: AllWords) => void} take is called with each record when it was
 *   read
 */
export async function readAll(groups, fetchFile, take) {
  /** @type {AllWords | undefined} */
  let read;
  await readLines(
    groups,
    (/** @type {Head} */ head) => {
      read = new AllWords(head, fetchFile);
    },
    (/** @type {import("./blocks.js").LineageBlock} */ block) => {
      const words = /** @type {AllWords} */ (read);
      for (const packed of readBlock(block, words.newest))
        for (const record of words.recordsOf(takeLineage(words, packed))) take(record, words);
    },
  );
  return /** @type {AllWords} */ (read);
}
