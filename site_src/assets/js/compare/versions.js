// @ts-check
// The versions and links of all editions, as api/v1/history.json has them, in a form in which those
// of an edition or of a step are found quickly.

/**
 * @typedef {import("../data-files.js").HistoryColumns} HistoryColumns
 * @typedef {import("../data-files.js").VersionColumns} VersionColumns
 */

/**
 * What became of a record in one step.
 * @typedef {object} Link
 * @property {string} old key in the older edition
 * @property {string} new key in the newer one
 * @property {string} kind
 * @property {string | null} change how much the words changed
 * @property {boolean} main whether the lineage goes on here
 */

/**
 * The columns of all versions, extended by the records of retyped editions. These are no versions,
 * but then have indexes like them.
 * @param {HistoryColumns} document
 * @returns {VersionColumns}
 */
function withRetyped({ versions, retyped }) {
  const rows = Object.values(retyped).flat();
  return {
    ...versions,
    key: [...versions.key, ...rows.map(([key]) => key)],
    lineage: [...versions.lineage, ...rows.map(([, lineage]) => lineage)],
    text: [...versions.text, ...rows.map(([, , text]) => text)],
    words: [...versions.words, ...rows.map(([, , , words]) => words)],
    plain: [...versions.plain, ...rows.map(([, , , , plain]) => plain)],
  };
}

/**
 * Each value of a list with its indexes: `["a", "b", "a"]` → `a: [0, 2]`, `b: [1]`.
 * @template Value
 * @param {Value[]} values
 */
function indexesOf(values) {
  /** @type {Map<Value, number[]>} */
  const indexes = new Map();
  for (const [index, value] of values.entries()) {
    const known = indexes.get(value);
    if (known) known.push(index);
    else indexes.set(value, [index]);
  }
  return indexes;
}

/** The versions and links of all works. Editions are dates, or indexes in the list of dates. */
export class Versions {
  /**
   * @param {HistoryColumns} document
   * @param {Map<string, string>} works the work of each edition by its date
   */
  constructor(document, works) {
    this.doc = { ...document, versions: withRetyped(document) };
    this.works = works;
    /**
     * The indexes of the records of each retyped edition, in the columns that `withRetyped`
     * extends.
     * @type {Map<string, number[]>}
     */
    this.retyped = new Map();
    let next = document.versions.key.length;
    for (const [edition, rows] of Object.entries(document.retyped)) {
      const first = next;
      next += rows.length;
      this.retyped.set(
        edition,
        rows.map((_, index) => first + index),
      );
    }
    /** The index of each edition. */
    this.indexOf = new Map(document.editions.map((edition, index) => [edition, index]));
    /** The versions that begin, or end, with each edition. */
    this.byFirst = indexesOf(document.versions.first);
    this.byLast = indexesOf(document.versions.last);
    const { edition, previous } = document.links;
    /** The links of each step, by the indexes of its editions: `41 42`. */
    this.linksOf = indexesOf(edition.map((newer, link) => `${previous[link]} ${newer}`));
    /** The shares of words for `share`, by the indexes of two versions. */
    this.shares = new Map(document.remnants.map(([old, now, share]) => [`${old} ${now}`, share]));
  }

  /**
   * The indexes of the editions of a work from one to another, including both. Retyped editions
   * between the two are left out.
   * @param {string} from
   * @param {string} to
   */
  editionsFrom(from, to) {
    const work = this.works.get(to);
    const isPassed = (/** @type {string} */ edition) =>
      this.retyped.has(edition) && edition !== from && edition !== to;
    const indexes = [];
    for (const [index, edition] of this.doc.editions.entries()) {
      const isBetween = edition >= from && edition <= to && this.works.get(edition) === work;
      if (isBetween && !isPassed(edition)) indexes.push(index);
    }
    return indexes;
  }

  /**
   * Whether one of some editions is retyped. Of a step from or to a retyped edition, all links are
   * listed; see `rules/links.py`.
   * @param {number[]} indexes
   */
  hasRetyped(...indexes) {
    return indexes.some((index) => this.retyped.has(this.doc.editions[index]));
  }

  /**
   * The key of a version.
   * @param {number} version
   */
  key(version) {
    return this.doc.keys[this.doc.versions.key[version]];
  }

  /**
   * The id of the lineage of a version.
   * @param {number} version
   */
  lineage(version) {
    return this.doc.lineages[this.doc.versions.lineage[version]];
  }

  /**
   * The name of a class of change; null if it is not known.
   * @param {number | null} number its index
   */
  className(number) {
    return number === null ? null : this.doc.classes[number];
  }

