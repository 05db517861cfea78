// @ts-check
// The table of numbers and names, as the page gives it to the worker of the search. The page needs
// it too, and fetches it only once.

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 */

/**
 * The table, or the reason for which the page could not load it. `isComing` announces that the page
 * loads it again after a failure.
 * @typedef {{table?: JumpTable, problem?: Error, isComing?: boolean}} GivenTable
 */

/** @type {(given: GivenTable) => void} */
let give;
/**
 * The table or the problem of the page's latest attempt to load it.
 * @type {Promise<GivenTable>}
 */
let given;

/** Waits for the page's next attempt to load the table. */
function expectTable() {
  given = new Promise((resolve) => {
    give = resolve;
  });
}

expectTable();

/**
 * Takes a message of the page about the table.
 * @param {GivenTable} taken
 */
export function takeTable(taken) {
  if (taken.isComing) expectTable();
  else give(taken);
}

/** The table, once the page has given it. */
export async function givenTable() {
  const { table, problem } = await given;
  if (!table) throw problem;
  return table;
}
