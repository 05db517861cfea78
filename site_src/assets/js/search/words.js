// The words of the rules, today's and those of all editions, as `search/now.json` and `search/past.json` have them.
export const isTerm = (key) => key.startsWith("glossary:");

/** The number of the rule that a subrule belongs to; of anything else its own key. */
export const ruleOf = (key) => (isTerm(key) ? key : key.replace(/#\d+$/, "").replace(/[a-z]+$/, ""));
export const chapterOf = (key) => (isTerm(key) ? "glossary" : key.split(/[.#]/, 1)[0]);

/** A key in words: its number or its term. */
export const nameOf = (key) => key.replace(/^glossary:/, "").replace(/(?<=\d[a-z]*)#\d+$/, "");

const NUMBER = /^([1-9])(?:(\d\d)(?:\.([1-9]\d{0,2})([a-z]{1,2})?)?)?$/;

/** What orders keys: whether it is a term, section, chapter, rule, letters, ordinal. */
function placeOf(key) {
  const [, section = 0, chapter = -1, rule = 0, letters = ""] = (isTerm(key) ? null : NUMBER.exec(key.replace(/#.*/, ""))) ?? [];
  const number = section ? [Number(section), Number(chapter), Number(rule), letters.length, letters] : [0, 0, 0, 0, ""];
  return [isTerm(key), ...number, Number(/#(\d+)$/.exec(key)?.[1] ?? 1), key];
}

/** Orders records as an edition does: rules by their numbers, then glossary entries by their keys. */
function inOrder(one, other) {
  one.order ??= placeOf(one.key);
  other.order ??= placeOf(other.key);
  const at = one.order.findIndex((value, place) => value !== other.order[place]);
  return at < 0 ? 0 : one.order[at] < other.order[at] ? -1 : 1;
}

class Titles {
  /** @param runs of all keys with a heading: `[key, first, last, heading]` */
  constructor(runs) {
    this.byKey = new Map();
    for (const [key, first, last, heading] of runs) {
      if (!this.byKey.has(key)) this.byKey.set(key, []);
      this.byKey.get(key).push([first, last, heading]);
    }
  }

  at(key, edition) {
    return this.byKey.get(key)?.find(([first, last]) => first <= edition && edition <= last)?.[2] ?? "";
  }
}

/**
 * What can be searched. A run is a passage under one key: `{key, first, last, passage}`, `first` and `last` by
 * place in `editions` (pairs of date and set); a passage is `[heading, text, examples, notes]`.
 */
export class Words {
  constructor(editions, passages, lineages) {
    this.editions = editions;
    this.passages = passages;
    this.lineages = lineages;
    this.newest = editions.length - 1;
    const headed = lineages.flatMap(({ runs }) => runs.filter((run) => passages[run.passage][0]));
    this.titles = new Titles(headed.map((run) => [run.key, run.first, run.last, passages[run.passage][0]]));
  }

  /** What a run is about: its heading, or that of the rule above it then. */
  titleOf(run) {
    return this.passages[run.passage][0] || this.titles.at(ruleOf(run.key), run.last);
  }

  recordOf(run) {
    const [heading, text, examples, notes] = this.passages[run.passage];
    return { key: run.key, heading, text: [text, ...notes].join("\n"), examples, run };
  }

  /** The records of an edition by its place, as it orders them. */
  recordsAt(at) {
    return this.lineages.flatMap(({ runs }) => runs.filter(({ first, last }) => first <= at && at <= last).map((run) => this.recordOf(run))).sort(inOrder);
  }

  /** The records of all editions: of each rule every text, at its latest place. */
  recordsOfAll() {
    const runsOf = ({ runs }) => [...new Map(runs.map((run) => [run.passage, run])).values()];
    return this.lineages.flatMap((lineage) => runsOf(lineage).map((run) => ({
      ...this.recordOf(run),
      above: isTerm(run.key) ? "" : this.titles.at(ruleOf(run.key), run.last),
      lineage,
      runs: lineage.runs.filter(({ passage }) => passage === run.passage),
    })));
  }

  /** The key in an edition of what has a key in the newest one. */
  keysAt(at) {
    const keys = new Map();
    for (const { runs } of this.lineages) {
      const [now, then] = [this.newest, at].map((place) => runs.find(({ first, last }) => first <= place && place <= last));
      if (now && then) keys.set(now.key, then.key);
    }
    return keys;
  }

  /** The place of the edition in force on a day; the first one for a day before it. */
  inForce(day) {
    return Math.max(0, this.editions.findLastIndex(([date]) => date <= day));
  }
}

const whole = ([key, heading = "", text = "", examples = [], notes = []]) => [key, [heading, text, examples, notes]];

/** The words of the latest edition, from `search/now.json`; `since`: by key the edition since which a record has them. */
export function wordsFrom({ edition, records, since: [editions, places] }) {
  const all = records.map(whole);
  const lineages = all.map(([key], at) => ({ runs: [{ key, first: 0, last: 0, passage: at }] }));
  const words = new Words([[edition, ""]], all.map(([, passage]) => passage), lineages);
  words.since = new Map(all.map(([key], at) => [key, editions[places[at]]]));
  return words;
}

/** The words of all editions, from `search/now.json` and `search/past.json`. */
export function allWordsFrom(now, past) {
  if (now.build !== past.build) throw new Error("the site was renewed meanwhile");
  const passages = now.records.map((record) => whole(record)[1]);
  for (const passage of past.passages) passages.push(whole(["", ...passage])[1]);
  const lineages = past.lineages.map((runs) => ({
    runs: runs.map(([key, first, last, passage]) => ({ key, first, last, passage })),
  }));
  return new Words(past.editions, passages, lineages);
}
