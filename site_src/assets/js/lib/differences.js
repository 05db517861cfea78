// @ts-check
// The differences of two texts, for people to read: as in `rules/change/segments.py`, words that
// two larger changes happen to share do not separate them, and deleted words come before those that
// replaced them.
import { diffWordsWithSpace } from "diff";
import { element } from "./dom.js";
import { symbols } from "./passage.js";

/**
 * So many words in common between two changes are something to see, however much changed around
 * them.
 */
const SEEN = 3;

/**
 * A piece of two texts: the old texts in a row are the one, the new ones the other.
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

/** The types of the library leave `comparator` out, which it has for words, too. */
const ALIKE = { ignoreCase: false, comparator: sameWord };

/** @param {string} text */
const wordsIn = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Both texts in pieces that are alternately equal and changed.
 * @param {string} before
 * @param {string} after
 * @param {boolean} exact
 */
function stretches(before, after, exact) {
  /** @type {Stretch[]} */
  const found = [];
  /** @type {Stretch | undefined} */
  let last;
  let at = 0;
  for (const { added, removed, value } of diffWordsWithSpace(before, after, exact ? {} : ALIKE)) {
    const op = added || removed ? "change" : "equal";
    if (last?.op !== op) {
      last = { op, old: "", new: "" };
      found.push(last);
    }
    // of words that are equal but for the kind of their quotation marks, `value` has the newer ones
    if (!added) last.old += before.slice(at, (at += value.length));
    if (!removed) last.new += value;
  }
  return found;
}

/**
 * Whether an equal stretch is less to see than the changes on both its sides.
 * @param {Stretch} before
 * @param {Stretch} piece
 * @param {Stretch} after
 */
function isChance(before, piece, after) {
  const words = wordsIn(piece.old);
  if (!words.length) return !/[.!?]/.test(piece.old);
  if (words.length > SEEN || /[.!?]\s/.test(piece.old)) return false;
  /** @param {Stretch} change */
  const size = (change) => Math.max(change.old.length, change.new.length);
  return 2 * piece.old.trim().length <= Math.min(size(before), size(after));
}

/**
 * The pieces, with changes joined that only chance separates.
 * @param {Stretch[]} found
 */
function joined(found) {
  /** @type {Stretch[]} */
  const kept = [];
  for (let at = 0; at < found.length; at += 1) {
    const [piece, last, next] = [found[at], kept.at(-1), found[at + 1]];
    if (piece.op === "equal" && last && next && isChance(last, piece, next)) {
      last.old += piece.old + next.old;
      last.new += piece.new + next.new;
      at += 1;
    } else kept.push({ ...piece });
  }
  return kept;
}

/**
 * The two texts as one, with `<del>` and `<ins>`. Unless `exact`, another kind of quotation mark is
 * no difference, and the newer one is shown.
 * @param {string} before
 * @param {string} after
 * @param {boolean} exact
 */
export function marked(before, after, exact) {
  /**
   * @param {"del" | "ins"} tag
   * @param {string} text
   */
  const made = (tag, text) => (text ? [element(tag, {}, symbols(text))] : []);
  /**
   * Equal words; where the two are printed side by side, each has its own marks.
   * @param {Stretch} piece
   */
  const equal = (piece) =>
    piece.old === piece.new
      ? symbols(piece.new)
      : [element("span", { "data-old": piece.old }, symbols(piece.new))];
  return joined(stretches(before, after, exact)).flatMap((piece) =>
    piece.op === "equal" ? equal(piece) : [...made("del", piece.old), ...made("ins", piece.new)],
  );
}
