// @ts-check
// What became of the records of one edition in another, from the versions and links of all
// editions. A pure function of data, and the same as `graph/compare`, step by step: tests run the
// two beside each other. What `graph/compare` derives from the words is in the data: `words`,
// `plain` and `remnants`.
import { breathe, inPieces } from "../lib/pieces.js";
import { components, continuationsOfStep, continuationsOfSteps } from "./continuations.js";
import { inOrder, parentOf } from "./keys.js";
import { gravest, pathsBetween } from "./paths.js";

/**
 * @typedef {import("./continuations.js").Pair} Pair
 * @typedef {import("./paths.js").Path} Path
 * @typedef {import("./versions.js").Versions} Versions
 */

/** @typedef {{old: string | null, now: string | null, kind: string}} ChangedPair */

/**
 * What became of some records.
 * @typedef {object} Change
 * @property {string[]} old keys in the older edition
 * @property {string[]} new keys in the newer one
 * @property {string} kind
 * @property {string | null} change how much the words changed; null if that cannot be said
 * @property {string} lineage
 * @property {ChangedPair[]} pairs
 */

/** A parent's own continuation counts for more than one child: `rules/family_votes.py`. */
const OWN_VOTE = 1.5;

/** @type {Record<string, string>} */
const INVERSE = {
  added: "deleted",
  returned: "deleted",
  deleted: "added",
  split: "merged",
  merged: "split",
};

/**
 * What each old parent became, by the votes of its children.
 * @param {Map<string, string>} mains
 * @param {Iterable<string>} keys of both editions
 * @returns {Map<string, string>}
 */
function images(mains, keys) {
  const parents = new Set([...keys].map(parentOf));
  /** @type {Map<string, Map<string, number>>} */
  const votes = new Map();
  const vote = (
    /** @type {string} */ parent,
    /** @type {string} */ image,
    /** @type {number} */ number,
  ) => {
    const counts = votes.get(parent) ?? new Map();
    votes.set(parent, counts);
    counts.set(image, (counts.get(image) ?? 0) + number);
  };
  for (const [old, now] of mains) {
    if (parents.has(old) || parents.has(now)) vote(old, now, OWN_VOTE);
    const [parent, image] = [parentOf(old), parentOf(now)];
    if (parent !== null && image !== null) vote(parent, image, 1);
  }
  return new Map([...votes].map(([parent, counts]) => [parent, mostVoted(counts)]));
}

/** @param {Map<string, number>} counts */
function mostVoted(counts) {
  const ranked = [...counts].sort(
    ([one, votes], [other, others]) => others - votes || (one < other ? -1 : 1),
  );
  return ranked[0][0];
}

/**
 * Several connected links, with the kinds that follow from their number.
 * @param {ChangedPair[]} pairs
 * @returns {ChangedPair[]}
 */
function counted(pairs) {
  return pairs.map((pair) => {
    const ofOld = pairs.filter(({ old }) => old === pair.old).length;
    const ofNew = pairs.filter(({ now }) => now === pair.now).length;
    if (pair.kind === "ambiguous" || Math.max(ofOld, ofNew) < 2) return pair;
    return { ...pair, kind: ofOld > 1 ? "split" : "merged" };
  });
}

/** @param {ChangedPair[]} pairs */
function kindOf(pairs) {
  const kinds = new Set(pairs.map((pair) => pair.kind));
  return ["split", "merged", "ambiguous"].find((kind) => kinds.has(kind)) ?? pairs[0].kind;
}

/**
 * The same change, seen from the other edition.
 * @param {Change} change
 * @returns {Change}
 */
function inverted(change) {
  const turned = change.pairs.map(({ old, now, kind }) => {
    return { old: now, now: old, kind: INVERSE[kind] ?? kind };
  });
  const pairs = turned.length > 1 ? counted(turned) : turned;
  return { ...change, old: change.new, new: change.old, kind: kindOf(pairs), pairs };
}

/** The comparison of two editions of a work, the older one first. */
class Comparison {
  /**
   * @param {Versions} versions
   * @param {string} from
   * @param {string} to
   */
  constructor(versions, from, to) {
    this.versions = versions;
    this.from = from;
    this.to = to;
    this.start = versions.standing(from);
    this.end = versions.standing(to);
    this.isLong = versions.editionsFrom(from, to).length > 2;
    /** @type {Change[]} */
    this.changes = [];
    this.same = 0;
    /**
     * The main continuation of each record.
     * @type {Map<string, string>}
     */
    this.mains = new Map();
    /** @type {Map<string, string> | undefined} */
    this.parents = undefined;
  }

