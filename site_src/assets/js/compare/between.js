// What became of the records of one edition in another, from the versions and links of all editions
// (api/v1/history.json). A pure function of data, and the same as `graph/compare`, step by step:
// tests run the two beside each other. What `graph/compare` derives from the words is in the data:
// `words`, `plain` and `remnants`.
import CHANGES from "../../changes.json" with { type: "json" };
import { inPieces } from "../lib/pieces.js";
import { isTerm } from "../lib/record-key.js";

const GRAVITY = Object.fromEntries(
  CHANGES.filter(({ gravity }) => gravity !== undefined).map(({ name, gravity }) => [
    name,
    gravity,
  ]),
);
/** A parent's own continuation counts for more than one child: `rules/numbers.py`. */
const OWN_VOTE = 1.5;
/** Percent of the words that a piece must have to count: `graph/compare/containment.py`. */
const HELD = 30;
/** What every record starts from, and all that no link mentions. */
const STAYED = {
  main: true,
  change: "unchanged",
  kind: "kept",
  ambiguous: false,
  alone: true,
  leftAs: null,
};

const weight = (change) => (change === null ? Infinity : GRAVITY[change]);
const gravest = (changes) =>
  changes.reduce((one, other) => (weight(one) >= weight(other) ? one : other), "unchanged");

/** The number that a rule hangs under; null for sections and terms. */
export function parentOf(key) {
  if (isTerm(key)) return null;
  const number = key.split("#", 1)[0];
  const letters = /^(\d+\.\d+)[a-z]+$/.exec(number);
  if (letters) return letters[1];
  const dot = number.lastIndexOf(".");
  if (dot > 0) return number.slice(0, dot);
  return /^\d{3}$/.test(number) ? number[0] : null;
}

const parts = (key) => (isTerm(key) ? ["~", key] : key.split(/(\d+)/));

/** Keys in the order of a document: by number, each part of it as a number, then the terms. */
export function inOrder(one, other) {
  const [ours, theirs] = [parts(one), parts(other)];
  for (let at = 0; at < Math.min(ours.length, theirs.length); at += 1) {
    if (ours[at] === theirs[at]) continue;
    const difference = Number(ours[at]) - Number(theirs[at]);
    return difference || (ours[at] < theirs[at] ? -1 : 1);
  }
  return ours.length - theirs.length;
}

/**
 * The columns of all versions, and of the records of retyped editions behind them, which are no
 * versions.
 */
function withRetyped({ versions, retyped }) {
  const rows = Object.values(retyped).flat();
  const columns = ["key", "lineage", "text", "words", "plain"];
  return {
    ...versions,
    ...Object.fromEntries(
      columns.map((name, at) => [name, versions[name].concat(rows.map((row) => row[at]))]),
    ),
  };
}

/** The versions and links of all works, by the edition with which they came. */
export class Versions {
  /** `doc` is history.json, `works` the work of each edition by its date. */
  constructor(doc, works) {
    this.doc = { ...doc, versions: withRetyped(doc) };
    this.works = works;
    this.retyped = new Map();
    let next = doc.versions.key.length;
    for (const [edition, rows] of Object.entries(doc.retyped)) {
      const first = next;
      next += rows.length;
      this.retyped.set(
        edition,
        rows.map((_, at) => first + at),
      );
    }
    this.place = new Map(doc.editions.map((edition, at) => [edition, at]));
    const by = (column) => {
      const found = new Map();
      for (const [at, edition] of column.entries()) {
        if (!found.has(edition)) found.set(edition, []);
        found.get(edition).push(at);
      }
      return found;
    };
    this.byFirst = by(doc.versions.first);
    this.byLast = by(doc.versions.last);
    this.linksOf = new Map();
    doc.links.edition.forEach((edition, at) => {
      const step = `${doc.links.previous[at]} ${edition}`;
      (this.linksOf.get(step) ?? this.linksOf.set(step, []).get(step)).push(at);
    });
    this.shares = new Map(doc.remnants.map(([old, now, percent]) => [`${old} ${now}`, percent]));
  }

  /**
   * The editions of a work from one to another, with both, by their places; without retyped ones
   * between.
   */
  editionsFrom(from, to) {
    const work = this.works.get(to);
    const passed = (edition) => this.retyped.has(edition) && edition !== from && edition !== to;
    return this.doc.editions.flatMap((edition, at) =>
      edition >= from && edition <= to && this.works.get(edition) === work && !passed(edition)
        ? [at]
        : [],
    );
  }

  /**
   * Whether a step leads to or from a retyped edition: `rules/links.py`. All of its links are
   * listed.
   */
  isBeside(...places) {
    return places.some((at) => this.retyped.has(this.doc.editions[at]));
  }

