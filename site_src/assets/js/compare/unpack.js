// Makes of compare/history.json the document that it was packed from, as api/v1/ has it, with other numbers for keys and
// words. `site_src/data/history.py` describes both.
import { unfold } from "../lib/unfold.js";

function sums(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

export function unpackHistory({ keys: folded, named, key: steps, first, forms, form, remnants: pairs, ...doc }) {
  const keys = unfold(folded);
  const rows = form.map((at) => forms[at]);
  const column = (name) => rows.map((row) => row[name]);
  const [key, lineage] = [steps, column(0)].map(sums);
  const lineages = [];
  lineage.forEach((of, version) => (lineages[of] ??= named[of] ?? `${keys[key[version]]}@${doc.editions[first[version]]}`));
  const end = (version) => (lineage[version + 1] === lineage[version] ? first[version + 1] : doc.editions.length) - 1;
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
    sources: column(6).map((from, version) => from && from.map((step) => (key[version - 1] ?? 0) + step)),
  };
  const [olds = [], news, percents] = pairs.map(sums);
  return { ...doc, keys, lineages, versions, remnants: olds.map((old, at) => [old, news[at], percents[at]]) };
}
