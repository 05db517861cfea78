// @ts-check
// Follows the records of one edition to another, step by step. As `graph/history/paths.py`.
import CHANGES from "../../changes.json" with { type: "json" };
import { inPieces } from "../lib/pieces.js";

/**
 * @typedef {import("./versions.js").Link} Link
 * @typedef {import("./versions.js").Versions} Versions
 */

/**
 * The links from a record to another over some steps, summed up.
 * @typedef {object} Path
 * @property {boolean} main whether all links are main links, so that the lineage is the same
 * @property {string | null} change the gravest class of change of the steps; null if one is unknown
 * @property {string} kind the kind of the last link
 * @property {boolean} ambiguous whether one of the links is
 * @property {boolean} alone whether no link is part of a split or a merger
 * @property {string | null} leftAs the kind of the first link that is no main link; null for none
 */

/** @typedef {Map<string, Map<string, Path>>} Ways old key → new key → path */

/**
 * The gravity of each class of change.
 * @type {Record<string, number>}
 */
const GRAVITY = {};
for (const { name, gravity } of CHANGES) if (gravity !== undefined) GRAVITY[name] = gravity;

/**
 * The path of no steps, with which every record starts. Steps without a link leave it as it is.
 * @type {Path}
 */
const STAYED = {
  main: true,
  change: "unchanged",
  kind: "kept",
  ambiguous: false,
  alone: true,
  leftAs: null,
};

/**
 * The gravity of a class of change; an unknown one counts as the gravest.
 * @param {string | null} change
 */
const weight = (change) => (change === null ? Infinity : GRAVITY[change]);

/**
 * The gravest of some classes of change; null if one is unknown.
 * @param {(string | null)[]} changes
 * @returns {string | null}
 */
export const gravest = (changes) =>
  changes.reduce((one, other) => (weight(one) >= weight(other) ? one : other), "unchanged");

/**
 * A path that is one link longer.
 * @param {Path} path
 * @param {Link} link
 * @returns {Path}
 */
function extend(path, link) {
  const isUnknown = path.change === null || link.change === null;
  return {
    main: path.main && link.main,
    change: isUnknown ? null : gravest([path.change, link.change]),
    kind: link.kind,
    ambiguous: path.ambiguous || link.kind === "ambiguous",
    alone: path.alone && link.kind !== "split" && link.kind !== "merged",
    leftAs: path.leftAs ?? (link.main ? null : link.kind),
  };
}

/**
 * The values by which paths are compared, one after the other; the smaller is the better.
 * @param {Path} path
 */
const orderOf = (path) => [
  !path.main,
  path.ambiguous,
  weight(path.change),
  !path.alone,
  path.leftAs ?? "",
];

/**
 * The better of two paths between the same records.
 * @param {Path} one
 * @param {Path} other
 */
function better(one, other) {
  const [ours, theirs] = [orderOf(one), orderOf(other)];
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && theirs[at] < ours[at] ? other : one;
}

/**
 * Extends all paths by one step. A record without a link stays under its key unless it has ended.
 * @param {Ways} holders key → the old keys whose paths end there; it is changed
 * @param {Link[]} links of the step
 * @param {string[]} ended keys whose versions end before the step
 */
function walkStep(holders, links, ended) {
  // the paths of keys with links, which are taken out of `holders` first: a link may lead to a key
  // that another link leaves
  /** @type {Ways} */
  const left = new Map();
  /** @type {Ways} */
  const arrived = new Map();
  for (const link of links) {
    const sources = left.get(link.old) ?? holders.get(link.old) ?? new Map();
    left.set(link.old, sources);
    holders.delete(link.old);
    const targets = arrived.get(link.new) ?? new Map();
    arrived.set(link.new, targets);
    for (const [source, path] of sources) {
      const next = extend(path, link);
      const known = targets.get(source);
      targets.set(source, known ? better(known, next) : next);
    }
  }
  for (const key of ended) if (!left.has(key)) holders.delete(key);
  for (const [key, sources] of arrived) if (sources.size) holders.set(key, sources);
}

/**
 * The keys of the newer edition, each with the old keys whose paths end there.
 * @param {Versions} versions
 * @param {string} from
 * @param {string} to
 * @param {Iterable<string>} keys of the older edition
 */
async function walkAll(versions, from, to, keys) {
  /** @type {Ways} */
  const holders = new Map();
  for (const key of keys) holders.set(key, new Map([[key, STAYED]]));
  const editions = versions.editionsFrom(from, to);
  await inPieces(editions.slice(1), (edition, at) =>
    walkStep(holders, versions.links(editions[at], edition), versions.ended(editions[at], edition)),
  );
  return holders;
}

/**
 * The paths from each record of one edition to records of another. Its lineage decides which of
 * them is the main one.
 * @param {Versions} versions
 * @param {string} from
 * @param {string} to
 * @param {Map<string, number>} start the versions of the older edition by key
 * @param {Map<string, number>} end those of the newer one
 * @returns {Promise<Ways>}
 */
export async function pathsBetween(versions, from, to, start, end) {
  /** @type {Ways} */
  const found = new Map();
  for (const key of start.keys()) found.set(key, new Map());
  for (const [target, sources] of await walkAll(versions, from, to, start.keys()))
    for (const [source, path] of sources) found.get(source)?.set(target, path);
  const { lineage } = versions.doc.versions;
  const successors = new Map([...end].map(([key, version]) => [lineage[version], key]));
  await inPieces(start, ([old, version]) => {
    const ways = found.get(old) ?? new Map();
    const successor = successors.get(lineage[version]);
    demoteOthers(ways, successor);
    if (successor === undefined) return;
    const known = ways.get(successor);
    if (!known) ways.set(successor, pathOfLineage(versions, version, from, to));
    else if (!known.main)
      ways.set(successor, { ...known, main: true, ambiguous: false, leftAs: null });
  });
  return found;
}

/**
 * Makes all paths but the one to the successor branches. A lineage continues in one record only;
 * other records to which its links lead were merged into other lineages.
 * @param {Map<string, Path>} ways
 * @param {string | undefined} successor the key of the record with the same lineage
 */
function demoteOthers(ways, successor) {
  for (const [target, path] of ways)
    if (path.main && target !== successor)
      ways.set(target, { ...path, main: false, leftAs: "merged" });
}

/**
 * The path to a record of the same lineage to which no chain of links leads, because the lineage
 * was missing in some editions between, or the older edition is retyped. It sums up the versions
 * that began after the older edition.
 * @param {Versions} versions
 * @param {number} version
 * @param {string} from
 * @param {string} to
 * @returns {Path}
 */
function pathOfLineage(versions, version, from, to) {
  const { kinds, versions: columns } = versions.doc;
  const low = versions.indexOf.get(from) ?? -1;
  const high = versions.indexOf.get(to) ?? -1;
  const changes = [];
  let kind = "kept";
  for (const [other, first] of columns.first.entries()) {
    const isLater = first > low && first <= high;
    if (!isLater || columns.lineage[other] !== columns.lineage[version]) continue;
    if (kind !== "returned") kind = kinds[columns.kind[other]];
    const change = versions.className(columns.class[other]);
    if (change !== null) changes.push(change);
  }
  return { ...STAYED, change: gravest(changes), kind };
}
