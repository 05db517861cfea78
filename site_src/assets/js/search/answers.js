// Direct answers: what a query means by itself, before any passage is searched. Pure but for its sources.
import { addressOf, headingOf, isPast, lastEditionOf, rulingAnswer, wasReused } from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { bearersAt, meaningsOf, sentence } from "../lib/numbers.js";
import { inWords, isOldName, otherWords } from "../lib/renamed.js";
import { fold } from "./text.js";
import { Names } from "./names.js";
import { understand } from "./understand.js";

/** Answers that are shown at most; rows of one name among several. */
const MOST = 6;
const OF_SEVERAL = 2;
const MEANINGS = 4;

/** An anchor on the page of an edition. */
const anchorOf = (key) => encodeURIComponent(key.startsWith("glossary:") ? key : key.replace("#", "-")).replaceAll("%3A", ":");

const isRule = (key) => /^\d/.test(key);

/** What scripts ask for: tables and editions. Each is a function that returns a promise; the site's are in `sources.js`. */
export class Answers {
  /** @param sources `table()`, `numbers()`, `edition(date)` */
  constructor(sources) {
    this.sources = sources;
    this.names = new Map();
  }

  /**
   * Answers a query.
   * @param edition date of the edition in which the reader is; null for the latest
   * @returns `{query, rows, edition, others, only, says}`: `query` as understood; `rows` of `{key, edition, label, detail,
   *   href, exact}`, best first; `edition` in which to search for passages, null for the latest; `others` ways to say the
   *   query; `only`: passages are no answer; `says` what is to be said of it
   */
  async answer(text, edition = null) {
    const table = await this.sources.table();
    const query = understand(text, table.editions ?? []);
    const latest = table.editions?.at(-1)?.[0] ?? null;
    const then = (query.editions[0] ?? edition) === latest ? null : (query.editions[0] ?? edition);
    const empty = { query, rows: [], edition: then, others: [], only: false, says: "" };
    if (query.kind === "empty") return empty;
    if (query.time && !query.editions.length) return { ...empty, only: true, says: `No edition of that time is known; the first is that of ${dateInWords(table.editions[0][0])}.` };
    if (query.kind === "edition") {
      const rows = query.editions.slice(0, MOST).map((date) => this.editionRow(table, date));
      // a set may be called like a rule
      const named = query.time ? [] : (await this.nameRows(table, understand(query.whole, []), null)).rows.filter((row) => row.exact);
      return { ...empty, rows: [...named, ...rows], only: true, edition: null };
    }
    if (query.kind === "number") return { ...empty, ...(await this.numberRows(table, query, then)), only: true };
    const others = otherWords(table, query.text, then);
    if (query.kind === "phrase") return { ...empty, rows: await this.phraseRows(table, query, then) };
    const named = await this.nameRows(table, query, then, others);
    return { ...empty, others, ...named };
  }

  editionRow(table, date) {
    const [, , name] = table.editions.find(([one]) => one === date);
    const isLatest = date === table.editions.at(-1)[0];
    return { key: `e/${date}/`, edition: null, label: dateInWords(date), detail: [name, isLatest ? "the latest edition" : ""].filter(Boolean).join(", ") || "edition", href: `e/${date}/`, exact: true };
  }

  async numberRows(table, query, then) {
    if (then === null) return this.numberToday(table, query.number);
    const dates = query.editions.length ? query.editions : [then];
    const numbers = await this.sources.numbers();
    const rows = [];
    const seen = new Set();
    for (const date of dates) {
      for (const bearer of bearersAt(numbers, query.number, date)) {
        const known = `${bearer.lineage} ${bearer.number}`;
        if (seen.has(known)) continue;
        seen.add(known);
        const same = bearer.number === query.number;
        const what = same ? bearer.title : `${bearer.title ? `${bearer.title}; ` : ""}${query.number} ${bearer.isToday ? "today" : "at another time"}`;
        rows.push(this.rowThen(bearer.number, what, date));
      }
    }
    // the number itself before the rule that has it at another time
    rows.sort((one, other) => Number(other.key === query.number) - Number(one.key === query.number));
    const has = rows.some((row) => row.key === query.number);
    const says = has ? "" : `The edition of ${dateInWords(dates[0])} has no rule ${query.number}.`;
    return { rows: rows.slice(0, MOST), says };
  }

