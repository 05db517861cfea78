// @ts-check
// The result of a search.

/**
 * A typed word, and the word or words for which it was taken.
 * @typedef {{typed: string, meant: string}} Replaced
 */

/**
 * The answers to a query, with what readers are told about them.
 * @typedef {object} Result
 * @property {import("./understand.js").Query} query
 * @property {string | null} edition the date searched; null for the latest
 * @property {import("./answers.js").Answer[]} answers best first
 * @property {number} named the number of answers that were found by a number, a name or a day
 * @property {number} total the number of passages without the limit
 * @property {number} whole the number of passages with all the words
 * @property {boolean} isCounted whether both numbers are certain. If they are not, they include
 *   passages below the answers in which a phrase was not looked for yet
 * @property {number} unread the number of answers whose texts have not arrived
 * @property {string[]} notes sentences for the reader
 * @property {boolean} isNowhere whether nothing was found because no edition has the words
 * @property {string} offer the query with its typing errors corrected; empty if it has none
 * @property {Replaced[]} replaced words that were taken for others
 * @property {import("./renamed.js").OldName[]} renamed old names in the query
 * @property {import("./index.js").Index} index that was searched
 * @property {Error | null} problem the reason for which some words could not be loaded, so that
 *   answers may be missing; null if none were missing
 */

/**
 * The result of a search: what was found, and empty values for all else.
 * @param {import("./searcher.js").Request} request
 * @param {Partial<Result>} found
 * @returns {Result}
 */
export function makeResult({ query, date, index }, found) {
  return {
    query,
    edition: date,
    answers: [],
    named: 0,
    total: 0,
    whole: 0,
    isCounted: true,
    unread: 0,
    notes: [],
    isNowhere: false,
    offer: "",
    replaced: [],
    renamed: [],
    index,
    problem: null,
    ...found,
  };
}

/**
 * Whether the answers are several editions and nothing else: "kamigawa" names a block of sets. No
 * edition of such a list was searched.
 * @param {Pick<import("./answers.js").Answer, "key">[]} answers
 */
export const isListOfEditions = (answers) =>
  answers.length > 1 && answers.every(({ key }) => key.startsWith("edition:"));
