// @ts-check
// The index of all editions. It loads the uses of stems, and the texts, when they are needed.
import { placesIn, readAll } from "./all-words.js";
import { definition } from "./definition.js";
import { findSorted, Index } from "./index.js";
import { stemOf, wordsIn } from "./text.js";

/**
 * @typedef {import("./all-words.js").AllWords} AllWords
 * @typedef {import("./all-words.js").Uses} Uses
 * @typedef {import("./index.js").Occurrences} Occurrences
 * @typedef {import("./words.js").AnyPassage} AnyPassage
 */

/** @type {number[]} */
const NONE = [];
/** @type {string[]} */
const NO_STEMS = [];
/** @type {Map<string, number>} */
const NO_WORDS = new Map();
/** @type {Set<string>} */
const NO_KEYS = new Set();

/** Letters and digits in a row, of which words and phrases are made: `can` and `t` of `can't`. */
const PIECE = /[\p{L}\p{N}]+/gu;
/** The piece that a possessive loses: `player's` is indexed as `player`. */
const POSSESSIVE = "s";

/**
 * A run of a record, and the position of its wording.
 * @typedef {{run: import("./words.js").Run, position: number}} Use
 */

/**
 * The uses of the records of all editions, by key.
 * @param {import("./words.js").Record[]} records
 */
function listUsesByKey(records) {
  /** @type {Map<string, Use[]>} */
  const byKey = new Map();
  for (const [position, { runs = [] }] of records.entries()) {
    for (const run of runs) {
      const uses = byKey.get(run.key);
      if (uses) uses.push({ run, position });
      else byKey.set(run.key, [{ run, position }]);
    }
  }
  return byKey;
}

/**
 * The pieces of a phrase between which a passage with the phrase has no other words but stop words:
 * those on both sides of a blank, and of stop words between blanks.
 * @param {string} phrase
 */
function listNeighbours(phrase) {
  /** @type {[left: string, right: string][]} */
  const neighbours = [];
  /** @type {string | undefined} */
  let left;
  for (const word of phrase.split(" ")) {
    if (wordsIn(word).every((part) => definition.stop.has(part))) continue;
    const pieces = word.match(PIECE) ?? [];
    const [right] = pieces;
    if (left !== undefined && right !== undefined) neighbours.push([left, right]);
    left = pieces.at(-1);
  }
  return neighbours;
}

/** An index of the records of all editions. */
export class AllIndex extends Index {
  /**
   * Makes the index of all editions while its records are still arriving.
   * @param {import("./words.js").LineGroups} groups of lines of `search/all/contents.json`
   * @param {(name: string) => Promise<any>} fetchFile fetches a file below `search/all/` by its
   *   name
   */
  static async ofAll(groups, fetchFile) {
    /** @type {AllIndex | undefined} */
    let made;
    const words = await readAll(groups, fetchFile, (record, known) => {
      made ??= new AllIndex(known);
      made.read(record);
    });
    made ??= new AllIndex(words);
    await made.finish();
    return made;
  }

  /**
   * @param {AllWords} words of the records that it will read
   */
  constructor(words) {
    super(words);
    this.all = words;
    this.files = words.files;
    /**
     * By piece the stems of the words that have it, once they were looked for.
     * @type {Map<string, string[] | null>}
     */
    this.pieces = new Map();
    /**
     * By phrase its neighbours, once somebody asked for them.
     * @type {Map<string, [left: string, right: string][]>}
     */
    this.neighbours = new Map();
    /**
     * The uses of records by key, once they were needed.
     * @type {Map<string, Use[]> | undefined}
     */
    this.usesByKey = undefined;
    /**
     * By stem its uses in texts, once they were looked for.
     * @type {Map<string, Uses>}
     */
    this.usesByStem = new Map();
  }

  /** Whether words that were asked for have not arrived. */
  get isWaiting() {
    return this.files.needed.size > 0;
  }

  /**
   * Returns how many words of a part are no stop words. What it cites does not count in an index of
   * all editions.
   * @param {AnyPassage} passage
   * @param {number} part
   */
  readPart(passage, part) {
    const { counts } = /** @type {import("./all-words.js").Wording} */ (passage);
    return { words: counts[part - 1], cited: NO_KEYS };
  }

  /**
   * Finds the passages that have each of some stems, as far as their files have arrived.
   * @param {string[]} stems
   */
  find(stems) {
    for (const stem of new Set(stems)) {
      const uses = this.found.has(stem) ? null : this.all.usesOf(stem);
      if (!uses) continue;
      const { passages, times } = uses;
      this.found.set(stem, { passages, times, headed: this.findHeaded(stem) });
      this.usesByStem.set(stem, uses);
    }
  }

  /**
   * Whether a text or heading has a stem. A stem whose file has not arrived may be one of them.
   * @param {string} stem
   */
  knows(stem) {
    if (super.knows(stem)) return true;
    this.find([stem]);
    const uses = this.usesByStem.get(stem);
    return !uses || uses.passages.length > 0;
  }

  /**
   * The places of a stem in the text of a passage, as far as its file has arrived.
   * @param {number} position the position of the passage
   * @param {string} stem
   */
  placesOf(position, stem) {
    this.find([stem]);
    const uses = this.usesByStem.get(stem);
    const at = uses ? findSorted(uses.passages, position) : -1;
    return uses && at >= 0 ? placesIn(uses, at) : NONE;
  }

