// @ts-check
// An edition, read from its manifest (`api/v1/e/2009-07-11/manifest.json`): its records and the
// files with their words. What became of the records until today is in one file for all editions,
// `api/v1/now.json`.
import { arrivedData, data, dataAtOnce, renew } from "../lib/data.js";
import { drawn } from "../lib/pieces.js";
import { chapterOf, hrefOf, isTerm } from "../lib/record-key.js";

/**
 * A file lacks the words that a manifest says it has: the two files are of different builds of the
 * site, and one of them came from a cache.
 */
export class OtherBuild extends Error {}

/**
 * A record of an edition, and where its words are.
 * @typedef {object} Row
 * @property {string} key
 * @property {string} kind
 * @property {string | null} lineage
 * @property {string} bucket name of the file below `api/v1/texts/` that has its words
 * @property {number} text number of its words, the same in all files; equal words have the same
 *   number
 */

/** @typedef {{number: string, rows: Row[]}} Chapter */

/**
 * @typedef {import("../data-files.js").Manifest} Manifest
 * @typedef {import("../data-files.js").Now} Now
 * @typedef {import("../data-files.js").ShownPassage} Words
 */

/**
 * What an edition is read from: its manifest, or the part of it that `unpackManifest` restores,
 * whose rows have fewer columns.
 * @typedef {Pick<Manifest, "columns" | "edition" | "headings" | "labels" | "references"> & {
 *   previous?: string | null, rules: unknown[][], glossary: unknown[][]}} ReadManifest
 */

/**
 * The words of each record that was asked for, by its key.
 * @typedef {{get: (key: string) => Words}} WordsByKey
 */

/**
 * A reference that does not lead to the keys that it names.
 * @typedef {object} OddReference
 * @property {string} status
 * @property {string[]} found the keys to which it leads in this edition
 * @property {string} problem a sentence about its fault; empty if the rule was only named otherwise
 */

/**
 * What became of a record: its key today, null if it is gone, and how much its words changed.
 * @typedef {{key: string | null, changed?: string | null}} Became
 */

/**
 * What became of the records of an edition.
 * @typedef {object} Today
 * @property {boolean} newest whether the edition is the latest
 * @property {(row: {lineage?: string | null, text?: number}) => Became} fateOf returns what became
 *   of a record of the edition
 * @property {(key: string) => Row | null} at returns the record that today has this key
 */

/** @param {Row} row */
const bucketName = (row) => `texts/${row.bucket}`;

/**
 * Picks the words of some records from the files that have them.
 * @param {Map<string, Record<number, Words>>} buckets the texts of each file, by their numbers
 * @param {Row[]} rows
 * @returns {WordsByKey}
 */
function pickWords(buckets, rows) {
  const found = new Map();
  for (const { key, bucket, text } of rows) {
    const words = buckets.get(bucket)?.[text];
    if (!words) throw new OtherBuild("the site was renewed meanwhile");
    found.set(key, words);
  }
  return found;
}

/**
 * The passages of a record by their names: `text`, `example:0`, `note:1`.
 * @param {Words} words
 * @returns {Map<string, string>}
 */
function passagesOf({ text = "", examples = [], notes = [] }) {
  const passages = new Map([["text", text]]);
  for (const [index, example] of examples.entries()) passages.set(`example:${index}`, example);
  for (const [index, note] of notes.entries()) passages.set(`note:${index}`, note);
  return passages;
}

/**
 * Returns a function that names the values of a row. The manifest lists the names of the columns
 * once, and each row as a list of values in that order.
 * @param {string[]} columns
 * @returns {(values: any[]) => Row}
 */
function makeRowReader(columns) {
  const [key, kind, lineage, bucket, text] = ["key", "kind", "lineage", "bucket", "text"].map(
    (name) => columns.indexOf(name),
  );
  return (values) => ({
    key: values[key],
    kind: values[kind],
    lineage: values[lineage],
    bucket: values[bucket],
    text: values[text],
  });
}

/**
 * Names the values of a reference. The number that was probably meant is not needed.
 * @param {Manifest["references"][number]} values
 */
const readOddReference = ([source, field, start, status, found, _meant, problem]) => ({
  source,
  field,
  start,
  status,
  found,
  problem,
});

