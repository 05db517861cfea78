// @ts-check
// An edition as described by its manifest: the record of each number, and where its text is. What
// became of the records is in one file for all editions.
import { data, dataAtOnce, dataInHand, renew } from "../lib/data.js";
import { chapterOf, hrefOf, isTerm } from "../lib/record-key.js";

/**
 * The words that a manifest names are not where it says: the two are of different builds of the
 * site.
 */
export class OtherBuild extends Error {}

/**
 * A record of an edition, and where its words are.
 * @typedef {object} Row
 * @property {string} key
 * @property {string} kind
 * @property {string | null} lineage
 * @property {string} bucket the file that has its words
 * @property {number} text number of its words in that file
 */

/** @typedef {{number: string, rows: Row[]}} Chapter */

/**
 * A reference in the words of a record, as `FoundReference` of `site_src/data/corpus.py`: its
 * passage, begin and end in it, what it refers to, the keys that it names, and a quoted title.
 * @typedef {[field: string, start: number, end: number, kind: string, targets: string[],
 *   title: string | null]} PackedReference
 */

/**
 * The words of a record.
 * @typedef {object} Words
 * @property {string} [heading]
 * @property {string} [text]
 * @property {string[]} [examples]
 * @property {string[]} [notes]
 * @property {PackedReference[]} [references]
 */

/**
 * The words of each record that was asked for, by its key.
 * @typedef {{get: (key: string) => Words}} WordsByKey
 */

/**
 * A reference whose words alone do not say where it leads.
 * @typedef {object} OddReference
 * @property {string} status
 * @property {string[]} found keys of its targets that the edition has
 * @property {string} problem what is wrong, in words; empty if it was only named otherwise
 */

/**
 * What became of a record: its key today, null if it is gone, and how much its words changed.
 * @typedef {{key: string | null, changed?: string | null}} Became
 */

/**
 * What became of the records of an edition.
 * @typedef {object} Today
 * @property {boolean} newest whether the edition is that of today
 * @property {(row: {lineage?: string | null, text?: number}) => Became} of
 * @property {(key: string) => Row | null} at the row of a key of today
 */

/** @param {Row} row */
const bucketName = (row) => `texts/${row.bucket}`;

/**
 * The words of some records by key, of the texts of each bucket.
 * @param {Map<string, Words[]>} buckets
 * @param {Row[]} rows
 * @returns {WordsByKey}
 */
function wordsIn(buckets, rows) {
  const found = new Map();
  for (const { key, bucket, text } of rows) {
    const words = buckets.get(bucket)?.[text];
    if (!words) throw new OtherBuild("the site was renewed meanwhile");
    found.set(key, words);
  }
  return found;
}

/**
 * Returns what makes a row of its values, which are in the order of the columns.
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
 * Names the values of a reference as `OddReference` of `site_src/data/corpus.py` has them. The
 * sixth, a number that was probably meant, is not needed.
 * @param {any[]} values
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
 * The chapters with their records, in order, by number.
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
 * A record of today: its lineage, its key, the number of its words, and its changes, gravest first:
 * each with the last edition that changed the words so gravely.
 * @typedef {[lineage: string, key: string, words: number, changes: [string, string][]]} RecordNow
 */

/**
 * What became of the records of an edition, by the document `now`.
 * @param {any} now
 * @param {Edition} edition
 * @returns {Today}
 */
function readToday(now, edition) {
  /** @type {RecordNow[]} */
  const records = now.records;
  const byLineage = new Map(records.map((record) => [record[0], record]));
  const lineageOf = new Map(records.map(([lineage, key]) => [key, lineage]));
  const retyped = now.retyped[edition.id];
  return {
    newest: now.editions[edition.work] === edition.id,
    of({ lineage, text }) {
      const record = byLineage.get(lineage ?? "");
      if (!record) return { key: null, changed: null };
      const [, key, words, changes] = record;
      if (words === text) return { key, changed: null };
      // how the words of a retyped edition differ is listed for each of its lineages
      if (retyped) return { key, changed: retyped[lineage ?? ""] };
      // the gravest change since an edition is the first one whose last edition is later
      const gravest = changes.find(([, lastEdition]) => lastEdition > edition.id);
      return { key, changed: gravest?.[0] };
    },
    at: (key) => edition.byLineage.get(lineageOf.get(key) ?? "") ?? null,
  };
}

export class Edition {
  /**
   * The records by lineage, once they are asked for.
   * @type {Map<string | null, Row> | undefined}
   */
  lineages;
  /**
   * What became of the records, once it is asked for.
   * @type {Promise<Today> | undefined}
   */
  became;

