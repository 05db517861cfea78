// What became of the records of one edition in another, from the versions of all lineages (api/v1/history.json).
// A pure function of data: tests run it beside `graph.compare`, which does the same with all links and all words.

const GRAVITY = ["unchanged", "typographic", "reference", "terminology", "wording"];
/** A parent's own continuation counts for more than one child: `rules/families.py`. */
const OWN_VOTE = 1.5;

const gravest = (one, other) => (one === null || other === null ? null : GRAVITY[Math.max(GRAVITY.indexOf(one), GRAVITY.indexOf(other))]);
export const isTerm = (key) => key.startsWith("glossary:");

/** The number that a rule hangs under; null for sections and terms. */
export function parentOf(key) {
  if (isTerm(key)) return null;
  const number = key.split("#", 1)[0];
  const letters = /^(\d+\.\d+)[a-z]+$/i.exec(number);
  if (letters) return letters[1];
  const dot = number.lastIndexOf(".");
  if (dot > 0) return number.slice(0, dot);
  return /^\d{3}$/.test(number) ? number[0] : null;
}

/** The versions of a work, by the edition with which they came. */
export class Versions {
  /** `doc` is history.json, `works` the work of each edition by its date. */
  constructor(doc, works) {
    this.doc = doc;
    this.works = works;
    this.place = new Map(doc.editions.map((one, at) => [one, at]));
  }

  editionsBetween(from, to) {
    const { editions } = this.doc;
    return editions.filter((one) => one > from && one <= to && this.works.get(one) === this.works.get(to));
  }

  key(version) {
    return this.doc.keys[this.doc.versions.key[version]];
  }

  /** The version with which each lineage stands in an edition. */
  standing(edition) {
    const { first, last, lineage } = this.doc.versions;
    const at = this.place.get(edition);
    const found = new Map();
    for (let one = 0; one < first.length; one += 1) {
      // an edition of another work may lie between the two
      if (first[one] <= at && at <= last[one] && this.works.get(this.doc.editions[first[one]]) === this.works.get(edition)) found.set(lineage[one], one);
    }
    return found;
  }

  /** New versions of each edition after one and up to another. */
  steps(from, to) {
    const { first } = this.doc.versions;
    const steps = new Map(this.editionsBetween(from, to).map((one) => [this.place.get(one), []]));
    for (let one = 0; one < first.length; one += 1) steps.get(first[one])?.push(one);
    return steps;
  }
}

/** Follows the lineages through the steps: lineage of the newer edition → lineage of the older → the way between. */
function followed(versions, from, to) {
  const { doc } = versions;
  const column = doc.versions;
  const start = versions.standing(from);
  const START = { main: true, change: "unchanged", kind: "kept", ambiguous: false, strayed: null, steps: 0 };
  let holders = new Map([...start.keys()].map((one) => [one, new Map([[one, START]])]));
  let before = start;
  for (const [at, made] of versions.steps(from, to)) {
    const now = versions.standing(doc.editions[at]);
    const bearers = new Map([...before].map(([lineage, version]) => [column.key[version], lineage]));
    const after = new Map();
    const fresh = new Set(made.map((one) => column.lineage[one]));
    for (const lineage of now.keys()) if (!fresh.has(lineage) && holders.has(lineage)) after.set(lineage, holders.get(lineage));
    for (const one of made) {
      const lineage = column.lineage[one];
      const kind = doc.kinds[column.kind[one]];
      const change = column.class[one] === null ? null : doc.classes[column.class[one]];
      const sources = column.sources[one] === 0 ? [column.key[one]] : column.sources[one];
      const ways = new Map();
      for (const source of sources) {
        const origin = bearers.get(source);
        for (const [old, way] of holders.get(origin) ?? []) {
          const main = way.main && origin === lineage;
          const step = {
            main,
            change: gravest(way.change, change),
            kind,
            ambiguous: way.ambiguous || kind === "ambiguous",
            strayed: way.strayed ?? (origin === lineage ? null : kind === "split" ? "split" : "merged"),
            steps: way.steps + 1,
          };
          const known = ways.get(old);
          if (!known || (step.main && !known.main) || (step.main === known.main && known.ambiguous && !step.ambiguous)) ways.set(old, step);
        }
      }
      if (ways.size) after.set(lineage, ways);
    }
    holders = after;
    before = now;
  }
  return { start, end: before, holders };
}

