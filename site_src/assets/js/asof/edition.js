// An edition as described by its manifest: the record of each number, where its text is, and where each rule is now.
import { data, renew } from "../lib/data.js";

export const chapterOf = (key) => key.split(/[.#]/, 1)[0];

/** Anchor of a record: `502.35b-2` for the second rule of a number, `glossary:Storm` for a term. */
export const anchorOf = (key) => (key.startsWith("glossary:") ? key : key.replace("#", "-"));
export const hrefOf = (key) => `#${encodeURIComponent(anchorOf(key)).replaceAll("%3A", ":").replaceAll("%40", "@")}`;

/** A record's name in words: its number or its term. */
export const nameOf = (key) => key.replace(/^glossary:/, "").replace(/(?<=\d[a-z]*)#\d+$/, "");

/** Manifest and words are of different builds of the site, and must not be read together. */
export class OtherBuild extends Error {}

export class Edition {
  constructor(manifest) {
    this.build = manifest.build;
    this.id = manifest.edition.id;
    this.previous = manifest.previous;
    this.next = manifest.next;
    this.newest = manifest.newest;
    this.headings = manifest.headings;
    this.labels = manifest.labels;
    const row = (values) => Object.fromEntries(manifest.columns.map((name, at) => [name, values[at]]));
    this.rules = manifest.rules.map(row);
    this.glossary = manifest.glossary.map(row);
    this.byKey = new Map([...this.rules, ...this.glossary].map((one) => [one.key, one]));
    this.byLineage = new Map([...this.rules, ...this.glossary].map((one) => [one.lineage, one]));
    this.byNow = new Map([...this.rules, ...this.glossary].map((one) => [one.now, one]));
    /** Chapters in order: `{number, rows}`. */
    this.chapters = [];
    const chapters = new Map();
    for (const one of this.rules) {
      if (one.kind === "section") continue;
      const number = chapterOf(one.key);
      if (!chapters.has(number)) {
        chapters.set(number, { number, rows: [] });
        this.chapters.push(chapters.get(number));
      }
      chapters.get(number).rows.push(one);
    }
    this.chapter = (number) => chapters.get(number);
    this.odd = new Map();
    for (const [source, field, start, status, found, , problem] of manifest.references) {
      this.odd.set(`${source} ${field} ${start}`, { status, found, problem });
    }
  }

  async bucket(name) {
    const { build, texts } = await data(`texts/${name}`);
    if (build !== this.build) throw new OtherBuild("the site was renewed meanwhile");
    return texts;
  }

  /** The words of some records, by key; fetches what is not there yet. */
  async words(rows) {
    const names = [...new Set(rows.map((one) => one.bucket))];
    const buckets = new Map(await Promise.all(names.map(async (name) => [name, await this.bucket(name)])));
    return new Map(rows.map((one) => [one.key, buckets.get(one.bucket)[one.text]]));
  }

  /** The references of a passage of a record, with the address each leads to in this edition. */
  references(key, words, field) {
    const found = (words.references ?? []).filter(([where]) => where === field);
    return found.map(([, start, end, , named]) => {
      const odd = this.odd.get(`${key} ${field} ${start}`);
      // an ambiguous reference has several candidates; to link to one of them would be a guess
      const targets = odd?.status === "ambiguous" ? [] : (odd?.found ?? named);
      const target = targets.find((one) => this.byKey.has(one));
      return { start, end, href: target ? hrefOf(target) : null, problem: odd?.problem ?? "" };
    });
  }

  /** What is wrong with references of a record: words and problem. */
  problems(key, words) {
    const fields = new Map([["text", words.text]]);
    (words.examples ?? []).forEach((text, at) => fields.set(`example:${at}`, text));
    (words.notes ?? []).forEach((text, at) => fields.set(`note:${at}`, text));
    return (words.references ?? []).flatMap(([field, start, end]) => {
      const problem = this.odd.get(`${key} ${field} ${start}`)?.problem;
      return problem ? [[Array.from(fields.get(field)).slice(start, end).join(""), problem]] : [];
    });
  }

  /** The record that an anchor means: a key, a lineage, a key of today, or null. */
  at(anchor) {
    if (anchor.startsWith("now:")) return this.byNow.get(anchor.slice("now:".length)) ?? null;
    const key = anchor.startsWith("glossary:") ? anchor : anchor.replace(/-(\d+)$/, "#$1");
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
