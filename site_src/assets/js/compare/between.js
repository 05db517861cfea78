// @ts-check
// The comparison of two editions: what became of each record, computed from the versions and links
// of all editions. It does the same as `graph/compare`, in the same steps, and tests compare the
// two. It has no words: what `graph/compare` derives from them is in the data (`words`, `plain` and
// `remnants` of api/v1/history.json).
import { breathe, inPieces } from "../lib/pieces.js";
import { continuationsOfStep, continuationsOfSteps, groupsOf } from "./continuations.js";
import { compareKeys, parentOf } from "./keys.js";
import { gravest, pathsBetween } from "./paths.js";

/**
 * @typedef {import("./continuations.js").Pair} Pair
 * @typedef {import("./paths.js").Path} Path
 * @typedef {import("./versions.js").Versions} Versions
 */

/** @typedef {{old: string | null, now: string | null, kind: string}} ChangedPair two keys */

/**
 * What became of some records that links connect.
 * @typedef {object} Change
 * @property {string[]} old keys in the older edition
 * @property {string[]} new keys in the newer one
 * @property {string} kind
 * @property {string | null} change how much the words changed; null if that cannot be said
 * @property {string} lineage
 * @property {ChangedPair[]} pairs
 */

/**
 * The votes of a parent's own continuation, as in `rules/family_votes.py`; a child has one vote.
 */
const OWN_VOTE = 1.5;

/**
 * The kinds that are another kind when they are seen from the newer edition.
 * @type {Record<string, string>}
 */
const INVERSE = {
  added: "deleted",
  returned: "deleted",
  deleted: "added",
  split: "merged",
  merged: "split",
};

/**
 * The image of each old parent: the record of the newer edition to which most of its children went,
 * or the parent itself. If 502.30a and 502.30b became 702.40a and 702.40b, the image of 502.30 is
 * 702.40.
 * @param {Map<string, string>} mains old key → the new key of its main continuation
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
    // where the parent itself went
    if (parents.has(old) || parents.has(now)) vote(old, now, OWN_VOTE);
    // a child votes for the parent that it has now
    const [parent, image] = [parentOf(old), parentOf(now)];
    if (parent !== null && image !== null) vote(parent, image, 1);
  }
  return new Map([...votes].map(([parent, counts]) => [parent, mostVoted(counts)]));
}

/**
 * The image with the most votes; of several, the first in the order of characters.
 * @param {Map<string, number>} counts
 */
function mostVoted(counts) {
  const ranked = [...counts].sort(
    ([left, votes], [right, rightVotes]) => rightVotes - votes || (left < right ? -1 : 1),
  );
  return ranked[0][0];
}

/**
 * Connected pairs with the kinds that they have together: a record with several continuations was
 * split, and one that continues several was merged. An ambiguous pair stays ambiguous.
 * @param {ChangedPair[]} pairs
 * @returns {ChangedPair[]}
 */
function withSplitsAndMergers(pairs) {
  return pairs.map((pair) => {
    const ofOld = pairs.filter(({ old }) => old === pair.old).length;
    const ofNew = pairs.filter(({ now }) => now === pair.now).length;
    if (pair.kind === "ambiguous" || Math.max(ofOld, ofNew) < 2) return pair;
    return { ...pair, kind: ofOld > 1 ? "split" : "merged" };
  });
}

/**
 * The kind of a change: one that concerns several records goes before others.
 * @param {ChangedPair[]} pairs
 */
function kindOf(pairs) {
  const kinds = new Set(pairs.map((pair) => pair.kind));
  return ["split", "merged", "ambiguous"].find((kind) => kinds.has(kind)) ?? pairs[0].kind;
}

/**
 * A change as it is from the newer edition to the older one.
 * @param {Change} change
 * @returns {Change}
 */
