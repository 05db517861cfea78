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
 * @property {boolean} isWhole whether no link is part of a split or a merger; `alone` in Python
 * @property {string | null} firstSideKind the kind of the first link that is no main link, with
 *   which the path leaves the lineage of its record; null if all are main links
 */

/**
 * All paths by their beginning: key in the older edition → key in the newer one → path.
 * @typedef {Map<string, Map<string, Path>>} PathsFrom
 */

/**
 * All paths by their end: key in the newer edition → key in the older one → path.
 * @typedef {Map<string, Map<string, Path>>} PathsTo
 */

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
  isWhole: true,
  firstSideKind: null,
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
  changes.reduce((left, right) => (weight(left) >= weight(right) ? left : right), "unchanged");

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
    isWhole: path.isWhole && link.kind !== "split" && link.kind !== "merged",
    firstSideKind: path.firstSideKind ?? (link.main ? null : link.kind),
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
  !path.isWhole,
  path.firstSideKind ?? "",
];

/**
 * The better of two paths between the same records; the first if they are equally good.
 * @param {Path} first
 * @param {Path} second
 */
function better(first, second) {
  const [firstOrder, secondOrder] = [orderOf(first), orderOf(second)];
  const differing = firstOrder.findIndex((value, index) => value !== secondOrder[index]);
  return differing >= 0 && secondOrder[differing] < firstOrder[differing] ? second : first;
}

/**
 * Adds a path unless there is a better one between the same records.
 * @param {PathsTo} paths
 * @param {string} end key of the record to which the path leads
 * @param {string} start key of the record from which it leads
 * @param {Path} path
 */
function addPath(paths, end, start, path) {
  const pathsToEnd = paths.get(end) ?? new Map();
  paths.set(end, pathsToEnd);
  const known = pathsToEnd.get(start);
  pathsToEnd.set(start, known ? better(known, path) : path);
}

/**
 * Extends all paths by one step. A record without a link stays under its key unless it has ended.
 * @param {PathsTo} paths up to the step; they are changed
 * @param {Link[]} links of the step
 * @param {string[]} ended keys whose versions end before the step
 */
function walkStep(paths, links, ended) {
  /** @type {PathsTo} */
  const extended = new Map();
  for (const link of links)
    for (const [start, path] of paths.get(link.old) ?? [])
      addPath(extended, link.new, start, extend(path, link));
  // all removals come first: a link may lead to a key that another link leaves
  for (const link of links) paths.delete(link.old);
  for (const key of ended) paths.delete(key);
  for (const [end, pathsToEnd] of extended) paths.set(end, pathsToEnd);
}

/**
 * The paths over all steps from one edition to another, as far as links lead.
 * @param {Versions} versions
 * @param {string} from
 * @param {string} to
 * @param {Iterable<string>} keys of the older edition
 * @returns {Promise<PathsTo>}
 */
async function walkAll(versions, from, to, keys) {
  /** @type {PathsTo} */
  const paths = new Map();
  for (const key of keys) addPath(paths, key, key, STAYED);
  const editions = versions.editionsFrom(from, to);
  await inPieces(editions.slice(1), (edition, index) =>
    walkStep(
      paths,
      versions.links(editions[index], edition),
      versions.ended(editions[index], edition),
    ),
  );
  return paths;
}

/**
 * The paths from each record of one edition to records of another. Its lineage decides which of
 * them is the main one: the record of the newer edition with the same lineage is its successor.
 * @param {Versions} versions
 * @param {string} from
 * @param {string} to
 * @param {Map<string, number>} start the versions of the older edition by key
 * @param {Map<string, number>} end those of the newer one
 * @returns {Promise<PathsFrom>}
 */
export async function pathsBetween(versions, from, to, start, end) {
  const pathsFrom = byStart(start.keys(), await walkAll(versions, from, to, start.keys()));
  const keyOfLineage = new Map([...end].map(([key, version]) => [versions.lineage(version), key]));
  await inPieces(start, ([key, version]) => {
    const paths = pathsFrom.get(key) ?? new Map();
    const lineage = versions.lineage(version);
    const successor = keyOfLineage.get(lineage);
    demoteOthers(paths, successor);
    if (successor === undefined) return;
    const linked = paths.get(successor);
    paths.set(successor, linked ? promote(linked) : pathOfLineage(versions, lineage, from, to));
  });
  return pathsFrom;
}

/**
 * Paths by their beginning.
 * @param {Iterable<string>} keys of the older edition; those without a path are included, too
 * @param {PathsTo} pathsTo
 * @returns {PathsFrom}
 */
function byStart(keys, pathsTo) {
  /** @type {PathsFrom} */
  const pathsFrom = new Map();
  for (const key of keys) pathsFrom.set(key, new Map());
  for (const [end, paths] of pathsTo)
    for (const [start, path] of paths) pathsFrom.get(start)?.set(end, path);
  return pathsFrom;
}

/**
 * Turns main paths to other records than the successor into side paths. A lineage continues in one
 * record only; other records to which its main links lead were merged into other lineages.
 * @param {Map<string, Path>} paths of a record, by the keys to which they lead
 * @param {string | undefined} successor the key of the record with the same lineage, if any
 */
function demoteOthers(paths, successor) {
  for (const [end, path] of paths)
    if (path.main && end !== successor)
      paths.set(end, { ...path, main: false, firstSideKind: "merged" });
}

/**
 * The path to a successor as a main path: the lineage is known, so nothing about it is ambiguous.
 * @param {Path} path
 * @returns {Path}
 */
function promote(path) {
  return path.main ? path : { ...path, main: true, ambiguous: false, firstSideKind: null };
}

/**
 * The path to a successor to which no chain of links leads, because the lineage was missing in some
 * editions between, or the older edition is retyped. It sums up the versions that began after the
 * older edition.
 * @param {Versions} versions
 * @param {string} lineage its id
 * @param {string} from
 * @param {string} to
 * @returns {Path}
 */
function pathOfLineage(versions, lineage, from, to) {
  const begun = versions.begunBetween(lineage, from, to);
  const changes = begun.map(({ change }) => change).filter((change) => change !== null);
  // a lineage that returned once has returned, whatever happened to it later
  const hasReturned = begun.some(({ kind }) => kind === "returned");
  const kind = hasReturned ? "returned" : (begun.at(-1)?.kind ?? "kept");
  return { ...STAYED, change: gravest(changes), kind };
}
