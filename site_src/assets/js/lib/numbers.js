// Old numbers: what any number of any edition meant, and where that is now. Data: n/numbers.json.
import { lastDay } from "./dates.js";
import { data } from "./data.js";

/**
 * The table of all numbers, fetched once and only when somebody asks for one that is not in use.
 */
export const numbersTable = () => data("numbers", "n/", "the table of numbers");

/**
 * The lineages of today that continue a lineage: itself, or what it was merged or split into in the
 * end.
 */
function successors(found, place) {
  const kept = new Set();
  const seen = new Set();
  const todo = [place];
  while (todo.length) {
    const lineage = todo.pop();
    if (seen.has(lineage)) continue;
    seen.add(lineage);
    const [, , status, into] = found.lineages[lineage];
    if (status === "current") kept.add(lineage);
    else todo.push(...[...into].reverse());
  }
  return [...kept];
}

const WENT_ON = {
  current: "now",
  deleted: "went on in what is now",
  merged: "merged into what is now",
  split: "split into what is now",
  ambiguous: "went on, perhaps, in what is now",
};

/** The address of the history of a lineage: the page of its last number. */
const historyOf = (lineage, number) => {
  const home = /^\d+(?:\.\d+)?/.exec(number)?.[0] ?? number;
  return `history/${home}/#${lineage.replaceAll("#", "~")}`;
};

/**
 * What a number meant, oldest first; nothing for a number that no edition had. Each: `{lineage,
 * title, first, last, until, key, isToday, outcome, now: [number], history}`; `key` is today's,
 * `until` the last edition, `first` is the date of an edition, `last` the day before the edition in
 * which it is something else; `outcome` is to be followed by the numbers of `now`; `history` is an
 * address from the site's root.
 */
export function meaningsOf(found, number) {
  const newest = found.editions.length - 1;
  return (Object.hasOwn(found.numbers, number) ? found.numbers[number] : []).map(
    ([place, first, last, title]) => {
      const [lineage, lastNumber, status] = found.lineages[place];
      const bare = lastNumber.replace(/#.*/, "");
      const isToday = last === newest && bare === number;
      const now = successors(found, place).map((lineage) =>
        found.lineages[lineage][1].replace(/#.*/, ""),
      );
      let outcome = now.length ? WENT_ON[status] : "gone";
      if (isToday) outcome = "this rule today";
      return {
        lineage,
        title: found.titles[title],
        first: found.editions[first],
        last: lastDay(found.editions, last),
        until: found.editions[last],
        key: status === "current" ? lastNumber : null,
        isToday,
        outcome,
        now: isToday ? [] : now,
        history: historyOf(lineage, lastNumber),
      };
    },
  );
}

/** Every number of every lineage: place → `[number, first, last, title]`. */
function numbersOf(found) {
  if (!found.byLineage) {
    found.byLineage = new Map();
    for (const [number, meanings] of Object.entries(found.numbers)) {
      for (const [place, first, last, title] of meanings) {
        if (!found.byLineage.has(place)) found.byLineage.set(place, []);
        found.byLineage.get(place).push([number, first, last, title]);
      }
    }
  }
  return found.byLineage;
}

/** The numbers in an edition of the rules that have a number today. */
export function numbersAt(found, number, date) {
  const at = found.editions.indexOf(date);
  const today = (Object.hasOwn(found.numbers, number) ? found.numbers[number] : []).filter(
    ([, , last]) => last === found.editions.length - 1,
  );
  const then = today
    .flatMap(([place]) => numbersOf(found).get(place))
    .filter(([, first, last]) => first <= at && at <= last);
  return [...new Set(then.map(([own]) => own))];
}

/** A meaning in one sentence: `502.30a was Storm until 2009; now 702.40a`. */
export function sentence(number, meaning) {
  const what = meaning.title ? ` was ${meaning.title}` : " was in use";
  if (meaning.isToday)
    return `${number} is ${meaning.title || "in use"} since ${meaning.first.slice(0, 4)}`;
  const outcome = [meaning.outcome, meaning.now.join(", ")].filter(Boolean).join(" ");
  return `${number}${what} until ${meaning.last.slice(0, 4)}; ${outcome}`;
}

/** The file of a lineage below `lineages/`, as `lineage_file` of `site_src/layout.py` names it. */
export function lineageFile(lineage) {
  const [family] = /^(?:glossary:[^@#]*|\w*\.?\d*)/.exec(lineage);
  const hash = new TextEncoder()
    .encode(family)
    .reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  return String((hash >>> 0) % 64);
}
