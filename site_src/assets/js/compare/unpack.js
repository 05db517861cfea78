// @ts-check
// Unpacks the files below compare/, which are smaller forms of documents of api/v1/: history.json
// (with other indexes for keys and words), announcements.json, and manifest.json of an edition
// (without the parts that a comparison does not need). `packed_history.py`, `announcements.py` and
// `packed_manifest.py` of `site_src/data` pack them and describe the forms.
import { breathe } from "../lib/pieces.js";
import { unfold } from "../lib/unfold.js";

/**
 * @typedef {import("./reasons.js").Announcements} Announcements
 * @typedef {import("./versions.js").HistoryDocument} HistoryDocument
 */

/**
 * The values that many versions share, as `VersionForm` of `site_src/data/packed_history.py`
 * describes them: lineage, kind, class, gap, words, plain, sources. All but the kind and the class
 * are differences from the version before or from the version itself.
 * @typedef {[number, number, number | null, number, number, number, 0 | number[]]} VersionForm
 */

/**
 * A `VersionForm` with names.
 * @param {VersionForm} form
 */
const nameForm = ([lineage, kind, change, gap, words, plain, sources]) => ({
  lineage,
  kind,
  change,
  gap,
  words,
  plain,
  sources,
});

/**
 * compare/history.json, as `PackedHistory` of `site_src/data/packed_history.py` describes it.
 * @typedef {object} PackedHistory
 * @property {string[]} editions
 * @property {string[]} kinds
 * @property {string[]} classes
 * @property {string[]} keys
 * @property {Record<number, string>} named
 * @property {number[]} key
 * @property {number[]} first
 * @property {VersionForm[]} forms
 * @property {number[]} form
 * @property {import("./versions.js").LinkColumns} links
 * @property {Record<string, import("./versions.js").RetypedRow[]>} retyped
 * @property {number[][]} remnants
 */

/**
 * Undoes differences: `[3, 1, 0, 2]` → `[3, 4, 4, 6]`.
 * @param {number[]} steps
 */
function sums(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/**
 * The ids of all lineages. The id of a lineage is the key and edition of its first version,
 * `502.30a@2003-07-01`, unless `named` lists another one.
 * @param {PackedHistory} packed
 * @param {string[]} keys
 * @param {number[]} key the index of the key of each version
 * @param {number[]} lineage the index of the lineage of each version
 */
function nameLineages({ editions, first, named }, keys, key, lineage) {
  /** @type {string[]} */
  const lineages = [];
  for (const [version, number] of lineage.entries())
    lineages[number] ??= named[number] ?? `${keys[key[version]]}@${editions[first[version]]}`;
  return lineages;
}

/**
 * Unpacks the history of all rules. On a phone that takes long, so the browser gets its turn in
 * between.
 * @param {PackedHistory} packed
 * @returns {Promise<HistoryDocument>}
 */
export async function unpackHistory(packed) {
  const { editions, kinds, classes, first, links, retyped } = packed;
  const keys = unfold(packed.keys);
  await breathe();
  const named = packed.forms.map(nameForm);
  const forms = packed.form.map((position) => named[position]);
  const key = sums(packed.key);
  const lineage = sums(forms.map((form) => form.lineage));
  // a version ends where the next one of its lineage begins, or with the newest edition
  const endOf = (/** @type {number} */ version) =>
    (lineage[version + 1] === lineage[version] ? first[version + 1] : editions.length) - 1;
  await breathe();
  const versions = {
    lineage,
    key,
    first,
    last: forms.map(({ gap }, version) => endOf(version) - gap),
    kind: forms.map(({ kind }) => kind),
    class: forms.map(({ change }) => change),
    text: forms.map(({ words }, version) => version + 1 - words),
    words: forms.map(() => 0),
    plain: forms.map(({ plain }, version) => version + 1 - plain),
    sources: forms.map(({ sources }, version) =>
      sources ? sources.map((step) => (key[version - 1] ?? 0) + step) : 0,
    ),
  };
  await breathe();
  const lineages = nameLineages(packed, keys, key, lineage);
  const [olds = [], news, shares] = packed.remnants.map(sums);
  /** @type {[number, number, number][]} */
  const remnants = olds.map((old, index) => [old, news[index], shares[index]]);
  return { editions, kinds, classes, links, retyped, keys, lineages, versions, remnants };
}

/**
 * Unpacks the announcements.
 * @param {{announcements: Record<string, any[]>} & Omit<Announcements, "announcements">} packed a
 *   list for each field of an announcement
 * @param {string[]} lineages the ids of all lineages, as `unpackHistory` returns them
 * @returns {Announcements}
 */
export function unpackAnnouncements({ announcements: columns, bulletins, unannounced }, lineages) {
  const announcements = columns.rule.map((rule, index) => ({
    bulletin: columns.bulletin[index],
    old: columns.old[index],
    new: columns.new[index],
    rule,
    subject: columns.subject[index],
    lineages: sums(columns.lineages[index]).map((number) => lineages[number]),
  }));
  return { bulletins, announcements, unannounced };
}

/** @typedef {[string[], string[], number[]]} PackedRows folded keys, folded buckets, texts */

/**
 * @param {PackedRows} packed
 * @returns {[string, string, number][]} key, bucket and text of each record
 */
function unpackRows([keys, buckets, texts]) {
  const names = unfold(buckets);
  return unfold(keys).map((key, index) => [key, names[index], texts[index]]);
}

/**
 * Unpacks a manifest. It has no kinds, lineages, labels and references.
 * @param {any} manifest as `PackedManifest` of `site_src/data/packed_manifest.py` describes it
 */
export function unpackManifest(manifest) {
  const rules = unpackRows(manifest.rules);
  const glossary = unpackRows(manifest.glossary);
  return { ...manifest, rules, glossary, labels: {}, references: [] };
}
