// Makes of the files below compare/ the documents that they were packed from, as api/v1/ has them:
// history.json with other numbers for keys and words, announcements.json, and of a manifest what a
// comparison needs. `packed_history.py`, `announcements.py` and `corpus.py` of `site_src/data`
// describe them.
import { unfold } from "../lib/unfold.js";

function sums(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

export function unpackHistory({
  keys: folded,
  named,
  key: steps,
  first,
  forms,
  form,
  remnants: pairs,
  ...doc
}) {
  const keys = unfold(folded);
  const rows = form.map((at) => forms[at]);
  const column = (name) => rows.map((row) => row[name]);
  const [key, lineage] = [steps, column(0)].map(sums);
  const lineages = [];
  for (const [version, of] of lineage.entries()) {
    lineages[of] ??= named[of] ?? `${keys[key[version]]}@${doc.editions[first[version]]}`;
  }
  const end = (version) =>
    (lineage[version + 1] === lineage[version] ? first[version + 1] : doc.editions.length) - 1;
  const versions = {
    lineage,
    key,
    first,
    last: column(3).map((gap, version) => end(version) - gap),
    kind: column(1),
    class: column(2),
    text: column(4).map((back, version) => version + 1 - back),
    words: new Array(rows.length).fill(0),
    plain: column(5).map((back, version) => version + 1 - back),
    sources: column(6).map((from, version) =>
      from ? from.map((step) => (key[version - 1] ?? 0) + step) : 0,
    ),
  };
  const [olds = [], news, percents] = pairs.map(sums);
  return {
    ...doc,
    keys,
    lineages,
    versions,
    remnants: olds.map((old, at) => [old, news[at], percents[at]]),
  };
}

/** What was announced; `lineages` as unpacked. */
export function unpackAnnouncements({ announcements: columns, ...doc }, lineages) {
  const announcements = columns.rule.map((_, at) => {
    const row = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, column[at]]),
    );
    return { ...row, lineages: sums(row.lineages).map((place) => lineages[place]) };
  });
  return { ...doc, announcements };
}

/** A manifest without kinds, lineages, labels and references. */
export function unpackManifest(manifest) {
  const [rules, glossary] = [manifest.rules, manifest.glossary].map(([keys, buckets, texts]) => {
    const names = unfold(buckets);
    return unfold(keys).map((key, at) => [key, names[at], texts[at]]);
  });
  return { ...manifest, rules, glossary, labels: {}, references: [] };
}
