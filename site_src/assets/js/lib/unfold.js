// @ts-check
/**
 * Words, of each of which a digit says with how many characters of the one before it begins; an
 * empty one has no digit.
 * @param {string[]} folded
 */
export function unfold(folded) {
  let before = "";
  return folded.map((word) => (before = before.slice(0, Number(word[0])) + word.slice(1)));
}