  async numberToday(table, number) {
    const href = addressOf(table, number);
    if (href) {
      const row = { key: number, edition: null, label: number, detail: headingOf(table, number), href, exact: true };
      const before = { key: `n/?${number}`, edition: null, label: number, detail: "what this number meant before", href: `n/?${number}`, exact: true };
      return { rows: wasReused(table, number) ? [row, before] : [row] };
    }
    if (isPast(table, number)) return { rows: await this.pastNumber(table, number) };
    // its rule, where only the letter is wrong; never another number
    const rule = number.replace(/[a-z]+$/, "");
    const above = rule === number ? undefined : addressOf(table, rule);
    const says = `No edition has a rule ${number}.`;
    if (!above) return { rows: [], says };
    return { rows: [{ key: rule, edition: null, label: rule, detail: `${headingOf(table, rule)} (there is no ${number})`.trim(), href: above, exact: false }], says };
  }

  /** What a number of the past meant, and where that is now. */
  async pastNumber(table, number) {
    const all = { key: `n/?${number}`, edition: null, label: number, detail: "all that it meant, and the rules with their histories", href: `n/?${number}`, exact: true };
    // a site without histories has no such table; the last edition that had the number is known all the same
    const meanings = await this.sources.numbers().then((numbers) => meaningsOf(numbers, number), () => []);
    if (!meanings.length) {
      const past = lastEditionOf(table, number);
      return [{ key: number, edition: past, label: number, detail: `not in the latest edition; last in that of ${dateInWords(past)}`, href: `e/${past}/#${number}`, exact: true }];
    }
    const rows = meanings.slice(-MEANINGS).reverse().map((meaning) => {
      const now = meaning.now.length === 1 ? meaning.now[0] : undefined;
      const href = now === undefined ? undefined : addressOf(table, now);
      return { key: href ? now : meaning.history, edition: null, label: number, detail: sentence(number, meaning).slice(number.length).trim(), href: href ?? meaning.history, exact: true };
    });
    return [...rows, all];
  }