  key(version) {
    return this.doc.keys[this.doc.versions.key[version]];
  }

  lineage(version) {
    return this.doc.lineages[this.doc.versions.lineage[version]];
  }

  /** Key → version, for all records of an edition. */
  standing(edition) {
    if (this.retyped.has(edition))
      return new Map(this.retyped.get(edition).map((row) => [this.key(row), row]));
    const { first, last } = this.doc.versions;
    const [at, work] = [this.place.get(edition), this.works.get(edition)];
    const found = new Map();
    for (let version = 0; version < first.length; version += 1) {
      // an edition of another work may lie between the two
      if (
        first[version] <= at &&
        at <= last[version] &&
        this.works.get(this.doc.editions[first[version]]) === work
      )
        found.set(this.key(version), version);
    }
    return found;
  }

  /** All links of a step, but those of what stayed as it was. */
  links(before, at) {
    const { doc } = this;
    const change = (number) => (number === null ? null : doc.classes[number]);
    const listed = (this.linksOf.get(`${before} ${at}`) ?? []).filter(
      (link) => doc.links.new[link] !== null,
    );
    const steps = listed.map((link) => {
      const { old, new: now, kind, class: classes, main } = doc.links;
      return {
        old: doc.keys[old[link]],
        new: doc.keys[now[link]],
        kind: doc.kinds[kind[link]],
        change: change(classes[link]),
        main: main[link] === 1,
      };
    });
    if (this.isBeside(before, at)) return steps;
    const reached = new Set(steps.map((link) => link.new));
    for (const version of this.byFirst.get(at) ?? []) {
      const { kind, class: classes, sources } = doc.versions;
      const key = this.key(version);
      const from =
        sources[version] === 0 ? [key] : sources[version].map((source) => doc.keys[source]);
      if (from.length !== 1 || reached.has(key) || doc.kinds[kind[version]] === "returned")
        continue;
      steps.push({
        old: from[0],
        new: key,
        kind: doc.kinds[kind[version]],
        change: change(classes[version]),
        main: true,
      });
    }
    return steps;
  }

  /** Keys whose version ended with the older edition of a step. */
  ended(before, at) {
    if (!this.isBeside(before, at))
      return (this.byLast.get(before) ?? []).map((version) => this.key(version));
    const { doc } = this;
    return (this.linksOf.get(`${before} ${at}`) ?? [])
      .filter((link) => doc.links.new[link] === null)
      .map((link) => doc.keys[doc.links.old[link]]);
  }

  /**
   * The percentage of the shorter version's words that the other has; 100 for pairs that the data
   * does not list.
   */
  share(old, now) {
    return this.shares.get(`${old} ${now}`) ?? 100;
  }

  hasSame(form, old, now) {
    const { text, [form]: first } = this.doc.versions;
    return (first[old] || text[old]) === (first[now] || text[now]);
  }
}

const further = (path, link) => ({
  main: path.main && link.main,
  change: path.change === null || link.change === null ? null : gravest([path.change, link.change]),
  kind: link.kind,
  ambiguous: path.ambiguous || link.kind === "ambiguous",
  alone: path.alone && link.kind !== "split" && link.kind !== "merged",
  leftAs: path.leftAs ?? (link.main ? null : link.kind),
});

/** As `graph/history/paths.py` orders them. */
const rank = (path) => [
  !path.main,
  path.ambiguous,
  weight(path.change),
  !path.alone,
  path.leftAs ?? "",
];
function better(one, other) {
  const [ours, theirs] = [rank(one), rank(other)];
  const at = ours.findIndex((value, place) => value !== theirs[place]);
  return at >= 0 && theirs[at] < ours[at] ? other : one;
}

/** One step; `holders` maps each key to the old keys whose paths end there. */
function walk(holders, links, ended) {
  const left = new Map();
  const arrived = new Map();
  for (const link of links) {
    if (!left.has(link.old)) {
      left.set(link.old, holders.get(link.old) ?? new Map());
      holders.delete(link.old);
    }
    if (!arrived.has(link.new)) arrived.set(link.new, new Map());
    const here = arrived.get(link.new);
    for (const [source, path] of left.get(link.old)) {
      const next = further(path, link);
      here.set(source, here.has(source) ? better(here.get(source), next) : next);
    }
  }
  for (const key of ended) if (!left.has(key)) holders.delete(key);
  for (const [key, sources] of arrived) if (sources.size) holders.set(key, sources);
}

