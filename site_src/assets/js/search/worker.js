// @ts-check
// The search in a worker: it answers the calls that `call.js` sends.
import { filesWithChanges, findChanges, listChanges, periodsIn } from "../changes/found.js";
import { searchWithFilters } from "./filtered.js";
import { findFormerWords } from "./former-words.js";
import { expectDocuments, takePiece } from "./given-documents.js";
import { takeTable } from "./given-table.js";
import { findRulings } from "./ruling-hits.js";
import { fetchUsesAhead, searcher } from "./sources.js";

/**
 * @typedef {import("./call.js").Call} Call
 * @typedef {import("./call.js").Reply} Reply
 * @typedef {import("./given-documents.js").GivenPiece} GivenPiece
 * @typedef {import("./given-table.js").GivenTable} GivenTable
 * @typedef {import("./options.js").Options} Options
 */

/** The functions that a page calls, by name. */
const TASKS = {
  /**
   * Loads the index of an edition, so that it is there when a query comes.
   * @param {string | null} edition its date; null for the latest
   */
  async prepare(edition) {
    await searcher.index(edition);
  },

  /**
   * Loads the index of all editions, and the files that a query needs with it.
   * @param {string} query
   * @param {string[]} firsts as for `fetchUsesAhead`
   */
  async prepareAll(query, firsts) {
    await Promise.all([searcher.index("all"), fetchUsesAhead(query, firsts)]);
  },

  /** @param {string} text */
  jump: (text) => searcher.jump(text),

  /**
   * @param {string} text
   * @param {string | null} edition
   */
  direct: (text, edition) => searcher.direct(text, edition),

  /**
   * Answers a query of the search box. The index stays here: pages have no use for it.
   * @param {string} text
   * @param {string | null} edition
   * @param {Partial<Options>} options without functions, which cannot be sent
   */
  async search(text, edition, options) {
    const { index, ...result } = await searcher.search(text, edition, options);
    return result;
  },

  /** @param {import("./filtered.js").FilteredRequest} request */
  searchWithFilters: (request) => searchWithFilters(searcher, request),

  findFormerWords,
  findRulings,
  filesWithChanges,
  findChanges,
  listChanges,
  periodsIn,
};

/** @typedef {typeof TASKS} Tasks */

/**
 * Makes the reply to a call.
 * @param {Call} call
 * @returns {Promise<Reply>}
 */
async function answer({ call, task, values }) {
  try {
    /** @type {(...values: any[]) => unknown} */
    const act = TASKS[/** @type {keyof Tasks} */ (task)];
    return { call, value: await act(...values) };
  } catch (problem) {
    return { call, problem: /** @type {Error} */ (problem) };
  }
}

/**
 * A message of the page: a call, the addresses of documents that the page fetches for the worker, a
 * piece of one of them, or the table.
 * @typedef {Call | {files: string[]} | GivenPiece | GivenTable} Message
 */

/** @param {MessageEvent<Message>} message */
async function onMessage({ data: message }) {
  if ("files" in message) expectDocuments(message.files);
  else if ("file" in message) takePiece(message);
  else if ("call" in message) self.postMessage(await answer(message));
  else takeTable(message);
}

self.addEventListener("message", onMessage);
