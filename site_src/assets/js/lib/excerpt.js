// @ts-check
// The part of a long text that is shown around words that were found.

/**
 * The offset at which an excerpt begins: at most so many characters before the words found, at the
 * beginning of a word unless that word is too long.
 * @param {string} text
 * @param {number} mark offset of the words found
 * @param {number} most number of characters to show before them
 */
export function beginBefore(text, mark, most) {
  if (mark <= most) return 0;
  const blank = text.slice(0, mark).indexOf(" ", mark - most);
  return blank < 0 ? mark - most : blank + 1;
}
