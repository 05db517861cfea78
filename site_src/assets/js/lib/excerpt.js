// @ts-check
// The part of a long text that is shown around words that were found.

/**
 * The index at which a part begins that shows what is before a mark: the beginning of a word if a
 * blank is near, else within a word.
 * @param {string} text
 * @param {number} mark index of the first character of the mark
 * @param {number} most number of characters to show before it
 */
export function beginBefore(text, mark, most) {
  if (mark <= most) return 0;
  const blank = text.slice(0, mark).indexOf(" ", mark - most);
  return blank < 0 ? mark - most : blank + 1;
}
