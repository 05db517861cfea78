// @ts-check
// The continuations of a record that count in a comparison, and the groups of records that they
// connect. As `graph/compare/containment.py`.
import { isTerm } from "../lib/record-key.js";
import { compareKeys } from "./keys.js";

/**
 * @typedef {import("./paths.js").Path} Path
 * @typedef {import("./paths.js").PathsFrom} PathsFrom
 */

/** @typedef {{old: string, now: string, path: Path}} Pair a record and a continuation of it */

/** @typedef {Map<string, [string, Path][]>} Continuations old key → new keys with their paths */

/** The share of a record's words, in percent, that a continuation must have to count. */
const LEAST_SHARE = 30;

/**
 * New key → the old keys that lead there.
 * @param {Map<string, Iterable<[string, Path]>>} paths old key → new keys with their paths
 */
function sourcesOf(paths) {
  /** @type {Map<string, string[]>} */
  const sources = new Map();
  for (const [old, targets] of paths) {
    for (const [now] of targets) {
      const known = sources.get(now);
      if (known) known.push(old);
      else sources.set(now, [old]);
    }
  }
  return sources;
}

/**
 * The continuations that are not ambiguous; all of them if all are.
 * @param {Map<string, Path>} targets
 */
function sureOf(targets) {
  const sure = [...targets].filter(([, path]) => !path.ambiguous);
  return sure.length ? sure : [...targets];
}

/**
 * The continuations of each record in one step.
 * @param {PathsFrom} paths
 * @returns {Continuations}
 */
export function continuationsOfStep(paths) {
  return new Map([...paths].map(([old, targets]) => [old, sureOf(targets)]));
}

/**
 * The continuations of each record over several steps that count: the main one, those that have
 * enough of its words, and if there is no main one, the one that has most. Each step may add small
 * pieces, and over many steps they would connect the records of whole chapters.
 * @param {import("./versions.js").Versions} versions
 * @param {PathsFrom} paths
 * @param {Map<string, number>} start the versions of the older edition by key
 * @param {Map<string, number>} end those of the newer one
 * @returns {Continuations}
 */
export function continuationsOfSteps(versions, paths, start, end) {
  const sources = sourcesOf(paths);
  /** @type {Continuations} */
  const found = new Map();
  for (const [old, targets] of paths) {
    const sure = sureOf(targets);
    // nothing to weigh: only ambiguous continuations, or the main one alone
    const isPlain = sure.every(([, path]) => path.ambiguous || (path.main && sure.length === 1));
    if (isPlain) {
      found.set(old, sure);
      continue;
    }
    const kin = kinOf(old, sure, sources);
    const version = start.get(old) ?? -1;
    const shares = kin.map(([now]) => versions.share(version, end.get(now) ?? -1));
    const most = Math.max(...shares);
    const hasMain = [...targets.values()].some((path) => path.main);
    const counts = (/** @type {Path} */ path, /** @type {number} */ share) =>
      path.main || share >= LEAST_SHARE || (share === most && !hasMain);
    found.set(
      old,
      kin.filter(([, path], index) => counts(path, shares[index])),
    );
  }
  return found;
}

/**
 * The continuations of the same sort as the record: rules of a rule, glossary entries of an entry.
 * If there are none, those to which no record of their own sort leads. Otherwise one definition
 * that moved from the glossary to the rules would connect the rules and entries of its whole
 * subject. The main continuation is always kept.
 * @param {string} old
 * @param {[string, Path][]} sure
 * @param {Map<string, string[]>} sources new key → the old keys that lead there
 */
function kinOf(old, sure, sources) {
  const term = isTerm(old);
  if (!sure.some(([now]) => isTerm(now) === term)) {
    const comesFromOthers = (/** @type {string} */ now) =>
      (sources.get(now) ?? []).some((source) => isTerm(source) !== term);
    return sure.filter(([now, path]) => path.main || !comesFromOthers(now));
  }
  return sure.filter(([now, path]) => path.main || isTerm(now) === term);
}

/**
 * Yields the groups of old keys that share continuations, directly or by way of others, each with
 * the pairs that connect it.
 * @param {Continuations} found
 * @returns {Generator<{olds: string[], pairs: Pair[]}>}
 */
export function* groupsOf(found) {
  const holders = sourcesOf(found);
  /** @type {Set<string>} */
  const done = new Set();
  for (const start of found.keys()) {
    if (done.has(start)) continue;
    const olds = connectedWith(start, found, holders);
    for (const old of olds) done.add(old);
    const pairs = olds.flatMap((old) => pairsOf(old, found.get(old) ?? []));
    yield { olds, pairs };
  }
}

/**
 * @param {string} old
 * @param {[string, Path][]} targets
 * @returns {Pair[]}
 */
const pairsOf = (old, targets) => targets.map(([now, path]) => ({ old, now, path }));

/**
 * The group of an old key: all old keys connected with it by shared continuations, in order.
 * @param {string} start
 * @param {Continuations} found
 * @param {Map<string, string[]>} holders new key → the old keys that lead there
 */
function connectedWith(start, found, holders) {
  // most records share no continuation: this saves the walk below
  const isAlone = (found.get(start) ?? []).every(([now]) => holders.get(now)?.length === 1);
  if (isAlone) return [start];
  /** @type {Set<string>} */
  const olds = new Set();
  const waiting = [start];
  for (let old = waiting.pop(); old !== undefined; old = waiting.pop()) {
    if (olds.has(old)) continue;
    olds.add(old);
    for (const [now] of found.get(old) ?? []) waiting.push(...(holders.get(now) ?? []));
  }
  return [...olds].sort(compareKeys);
}
