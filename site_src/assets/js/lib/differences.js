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

/** The kind of a quotation mark: straight in early editions, curly in late ones. */
const plain = (word) => word.replace(/[“”„]/g, '"').replace(/[‘’`]/g, "'");
const sameWord = (one, other) => one === other || plain(one) === plain(other);

const wordsIn = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * `[{op: "equal" | "change", old, new}]`: the old texts in a row are the one, the new ones the
 * other.
 */
function stretches(before, after, exact) {
  const found = [];
  let at = 0;
  for (const { added, removed, value } of diffWordsWithSpace(
    before,
    after,
    exact ? {} : { comparator: sameWord },
  )) {
    const op = added || removed ? "change" : "equal";
    if (found.at(-1)?.op !== op) found.push({ op, old: "", new: "" });
    const last = found.at(-1);
    // of words that are equal but for the kind of their quotation marks, `value` has the newer ones
    if (!added) last.old += before.slice(at, (at += value.length));
    if (!removed) last.new += value;
  }
  return found;
}

/** Whether an equal stretch is less to see than the changes on both its sides. */
function isChance(before, piece, after) {
  const words = wordsIn(piece.old);
  if (!words.length) return !/[.!?]/.test(piece.old);
  if (words.length > SEEN || /[.!?]\s/.test(piece.old)) return false;
  const size = (change) => Math.max(change.old.length, change.new.length);
  return 2 * piece.old.trim().length <= Math.min(size(before), size(after));
}

function joined(found) {
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
 */
export function marked(before, after, exact) {
  const made = (tag, text) => (text ? [element(tag, {}, symbols(text))] : []);
  // where the two are printed side by side, each has its own marks
  const equal = (piece) =>
    piece.old === piece.new
      ? symbols(piece.new)
      : [element("span", { "data-old": piece.old }, symbols(piece.new))];
  return joined(stretches(before, after, exact)).flatMap((piece) =>
    piece.op === "equal" ? equal(piece) : [...made("del", piece.old), ...made("ins", piece.new)],
  );
}
