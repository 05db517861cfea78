// @ts-check
// Since when a rule refers to another, and the times before that. No page: node tests it too.

/**
 * @typedef {object} Mention a reference of one rule to another
 * @property {string} since the edition since which it stands without interruption
 * @property {[string, string][]} earlier the first and the last edition of each time before that
 */

/**
 * Since when a rule refers to another, and the first and the last edition of each time before that,
 * as `join_times` of `site_src/data/mentions.py` finds them.
 * @param {Mention[]} mentions all references of the one rule to the other in an edition
 */
export function joinTimes(mentions) {
  let [since] = mentions.map((mention) => mention.since).sort();
  /** @type {[string, string][]} */
  const joined = [];
  const times = mentions.flatMap((mention) => mention.earlier);
  times.sort(([one, end], [other, otherEnd]) =>
    `${one} ${end}` < `${other} ${otherEnd}` ? -1 : 1,
  );
  for (const [first, last] of times) {
    const before = joined.at(-1);
    if (!before || first > before[1]) joined.push([first, last]);
    else if (last > before[1]) before[1] = last;
  }
  for (let last = joined.at(-1); last && last[1] >= since; last = joined.at(-1)) {
    if (last[0] < since) [since] = last;
    joined.pop();
  }
  return { since, earlier: joined };
}
