// @ts-check
// The versions and links of all editions (api/v1/history.json), by the edition with which they
// came.

/**
 * The columns of all versions, as `VersionColumns` of `site_src/data/history.py` describes them.
 * @typedef {object} VersionColumns
 * @property {number[]} lineage
 * @property {number[]} key
 * @property {number[]} first
 * @property {number[]} last
 * @property {number[]} kind
 * @property {(number | null)[]} class
 * @property {number[]} text
 * @property {number[]} words
 * @property {number[]} plain
 * @property {(number[] | 0)[]} sources
 */

/**
 * The columns of the links that no version describes, as `LinkColumns` there.
 * @typedef {object} LinkColumns
 * @property {number[]} edition
 * @property {number[]} previous
 * @property {number[]} old
 * @property {(number | null)[]} new
 * @property {number[]} kind
 * @property {(number | null)[]} class
 * @property {number[]} main
 */

/**
 * A record of a retyped edition: key, lineage, and what the columns `text`, `words` and `plain`
 * have of a version.
 * @typedef {[number, number, number, number, number]} RetypedRow
 */

/**
 * history.json, as `HistoryColumns` there describes it.
 * @typedef {object} HistoryDocument
 * @property {string[]} editions
 * @property {string[]} lineages
 * @property {string[]} keys
 * @property {string[]} kinds
 * @property {string[]} classes
 * @property {VersionColumns} versions
 * @property {LinkColumns} links
 * @property {Record<string, RetypedRow[]>} retyped
 * @property {[number, number, number][]} remnants
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
 * The columns of all versions, and of the records of retyped editions behind them, which are no
 * versions.
 * @param {HistoryDocument} document
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
 * The indexes in a list of each of its values.
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
   * @param {HistoryDocument} document
   * @param {Map<string, string>} works the work of each edition by its date
   */
  constructor(document, works) {
    this.doc = { ...document, versions: withRetyped(document) };
    this.works = works;
    /**
     * For each retyped edition the indexes of its records.
     * @type {Map<string, number[]>}
     */
    this.retyped = new Map();
    let next = document.versions.key.length;
    for (const [edition, rows] of Object.entries(document.retyped)) {
      const first = next;
      next += rows.length;
      this.retyped.set(
        edition,
        rows.map((_, at) => first + at),
      );
    }
    this.indexOf = new Map(document.editions.map((edition, at) => [edition, at]));
    this.byFirst = indexesOf(document.versions.first);
    this.byLast = indexesOf(document.versions.last);
    const { edition, previous } = document.links;
    this.linksOf = indexesOf(edition.map((newer, link) => `${previous[link]} ${newer}`));
    this.shares = new Map(document.remnants.map(([old, now, share]) => [`${old} ${now}`, share]));
  }

  /**
   * The editions of a work from one to another, with both, by their indexes; without retyped ones
   * between.
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
   * Whether a step leads to or from a retyped edition: `rules/links.py`. All of its links are
   * listed.
   * @param {number[]} indexes
   */
  isBeside(...indexes) {
    return indexes.some((index) => this.retyped.has(this.doc.editions[index]));
  }

  /** @param {number} version */
  key(version) {
    return this.doc.keys[this.doc.versions.key[version]];
  }

  /** @param {number} version */
  lineage(version) {
    return this.doc.lineages[this.doc.versions.lineage[version]];
  }

  /** @param {number | null} number */
  className(number) {
    return number === null ? null : this.doc.classes[number];
  }

  /**
   * Key → version, for all records of an edition.
   * @param {string} edition
   * @returns {Map<string, number>}
   */
  standing(edition) {
    const retyped = this.retyped.get(edition);
    if (retyped) return new Map(retyped.map((row) => [this.key(row), row]));
    const { first, last } = this.doc.versions;
    const index = this.indexOf.get(edition) ?? -1;
    const work = this.works.get(edition);
    // an edition of another work may lie between the two
    const isOfWork = this.doc.editions.map((other) => this.works.get(other) === work);
    const found = new Map();
    for (let version = 0; version < first.length; version += 1) {
      const stands = first[version] <= index && index <= last[version];
      if (stands && isOfWork[first[version]]) found.set(this.key(version), version);
    }
    return found;
  }

  /**
   * All links of a step, but those of what stayed as it was.
   * @param {number} before
   * @param {number} after
   * @returns {Link[]}
   */
  links(before, after) {
    const listed = this.listedLinks(before, after);
    if (this.isBeside(before, after)) return listed;
    const reached = new Set(listed.map((link) => link.new));
    return [...listed, ...this.versionLinks(after).filter((link) => !reached.has(link.new))];
  }

  /**
   * The links of a step that no version describes.
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
   * The links to the versions that came with an edition, each from the one record that it was.
   * @param {number} edition
   * @returns {Link[]}
   */
  versionLinks(edition) {
    const { keys, kinds, versions } = this.doc;
    const found = [];
    for (const version of this.byFirst.get(edition) ?? []) {
      const key = this.key(version);
      const sources = versions.sources[version];
      const olds = sources === 0 ? [key] : sources.map((source) => keys[source]);
      const kind = kinds[versions.kind[version]];
      if (olds.length !== 1 || kind === "returned") continue;
      const change = this.className(versions.class[version]);
      found.push({ old: olds[0], new: key, kind, change, main: true });
    }
    return found;
  }

  /**
   * Keys whose version ended with the older edition of a step.
   * @param {number} before
   * @param {number} after
   */
  ended(before, after) {
    if (!this.isBeside(before, after))
      return (this.byLast.get(before) ?? []).map((version) => this.key(version));
    const { keys, links } = this.doc;
    const deleted = (this.linksOf.get(`${before} ${after}`) ?? []).filter(
      (link) => links.new[link] === null,
    );
    return deleted.map((link) => keys[links.old[link]]);
  }

  /**
   * The percentage of the shorter version's words that the other has; 100 for pairs that the data
   * does not list.
   * @param {number} old
   * @param {number} now
   */
  share(old, now) {
    return this.shares.get(`${old} ${now}`) ?? 100;
  }

  /**
   * Whether two versions have the same words, or the same but for typography.
   * @param {"words" | "plain"} form
   * @param {number} old
   * @param {number} now
   */
  hasSame(form, old, now) {
    const { text, [form]: first } = this.doc.versions;
    return (first[old] || text[old]) === (first[now] || text[now]);
  }
}