/**
 * The chapters with their records, in order, by number. Headings of sections (`7`) are in none.
 * @param {Row[]} rules
 * @returns {Map<string, Chapter>}
 */
function groupByChapter(rules) {
  const chapters = new Map();
  for (const rule of rules) {
    if (rule.kind === "section") continue;
    const number = chapterOf(rule.key);
    if (!chapters.has(number)) chapters.set(number, { number, rows: [] });
    chapters.get(number).rows.push(rule);
  }
  return chapters;
}

/**
 * Finds out what became of the records of an edition.
 * @param {Now} now
 * @param {Edition} edition
 * @returns {Today}
 */
function readToday(now, edition) {
  const { records } = now;
  const byLineage = new Map(records.map((record) => [record[0], record]));
  const lineageOf = new Map(records.map(([lineage, key]) => [key, lineage]));
  const retyped = now.retyped[edition.id];
  return {
    newest: now.editions[edition.work] === edition.id,
    fateOf({ lineage, text }) {
      const record = byLineage.get(lineage ?? "");
      if (!record) return { key: null, changed: null };
      const [, key, words, changes] = record;
      // equal numbers are equal words
      if (words === text) return { key, changed: null };
      // how the words of a retyped edition differ is listed for each of its lineages
      if (retyped) return { key, changed: retyped[lineage ?? ""] };
      // changes are gravest first: the first one that happened after the edition is the gravest
      const gravest = changes.find(([, lastEdition]) => lastEdition > edition.id);
      return { key, changed: gravest?.[0] };
    },
    at: (key) => edition.byLineage.get(lineageOf.get(key) ?? "") ?? null,
  };
}

/**
 * The keys to which a reference leads in its edition: those that were found for it if it is odd,
 * else those that it names. An ambiguous reference has several candidates, and to link to one of
 * them would be a guess.
 * @param {OddReference | undefined} odd undefined if the reference leads to the keys that it names
 * @param {string[]} named the keys that it names
 */
function targetsOf(odd, named) {
  if (!odd) return named;
  return odd.status === "ambiguous" ? [] : odd.found;
}

/** An edition with its records. */
export class Edition {
  /**
   * The records by lineage; made by the first `byLineage`.
   * @type {Map<string | null, Row> | undefined}
   */
  lineages;
  /**
   * What became of the records; fetched by the first `today()`.
   * @type {Promise<Today> | undefined}
   */
  became;

  /** @param {ReadManifest} manifest */
  constructor(manifest) {
    this.id = manifest.edition.id;
    this.previous = manifest.previous;
    this.work = manifest.edition.work;
    this.headings = manifest.headings;
    this.labels = manifest.labels;
    const readRow = makeRowReader(manifest.columns);
    this.rules = manifest.rules.map(readRow);
    this.glossary = manifest.glossary.map(readRow);
    this.byKey = new Map([...this.rules, ...this.glossary].map((record) => [record.key, record]));
    const chapters = groupByChapter(this.rules);
    /** Chapters in order. */
    this.chapters = [...chapters.values()];
    this.chapter = (/** @type {string} */ number) => chapters.get(number);

    /**
     * The odd references by key, passage and begin: `702.40a text 17`.
     * @type {Map<string, OddReference>}
     */
    this.odd = new Map();
    for (const values of manifest.references) {
      const { source, field, start, ...odd } = readOddReference(values);
      this.odd.set(`${source} ${field} ${start}`, odd);
    }
  }

  /**
   * The records by lineage.
   * @returns {Map<string | null, Row>}
   */
  get byLineage() {
    return (this.lineages ??= new Map(
      [...this.rules, ...this.glossary].map((record) => [record.lineage, record]),
    ));
  }

  /**
   * Returns what became of its records until today; the answer is fetched once, and again after a
   * failure.
   * @returns {Promise<Today>}
   */
  today() {
    if (this.became) return this.became;
    const became = data("now").then((now) => readToday(now, this));
    became.catch(() => (this.became = undefined));
    this.became = became;
    return became;
  }

  /**
   * Returns what became of its records until today, and fetches it only when what is being made is
   * drawn: it would delay the words of the records.
   * @returns {Promise<Today>}
   */
  todayOnceDrawn() {
    return this.became ?? drawn().then(() => this.today());
  }