  /**
   * Key → version, for all records of an edition.
   * @param {string} edition
   * @returns {Map<string, number>}
   */
  versionsOf(edition) {
    const retyped = this.retyped.get(edition);
    if (retyped) return new Map(retyped.map((row) => [this.key(row), row]));
    const { first, last } = this.doc.versions;
    const index = this.indexOf.get(edition) ?? -1;
    const work = this.works.get(edition);
    // indexes count the editions of all works, so versions of other works may include this index
    const isOfWork = this.doc.editions.map((edition) => this.works.get(edition) === work);
    const found = new Map();
    for (let version = 0; version < first.length; version += 1) {
      const isThere = first[version] <= index && index <= last[version];
      if (isThere && isOfWork[first[version]]) found.set(this.key(version), version);
    }
    return found;
  }

  /**
   * The versions of a lineage that began after one edition, up to another one, oldest first: the
   * kind of change by which each began, and how much the words changed.
   * @param {string} lineage its id
   * @param {string} from
   * @param {string} to
   */
  begunBetween(lineage, from, to) {
    const { kinds, lineages, versions } = this.doc;
    const before = this.indexOf.get(from) ?? -1;
    const last = this.indexOf.get(to) ?? -1;
    const wanted = lineages.indexOf(lineage);
    const found = [];
    for (const [version, first] of versions.first.entries()) {
      if (versions.lineage[version] !== wanted || first <= before || first > last) continue;
      const change = this.className(versions.class[version]);
      found.push({ kind: kinds[versions.kind[version]], change });
    }
    return found;
  }

  /**
   * All links of a step but the trivial ones, of records that did not change.
   * @param {number} before index of the older edition
   * @param {number} after index of the newer edition
   * @returns {Link[]}
   */
  links(before, after) {
    const listed = this.listedLinks(before, after);
    if (this.hasRetyped(before, after)) return listed;
    const reached = new Set(listed.map((link) => link.new));
    return [...listed, ...this.versionLinks(after).filter((link) => !reached.has(link.new))];
  }

  /**
   * The links of a step that the document lists, because no version describes them.
   * @param {number} before
   * @param {number} after
   * @returns {Link[]}
   */
  listedLinks(before, after) {
    const { keys, kinds, links } = this.doc;
    const found = [];
    for (const link of this.linksOf.get(`${before} ${after}`) ?? []) {
      const now = links.new[link];
      if (now === null) continue;
      found.push({
        old: keys[links.old[link]],
        new: keys[now],
        kind: kinds[links.kind[link]],
        change: this.className(links.class[link]),
        main: links.main[link] === 1,
      });
    }
    return found;
  }

  /**
   * The links to the versions that begin with an edition, as far as they continue one record. The
   * source of a version is its own key unless `sources` has others.
   * @param {number} edition
   * @returns {Link[]}
   */
  versionLinks(edition) {
    const { keys, kinds, versions } = this.doc;
    const found = [];
    for (const version of this.byFirst.get(edition) ?? []) {
      const key = this.key(version);
      const sources = versions.sources[version];
      const olds = Array.isArray(sources) ? sources.map((source) => keys[source]) : [key];
      const kind = kinds[versions.kind[version]];
      if (olds.length !== 1 || kind === "returned") continue;
      const change = this.className(versions.class[version]);
      found.push({ old: olds[0], new: key, kind, change, main: true });
    }
    return found;
  }

  /**
   * The keys whose versions end with the older edition of a step.
   * @param {number} before
   * @param {number} after
   */
  ended(before, after) {
    if (!this.hasRetyped(before, after))
      return (this.byLast.get(before) ?? []).map((version) => this.key(version));
    const { keys, links } = this.doc;
    const deleted = (this.linksOf.get(`${before} ${after}`) ?? []).filter(
      (link) => links.new[link] === null,
    );
    return deleted.map((link) => keys[links.old[link]]);
  }

  /**
   * The percentage of the shorter version's words that the other version has. Pairs that the
   * document does not list share enough for a piece to count, and give 100.
   * @param {number} old
   * @param {number} now
   */
  share(old, now) {
    return this.shares.get(`${old} ${now}`) ?? 100;
  }

  /**
   * Whether two versions have the same words (`words`), or the same except for typography
   * (`plain`). Of versions with the same words, these columns have the `text` of the first one; 0
   * means that a version is the first one itself.
   * @param {"words" | "plain"} form
   * @param {number} old
   * @param {number} now
   */
  hasSame(form, old, now) {
    const { text, [form]: first } = this.doc.versions;
    return (first[old] || text[old]) === (first[now] || text[now]);
  }
}