function inverted(change) {
  const turned = change.pairs.map(({ old, now, kind }) => {
    return { old: now, now: old, kind: INVERSE[kind] ?? kind };
  });
  const pairs = withSplitsAndMergers(turned);
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
    /** Key → version, for the records of the older edition. */
    this.start = versions.versionsOf(from);
    /** Key → version, for the records of the newer edition. */
    this.end = versions.versionsOf(to);
    /** Whether there are editions between the two, so that links of several steps are joined. */
    this.isLong = versions.editionsFrom(from, to).length > 2;
    /** @type {Change[]} */
    this.changes = [];
    /** The number of records that are unchanged under the same key. */
    this.same = 0;
    /**
     * The main continuation of each record: old key → new key.
     * @type {Map<string, string>}
     */
    this.mains = new Map();
    /**
     * The images of parents; made by the first `whereabouts`.
     * @type {Map<string, string> | undefined}
     */
    this.imageOfParent = undefined;
  }

  /** Finds the changes; called once. */
  async run() {
    const { versions, from, to, start, end } = this;
    const paths = await pathsBetween(versions, from, to, start, end);
    for (const [old, pathsOfOld] of paths)
      for (const [now, path] of pathsOfOld) if (path.main) this.mains.set(old, now);
    await breathe();
    // of the paths, only those that say something of the records: one may have moved a few words
    const continuations = this.isLong
      ? continuationsOfSteps(versions, paths, start, end)
      : continuationsOfStep(paths);
    await breathe();
    /**
     * Keys of the newer edition that continue a record of the older one.
     * @type {Set<string>}
     */
    const reached = new Set();
    await inPieces(groupsOf(continuations), ({ olds, pairs }) => {
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

  /** @param {string[]} olds one record without a continuation */
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

  /**
   * Adds a record of the newer edition that continues none. It returned if its lineage is older
   * than the older edition.
   * @param {string} key
   */
  addNew(key) {
    const lineage = this.versions.lineage(this.end.get(key) ?? -1);
    // a lineage's id, `502.30a@2003-05-26`, has the edition in which it began
    const began = lineage.slice(lineage.lastIndexOf("@") + 1);
    const kind = began < this.from ? "returned" : "added";
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
   * Adds a group of records that have continuations, or counts it if nothing changed.
   * @param {string[]} olds
   * @param {Pair[]} pairs
   */
  addContinued(olds, pairs) {
    const news = [...new Set(pairs.map((pair) => pair.now))].sort(compareKeys);
    const change = this.changeOf(olds, news, pairs);
    const isOne = olds.length === 1 && news.length === 1;
    if (change === "unchanged" && isOne && olds[0] === news[0]) {
      this.same += 1;
      return;
    }
    const separate = pairs.map((pair) => {
      return { old: pair.old, now: pair.now, kind: this.kindOfPair(pair) };
    });
    // the kinds of a single step already take the connected pairs into account
    const changedPairs = this.isLong ? withSplitsAndMergers(separate) : separate;
    const main = pairs.find((pair) => pair.path.main)?.old ?? olds[0];
    const lineage = this.lineageOf(main);
    const kind = kindOf(changedPairs);
    this.changes.push({ old: olds, new: news, kind, change, lineage, pairs: changedPairs });
  }

  /**
   * The class of change of the words of a group; null if it is not known. Over several steps it is
   * not the gravest of the steps if the words came back; as `class_over_steps` of
   * `graph/compare/several_steps.py`.
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
    /** Whether no step split the record or merged it. */
    const isWhole = pairs.every(({ path }) => path.isWhole);
    // each change of the words was undone in a later step
    if (this.versions.hasSame("words", old, now)) return "unchanged";
    // no step changed the words: only the copies of the two editions differ in their typography
    if (worst === "unchanged" && isWhole) return "unchanged";
    // the words differ in their typography only
    if (this.versions.hasSame("plain", old, now)) return "typographic";
    // the classes of a split or a merger are those of several records together
    return gravest([worst, isWhole ? "typographic" : "wording"]);
  }

  /**
   * The kind of one pair without regard to the pairs connected with it.
   * @param {Pair} pair
   */
  kindOfPair({ old, now, path }) {
    if (!this.isLong) return path.kind;
    if (path.ambiguous) return "ambiguous";
    // a record that left its lineage as a part, or was merged into another one, stays that
    const { main, firstSideKind } = path;
    if (!main && (firstSideKind === "split" || firstSideKind === "merged")) return firstSideKind;
    return this.whereabouts(old, now);
  }

  /**
   * The kind of a pair by its keys: `kept` under the same key; `renumbered` if its new parent is
   * what the old parent became, else `moved`.
   * @param {string} old
   * @param {string} now
   */
  whereabouts(old, now) {
    if (old === now) return "kept";
    const [oldParent, newParent] = [parentOf(old), parentOf(now)];
    if (oldParent === null || newParent === null)
      return oldParent === newParent ? "renumbered" : "moved";
    this.imageOfParent ??= images(this.mains, [...this.start.keys(), ...this.end.keys()]);
    return this.imageOfParent.get(oldParent) === newParent ? "renumbered" : "moved";
  }
}

/**
 * Computes the changes between two editions of a work, in either direction, in pieces.
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
