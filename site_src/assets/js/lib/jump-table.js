// @ts-check
// The table of the numbers and names of the latest edition, `assets/jump.json`.
import { address } from "../site.js";

/**
 * The table as it is loaded, or about to be; undefined before the first call and after a failure.
 * @type {Promise<import("../jump.js").JumpTable> | undefined}
 */
let table;

/** Returns the table, which is fetched once, and again after a failure. */
export function jumpTable() {
  if (table) return table;
  const loading = fetch(address("assets/jump.json")).then((answer) => {
    if (!answer.ok) throw new Error(`the table of numbers could not be loaded (${answer.status})`);
    return answer.json();
  });
  loading.catch(() => (table = undefined));
  table = loading;
  return loading;
}
