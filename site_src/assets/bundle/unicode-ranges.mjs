// @ts-check
// Sets of characters, as style sheets and typefaces list them: `U+a1-a8,U+131`.

/** @typedef {[first: number, last: number]} Range code points */

/** @param {string} char */
const codePointOf = (char) => Number(char.codePointAt(0));

/**
 * Reads a list of ranges: `U+0000-00FF,U+0131` → `[[0, 255], [305, 305]]`.
 * @param {string} list
 * @returns {Range[]}
 */
export function readRanges(list) {
  return list.split(",").map((range) => {
    const [first, last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/**
 * Whether one of some ranges has a character.
 * @param {Range[]} ranges
 * @param {string} char
 */
export const hasChar = (ranges, char) =>
  ranges.some(([first, last]) => first <= codePointOf(char) && codePointOf(char) <= last);

/**
 * Writes characters as a list of ranges, neighbours as one: `¡¢ı` → `U+a1-a2,U+131`.
 * @param {string} text
 */
export function writeRanges(text) {
  const codePoints = Array.from(text, codePointOf).sort((first, second) => first - second);
  /** @type {Range[]} */
  const ranges = [];
  for (const codePoint of codePoints) {
    const previous = ranges.at(-1);
    if (previous?.[1] === codePoint - 1) previous[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  return ranges.map(writeRange).join(",");
}

/** @param {Range} range */
function writeRange([first, last]) {
  const begin = `U+${first.toString(16)}`;
  return last > first ? `${begin}-${last.toString(16)}` : begin;
}
