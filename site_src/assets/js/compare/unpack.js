// @ts-check
// Unpacks the files below compare/, which are smaller forms of documents of api/v1/: history.json
// (with other indexes for keys and words), announcements.json, and manifest.json of an edition
// (without the parts that a comparison does not need). `packed_history.py`, `announcements.py` and
// `packed_manifest.py` of `site_src/data` pack them and describe the forms.
import { breathe } from "../lib/pieces.js";
import { unfold } from "../lib/unfold.js";

/**
 * @typedef {import("../data-files.js").Announcements} Announcements
 * @typedef {import("../data-files.js").HistoryColumns} HistoryColumns
 * @typedef {import("../data-files.js").PackedAnnouncements} PackedAnnouncements
 * @typedef {import("../data-files.js").PackedHistory} PackedHistory
 * @typedef {import("../data-files.js").PackedManifest} PackedManifest
 * @typedef {import("../data-files.js").VersionForm} VersionForm
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
 * Undoes differences: `[3, 1, 0, 2]` → `[3, 4, 4, 6]`.
 * @param {number[]} steps
 */
function sums(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/**
 * The ids of all lineages. The id of a lineage is the key and edition of its first version,
 * `502.30a@2003-05-26`, unless `named` lists another one.
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
 * @returns {Promise<HistoryColumns>}
 */
export async function unpackHistory(packed) {
  const { editions, kinds, classes, first, links, retyped } = packed;
  const keys = unfold(packed.keys);
  await breathe();
  const distinctForms = packed.forms.map(nameForm);
  const forms = packed.form.map((position) => distinctForms[position]);
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
      Array.isArray(sources) ? sources.map((step) => (key[version - 1] ?? 0) + step) : 0,
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
 * @param {PackedAnnouncements} packed
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

/**
 * @param {PackedManifest["rules"]} packed
 * @returns {[string, string, number][]} key, bucket and text of each record
 */
function unpackRows([keys, buckets, texts]) {
  const names = unfold(buckets);
  return unfold(keys).map((key, index) => [key, names[index], texts[index]]);
}

/**
 * Unpacks a manifest. It has no kinds, lineages, labels and references.
 * @param {PackedManifest} manifest
 */
export function unpackManifest(manifest) {
  const rules = unpackRows(manifest.rules);
  const glossary = unpackRows(manifest.glossary);
  return { ...manifest, rules, glossary, labels: {}, references: [] };
}
