// @ts-check
// The wordings of a rule in an index. As `wordings_of` of `graph/search/index.py`.

/** @typedef {import("./index.js").Index} Index */

/** @type {number[]} */
const NONE = [];

/**
 * By index of all editions the positions of the wordings of each record that the newest edition
 * has, by its key there.
 * @type {WeakMap<Index, Map<string, number[]>>}
 */
const known = new WeakMap();

/**
 * The positions of the wordings of the records that the newest edition has, by key.
 * @param {Index} index of all editions
 */
function listWordings(index) {
  /** @type {Map<any, number[]>} */
  const byLineage = new Map();
  for (const [position, { lineage }] of index.records.entries()) {
    const positions = byLineage.get(lineage);
    if (positions) positions.push(position);
    else byLineage.set(lineage, [position]);
  }
  const wordings = new Map();
  for (const positions of byLineage.values()) {
    const { key, run } = index.records[positions[0]];
    if (run.last === index.words.newest) wordings.set(key, positions);
  }
  return wordings;
}

/**
 * The positions of a rule or entry: one, or in all editions that of each of its wordings, the
 * newest first. In all editions the key is that of the newest edition. None if the index lacks the
 * key.
 * @param {Index} index
 * @param {string} key
 */
export function wordingsOf(index, key) {
  if (index.positions.size) {
    const position = index.positions.get(key);
    return position === undefined ? NONE : [position];
  }
  let wordings = known.get(index);
  if (!wordings) {
    wordings = listWordings(index);
    known.set(index, wordings);
  }
  return wordings.get(key) ?? NONE;
}
