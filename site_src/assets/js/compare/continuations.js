// @ts-check
// Which continuations of a record count over several steps, and which records hang together by
// them. As `graph/compare/containment.py`.
import { isTerm } from "../lib/record-key.js";
import { inOrder } from "./keys.js";

/**
 * @typedef {import("./paths.js").Path} Path
 * @typedef {import("./paths.js").Ways} Ways
 */

/** @typedef {{old: string, now: string, path: Path}} Pair */

/** @typedef {Map<string, [string, Path][]>} Continuations old key → new keys with their paths */

/** Percent of the words that a piece must have to count. */
const HELD = 30;

/**
 * New key → the old keys that lead there.
 * @param {Map<string, Iterable<[string, Path]>>} ways
 */
function sourcesOf(ways) {
  /** @type {Map<string, string[]>} */
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

/**
 * Those continuations that are sure; all if none is.
 * @param {Map<string, Path>} targets
 */
function sureOf(targets) {
  const sure = [...targets].filter(([, path]) => !path.ambiguous);
  return sure.length ? sure : [...targets];
}

/**
 * The continuations of each record in one step.
 * @param {Ways} ways
 * @returns {Continuations}
 */
export function continuationsOfStep(ways) {
  return new Map([...ways].map(([old, targets]) => [old, sureOf(targets)]));
}

/**
 * The continuations of each record over several steps that count.
 * @param {import("./versions.js").Versions} versions
 * @param {Ways} ways
 * @param {Map<string, number>} start the versions of the older edition by key
 * @param {Map<string, number>} end those of the newer one
 * @returns {Continuations}
 */
export function continuationsOfSteps(versions, ways, start, end) {
  const sources = sourcesOf(ways);
  /** @type {Continuations} */
  const found = new Map();
  for (const [old, targets] of ways) {
    const sure = sureOf(targets);
    const isPlain = sure.every(([, path]) => path.ambiguous || (path.main && sure.length === 1));
    if (isPlain) {
      found.set(old, sure);
      continue;
    }
    const kin = kinOf(old, sure, sources);
    const version = start.get(old) ?? -1;
    const held = kin.map(([now]) => versions.share(version, end.get(now) ?? -1));
    const best = Math.max(...held);
    const hasMain = [...targets.values()].some((path) => path.main);
    const counts = (/** @type {Path} */ path, /** @type {number} */ share) =>
      path.main || share >= HELD || (share === best && !hasMain);
    found.set(
      old,
      kin.filter(([, path], at) => counts(path, held[at])),
    );
  }
  return found;
}

/**
 * Continuations without those that are a rule where the record is a term, or the other way round:
 * a definition that moved between rules and glossary once would tie the two of a whole subject
 * together.
 * @param {string} old
 * @param {[string, Path][]} sure
 * @param {Map<string, string[]>} sources
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
 * Groups of connected old keys, with the pairs that connect them, one after the other.
 * @param {Continuations} found
 * @returns {Generator<{olds: string[], pairs: Pair[]}>}
 */
export function* components(found) {
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
 * The old keys that are connected with one of them by common continuations, in order.
 * @param {string} start
 * @param {Continuations} found
 * @param {Map<string, string[]>} holders by continuation the old keys that lead there
 */
function connectedWith(start, found, holders) {
  // most records go on alone
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
  return [...olds].sort(inOrder);
}