  /**
   * The records of some keys, each of which the edition has.
   * @param {string[]} keys
   */
  rowsOf(keys) {
    return keys.map((key) => /** @type {Row} */ (this.byKey.get(key)));
  }

  /**
   * The words of some records, by key; fetches those files that have not arrived yet.
   * @param {Row[]} rows
   */
  async words(rows) {
    const names = [...new Set(rows.map((row) => row.bucket))];
    /** @type {Map<string, Record<number, Words>>} */
    const buckets = new Map();
    const load = async (/** @type {string} */ name) =>
      buckets.set(name, (await data(`texts/${name}`)).texts);
    await Promise.all(names.map(load));
    return pickWords(buckets, rows);
  }

  /**
   * Whether the words of some records have arrived.
   * @param {Row[]} rows
   */
  hasWords(rows) {
    return rows.every((row) => arrivedData(bucketName(row)));
  }

  /**
   * The words of some records, by key; only for records of which `hasWords` is true.
   * @param {Row[]} rows
   */
  arrivedWords(rows) {
    return pickWords(
      new Map(rows.map((row) => [row.bucket, arrivedData(bucketName(row)).texts])),
      rows,
    );
  }

  /**
   * Fetches the words of some records before it returns, and blocks the page meanwhile.
   * @param {Row[]} rows
   */
  loadWordsAtOnce(rows) {
    for (const row of rows) if (!arrivedData(bucketName(row))) dataAtOnce(bucketName(row));
  }

  /**
   * The references of a passage of a record, each with the address to which it leads in this
   * edition.
   * @param {string} key
   * @param {Words} words
   * @param {string} field the passage: `text`, `example:0`, `note:1`
   */
  references(key, words, field) {
    const found = (words.references ?? []).filter(([where]) => where === field);
    return found.map(([, start, end, , named]) => {
      const odd = this.odd.get(`${key} ${field} ${start}`);
      const target = targetsOf(odd, named).find((targetKey) => this.byKey.has(targetKey));
      return { start, end, href: target ? hrefOf(target) : null, problem: odd?.problem ?? "" };
    });
  }

  /**
   * The faulty references of a record: the words of each, and a sentence about its fault.
   * @param {string} key
   * @param {Words} words
   * @returns {[string, string][]}
   */
  problems(key, words) {
    const passages = passagesOf(words);
    /** @type {[string, string][]} */
    const problems = [];
    for (const [field, start, end] of words.references ?? []) {
      const problem = this.odd.get(`${key} ${field} ${start}`)?.problem;
      if (!problem) continue;
      // references count code points, as Python does; strings here count in UTF-16
      const characters = Array.from(passages.get(field) ?? "");
      problems.push([characters.slice(start, end).join(""), problem]);
    }
    return problems;
  }

  /**
   * The record that an anchor names: by a key (`702.40a`; `702.40-2` for the second rule of that
   * number), by a lineage (`502.30a@2003-05-26`), or by a key of today (`now:702.40a`). The result
   * is null if the edition lacks that record.
   * @param {string} anchor
   * @returns {Promise<Row | null>}
   */
  async at(anchor) {
    if (anchor.startsWith("now:")) return (await this.today()).at(anchor.slice("now:".length));
    const key = isTerm(anchor) ? anchor : anchor.replace(/-(\d+)$/, "#$1");
    return this.byKey.get(anchor) ?? this.byKey.get(key) ?? this.byLineage.get(anchor) ?? null;
  }
}

/**
 * The editions read or being read, by date.
 * @type {Map<string, Promise<Edition>>}
 */
const editions = new Map();

/** Reads everything again, bypassing the browser's cache. */
export function renewEditions() {
  editions.clear();
  renew();
}

/**
 * Reads an edition; each is read once, and again after a failure.
 * @param {string} date
 */
export function editionOf(date) {
  const known = editions.get(date);
  if (known) return known;
  const edition = data(`e/${date}/manifest`).then((manifest) => new Edition(manifest));
  editions.set(date, edition);
  // an attempt that `renewEditions` has forgotten must not delete the next one
  const isWanted = () => editions.get(date) === edition;
  edition.catch(() => isWanted() && editions.delete(date));
  return edition;
}