/** Old key → new key → how the one became the other. */
async function pathsBetween(versions, from, to, start, end) {
  const holders = new Map([...start.keys()].map((key) => [key, new Map([[key, STAYED]])]));
  const editions = versions.editionsFrom(from, to);
  await inPieces(editions.slice(1), (edition, at) =>
    walk(holders, versions.links(editions[at], edition), versions.ended(editions[at], edition)),
  );
  const found = new Map([...start.keys()].map((key) => [key, new Map()]));
  for (const [target, sources] of holders)
    for (const [source, path] of sources) found.get(source).set(target, path);
  const { lineage } = versions.doc.versions;
  const successors = new Map([...end].map(([key, version]) => [lineage[version], key]));
  for (const [old, ways] of found) {
    const successor = successors.get(lineage[start.get(old)]);
    for (const [target, path] of ways)
      if (path.main && target !== successor)
        ways.set(target, { ...path, main: false, leftAs: "merged" });
    if (successor === undefined) continue;
    if (!ways.has(successor)) ways.set(successor, returned(versions, start.get(old), from, to));
    else if (!ways.get(successor).main)
      ways.set(successor, { ...ways.get(successor), main: true, ambiguous: false, leftAs: null });
  }
  return found;
}

/**
 * The path of a lineage to which no chain of links leads: it was absent from some editions between,
 * or the older edition is retyped.
 */
function returned(versions, version, from, to) {
  const { doc } = versions;
  const { lineage, first, class: classes, kind: kinds } = doc.versions;
  const [low, high] = [versions.place.get(from), versions.place.get(to)];
  const changes = [];
  let kind = "kept";
  for (let other = 0; other < first.length; other += 1) {
    if (lineage[other] !== lineage[version] || first[other] <= low || first[other] > high) continue;
    if (kind !== "returned") kind = doc.kinds[kinds[other]];
    if (classes[other] !== null) changes.push(doc.classes[classes[other]]);
  }
  return { ...STAYED, change: gravest(changes), kind };
}

/** What each old parent became, by the votes of its children. */
function images(mains, start, end) {
  const parents = new Set([...start.keys(), ...end.keys()].map(parentOf));
  const votes = new Map();
  const vote = (parent, image, number) => {
    if (!votes.has(parent)) votes.set(parent, new Map());
    votes.get(parent).set(image, (votes.get(parent).get(image) ?? 0) + number);
  };
  for (const [old, now] of mains) {
    if (parents.has(old) || parents.has(now)) vote(old, now, OWN_VOTE);
    const [parent, image] = [parentOf(old), parentOf(now)];
    if (parent !== null && image !== null) vote(parent, image, 1);
  }
  const best = (counts) => [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0][0];
  return new Map([...votes].map(([parent, counts]) => [parent, best(counts)]));
}

function whereabouts(old, now, became) {
  if (old === now) return "kept";
  const [one, other] = [parentOf(old), parentOf(now)];
  if (one === null || other === null) return one === other ? "renumbered" : "moved";
  return became().get(one) === other ? "renumbered" : "moved";
}

/** New key → the old keys that lead there. */
function sourcesOf(ways) {
  const sources = new Map();
  for (const [old, targets] of ways) {
    for (const [now] of targets) {
      const known = sources.get(now);
      if (known) known.push(old);
      else sources.set(now, [old]);
    }
  }
  return sources;
}

/** The continuations of each record that count. */
function counting(versions, ways, start, end, mains) {
  const sources = sourcesOf(ways);
  const found = new Map();
  for (const [old, targets] of ways) {
    const sure = [...targets].filter(([, path]) => !path.ambiguous);
    if (!sure.length || (sure.length === 1 && sure[0][1].main)) {
      found.set(old, sure.length ? sure : [...targets]);
      continue;
    }
    // a definition that moved between rules and glossary once would tie the two of a whole subject
    // together
    const term = isTerm(old);
    const own = sure.some(([now]) => isTerm(now) === term);
    const kin = sure.filter(
      ([now, path]) =>
        path.main ||
        isTerm(now) === term ||
        !(own || sources.get(now).some((source) => isTerm(source) !== term)),
    );
    const held = kin.map(([now]) => versions.share(start.get(old), end.get(now)));
    const best = Math.max(...held);
    found.set(
      old,
      kin.filter(
        ([, path], at) => path.main || held[at] >= HELD || (held[at] === best && !mains.has(old)),
      ),
    );
  }
  return found;
}

/** Groups of connected old keys, with the pairs that connect them. */
function components(found) {
  const groups = [];
  const holders = sourcesOf(found);
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
    olds.sort(inOrder);
    groups.push({
      olds,
      pairs: olds.flatMap((old) => found.get(old).map(([now, path]) => ({ old, now, path }))),
    });
  }
  return groups;
}

const times = (pairs, side, key) => pairs.filter((pair) => pair[side] === key).length;

