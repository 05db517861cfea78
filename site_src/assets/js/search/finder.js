// Finding: direct answers and passages of the latest edition, of that of a day, or of all. For the box and the search page.
import { Answers } from "./answers.js";
import { KINDS, Passages } from "./passages.js";
import { understand } from "./understand.js";

export class Finder {
  /** @param sources as `sources.js` has them: `table`, `numbers`, `edition`, `wordsOfToday`, `wordsOfAllEditions` */
  constructor(sources) {
    this.sources = sources;
    this.answers = new Answers(sources);
    this.indexes = new Map();
  }

  /** Direct answers; see `Answers.answer`. */
  answer(text, edition = null) {
    return this.answers.answer(text, edition);
  }

  /** The index of the latest edition (null), of the edition of a date, or of all (`"all"`); made once. */
  index(which) {
    if (!this.indexes.has(which)) {
      const made = this.makeIndex(which);
      made.catch(() => this.indexes.delete(which));
      this.indexes.set(which, made);
    }
    return this.indexes.get(which);
  }

  async makeIndex(which) {
    const words = await (which === null ? this.sources.wordsOfToday() : this.sources.wordsOfAllEditions());
    if (which === null) return Passages.of(words, { first: 0, last: 0 });
    const at = which === "all" ? null : words.inForce(which);
    return Passages.of(words, at === null ? { first: 0, last: words.newest } : { first: at, last: at });
  }

  /**
   * The passages that answer a query.
   * @param answer what `answer` returned for it
   * @param options `which` index, otherwise that of the answer; `kinds`, `inside`, `scope`, `typing` as in `Passages.search`
   */
  async passages(answer, { which = answer.edition, ...options } = {}) {
    const index = await this.index(which);
    const others = [...answer.others];
    if (answer.replaced?.length) others.push(answer.query.words.map((word) => new Map(answer.replaced).get(word) ?? word).join(" "));
    return { ...index.search(answer.query, { ...options, others }), words: index.words };
  }

  /** Keys of what a query finds first, in order; a key of an old edition has its date: what the tests ask for. */
  async firstKeys(text, edition, most) {
    const answer = await this.answer(text, edition);
    const named = (key, date) => (date ? `${key}@${date}` : key);
    const keys = answer.rows.map((row) => named(row.key, row.edition));
    if (!answer.only) {
      const { results, words } = await this.passages(answer, { typing: true });
      const date = answer.edition === null ? null : words.editions[words.inForce(answer.edition)][0];
      keys.push(...results.slice(0, most * 2).map(({ run }) => named(run.key, date)));
    }
    return [...new Set(keys)].slice(0, most);
  }
}

export { KINDS, understand };
