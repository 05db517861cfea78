// An edition as described by its manifest: the record of each number, and where its text is. What
// became of the records is in one file for all editions.
import { data, dataAtOnce, dataInHand, renew } from "../lib/data.js";
import { chapterOf, hrefOf, isTerm } from "../lib/record-key.js";

/**
 * The words that a manifest names are not where it says: the two are of different builds of the
 * site.
 */
export class OtherBuild extends Error {}

const bucketName = (row) => `texts/${row.bucket}`;

function wordsIn(buckets, rows) {
  if (!rows.every((row) => buckets.get(row.bucket)[row.text]))
    throw new OtherBuild("the site was renewed meanwhile");
  return new Map(rows.map((row) => [row.key, buckets.get(row.bucket)[row.text]]));
}

export class Edition {
  constructor(manifest) {
    this.id = manifest.edition.id;
    this.previous = manifest.previous;
    this.work = manifest.edition.work;
    this.headings = manifest.headings;
    this.labels = manifest.labels;
    const [key, kind, lineage, bucket, text] = ["key", "kind", "lineage", "bucket", "text"].map(
      (name) => manifest.columns.indexOf(name),
    );
    const row = (values) => ({
      key: values[key],
      kind: values[kind],
      lineage: values[lineage],
      bucket: values[bucket],
      text: values[text],
    });
    this.rules = manifest.rules.map(row);
    this.glossary = manifest.glossary.map(row);
    this.byKey = new Map([...this.rules, ...this.glossary].map((record) => [record.key, record]));
    /** Chapters in order: `{number, rows}`. */
    this.chapters = [];
    const chapters = new Map();
    for (const rule of this.rules) {
      if (rule.kind === "section") continue;
      const number = chapterOf(rule.key);
      if (!chapters.has(number)) {
        chapters.set(number, { number, rows: [] });
        this.chapters.push(chapters.get(number));
      }
      chapters.get(number).rows.push(rule);
    }
    this.chapter = (number) => chapters.get(number);
    this.odd = new Map();
    for (const [source, field, start, status, found, , problem] of manifest.references) {
      this.odd.set(`${source} ${field} ${start}`, { status, found, problem });
    }
  }

  get byLineage() {
    return (this.lineages ??= new Map(
      [...this.rules, ...this.glossary].map((record) => [record.lineage, record]),
    ));
  }

  /**
   * What became of its records: `of(row)` is `{key, changed}`, `key` null if it is gone; `at(key)`
   * is the row here of a key of today.
   */
  today() {
    this.became ??= data("now").then((now) => {
      const records = new Map(now.records.map(([lineage, ...rest]) => [lineage, rest]));
      const lineages = new Map(now.records.map(([lineage, key]) => [key, lineage]));
      const of = ({ lineage, text }) => {
        const [key, words, changes] = records.get(lineage) ?? [null];
        if (key === null || words === text) return { key, changed: null };
        const retyped = now.retyped[this.id];
        return {
          key,
          changed: retyped ? retyped[lineage] : changes.find(([, last]) => last > this.id)?.[0],
        };
      };
      return {
        newest: now.editions[this.work] === this.id,
        of,
        at: (key) => this.byLineage.get(lineages.get(key)) ?? null,
      };
    });
    return this.became;
  }

  /** The words of some records, by key; fetches what is not there yet. */
  async words(rows) {
    const names = [...new Set(rows.map((row) => row.bucket))];
    const buckets = new Map(
      await Promise.all(names.map(async (name) => [name, (await data(`texts/${name}`)).texts])),
    );
    return wordsIn(buckets, rows);
  }

  /** Whether the words of some records were fetched. */
  hasWords(rows) {
    return rows.every((row) => dataInHand(bucketName(row)));
  }

  /** The words of some records, by key, which were fetched. */
  wordsInHand(rows) {
    return wordsIn(
      new Map(rows.map((row) => [row.bucket, dataInHand(bucketName(row)).texts])),
      rows,
    );
  }

  /** Fetches the words of some records while the page stands still. */
  loadWordsAtOnce(rows) {
    for (const row of rows) if (!dataInHand(bucketName(row))) dataAtOnce(bucketName(row));
  }

  /** The references of a passage of a record, with the address each leads to in this edition. */
  references(key, words, field) {
    const found = (words.references ?? []).filter(([where]) => where === field);
    return found.map(([, start, end, , named]) => {
      const odd = this.odd.get(`${key} ${field} ${start}`);
      // an ambiguous reference has several candidates; to link to one of them would be a guess
      const targets = odd?.status === "ambiguous" ? [] : (odd?.found ?? named);
      const target = targets.find((lineage) => this.byKey.has(lineage));
      return { start, end, href: target ? hrefOf(target) : null, problem: odd?.problem ?? "" };
    });
  }

  /** What is wrong with references of a record: words and problem. */
  problems(key, words) {
    const fields = new Map([["text", words.text]]);
    for (const [at, text] of (words.examples ?? []).entries()) fields.set(`example:${at}`, text);
    for (const [at, text] of (words.notes ?? []).entries()) fields.set(`note:${at}`, text);
    return (words.references ?? []).flatMap(([field, start, end]) => {
      const problem = this.odd.get(`${key} ${field} ${start}`)?.problem;
      return problem ? [[Array.from(fields.get(field)).slice(start, end).join(""), problem]] : [];
    });
  }

  /** The record that an anchor means: a key, a lineage, a key of today, or null. */
  async at(anchor) {
    if (anchor.startsWith("now:")) return (await this.today()).at(anchor.slice("now:".length));
    const key = isTerm(anchor) ? anchor : anchor.replace(/-(\d+)$/, "#$1");
    return this.byKey.get(anchor) ?? this.byKey.get(key) ?? this.byLineage.get(anchor) ?? null;
  }
}

const made = new Map();

/** Reads everything again, bypassing the browser's cache. */
export function renewEditions() {
  made.clear();
  renew();
}

/** An edition by its date; read once. */
export function editionOf(date) {
  if (!made.has(date)) {
    const answer = data(`e/${date}/manifest`).then((manifest) => new Edition(manifest));
    answer.catch(() => made.delete(date));
    made.set(date, answer);
  }
  return made.get(date);
}