  async run() {
    const { versions, from, to, start, end } = this;
    const ways = await pathsBetween(versions, from, to, start, end);
    for (const [old, targets] of ways)
      for (const [now, path] of targets) if (path.main) this.mains.set(old, now);
    await breathe();
    const counting = this.isLong
      ? continuationsOfSteps(versions, ways, start, end)
      : continuationsOfStep(ways);
    await breathe();
    /** @type {Set<string>} */
    const reached = new Set();
    await inPieces(components(counting), ({ olds, pairs }) => {
      for (const { now } of pairs) reached.add(now);
      if (pairs.length) this.addContinued(olds, pairs);
      else this.addDeleted(olds);
    });
    for (const key of end.keys()) if (!reached.has(key)) this.addNew(key);
    return { changes: this.changes, same: this.same };
  }

  /**
   * The lineage of a record of the older edition.
   * @param {string} old
   */
  lineageOf(old) {
    return this.versions.lineage(this.start.get(old) ?? -1);
  }

  /** @param {string[]} olds */
  addDeleted(olds) {
    const kind = "deleted";
    this.changes.push({
      old: olds,
      new: [],
      kind,
      change: null,
      lineage: this.lineageOf(olds[0]),
      pairs: [{ old: olds[0], now: null, kind }],
    });
  }

  /** @param {string} key */
  addNew(key) {
    const lineage = this.versions.lineage(this.end.get(key) ?? -1);
    const born = lineage.slice(lineage.lastIndexOf("@") + 1);
    const kind = born < this.from && this.isLong ? "returned" : "added";
    this.changes.push({
      old: [],
      new: [key],
      kind,
      change: null,
      lineage,
      pairs: [{ old: null, now: key, kind }],
    });
  }

  /**
   * @param {string[]} olds
   * @param {Pair[]} pairs
   */
  addContinued(olds, pairs) {
    const news = [...new Set(pairs.map((pair) => pair.now))].sort(inOrder);
    const change = this.changeOf(olds, news, pairs);
    const isOne = olds.length === 1 && news.length === 1;
    if (change === "unchanged" && isOne && olds[0] === news[0]) {
      this.same += 1;
      return;
    }
    const alone = pairs.map((pair) => {
      return { old: pair.old, now: pair.now, kind: this.kindAlone(pair) };
    });
    const links = this.isLong && alone.length > 1 ? counted(alone) : alone;
    const main = pairs.find((pair) => pair.path.main)?.old ?? olds[0];
    const lineage = this.lineageOf(main);
    const kind = kindOf(links);
    this.changes.push({ old: olds, new: news, kind, change, lineage, pairs: links });
  }

  /**
   * How the words of a group changed: over several steps as `class_over_steps` of
   * `graph/compare/edition_pair.py`.
   * @param {string[]} olds
   * @param {string[]} news
   * @param {Pair[]} pairs
   */
  changeOf(olds, news, pairs) {
    const changes = pairs.map(({ path }) => path.change);
    if (changes.includes(null)) return null;
    const worst = gravest(changes);
    if (!this.isLong || olds.length > 1 || news.length > 1) return worst;
    const old = this.start.get(olds[0]) ?? -1;
    const now = this.end.get(news[0]) ?? -1;
    const isAlone = pairs.every(({ path }) => path.alone);
    if (this.versions.hasSame("words", old, now)) return "unchanged";
    if (worst === "unchanged" && isAlone) return "unchanged";
    if (this.versions.hasSame("plain", old, now)) return "typographic";
    return gravest([worst, isAlone ? "typographic" : "wording"]);
  }

  /**
   * The kind of one link, whatever it is connected with.
   * @param {Pair} pair
   */
  kindAlone({ old, now, path }) {
    if (!this.isLong) return path.kind;
    if (path.ambiguous) return "ambiguous";
    if (!path.main && (path.leftAs === "split" || path.leftAs === "merged")) return path.leftAs;
    return this.whereabouts(old, now);
  }

  /**
   * @param {string} old
   * @param {string} now
   */
  whereabouts(old, now) {
    if (old === now) return "kept";
    const [parent, image] = [parentOf(old), parentOf(now)];
    if (parent === null || image === null) return parent === image ? "renumbered" : "moved";
    this.parents ??= images(this.mains, [...this.start.keys(), ...this.end.keys()]);
    return this.parents.get(parent) === image ? "renumbered" : "moved";
  }
}

/**
 * The changes between two editions of a work, in either direction; computed in pieces.
 * @param {Versions} versions
 * @param {string} from
 * @param {string} to
 * @returns {Promise<{changes: Change[], same: number}>} `same` counts the unchanged records with
 *   the same number; the changes are in no certain order
 */
export async function between(versions, from, to) {
  if (from <= to) return new Comparison(versions, from, to).run();
  const { changes, same } = await new Comparison(versions, to, from).run();
  return { changes: changes.map(inverted), same };
}