/** What each old parent became, by the votes of its children. */
function images(mains, keyOld, keyNew) {
  const pairs = [...mains].map(([old, now]) => [keyOld(old), keyNew(now)]);
  const parents = new Set([...pairs.flat()].map(parentOf).filter(Boolean));
  const votes = new Map();
  const vote = (one, other, weight) => {
    if (!votes.has(one)) votes.set(one, new Map());
    votes.get(one).set(other, (votes.get(one).get(other) ?? 0) + weight);
  };
  for (const [old, now] of pairs) {
    if (parents.has(old) || parents.has(now)) vote(old, now, OWN_VOTE);
    const [one, other] = [parentOf(old), parentOf(now)];
    if (one && other) vote(one, other, 1);
  }
  const best = (counts) => [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0][0];
  return new Map([...votes].map(([one, counts]) => [one, best(counts)]));
}

function whereabouts(old, now, became) {
  if (old === now) return "kept";
  const [one, other] = [parentOf(old), parentOf(now)];
  if (one === null || other === null) return one === other ? "renumbered" : "moved";
  return became().get(one) === other ? "renumbered" : "moved";
}

const INVERSE = { added: "deleted", returned: "deleted", deleted: "added", split: "merged", merged: "split" };

/** The same group, seen from the other edition. */
function inverted(group) {
  let { kind } = group;
  if (group.old.length && group.new.length && group.old.length + group.new.length > 2) {
    if (kind !== "ambiguous") kind = group.pairs.some(([, now]) => group.pairs.filter(([, other]) => other === now).length > 1) ? "split" : "merged";
  } else kind = INVERSE[kind] ?? kind;
  return { ...group, old: group.new, new: group.old, kind, pairs: group.pairs.map(([old, now]) => [now, old]) };
}

/**
 * The changes between two editions of a work, in either direction.
 *
 * Returns `{changes, same}`: `same` counts what stands unchanged under its number; a change is
 * `{old: [key], new: [key], kind, change, lineage, main}` in no certain order.
 */