  /**
   * The places of some stems in the text of a passage, in their order.
   * @param {number} position the position of the passage
   * @param {Iterable<string>} stems
   * @returns {[place: number, stem: string][]}
   */
  listPlaces(position, stems) {
    /** @type {[number, string][]} */
    const places = [];
    for (const stem of new Set(stems))
      for (const place of this.placesOf(position, stem)) places.push([place, stem]);
    return places.sort(([left], [right]) => left - right);
  }

  /**
   * Whether a passage has words as they were typed, next to each other. Its text is needed only if
   * it may have them; until the text has arrived, it counts as typed.
   * @param {number} position the position of the passage
   * @param {string[]} words
   */
  hasAsTyped(position, words) {
    if (!this.mayHaveAsTyped(position, words)) return false;
    return !this.passages[position].text || super.hasAsTyped(position, words);
  }

  /**
   * Whether a passage has the stems of words next to each other.
   * @param {number} position the position of the passage
   * @param {string[]} words
   */
  mayHaveAsTyped(position, words) {
    const typed = words.join(" ").split(" ");
    const stems = typed.filter((word) => !definition.stop.has(word)).map(stemOf);
    const [first = NONE, ...further] = stems.map((stem) => this.placesOf(position, stem));
    const areNeighbours = first.some((place) =>
      further.every((places, order) => places.includes(place + order + 1)),
    );
    return !stems.length || areNeighbours;
  }

  /**
   * The positions of the passages that have a stem, and how often each has it. If the file of the
   * stem has not arrived, only those under a heading that has it.
   * @param {string} stem
   * @returns {Occurrences}
   */
  having(stem) {
    this.find([stem]);
    return this.found.get(stem) ?? { passages: NONE, times: NONE, headed: this.findHeaded(stem) };
  }

  /**
   * Whether a passage may have a phrase in its text, so that the text must be loaded: it has a word
   * with each piece of the phrase, and neighbours next to each other. Pieces of stop words are not
   * asked for.
   * @param {number} position the position of the passage
   * @param {string} phrase
   */
  mayHave(position, phrase) {
    const stemsOfPieces = (phrase.match(PIECE) ?? []).map((piece) => this.stemsWith(piece));
    const hasPieces = stemsOfPieces.every(
      (stems) => stems === null || stems.some((stem) => this.hasStem(position, stem)),
    );
    if (!hasPieces) return false;
    let neighbours = this.neighbours.get(phrase);
    if (!neighbours) {
      neighbours = listNeighbours(phrase);
      this.neighbours.set(phrase, neighbours);
    }
    return neighbours.every(([left, right]) => this.mayBeNeighbours(position, left, right));
  }

  /**
   * Whether a passage has a word with one piece right before a word with another, but for stop
   * words. Nobody knows that of pieces that stop words have.
   * @param {number} position the position of the passage
   * @param {string} left
   * @param {string} right
   */
  mayBeNeighbours(position, left, right) {
    const [stemsLeft, stemsRight] = [this.stemsWith(left), this.stemsWith(right)];
    if (stemsLeft === null || stemsRight === null) return true;
    const placesLeft = new Set(stemsLeft.flatMap((stem) => this.placesOf(position, stem)));
    return stemsRight.some((stem) =>
      this.placesOf(position, stem).some((place) => placesLeft.has(place - 1)),
    );
  }

  /**
   * Whether the text of a passage has arrived, or will not arrive.
   * @param {number} position the position of the passage
   */
  isRead(position) {
    const { source } = this.passages[position];
    return /** @type {import("./all-words.js").Wording} */ (source).isSettled;
  }

  /**
   * The stems of the words that have a piece; null if a stop word has it, which is not indexed.
   * @param {string} piece
   */
  stemsWith(piece) {
    const known = this.pieces.get(piece);
    if (known !== undefined) return known;
    const hasPiece = (/** @type {string} */ word) => word.match(PIECE)?.includes(piece);
    const isStop = piece === POSSESSIVE || [...definition.stop].some(hasPiece);
    const { frequencies } = this.all;
    // without the words it is asked again
    if (!isStop && !frequencies) return NO_STEMS;
    const stems = isStop
      ? null
      : [...new Set([...this.frequencies.keys()].filter(hasPiece).map(stemOf))];
    this.pieces.set(piece, stems);
    return stems;
  }

  /** How often each word is printed, in texts and headings; empty until the words have arrived. */
  get frequencies() {
    return this.all.frequencies ?? NO_WORDS;
  }

  /**
   * The word that a mistyped word most likely is; null for none, and until the words have arrived.
   * @param {string} word
   */
  correct(word) {
    return this.all.frequencies ? super.correct(word) : null;
  }

  /**
   * Whether any passage uses a name. It is found out again each time, because texts may have
   * arrived meanwhile.
   * @param {string} name
   */
  uses(name) {
    return this.findUse(name);
  }

  /**
   * The rules to which a glossary entry refers, with their wordings in the last edition that has
   * this wording of the entry. None for a rule, and as long as the text has not arrived.
   * @param {number} position
   */
  listReferred(position) {
    const { run } = this.records[position];
    const numbers = this.numbersIn(position);
    return numbers.flatMap((number) => this.wordingsAt(number, run.last));
  }

  /**
   * The positions of the wordings that the record with a key had in an edition: one, or none.
   * @param {string} key
   * @param {number} edition its position
   */
  wordingsAt(key, edition) {
    this.usesByKey ??= listUsesByKey(this.records);
    const uses = this.usesByKey.get(key) ?? [];
    return uses
      .filter(({ run }) => run.first <= edition && edition <= run.last)
      .map(({ position }) => position);
  }
}
