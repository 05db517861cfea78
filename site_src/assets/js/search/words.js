// The words of the rules, today's and those of all editions, as `search/now.json` and `search/past.json` have them.
const isTerm = (key) => key.startsWith("glossary:");

/** The number of the rule above a subrule, of the chapter above a rule; nothing above a chapter. */
export const ruleOf = (key) => key.replace(/#\d+$/, "").replace(/(?<=\d)[a-z]+$/, "");
export const chapterOf = (key) => (isTerm(key) ? "glossary" : key.split(/[.#]/, 1)[0]);

/** A key in words: its number or its term. */
export const nameOf = (key) => key.replace(/^glossary:/, "").replace(/(?<=\d[a-z]*)#\d+$/, "");

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

  /** The lineage of a run. */
  lineageOf(run) {
    this.byRun ??= new Map(this.lineages.flatMap((lineage) => lineage.runs.map((one) => [one, lineage])));
    return this.byRun.get(run);
  }

  /** What a run is about: its heading, or that of the rule above it then. */
  titleOf(run) {
    return this.passages[run.passage][0] || this.titles.at(ruleOf(run.key), run.last);
  }

  /** The chapter of a run then, with its number. */
  chapterOf(run) {
    const chapter = chapterOf(run.key);
    return chapter === "glossary" ? "Glossary" : `${chapter} ${this.titles.at(chapter, run.last)}`.trim();
  }

  /** The place of the edition in force on a day; the first one for a day before it. */
  inForce(day) {
    return Math.max(0, this.editions.findLastIndex(([date]) => date <= day));
  }
}

const whole = ([key, heading = "", text = "", examples = [], notes = []]) => [key, [heading, text, examples, notes]];

/** The words of the latest edition, from `search/now.json`. */
export function wordsFrom({ edition, records }) {
  const all = records.map(whole);
  const lineages = all.map(([key], at) => ({ id: key, runs: [{ key, first: 0, last: 0, passage: at }] }));
  return new Words([[edition, ""]], all.map(([, passage]) => passage), lineages);
}

/** The words of all editions, from `search/now.json` and `search/past.json`. */
export function allWordsFrom(now, past) {
  if (now.build !== past.build) throw new Error("the site was renewed meanwhile");
  const passages = now.records.map((record) => whole(record)[1]);
  for (const passage of past.passages) passages.push(whole(["", ...passage])[1]);
  const lineages = past.lineages.map(([id, runs]) => ({
    id,
    runs: runs.map(([key, first, last, passage]) => ({ key, first, last, passage })),
  }));
  return new Words(past.editions, passages, lineages);
}
