// @ts-check
// Values that are made once.

/** Promises of the values that were made so far, by name. */
const made = new Map();

/**
 * Returns a value that is made at the first call for its name, and again after a failure.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} make
 * @returns {Promise<Value>}
 */
export function once(name, make) {
  if (!made.has(name)) {
    const making = make();
    making.catch(() => made.delete(name));
    made.set(name, making);
  }
  return made.get(name);
}
