// @ts-check
// The lineages of all editions, packed into blocks. `site_src/search/packed_lineages.py` describes
// them.

/**
 * Kinds of runs: the newest of its lineage; one with the wording of the newer run; one with the
 * wording of a run before that. Others have a wording that no newer run has.
 */
const [NEWEST, SAME, EARLIER] = [0, 1, 2];
/** What is added to the kind of a run. */
const [HAS_KEY, HAS_LAST, HAS_EXAMPLES, HAS_HEADING] = [4, 8, 16, 32];
const [ZERO, BACKSLASH] = [..."#\\"].map((character) => character.charCodeAt(0));
const ENTRY = "glossary:";
const LETTERS = 26;
const BEFORE_A = "a".charCodeAt(0) - 1;

/** @typedef {import("../data-files.js").LineageBlock} LineageBlock */

/**
 * A wording as a block has it.
 * @typedef {object} PackedWording
 * @property {string} heading
 * @property {number[]} counts how many words of the text and of each example are no stop words
 */

/**
 * A run as a block has it.
 * @typedef {object} PackedRun
 * @property {string} key
 * @property {number} first position of its first edition
 * @property {number} last position of its last edition
 * @property {number} wording position of its wording in the lineage
 */

/**
 * A lineage as a block has it: its runs, newest first, and their wordings.
 * @typedef {{runs: PackedRun[], wordings: PackedWording[]}} PackedLineage
 */

/**
 * The difference that a number means: 0, 1, 2, 3 mean 0, -1, 1, -2.
 * @param {number} number
 */
const unfoldSign = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

/** Numbers, each a character of a text, which are read one after the other. */
class Numbers {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  /** Whether numbers are left. */
  get hasMore() {
    return this.position < this.text.length;
  }

  /** Reads the next number. */
  read() {
    const code = this.text.charCodeAt(this.position);
    this.position += 1;
    return code - ZERO - (code > BACKSLASH ? 1 : 0);
  }

  /** Reads the next number as a difference. */
  readDifference() {
    return unfoldSign(this.read());
  }
}

/**
 * The letters of a subrule: `a` for 1, `aa` for 27, none for 0.
 * @param {number} number
 */
function lettersOf(number) {
  let letters = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / LETTERS))
    letters = String.fromCharCode(BEFORE_A + 1 + ((left - 1) % LETTERS)) + letters;
  return letters;
}

/**
 * The key of a rule with a number: `702.40a` for 702, 40 and 1.
 * @param {number[]} number
 */
const keyOf = ([chapter, rule, letters]) =>
  rule ? `${chapter}.${rule}${lettersOf(letters)}` : String(chapter);

/** Reads the lineages of a block. */
class BlockReader {
  /**
   * @param {LineageBlock} block
   * @param {number} newest position of the newest edition
   */
  constructor(block, newest) {
    this.newest = newest;
    this.kinds = new Numbers(block.kinds);
    this.firsts = new Numbers(block.firsts);
    this.lasts = new Numbers(block.lasts);
    this.chapters = new Numbers(block.chapters);
    this.rules = new Numbers(block.rules);
    this.letters = new Numbers(block.letters);
    this.earlier = new Numbers(block.wordings);
    this.words = new Numbers(block.words);
    this.examples = new Numbers(block.examples);
    this.keys = block.keys.values();
    this.headings = block.headings.values();
    /** The number of the newest run of the last lineage that had one. */
    this.newestNumber = [0, 0, 0];
    /** The last number in this lineage. */
    this.number = this.newestNumber;
  }

  /** Yields the lineages. */
  *lineages() {
    /** @type {PackedLineage | undefined} */
    let lineage;
    while (this.kinds.hasMore) {
      const kind = this.kinds.read();
      if (kind % HAS_KEY === NEWEST) {
        if (lineage) yield lineage;
        lineage = { runs: [], wordings: [] };
        this.number = this.newestNumber;
      }
      this.readRun(kind, /** @type {PackedLineage} */ (lineage));
      if (kind % HAS_KEY === NEWEST) this.newestNumber = this.number;
    }
    if (lineage) yield lineage;
  }

  /**
   * Reads the next run.
   * @param {number} kind
   * @param {PackedLineage} lineage to which it is added
   */
  readRun(kind, { runs, wordings }) {
    const newer = runs.at(-1);
    const key = kind & HAS_KEY || !newer ? this.readKey() : newer.key;
    const first = this.firsts.read();
    const before = newer ? newer.first - 1 : this.newest;
    const last = kind & HAS_LAST ? this.lasts.read() : before;
    const wording = this.readWording(kind, key, newer, wordings);
    runs.push({ key, first, last, wording });
  }

  /** Reads the next key. */
  readKey() {
    const chapter = this.chapters.read();
    if (!chapter) return this.keys.next().value ?? "";
    const [ofChapter, ofRule, ofLetters] = this.number;
    this.number = [
      ofChapter + unfoldSign(chapter - 1),
      ofRule + this.rules.readDifference(),
      ofLetters + this.letters.readDifference(),
    ];
    return keyOf(this.number);
  }

  /**
   * Reads the wording of a run, and returns its position in the lineage.
   * @param {number} kind of the run
   * @param {string} key of the run
   * @param {PackedRun | undefined} newer the run after it; undefined for the newest
   * @param {PackedWording[]} wordings of the lineage, to which a new one is added
   */
  readWording(kind, key, newer, wordings) {
    if (newer && kind % HAS_KEY === SAME) return newer.wording;
    if (kind % HAS_KEY === EARLIER) return this.earlier.read();
    const words = (wordings.at(-1)?.counts[0] ?? 0) + this.words.readDifference();
    const examples = kind & HAS_EXAMPLES ? this.examples.read() : 0;
    const ofExamples = Array.from({ length: examples }, () => this.examples.read());
    const expected = newer ? wordings[newer.wording].heading : "";
    const usual = key.startsWith(ENTRY) ? termOf(key) : expected;
    const heading = kind & HAS_HEADING ? (this.headings.next().value ?? "") : usual;
    return wordings.push({ heading, counts: [words, ...ofExamples] }) - 1;
  }
}

/**
 * The term in the key of a glossary entry: `Storm` of `glossary:Storm#2`.
 * @param {string} key
 */
const termOf = (key) => key.slice(ENTRY.length).replace(/#.*/, "");

/**
 * Yields the lineages of a block.
 * @param {LineageBlock} block
 * @param {number} newest position of the newest edition
 */
export const readBlock = (block, newest) => new BlockReader(block, newest).lineages();