export function between(versions, from, to) {
  if (from > to) {
    const found = between(versions, to, from);
    return { same: found.same, changes: found.changes.map(inverted) };
  }
  const { doc } = versions;
  const { start, end, holders } = followed(versions, from, to);
  const isLong = versions.editionsBetween(from, to).length > 1;
  const keyOld = (lineage) => versions.key(start.get(lineage));
  const keyNew = (lineage) => versions.key(end.get(lineage));
  const ways = new Map([...start.keys()].map((one) => [one, new Map()]));
  for (const [now, origins] of holders) for (const [old, way] of origins) if (end.has(now)) ways.get(old).set(now, way);
  for (const [old, targets] of ways) {
    if (!end.has(old) || targets.get(old)?.main) continue;
    const known = targets.get(old);
    if (known) targets.set(old, { ...known, main: true, strayed: null });
    else targets.set(old, { main: true, change: returned(versions, old, from, to), kind: "returned", ambiguous: false, strayed: null, steps: 2 });
  }
  const mains = new Map([...start.keys()].filter((one) => end.has(one)).map((one) => [one, one]));
  let known;
  const became = () => (known ??= images(mains, keyOld, keyNew));
  const textOf = (version) => doc.versions.text[version];

  const oneKind = (old, now, way) => {
    if (!isLong) return way.kind;
    if (way.ambiguous) return "ambiguous";
    if (!way.main && way.strayed) return way.strayed;
    return whereabouts(keyOld(old), keyNew(now), became);
  };
  const groups = [];
  let same = 0;
  const reached = new Set();
  for (const { olds, pairs } of components(kept(ways, isLong, keyOld, keyNew))) {
    const news = [...new Set(pairs.map(([, now]) => now))];
    news.forEach((one) => reached.add(one));
    const lineage = doc.lineages[pairs.find(([, , way]) => way.main)?.[0] ?? olds[0]];
    if (!pairs.length) {
      groups.push({ old: [keyOld(olds[0])], new: [], kind: "deleted", change: null, lineage, pairs: [] });
      continue;
    }
    let change = pairs.reduce((worst, [, , way]) => gravest(worst, way.change), "unchanged");
    const single = pairs.length === 1;
    if (single && change !== null && textOf(start.get(olds[0])) === textOf(end.get(news[0]))) change = "unchanged";
    const of = (at, name) => pairs.filter((pair) => pair[at] === name).length;
    const kinds = pairs.map(([old, now, way]) => {
      const kind = oneKind(old, now, way);
      if (single || kind === "ambiguous" || Math.max(of(0, old), of(1, now)) < 2) return kind;
      return of(0, old) > 1 ? "split" : "merged";
    });
    const kind = ["split", "merged", "ambiguous"].find((one) => kinds.includes(one)) ?? kinds[0];
    const [old, now] = [olds.map(keyOld), news.map(keyNew)];
    if (change === "unchanged" && old.length === 1 && now.length === 1 && old[0] === now[0]) same += 1;
    else groups.push({ old, new: now, kind, change, lineage, pairs: pairs.map(([one, other]) => [keyOld(one), keyNew(other)]) });
  }
  for (const one of end.keys()) {
    if (reached.has(one)) continue;
    const lineage = doc.lineages[one];
    const born = lineage.slice(lineage.lastIndexOf("@") + 1);
    groups.push({ old: [], new: [keyNew(one)], kind: born < from && isLong ? "returned" : "added", change: null, lineage, pairs: [] });
  }
  return { changes: groups, same };
}

function returned(versions, lineage, from, to) {
  const { doc } = versions;
  const column = doc.versions;
  const [low, high] = [versions.place.get(from), versions.place.get(to)];
  let change = "unchanged";
  for (let one = 0; one < column.first.length; one += 1) {
    if (column.lineage[one] === lineage && column.first[one] > low && column.first[one] <= high && column.class[one] !== null) {
      change = gravest(change, doc.classes[column.class[one]]);
    }
  }
  return change;
}

/** The continuations that count: sure ones before doubtful ones; over a long way none from a rule to a term beside its own. */
function kept(ways, isLong, keyOld, keyNew) {
  const found = new Map();
  for (const [old, targets] of ways) {
    const sure = [...targets].filter(([, way]) => !way.ambiguous);
    let left = sure.length ? sure : [...targets];
    if (isLong && sure.length) {
      const sort = isTerm(keyOld(old));
      const own = left.some(([now]) => isTerm(keyNew(now)) === sort);
      left = left.filter(([now, way]) => way.main || isTerm(keyNew(now)) === sort || !own);
    }
    found.set(old, left);
  }
  return found;
}

/** Old lineages that hang together, with their ways. */
function* components(found) {
  const holders = new Map();
  for (const [old, ways] of found) for (const [now] of ways) holders.set(now, [...(holders.get(now) ?? []), old]);
  const done = new Set();
  for (const start of found.keys()) {
    if (done.has(start)) continue;
    const olds = [];
    const waiting = [start];
    while (waiting.length) {
      const old = waiting.pop();
      if (done.has(old)) continue;
      done.add(old);
      olds.push(old);
      for (const [now] of found.get(old)) waiting.push(...holders.get(now));
    }
    olds.sort((one, other) => one - other);
    yield { olds, pairs: olds.flatMap((old) => found.get(old).map(([now, way]) => [old, now, way])) };
  }
}
