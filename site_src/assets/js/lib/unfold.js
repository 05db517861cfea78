// @ts-check
// Words that `site_src/data/folded.py` folded, because sorted words begin alike.

/**
 * Unfolds words. The digit before each says how many characters it shares with the beginning of the
 * word before: `["0702.40", "6a", "6b"]` → `["702.40", "702.40a", "702.40b"]`. An empty word has no
 * digit.
 * @param {string[]} folded
 */
export function unfold(folded) {
  let before = "";
  return folded.map((word) => (before = before.slice(0, Number(word[0])) + word.slice(1)));
}
