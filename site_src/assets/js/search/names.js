// The names of things in an edition, headings and glossary terms, and which of them a query means. Pure.
import { correct, fold, isFunctionWord, stemOf, wordsIn } from "./text.js";

/** The most words of a query that are taken together for one name. */
const LONGEST = 7;
/** An entry's own name and those within it: "Kicker, Kicked", "Bury (Obsolete)". */
function namesOf(name) {
  const bare = name.replace(/\s*\(Obsolete\)$/i, "");
  const parts = bare.includes(",") ? bare.split(/,\s*/).map((part) => part.replace(/[“”"]/g, "")) : [];
  return [bare, ...parts.filter((part) => part.length > 2)];
}

const wordsOf = (name) => wordsIn(name);

/** Words without blanks and plurals: "Replacement Effects" is "replacement effect", but "Commander" is not "Command". */
const singular = (words) => words.map((word) => word.replace(/(?<=[^s])s$/, "")).join("");

/** All entries, rules before terms, each group in its order. */
const byKind = (entries) => [...entries].sort((one, other) => Number(one.isTerm) - Number(other.isTerm));

export class Names {
  /** @param entries `{name, key, isTerm, …}` in the order of the edition; the same objects are returned */
  constructor(entries) {
    this.entries = entries;
    this.exact = new Map();
    this.stemmed = new Map();
    this.initials = new Map();
    this.frequencies = new Map();
    this.words = new Map();
    const put = (map, key, entry) => {
      if (!key) return;
      if (!map.has(key)) map.set(key, []);
      if (!map.get(key).includes(entry)) map.get(key).push(entry);
    };
    for (const entry of entries) {
      this.words.set(entry, wordsOf(namesOf(entry.name)[0]));
      for (const name of namesOf(entry.name)) {
        const words = wordsOf(name);
        // "flash back" is "flashback": blanks do not count
        put(this.exact, singular(words), entry);
        put(this.stemmed, words.map(stemOf).join(""), entry);
        if (words.length > 1) put(this.initials, words.map((word) => word[0]).join(""), entry);
        for (const word of words) this.frequencies.set(word, (this.frequencies.get(word) ?? 0) + 1);
      }
    }
    this.stems = new Set([...this.frequencies.keys()].map(stemOf));
  }

  /** The entries that words name, but for plurals exactly, or else in another inflection. */
  called(words) {
    return byKind(this.exact.get(singular(words)) ?? this.stemmed.get(words.map(stemOf).join("")) ?? []);
  }

  /**
   * Finds the names in consecutive words, longest first. A word that is in none may be an abbreviation or
   * mistyped: `replaced` says what it was taken for.
   * @returns `{found: [[entry, …], …], covers, replaced: Map}`; `covers`: whether every word of `content` belongs to a name
   */
  recognise(words, content, { mend = true } = {}) {
    const telling = new Set(content);
    const found = [];
    const replaced = new Map();
    let covers = true;
    let at = 0;
    while (at < words.length) {
      let length = Math.min(LONGEST, words.length - at);
      let entries = [];
      for (; length >= 1; length -= 1) {
        const some = words.slice(at, at + length);
        // one function word is no name within others, though the glossary has "If"
        if (some.every((word) => isFunctionWord(word)) && length < words.length) continue;
        if (length === 1 && !telling.has(some[0])) continue;
        entries = this.called(some);
        if (entries.length) break;
      }
      if (entries.length) {
        found.push(entries);
        at += length;
        continue;
      }
      if (telling.has(words[at])) {
        const meant = mend ? this.meant(words[at]) : null;
        if (meant) replaced.set(words[at], meant);
        else covers = false;
      }
      at += 1;
    }
    if (replaced.size) {
      const mended = words.flatMap((word) => replaced.get(word) ?? [word]);
      const again = this.recognise(mended, mended.filter((word) => !isFunctionWord(word) && (telling.has(word) || !words.includes(word))), { mend: false });
      if (again.found.length > found.length || again.covers) return { ...again, replaced };
      return { found, covers: false, replaced: new Map() };
    }
    return { found, covers: covers && found.length > 0, replaced };
  }

  /** The words that an unknown word means: those of an abbreviation, or the nearest known one; null for none. */
  meant(word) {
    if (this.stems.has(stemOf(word))) return null;
    const long = /^[a-z]{2,6}$/.test(word) ? byKind(this.initials.get(word) ?? []) : [];
    if (long.length) return this.words.get(long[0]);
    const near = correct(word, this.frequencies);
    return near ? [near] : null;
  }

  /** The entries whose name begins with a text, then those that have all its words, the last as a beginning. */
  like(text, words) {
    const begun = fold(text).trim();
    if (begun.length < 2 || !words.length) return [];
    const has = (name) =>
      words.every((word, at) => name.some((one) => stemOf(one) === stemOf(word) || (at === words.length - 1 && one.startsWith(word))));
    const starts = this.entries.filter((entry) => fold(entry.name).startsWith(begun));
    const known = new Set(starts);
    const others = this.entries.filter((entry) => !known.has(entry) && has(this.words.get(entry)));
    return [...byKind(starts), ...byKind(others)];
  }
}
