// @ts-check
// The bulletins that announced the changes between any two editions, found in
// api/v1/announcements.json. The result is the same as that of `graph/announcements/changes.py`;
// tests compare the two.

/** @typedef {import("../data-files.js").Announcements} Announcements */

/** @typedef {Map<string, number[]>} Announced lineage → indexes of its announcements */

/** @typedef {{id: string, title: string, subjects: string[]}} Reason a bulletin and its subjects */

/**
 * The announcements of the steps between two editions, by lineage.
 * @param {Announcements} doc
 * @param {string} from
 * @param {string} to
 */
export function announcedBetween(doc, from, to) {
  const [first, last] = [from, to].sort();
  /** @type {Announced} */
  const found = new Map();
  for (const [index, announcement] of doc.announcements.entries()) {
    if (first > announcement.old || announcement.new > last) continue;
    for (const lineage of announcement.lineages) {
      const known = found.get(lineage);
      if (known) known.push(index);
      else found.set(lineage, [index]);
    }
  }
  return found;
}

/**
 * The steps between two editions of which no announcement is known.
 * @param {Announcements} doc
 * @param {string} from
 * @param {string} to
 */
export function unannouncedBetween(doc, from, to) {
  const [first, last] = [from, to].sort();
  return doc.unannounced.filter((step) => first <= step.from && step.to <= last);
}

/**
 * The bulletins that announced a change of some lineages, the oldest first. The announcements of
 * the document are in that order.
 * @param {Announcements} doc
 * @param {Announced} announced
 * @param {string[]} lineages
 * @returns {Reason[]}
 */
export function reasonsOf(doc, announced, lineages) {
  const indexes = new Set(lineages.flatMap((lineage) => announced.get(lineage) ?? []));
  /** @type {Map<string, Reason>} */
  const found = new Map();
  for (const index of [...indexes].sort((left, right) => left - right)) {
    const { bulletin, subject, rule } = doc.announcements[index];
    const words = `${subject} (${rule.replaceAll("-", "–")})`;
    const known = found.get(bulletin);
    if (known) known.subjects.push(words);
    else
      found.set(bulletin, {
        id: bulletin,
        title: doc.bulletins[bulletin].title,
        subjects: [words],
      });
  }
  return [...found.values()];
}
