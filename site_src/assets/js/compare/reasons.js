// The bulletins that announced the changes between any two editions, from
// api/v1/announcements.json; the same result as `graph/announcements/changes.py`; tests compare the
// two.

/**
 * Announcements by lineage, of what came after one edition and up to another; `doc` is
 * announcements.json.
 */
export function announcedBetween(doc, from, to) {
  const [first, last] = [from, to].sort();
  const found = new Map();
  doc.announcements.forEach((announcement, place) => {
    if (first > announcement.old || announcement.new > last) return;
    for (const lineage of announcement.lineages)
      (found.get(lineage) ?? found.set(lineage, []).get(lineage)).push(place);
  });
  return found;
}

/** The steps after one edition and up to another of which no announcement is known. */
export function unannouncedBetween(doc, from, to) {
  const [first, last] = [from, to].sort();
  return doc.unannounced.filter((step) => first <= step.from && step.to <= last);
}

/**
 * The bulletins that announced a change of some lineages: `{id, title, subjects}`, the oldest
 * first.
 */
export function reasonsOf(doc, announced, lineages) {
  const places = [...new Set(lineages.flatMap((lineage) => announced.get(lineage) ?? []))].sort(
    (one, other) => one - other,
  );
  const found = new Map();
  for (const { bulletin, subject, rule } of places.map((place) => doc.announcements[place])) {
    if (!found.has(bulletin))
      found.set(bulletin, { id: bulletin, title: doc.bulletins[bulletin].title, subjects: [] });
    found.get(bulletin).subjects.push(`${subject} (${rule})`);
  }
  return [...found.values()];
}