/** Several connected links, with the kinds that follow from their number. */
function counted(pairs) {
  return pairs.map((pair) => {
    const [ofOld, ofNew] = [times(pairs, "old", pair.old), times(pairs, "now", pair.now)];
    return pair.kind === "ambiguous" || Math.max(ofOld, ofNew) < 2
      ? pair
      : { ...pair, kind: ofOld > 1 ? "split" : "merged" };
  });
}

const kindOf = (pairs) =>
  ["split", "merged", "ambiguous"].find((kind) => pairs.some((pair) => pair.kind === kind)) ??
  pairs[0].kind;

const INVERSE = {
  added: "deleted",
  returned: "deleted",
  deleted: "added",
  split: "merged",
  merged: "split",
};

/** The same group, seen from the other edition. */
function inverted(group) {
  const turned = group.pairs.map(({ old, now, kind }) => ({
    old: now,
    now: old,
    kind: INVERSE[kind] ?? kind,
  }));
  const pairs = turned.length > 1 ? counted(turned) : turned;
  return { ...group, old: group.new, new: group.old, kind: kindOf(pairs), pairs };
}

/** How the words changed over several steps: `graph.compare.edition_pair.class_over_steps`. */
function classOf(versions, old, now, ways) {
  const worst = gravest(ways.map((path) => path.change));
  if (old.length > 1 || now.length > 1) return worst;
  if (versions.hasSame("words", old[0], now[0])) return "unchanged";
  return versions.hasSame("plain", old[0], now[0])
    ? "typographic"
    : gravest([worst, ways.every((path) => path.alone) ? "typographic" : "wording"]);
}

/**
 * The changes between two editions of a work, in either direction; computed in pieces.
 *
 * Returns `{changes, same}`: `same` counts the unchanged records with the same number; a change is
 * `{old: [key], new: [key], kind, change, lineage}` in no certain order.
 */
export async function between(versions, from, to) {
  if (from > to) {
    const found = await between(versions, to, from);
    return { same: found.same, changes: found.changes.map(inverted) };
  }
  const [start, end] = [versions.standing(from), versions.standing(to)];
  const isLong = versions.editionsFrom(from, to).length > 2;
  const ways = await pathsBetween(versions, from, to, start, end);
  const mains = new Map(
    [...ways].flatMap(([old, targets]) =>
      [...targets].flatMap(([now, path]) => (path.main ? [[old, now]] : [])),
    ),
  );
  let known;
  const became = () => (known ??= images(mains, start, end));
  const kindAlone = ({ old, now, path }) => {
    if (!isLong) return path.kind;
    if (path.ambiguous) return "ambiguous";
    return !path.main && (path.leftAs === "split" || path.leftAs === "merged")
      ? path.leftAs
      : whereabouts(old, now, became);
  };
  const sure = (targets) => {
    const found = [...targets].filter(([, path]) => !path.ambiguous);
    return found.length ? found : [...targets];
  };
  const kept = isLong
    ? counting(versions, ways, start, end, mains)
    : new Map([...ways].map(([old, targets]) => [old, sure(targets)]));
  const groups = [];
  let same = 0;
  const reached = new Set();
  await inPieces(components(kept), ({ olds, pairs }) => {
    if (!pairs.length) {
      groups.push({
        old: olds,
        new: [],
        kind: "deleted",
        change: null,
        lineage: versions.lineage(start.get(olds[0])),
        pairs: [{ old: olds[0], now: null, kind: "deleted" }],
      });
      return;
    }
    const news = [...new Set(pairs.map((pair) => pair.now))].sort(inOrder);
    for (const key of news) reached.add(key);
    const paths = pairs.map((pair) => pair.path);
    const changes = paths.map((path) => path.change);
    const places = (keys, standing) => keys.map((key) => standing.get(key));
    let change = null;
    if (!changes.includes(null)) {
      change = isLong
        ? classOf(versions, places(olds, start), places(news, end), paths)
        : gravest(changes);
    }
    const alone = pairs.map((pair) => ({ old: pair.old, now: pair.now, kind: kindAlone(pair) }));
    const links = isLong && alone.length > 1 ? counted(alone) : alone;
    const lineage = versions.lineage(
      start.get(pairs.find((pair) => pair.path.main)?.old ?? olds[0]),
    );
    if (change === "unchanged" && olds.length === 1 && news.length === 1 && olds[0] === news[0])
      same += 1;
    else groups.push({ old: olds, new: news, kind: kindOf(links), change, lineage, pairs: links });
  });
  for (const [key, version] of end) {
    if (reached.has(key)) continue;
    const lineage = versions.lineage(version);
    const born = lineage.slice(lineage.lastIndexOf("@") + 1);
    const kind = born < from && isLong ? "returned" : "added";
    groups.push({
      old: [],
      new: [key],
      kind,
      change: null,
      lineage,
      pairs: [{ old: null, now: key, kind }],
    });
  }
  return { changes: groups, same };
}
