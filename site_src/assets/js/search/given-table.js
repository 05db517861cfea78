// @ts-check
// The table of numbers and names, as the page gives it to the worker of the search. The page needs
// it too, and fetches it only once.

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 */

/**
 * The table, or the reason for which the page could not load it.
 * @typedef {{table?: JumpTable, problem?: Error}} GivenTable
 */

/** @type {(given: GivenTable) => void} */
let give;
/** @type {Promise<GivenTable>} */
const given = new Promise((resolve) => {
  give = resolve;
});

/**
 * Takes what the page gives.
 * @param {GivenTable} taken
 */
export const takeTable = (taken) => give(taken);

/** The table, once the page has given it. */
export async function givenTable() {
  const { table, problem } = await given;
  if (!table) throw problem;
  return table;
}
