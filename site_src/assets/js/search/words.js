// The words of the rules, as `search/now.json`, `search/past.json` and `search/years/` have them:
// today's, those of all editions, and those of a few.
import { readLines } from "../lib/lines.js";
import { isTerm, ruleOf } from "../lib/record-key.js";
import { unfold } from "../lib/unfold.js";
import { Lexicon, Passage } from "./lexicon.js";

const NUMBER = /^([1-9])(?:(\d\d)(?:\.([1-9]\d{0,2})([a-z]{1,2})?)?)?$/;

/** What orders keys: whether it is a term, section, chapter, rule, letters, ordinal. */
function placeOf(key) {
  const [, section = 0, chapter = -1, rule = 0, letters = ""] =
    (isTerm(key) ? null : NUMBER.exec(key.replace(/#.*/, ""))) ?? [];
  const number = section
    ? [Number(section), Number(chapter), Number(rule), letters.length, letters]
    : [0, 0, 0, 0, ""];
  return [isTerm(key), ...number, Number(/#(\d+)$/.exec(key)?.[1] ?? 1), key];
}

/**
 * Orders records as an edition does: rules by their numbers, then glossary entries by their keys.
 */
function inOrder(one, other) {
  one.order ??= placeOf(one.key);
  other.order ??= placeOf(other.key);
  const at = one.order.findIndex((value, place) => value !== other.order[place]);
  if (at < 0) return 0;
  return one.order[at] < other.order[at] ? -1 : 1;
}

/** What is searched: a rule or entry with one text, where it has it. */
class Record {
  constructor(words, run, lineage, runs) {
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
   * In a search of all editions the heading that a rule or chapter has in the last one with this
   * text.
   */
  headingThen(key) {
    return this.words.titles.at(key, this.run.last);
  }
}

/** The headings of all keys in all editions. */
class Titles {
  constructor(lineages, passages) {
    this.passages = passages;
    this.byKey = new Map();
    for (const { runs } of lineages) {
      for (const run of runs) {
        const known = this.byKey.get(run.key);
        if (known) known.push(run);
        else this.byKey.set(run.key, [run]);
      }
    }
  }

  at(key, edition) {
    for (const { first, last, passage } of this.byKey.get(key) ?? []) {
      if (first <= edition && edition <= last && this.passages[passage].heading)
        return this.passages[passage].heading;
    }
    return "";
  }
}

/**
 * What can be searched. A run is a passage under one key: `{key, first, last, passage}`, `first`
 * and `last` by place in `editions` (pairs of date and set), `passage` by place in `passages`.
 */
export class Words {
  constructor(lexicon, editions, passages, lineages) {
    /** By key the edition since which a record has its words; of the latest edition alone. */
    this.since = new Map();
    Object.assign(this, { lexicon, editions, passages, lineages });
    this.newest = editions.length - 1;
  }

  get titles() {
    return (this.titled ??= new Titles(this.lineages, this.passages));
  }

  /** What a run is about: its heading, or that of the rule above it then. */
  titleOf(run) {
    return this.passages[run.passage].heading || this.titles.at(ruleOf(run.key), run.last);
  }

  /** The records of an edition by its place, as it orders them. */
  recordsAt(at) {
    return this.lineages
      .flatMap(({ runs }) =>
        runs
          .filter(({ first, last }) => first <= at && at <= last)
          .map((run) => new Record(this, run)),
      )
      .sort(inOrder);
  }

  /**
   * The records of all editions: of each rule every text, at its latest place, the newest first.
   */
  recordsOfAll() {
    return this.lineages.flatMap((lineage) => {
      const byPassage = new Map();
      for (const run of [...lineage.runs].reverse()) {
        const known = byPassage.get(run.passage);
        if (known) known.unshift(run);
        else byPassage.set(run.passage, [run]);
      }
      return [...byPassage.values()].map((runs) => new Record(this, runs.at(-1), lineage, runs));
    });
  }

  /** By lineage the key in an edition. */
  keysAt(at) {
    return new Map(
      this.lineages.flatMap(({ name, runs }) =>
        runs.filter(({ first, last }) => first <= at && at <= last).map(({ key }) => [name, key]),
      ),
    );
  }

  /** The place of the edition in force on a day; the first one for a day before it. */
  inForce(day) {
    return Math.max(
      0,
      this.editions.findLastIndex(([date]) => date <= day),
    );
  }
}

/**
 * Reads the words of the latest edition.
 * @param groups of lines of `search/now.json`, which `site_src/search/words.py` describes
 * @param begin gets the words when nothing but their lexicon is known, `take` each record when it
 *   is
 */
export async function readToday(groups, begin, take) {
  let words;
  let head;
  let keys;
  await readLines(
    groups,
    (document) => {
      head = document;
      keys = unfold(head.keys);
      words = new Words(new Lexicon(unfold(head.words)), [[head.edition, ""]], [], []);
      words.build = head.build;
      begin(words);
    },
    (numbers) => {
      const place = words.passages.length;
      const passage = new Passage(words.lexicon, numbers);
      const run = {
        key: keys[place] || `glossary:${passage.heading}`,
        first: 0,
        last: 0,
        passage: place,
      };
      words.passages.push(passage);
      words.lineages.push({ runs: [run] });
      const [editions, places] = head.since;
      words.since.set(run.key, editions[places[place]]);
      take(new Record(words, run));
    },
  );
  return words;
}

/**
 * Reads the runs of a lineage.
 * @param newest of its newest run: the key, and the passage if another document has it; the name of
 *   the lineage
 */
function readLineage(words, { name = null, key, passage = null }, packed) {
  const { lexicon, passages } = words;
  const runs = [];
  let last = words.newest;
  for (const item of packed) {
    if (typeof item === "string") key = item;
    else if (item.length === 1) [last] = item;
    else {
      const [first, made = passage] = typeof item === "number" ? [item] : item;
      if (typeof made === "number") passage = made;
      else
        passage =
          passages.push(new Passage(lexicon, made, runs.length ? passages[passage] : null)) - 1;
      runs.push({ key, first, last, passage });
      last = first - 1;
    }
  }
  words.lineages.push({ name, runs: runs.reverse() });
}

/**
 * Reads the words of all editions.
 * @param now those of the latest one
 * @param groups of lines of `search/past.json`
 */
export async function readAll(now, groups) {
  const today = new Map(now.lineages.map(({ runs: [{ key }] }, at) => [key, at]));
  let words;
  await readLines(
    groups,
    ({ build, editions }) => {
      if (now.build !== build) throw new Error("the site was renewed meanwhile");
      words = new Words(now.lexicon, editions, [...now.passages], []);
    },
    ([key, ...packed]) => readLineage(words, { key, passage: today.get(key) }, packed),
  );
  return words;
}

/** Reads the words of some editions. @param groups of lines of a document of `search/years/` */
export async function readYears(groups) {
  let words;
  let keys;
  let names;
  await readLines(
    groups,
    (head) => {
      [keys, names] = [unfold(head.keys), unfold(head.names)];
      words = new Words(new Lexicon(unfold(head.words)), head.editions, [], []);
    },
    (packed) => {
      const [key, name] = [keys, names].map((list) => list[words.lineages.length]);
      readLineage(words, { key, name: name.includes("@") ? name : `${key}@${name}` }, packed);
    },
  );
  return words;
}
