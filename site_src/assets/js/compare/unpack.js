// Makes of the files below compare/ the documents that they were packed from, as api/v1/ has them: history.json with other
// numbers for keys and words, announcements.json, and of a manifest what a comparison needs. `site_src/data/history.py`
// describes them.
import { isTerm } from "../lib/record-key.js";

/** Sources of a version: none, the key of the version before. */
const NONE = 1;
const BEFORE = 2;

function unpackKeys(packed) {
  let key = "";
  return packed.map((packedKey) => (key = key.slice(0, Number.parseInt(packedKey[0], 36)) + packedKey.slice(1)));
}

export function unpackHistory({ editions, kinds, classes, keys: packedKeys, ...packed }) {
  const keys = unpackKeys(packedKeys);
  const size = packed.key.length;
  const versions = { first: packed.first, words: new Array(size).fill(0) };
  for (const name of ["lineage", "key", "last", "kind", "class", "text", "plain", "sources"]) versions[name] = new Array(size);
  const { lineage, key, first, last, text, plain, sources } = versions;
  const explicitWords = packed.words.values();
  const explicitSources = packed.sources.values();
  const named = new Map(packed.named);
  const lineages = [];
  let version = 0;
  let firstKey = 0;
  for (const count of packed.sizes) {
    const start = version;
    for (; version < start + count; version += 1) {
      const [kind, change, words, from] = packed.forms[packed.form[version]];
      [versions.kind[version], versions.class[version]] = [kind, change];
      lineage[version] = lineages.length;
      key[version] = packed.key[version] + (version > start ? key[version - 1] : firstKey);
      last[version] = version + 1 < start + count ? packed.before[first[version + 1]] : editions.length - 1;
      if (words === null) [text[version], plain[version]] = explicitWords.next().value;
      else {
        text[version] = words > 0 ? text[version - words] : version + 1;
        plain[version] = words ? plain[version - Math.abs(words)] : version + 1;
      }
      sources[version] = from === null ? explicitSources.next().value : from === NONE ? [] : from === BEFORE ? [key[version - 1]] : 0;
    }
    firstKey = key[start];
    lineages.push(named.get(lineages.length) ?? `${keys[firstKey]}@${editions[first[start]]}`);
  }
  for (const [at, edition] of packed.last) last[at] = edition;
  const retyped = Object.fromEntries(Object.entries(packed.retyped).map(([edition, rows]) => [edition, rows.map(([record, of, words, alike]) => [record, of, words, 0, alike])]));
  let old = 0;
  const [steps, further, percent] = packed.remnants;
  const remnants = steps.map((step, at) => [(old += step), old + further[at], percent[at]]);
  return { editions, lineages, keys, kinds, classes, versions, links: packed.links, retyped, remnants };
}

/** What was announced; `lineages` as unpacked. */
export function unpackAnnouncements({ bulletins, unannounced, ...columns }, lineages) {
  const ids = Object.keys(bulletins);
  const announcements = columns.rule.map((rule, at) => {
    let lineage = 0;
    return {
      bulletin: ids[columns.bulletin[at]],
      old: columns.days[columns.old[at]],
      new: columns.days[columns.new[at]],
      rule,
      subject: columns.subject[at],
      lineages: columns.lineages[at].map((step) => lineages[(lineage += step)]),
    };
  });
  return { bulletins, announcements, unannounced };
}

/** A manifest without kinds, lineages, labels and references. */
export function unpackManifest({ edition, keys, texts, buckets, headings }) {
  const names = buckets.flatMap(([name, count]) => new Array(count).fill(name));
  const rows = unpackKeys(keys).map((key, at) => [key, names[at], texts[at]]);
  const [rules, glossary] = [false, true].map((term) => rows.filter(([key]) => isTerm(key) === term));
  return { edition, columns: ["key", "bucket", "text"], rules, glossary, headings, labels: {}, references: [] };
}
