// @ts-check
// The reasons for which something answers a query. As `graph/answers/why.py`; only this module
// knows their wording.

/**
 * A reason: its kind, and the name or number and the date of the edition that it is about. Either
 * is empty if there is none.
 * @typedef {{kind: string, name: string, edition: string}} Why
 */

/**
 * By kind the words that readers see.
 * @type {Record<string, (why: Why) => string>}
 */
const WORDING = {
  "number-today": ({ name }) => `${name} today`,
  "no-number": ({ name }) => `there is no ${name}`,
  see: ({ name }) => `see “${name}”`,
  "old-name": ({ name }) => `old term of “${name}”`,
  mistyped: ({ name }) => `typing error for “${name}”`,
  abbreviation: ({ name }) => `abbreviation of “${name}”`,
  saying: ({ name }) => `players say “${name}”`,
  similar: ({ name }) => `players say something like “${name}”`,
};

/**
 * Makes a reason.
 * @param {string} kind
 * @returns {Why}
 */
export const makeWhy = (kind, name = "", edition = "") => ({ kind, name, edition });

/**
 * A reason as readers see it: `see “Storm”`. Empty if query and answer say as much themselves.
 * @param {Why | null | undefined} why
 */
export const describeWhy = (why) => (why && WORDING[why.kind]?.(why)) ?? "";
