// @ts-check
// The differences of two texts, marked for people to read. As in `rules/change/segments.py`, a few
// equal words between two larger changes do not separate them, and deleted words come before the
// words that replaced them.
import { diffWordsWithSpace } from "diff";
import { element } from "./dom.js";
import { symbols } from "./passage.js";

/** More equal words than these between two changes are always shown as equal. */
const MOST_BY_CHANCE = 3;

/**
 * A stretch of two texts. All `old` joined are the old text, all `new` joined the new one. An equal
 * stretch has two texts as well, since they may differ in their quotation marks.
 * @typedef {{ op: "equal" | "change", old: string, new: string }} Stretch
 */

/**
 * A word with plain quotation marks: they are straight in early editions, curly in late ones.
 * @param {string} word
 */
const plain = (word) => word.replace(/[“”„]/g, '"').replace(/[‘’`]/g, "'");

/**
 * @param {string} first
 * @param {string} second
 */
const sameWord = (first, second) => first === second || plain(first) === plain(second);

/** A constant of its own, because the library's types lack `comparator` in a literal. */
const ALIKE = { ignoreCase: false, comparator: sameWord };

/** @param {string} text */
const wordsIn = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Cuts both texts into stretches that are alternately equal and changed.
 * @param {string} before
 * @param {string} after
 * @param {boolean} exact whether another kind of quotation mark is a change
 */
function stretches(before, after, exact) {
  /** @type {Stretch[]} */
  const found = [];
  /** @type {Stretch | undefined} */
  let last;
  let position = 0;
  for (const { added, removed, value } of diffWordsWithSpace(before, after, exact ? {} : ALIKE)) {
    const op = added || removed ? "change" : "equal";
    if (last?.op !== op) {
      last = { op, old: "", new: "" };
      found.push(last);
    }
    // where only the kind of a quotation mark differs, `value` is the newer text: the old one is
    // cut out of `before`, whose equal words are as long
    if (!added) {
      last.old += before.slice(position, position + value.length);
      position += value.length;
    }
    if (!removed) last.new += value;
  }
  return found;
}

/**
 * Whether two changes have an equal stretch between them by chance: it has few words, does not end
 * a sentence, and is at most half as long as each of the two.
 * @param {Stretch} before a change
 * @param {Stretch} equal
 * @param {Stretch} after a change
 */
function isChance(before, equal, after) {
  const words = wordsIn(equal.old);
  if (!words.length) return !/[.!?]/.test(equal.old);
  if (words.length > MOST_BY_CHANCE || /[.!?]\s/.test(equal.old)) return false;
  /** @param {Stretch} change */
  const size = (change) => Math.max(change.old.length, change.new.length);
  return 2 * equal.old.trim().length <= Math.min(size(before), size(after));
}

/**
 * Joins two changes that have only an equal stretch by chance between them, to one change.
 * @param {Stretch[]} found
 */
function joinChanges(found) {
  /** @type {Stretch[]} */
  const kept = [];
  for (let index = 0; index < found.length; index += 1) {
    const [stretch, last, next] = [found[index], kept.at(-1), found[index + 1]];
    if (stretch.op === "equal" && last && next && isChance(last, stretch, next)) {
      last.old += stretch.old + next.old;
      last.new += stretch.new + next.new;
      index += 1;
    } else kept.push({ ...stretch });
  }
  return kept;
}

/**
 * Shows two texts as one: deleted words in `<del>`, and after them the inserted words in `<ins>`.
 * @param {string} before
 * @param {string} after
 * @param {boolean} exact whether another kind of quotation mark is a difference; if not, the newer
 *   one is shown
 */
export function marked(before, after, exact) {
  /**
   * @param {"del" | "ins"} tag
   * @param {string} text
   */
  const made = (tag, text) => (text ? [element(tag, {}, symbols(text))] : []);
  /**
   * Equal words. If their quotation marks differ, `compare/side-by-side.js` reads the old words
   * from `data-old`.
   * @param {Stretch} stretch
   */
  const equal = (stretch) =>
    stretch.old === stretch.new
      ? symbols(stretch.new)
      : [element("span", { "data-old": stretch.old }, symbols(stretch.new))];
  return joinChanges(stretches(before, after, exact)).flatMap((stretch) =>
    stretch.op === "equal"
      ? equal(stretch)
      : [...made("del", stretch.old), ...made("ins", stretch.new)],
  );
}
