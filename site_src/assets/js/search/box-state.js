// @ts-check
// The state of the search box between two events.
import { makeTurns } from "../lib/latest.js";

export class BoxState {
  /** Returns a test whether a query is still the last one. */
  #beginTurn = makeTurns();
  /** The query that the rows answer. */
  #answered = "";
  /** Whether that query is a number that no rule has: Enter alone then opens no row. */
  #lacksNumber = false;
  /** Whether Enter was pressed before the answer was there. */
  #isHurried = false;
  /** Whether the reader has gone to a row by an arrow key since the last letter. */
  hasPicked = false;
  /**
   * Whether the reader has scrolled the rows. The position of the list itself is not read, because
   * the browser would have to lay the list out at each letter.
   */
  hasScrolled = false;

  /** Whether Enter opens the first row if the reader picked none. */
  get opensFirst() {
    return !this.#lacksNumber;
  }

  /** Whether rows are to be opened as soon as they are there. */
  get isHurried() {
    return this.#isHurried;
  }

  /**
   * Begins a query. The test that it returns is true until the next query begins; answers that come
   * later are thrown away.
   */
  beginQuery() {
    this.#isHurried = false;
    this.hasPicked = false;
    return this.#beginTurn();
  }

  /**
   * Notes that the rows answer a query.
   * @param {string} query
   * @param {boolean} [lacksNumber] whether it is a number that no rule has
   */
  setAnswered(query, lacksNumber = false) {
    this.#answered = query;
    this.#lacksNumber = lacksNumber;
  }

  /**
   * Whether the rows answer a query.
   * @param {string} query
   */
  answers(query) {
    return this.#answered === query;
  }

  /**
   * Notes that Enter opened no row. If the rows do not answer the query yet, the first is opened
   * when they do.
   * @param {string} query
   */
  hurry(query) {
    this.#isHurried = query !== "" && !this.answers(query);
  }

  /**
   * Ends the wait for the first row after Enter, and returns whether that row is to be opened now:
   * true once. The wait goes on while the first row must not be opened.
   */
  takeHurry() {
    const opens = this.#isHurried && this.opensFirst;
    if (opens) this.#isHurried = false;
    return opens;
  }
}
