// Finding: which runs of which lineages answer a query, in which order.
import { fold } from "../lib/fold.js";
import { chapterOf, ruleOf } from "../lib/words.js";

/** A test for "within": a number (`7`, `702`, `702.40`) by its beginning, anything else by chapter or title. */
function insideOf(words, within) {
  const wanted = fold(within.trim()).replace(/\.$/, "");
  if (!wanted) return () => true;
  if (/^\d/.test(wanted)) {
    if (wanted.length === 1) return (run) => run.key.startsWith(wanted);
    return (run) => chapterOf(run.key) === wanted || ruleOf(run.key) === wanted || run.key === wanted;
  }
  if (wanted === "glossary") return (run) => chapterOf(run.key) === "glossary";
  return (run) => [words.titleOf(run), words.titles.at(chapterOf(run.key), run.last)].some((title) => fold(title) === wanted);
}

/**
 * What answers a query: one result for each lineage, with its newest run that does, best first.
 * @param scope `{first, last}`: places of the editions to look in
 * @returns `[{run, match, runs}]`; `runs` are all that answer, oldest first
 */
export function find(words, query, scope, kinds, within) {
  const inside = insideOf(words, within);
  const wanted = new Set(kinds);
  const matched = new Map();
  const matchOf = (run) => {
    const title = words.titleOf(run);
    const known = matched.get(run.passage);
    if (known?.title === title) return known.match;
    const isTerm = chapterOf(run.key) === "glossary";
    const parts = { text: wanted.has(isTerm ? "glossary" : "rule"), example: wanted.has("example") };
    const match = query.match(words.passages[run.passage], title, parts);
    matched.set(run.passage, { title, match });
    return match;
  };
  const found = [];
  for (const { runs } of words.lineages) {
    const hits = [];
    for (const run of runs) {
      if (run.last < scope.first || run.first > scope.last || !inside(run)) continue;
      const match = matchOf(run);
      if (match) hits.push({ run, match });
    }
    if (!hits.length) continue;
    const newest = hits.at(-1);
    found.push({ ...newest, runs: hits.map((one) => one.run), standing: newest.run.last >= scope.last });
  }
  // what stands at the end of the time asked for comes before what is gone, among equals
  const weight = ({ match, standing }) => match.score + (standing ? 60 : 0);
  return found.sort((one, other) => weight(other) - weight(one));
}
