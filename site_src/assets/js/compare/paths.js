// @ts-check
// How records of one edition became those of another, step by step. As `graph/history/paths.py`.
import CHANGES from "../../changes.json" with { type: "json" };
import { inPieces } from "../lib/pieces.js";

/**
 * @typedef {import("./versions.js").Link} Link
 * @typedef {import("./versions.js").Versions} Versions
 */

/**
 * How a record became another over some steps.
 * @typedef {object} Path
 * @property {boolean} main whether the lineage goes on here
 * @property {string | null} change the gravest one of the words
 * @property {string} kind of the last step
 * @property {boolean} ambiguous
 * @property {boolean} alone whether nothing was split or merged
 * @property {string | null} leftAs the kind of the step with which it left its lineage
 */

/** @typedef {Map<string, Map<string, Path>>} Ways old key → new key → path */

/** @type {Record<string, number>} */
const GRAVITY = {};
for (const { name, gravity } of CHANGES) if (gravity !== undefined) GRAVITY[name] = gravity;

/**
 * What every record starts from, and all that no link mentions.
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

/** @param {string | null} change */
const weight = (change) => (change === null ? Infinity : GRAVITY[change]);

/**
 * @param {(string | null)[]} changes
 * @returns {string | null}
 */
export const gravest = (changes) =>
  changes.reduce((one, other) => (weight(one) >= weight(other) ? one : other), "unchanged");

/**
 * @param {Path} path
 * @param {Link} link
 * @returns {Path}
 */
function further(path, link) {
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
 * What orders paths, the better first.
 * @param {Path} path
 */
const rank = (path) => [
  !path.main,
  path.ambiguous,
  weight(path.change),
  !path.alone,
  path.leftAs ?? "",
];

/**
 * @param {Path} one
 * @param {Path} other
 */
function better(one, other) {
  const [ours, theirs] = [rank(one), rank(other)];
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && theirs[at] < ours[at] ? other : one;
}

/**
 * One step.
 * @param {Ways} holders maps each key to the old keys whose paths end there
 * @param {Link[]} links
 * @param {string[]} ended keys that no version continues
 */
function walk(holders, links, ended) {
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
      const next = further(path, link);
      const known = targets.get(source);
      targets.set(source, known ? better(known, next) : next);
    }
  }
  for (const key of ended) if (!left.has(key)) holders.delete(key);
  for (const [key, sources] of arrived) if (sources.size) holders.set(key, sources);
}

/**
 * The keys of an edition with the paths that lead there from another.
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
    walk(holders, versions.links(editions[at], edition), versions.ended(editions[at], edition)),
  );
  return holders;
}

/**
 * How the records of one edition became those of another.
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
    leaveOthers(ways, successor);
    if (successor === undefined) return;
    const known = ways.get(successor);
    if (!known) ways.set(successor, returned(versions, version, from, to));
    else if (!known.main)
      ways.set(successor, { ...known, main: true, ambiguous: false, leftAs: null });
  });
  return found;
}

/**
 * A lineage goes on in one record only: what else it became was merged there.
 * @param {Map<string, Path>} ways
 * @param {string | undefined} successor
 */
function leaveOthers(ways, successor) {
  for (const [target, path] of ways)
    if (path.main && target !== successor)
      ways.set(target, { ...path, main: false, leftAs: "merged" });
}

/**
 * The path of a lineage to which no chain of links leads: it was absent from some editions between,
 * or the older edition is retyped.
 * @param {Versions} versions
 * @param {number} version
 * @param {string} from
 * @param {string} to
 * @returns {Path}
 */
function returned(versions, version, from, to) {
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