  rowThen(key, detail, date, { exact = true } = {}) {
    const label = isRule(key) ? key.replace(/#.*/, "") : "Glossary";
    return { key, edition: date, label, detail: [detail, `edition of ${dateInWords(date)}`].filter(Boolean).join(" · "), href: `e/${date}/#${anchorOf(key)}`, exact };
  }

  /** The names of things in an edition; null is the latest. */
  async namesOf(table, date) {
    if (!this.names.has(date)) this.names.set(date, date === null ? this.namesToday(table) : this.namesThen(date));
    const made = this.names.get(date);
    Promise.resolve(made).catch(() => this.names.delete(date));
    return made;
  }

  namesToday(table) {
    const rules = table.headings.map(([name, key]) => ({ name, key, isTerm: false, href: addressOf(table, key) ?? `cr/#${key}` }));
    const terms = table.terms.map(([name, href, rule]) => ({ name, key: `glossary:${name}`, isTerm: true, href, rule }));
    const old = (table.renamed ?? []).map(([name, , , page]) => ({ name, key: page, isTerm: true, isOld: true, href: page }));
    return new Names([...rules, ...terms, ...old]);
  }

  async namesThen(date) {
    const found = await this.sources.edition(date);
    const rules = Object.entries(found.headings).map(([key, name]) => ({ name, key, isTerm: false }));
    const terms = found.glossary.map(({ key }) => ({ name: key.replace(/^glossary:/, "").replace(/#\d+$/, ""), key, isTerm: true }));
    return new Names([...rules, ...terms]);
  }

  /** The row of an entry of the latest edition. */
  rowOf(table, entry, exact) {
    if (entry.isOld) return { key: entry.key, edition: null, label: "Old term", detail: inWords(isOldName(table, entry.name)), href: entry.href, exact };
    return { key: entry.key, edition: null, label: entry.isTerm ? "Glossary" : entry.key, detail: entry.name, href: entry.href, exact };
  }

  /** The rows of the names in a query, and what mistyped words and abbreviations were taken for. */
  async nameRows(table, query, then, others = []) {
    const ruling = then === null ? rulingAnswer(table, query.whole) : undefined;
    if (ruling) return { rows: [ruling], only: true };
    const row = (entry, date, exact) => (date === null ? this.rowOf(table, entry, exact) : this.rowThen(entry.key, entry.name, date, { exact }));
    const dates = then === null ? [null] : query.editions.length ? query.editions : [then];
    const rows = [];
    const seen = new Set();
    const add = (one) => {
      if (seen.has(one.key)) return;
      seen.add(one.key);
      rows.push(one);
    };
    let says = "";
    let replaced = [];
    for (const date of dates) {
      const names = await this.namesOf(table, date);
      // what a thing of today was called in that edition
      if (date !== null) for (const other of others) for (const entry of names.called(understand(other, []).words)) add(row(entry, date, true));
      const read = names.recognise(query.words, query.content);
      if (read.replaced.size && read.found.length) replaced = [...read.replaced];
      const like = names.like(query.text, query.content).filter((entry) => !entry.isOld);
      // a name that has all the words says more than names of some of them
      if (!read.covers && query.content.length > 1) for (const entry of like) add(row(entry, date, false));
      if (read.found.length === 1 && read.covers) this.oneName(table, names, read.found[0], date, (entry, exact) => add(row(entry, date, exact)));
      else for (const entries of read.found) this.someName(entries).forEach((entry) => add(row(entry, date, true)));
      if (read.found.length < 2) {
        const begun = fold(query.text);
        for (const entry of like) if (!read.found.length || fold(entry.name).startsWith(begun)) add(row(entry, date, false));
      }
    }
    if (!rows.length && then !== null) {
      const today = (await this.namesOf(table, null)).recognise(query.words, query.content);
      if (today.covers && !today.found.flat().every((entry) => entry.isOld)) says = `The edition of ${dateInWords(dates[0])} has nothing called “${query.text}”.`;
    }
    const meant = replaced.map(([typed, words]) => [typed, words.join(" ")]);
    return { rows: rows.slice(0, MOST), says, replaced: meant };
  }

  /** The entries that are called as a phrase says, which is the whole query. */
  async phraseRows(table, query, then) {
    if (query.phrases.length !== 1 || query.words.length) return [];
    const names = await this.namesOf(table, then);
    const called = names.called(understand(query.phrases[0], []).words).filter((entry) => !entry.isOld && fold(entry.name) === query.phrases[0]);
    return called.map((entry) => (then === null ? this.rowOf(table, entry, true) : this.rowThen(entry.key, entry.name, then)));
  }

  /** The entries of one of several names: rules before terms. */
  someName(entries) {
    const rules = entries.filter((entry) => !entry.isTerm);
    return (rules.length ? rules : entries.filter((entry) => !entry.isOld)).slice(0, OF_SEVERAL);
  }

  /** The entries of the one name that a query is, with the rule that its glossary entry leads to, or its name of today. */
  oneName(table, names, entries, date, add) {
    const old = date === null ? entries.find((entry) => entry.isOld) : undefined;
    if (old) {
      add(old, true);
      const { kind, names: since } = isOldName(table, old.name);
      if (kind === "renamed") for (const entry of names.called(understand(since.at(-1), []).words)) add(entry, true);
    }
    for (const entry of entries.filter((one) => !one.isOld)) add(entry, true);
    if (entries.some((entry) => !entry.isTerm)) return;
    for (const { rule } of entries) {
      if (!rule) continue;
      const name = headingOf(table, rule);
      add({ name, key: rule, isTerm: false, href: addressOf(table, rule) ?? `cr/#${rule}` }, true);
    }
  }
}
