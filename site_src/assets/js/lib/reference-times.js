// @ts-check
// The times in which one rule refers to another.

/**
 * @typedef {object} Mention a reference of one rule to another
 * @property {string} since the edition since which it has been there without interruption
 * @property {[string, string][]} earlier the first and the last edition of each time before that
 */

/**
 * Joins the times of several references of one rule to another: the rule refers to the other as
 * long as any of them is there. `2005 to 2007, since 2012` and `2006 to 2009, since 2010` give
 * `2005 to 2009, since 2010`. As `join_times` of `site_src/data/mentions.py`.
 * @param {Mention[]} mentions all references of the one rule to the other in an edition
 */
export function joinTimes(mentions) {
  let [since] = mentions.map((mention) => mention.since).sort();
  /** @type {[string, string][]} */
  const joined = [];
  const times = mentions.flatMap((mention) => mention.earlier);
  times.sort(([left, end], [right, otherEnd]) =>
    `${left} ${end}` < `${right} ${otherEnd}` ? -1 : 1,
  );
  for (const [first, last] of times) {
    const before = joined.at(-1);
    if (!before || first > before[1]) joined.push([first, last]);
    else if (last > before[1]) before[1] = last;
  }
  // a time that reaches the present one is a part of it
  for (let last = joined.at(-1); last && last[1] >= since; last = joined.at(-1)) {
    if (last[0] < since) [since] = last;
    joined.pop();
  }
  return { since, earlier: joined };
}
