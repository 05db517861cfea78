// @ts-check
// The files into which words are cut. They are loaded when they are needed.

/**
 * A document with the build of the site that wrote it.
 * @typedef {{build: string}} Built
 */

/** The name of the file with all words. */
export const WORDS = "words";

/**
 * Whether a file says which words there are, or where they are: that decides which others are
 * needed.
 * @param {string} name
 */
const isDeciding = (name) => name === WORDS || name.startsWith("uses/");

/** The files of a build of the site. None is fetched again once it has arrived. */
export class Files {
  /**
   * @param {string} build the build of the site to which the files must belong
   * @param {(name: string) => Promise<any>} fetchFile fetches a file by its name, such as `uses/12`
   */
  constructor(build, fetchFile) {
    this.build = build;
    this.fetchFile = fetchFile;
    /**
     * The files that have arrived, by name.
     * @type {Map<string, any>}
     */
    this.arrived = new Map();
    /**
     * The names of the files that are needed next: none that have arrived or failed.
     * @type {Set<string>}
     */
    this.needed = new Set();
    /**
     * The files on their way, by name.
     * @type {Map<string, Promise<void>>}
     */
    this.coming = new Map();
    /**
     * The errors with which files failed, by name.
     * @type {Map<string, Error>}
     */
    this.failed = new Map();
    /**
     * How often a file was asked for that had not arrived, nor failed. `Searcher.search` repeats a
     * search in which this number rose.
     */
    this.misses = 0;
  }

  /**
   * Returns a file; undefined if it has not arrived. Then `load` will fetch it.
   * @param {string} name
   */
  find(name) {
    const file = this.arrived.get(name);
    if (file === undefined && !this.failed.has(name)) {
      this.misses += 1;
      this.needed.add(name);
    }
    return file;
  }

  /**
   * Whether a file has arrived or failed. Other than `find`, this does not ask for the file.
   * @param {string} name
   */
  isSettled(name) {
    return this.arrived.has(name) || this.failed.has(name);
  }

  /**
   * Fetches the files that are needed; resolves when they, and those that were on their way, have
   * arrived or failed. As long as some of them decide which others are needed, it fetches only
   * those. The names of the others are forgotten: whoever searches again asks for those that it
   * still needs.
   */
  async load() {
    const needed = [...this.needed];
    this.needed.clear();
    const deciding = needed.filter(isDeciding);
    for (const name of deciding.length ? deciding : needed)
      if (!this.coming.has(name)) this.coming.set(name, this.fetchNamed(name));
    await Promise.all(this.coming.values());
  }

  /**
   * Fetches a file.
   * @param {string} name
   */
  async fetchNamed(name) {
    try {
      /** @type {Built} */
      const file = await this.fetchFile(name);
      if (file.build !== this.build) throw new Error("the site was renewed meanwhile");
      this.arrived.set(name, file);
    } catch (problem) {
      this.failed.set(name, /** @type {Error} */ (problem));
    } finally {
      this.coming.delete(name);
      // another search may have asked for the file while it was on its way
      this.needed.delete(name);
    }
  }

  /** Forgets which files failed, so that they are fetched again when they are needed. */
  forgetFailures() {
    this.failed.clear();
  }
}
