// The differences of two texts, for people to read: as in `rules/change/segments.py`, words that two larger changes
// happen to share do not separate them, and deleted words come before those that replaced them.
import { diffWordsWithSpace } from "diff";
import { element } from "./dom.js";
import { symbols } from "./passage.js";

/** So many words in common between two changes are something to see, however much changed around them. */
const SEEN = 3;

/** The kind of a quotation mark: straight in early editions, curly in late ones. */
const plain = (word) => word.replace(/[“”„]/g, '"').replace(/[‘’`]/g, "'");
const sameWord = (one, other) => one === other || plain(one) === plain(other);

const wordsIn = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** `[{op: "equal" | "change", old, new}]`: the old texts in a row are the one, the new ones the other. */
function stretches(before, after, exact) {
  const found = [];
  let at = 0;
  for (const { added, removed, value } of diffWordsWithSpace(before, after, exact ? {} : { comparator: sameWord })) {
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
function isChance(before, one, after) {
  const words = wordsIn(one.old);
  if (!words.length) return !/[.!?]/.test(one.old);
  if (words.length > SEEN || /[.!?]\s/.test(one.old)) return false;
  const size = (change) => Math.max(change.old.length, change.new.length);
  return 2 * one.old.trim().length <= Math.min(size(before), size(after));
}

function joined(found) {
  const kept = [];
  for (let at = 0; at < found.length; at += 1) {
    const [one, last, next] = [found[at], kept.at(-1), found[at + 1]];
    if (one.op === "equal" && last && next && isChance(last, one, next)) {
      last.old += one.old + next.old;
      last.new += one.new + next.new;
      at += 1;
    } else kept.push({ ...one });
  }
  return kept;
}

/**
 * The two texts as one, with `<del>` and `<ins>`. Unless `exact`, another kind of quotation mark is no difference, and
 * the newer one is shown.
 */
export function marked(before, after, exact) {
  const made = (tag, text) => (text ? [element(tag, {}, symbols(text))] : []);
  // where the two are printed side by side, each has its own marks
  const equal = (one) => (one.old === one.new ? symbols(one.new) : [element("span", { "data-old": one.old }, symbols(one.new))]);
  return joined(stretches(before, after, exact)).flatMap((one) => (one.op === "equal" ? equal(one) : [...made("del", one.old), ...made("ins", one.new)]));
}
