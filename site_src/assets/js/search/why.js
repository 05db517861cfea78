// @ts-check
// The reasons for which something answers a query. As `graph/answers/why.py`; only this module
// knows their wording.

/**
 * @typedef {{kind: string, name: string, edition: string}} Why a reason: what it is, and the name
 * and the edition it is about
 */

/** @type {Record<string, (why: Why) => string>} */
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
 * @param {string} kind
 * @returns {Why}
 */
export const makeWhy = (kind, name = "", edition = "") => ({ kind, name, edition });

/**
 * A reason as readers see it; empty if it tells nothing to one who sees query and answer.
 * @param {Why | null | undefined} why
 */
export const describeWhy = (why) => (why && WORDING[why.kind]?.(why)) ?? "";