  /** @param {any} manifest as `Manifest` of `site_src/data/corpus.py` */
  constructor(manifest) {
    /** @type {string} */
    this.id = manifest.edition.id;
    /** @type {string | null} */
    this.previous = manifest.previous;
    /** @type {string} */
    this.work = manifest.edition.work;
    /** @type {Record<string, string>} */
    this.headings = manifest.headings;
    /** @type {Record<string, string>} */
    this.labels = manifest.labels;
    const readRow = makeRowReader(manifest.columns);
    /** @type {Row[]} */
    this.rules = manifest.rules.map(readRow);
    /** @type {Row[]} */
    this.glossary = manifest.glossary.map(readRow);
    this.byKey = new Map([...this.rules, ...this.glossary].map((record) => [record.key, record]));
    const chapters = groupByChapter(this.rules);
    /** Chapters in order. */
    this.chapters = [...chapters.values()];
    this.chapter = (/** @type {string} */ number) => chapters.get(number);

    /** @type {Map<string, OddReference>} */
    this.odd = new Map();
    for (const values of manifest.references) {
      const { source, field, start, ...odd } = readOddReference(values);
      this.odd.set(`${source} ${field} ${start}`, odd);
    }
  }

  /** @returns {Map<string | null, Row>} */
  get byLineage() {
    return (this.lineages ??= new Map(
      [...this.rules, ...this.glossary].map((record) => [record.lineage, record]),
    ));
  }

  /**
   * What became of its records.
   * @returns {Promise<Today>}
   */
  today() {
    this.became ??= data("now").then((now) => readToday(now, this));
    return this.became;
  }

  /**
   * The records of some keys, each of which the edition has.
   * @param {string[]} keys
   */
  rowsOf(keys) {
    return keys.map((key) => /** @type {Row} */ (this.byKey.get(key)));
  }

  /**
   * The words of some records, by key; fetches what is not there yet.
   * @param {Row[]} rows
   */
  async words(rows) {
    const names = [...new Set(rows.map((row) => row.bucket))];
    /** @type {Map<string, Words[]>} */
    const buckets = new Map();
    const load = async (/** @type {string} */ name) =>
      buckets.set(name, (await data(`texts/${name}`)).texts);
    await Promise.all(names.map(load));
    return wordsIn(buckets, rows);
  }

  /**
   * Whether the words of some records were fetched.
   * @param {Row[]} rows
   */
  hasWords(rows) {
    return rows.every((row) => dataInHand(bucketName(row)));
  }

  /**
   * The words of some records, by key, which were fetched.
   * @param {Row[]} rows
   */
  wordsInHand(rows) {
    return wordsIn(
      new Map(rows.map((row) => [row.bucket, dataInHand(bucketName(row)).texts])),
      rows,
    );
  }

  /**
   * Fetches the words of some records while the page stands still.
   * @param {Row[]} rows
   */
  loadWordsAtOnce(rows) {
    for (const row of rows) if (!dataInHand(bucketName(row))) dataAtOnce(bucketName(row));
  }

  /**
   * The references of a passage of a record, with the address each leads to in this edition.
   * @param {string} key
   * @param {Words} words
   * @param {string} field
   */
  references(key, words, field) {
    const found = (words.references ?? []).filter(([where]) => where === field);
    return found.map(([, start, end, , named]) => {
      const odd = this.odd.get(`${key} ${field} ${start}`);
      // an ambiguous reference has several candidates; to link to one of them would be a guess
      const targets = odd?.status === "ambiguous" ? [] : (odd?.found ?? named);
      const target = targets.find((targetKey) => this.byKey.has(targetKey));
      return { start, end, href: target ? hrefOf(target) : null, problem: odd?.problem ?? "" };
    });
  }

  /**
   * What is wrong with references of a record: the words of each, and its problem.
   * @param {string} key
   * @param {Words} words
   * @returns {[string, string][]}
   */
  problems(key, words) {
    /** @type {Map<string, string>} */
    const fields = new Map([["text", words.text ?? ""]]);
    for (const [at, text] of (words.examples ?? []).entries()) fields.set(`example:${at}`, text);
    for (const [at, text] of (words.notes ?? []).entries()) fields.set(`note:${at}`, text);
    /** @type {[string, string][]} */
    const problems = [];
    for (const [field, start, end] of words.references ?? []) {
      const problem = this.odd.get(`${key} ${field} ${start}`)?.problem;
      if (!problem) continue;
      // references count code points, as Python does; strings here count in UTF-16
      const characters = Array.from(fields.get(field) ?? "");
      problems.push([characters.slice(start, end).join(""), problem]);
    }
    return problems;
  }

  /**
   * The record that an anchor means: a key, where `702.40-2` is the second rule of that number, a
   * lineage, or after `now:` a key of today; null for none.
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
 * The editions that were asked for, by date.
 * @type {Map<string, Promise<Edition>>}
 */
const made = new Map();

/** Reads everything again, bypassing the browser's cache. */
export function renewEditions() {
  made.clear();
  renew();
}

/**
 * An edition by its date; read once.
 * @param {string} date
 */
export function editionOf(date) {
  const before = made.get(date);
  if (before) return before;
  const answer = data(`e/${date}/manifest`).then((manifest) => new Edition(manifest));
  answer.catch(() => made.delete(date));
  made.set(date, answer);
  return answer;
}
