// @ts-check
// The table of the numbers and names of the latest edition, `assets/jump.json`.
import { address } from "../site.js";

/**
 * The table as it is loaded, or about to be.
 * @type {Promise<import("../jump.js").JumpTable> | undefined}
 */
let table;

/** Fetches the table on the first call only. */
export function jumpTable() {
  table ??= fetch(address("assets/jump.json")).then((answer) => {
    if (!answer.ok) throw new Error(`the table of numbers could not be loaded (${answer.status})`);
    return answer.json();
  });
  return table;
}
