// @ts-check
// Capitals at the beginning of a sentence. As `capitalize` of `rules/sentences.py`.

/**
 * A name with a capital for the beginning of a sentence: `mana burn` → `Mana burn`.
 * @param {string} name
 */
export const capitalize = (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
