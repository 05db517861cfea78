// @ts-check
// The words of one change: the records that they come from, and the blocks that show them in the
// change's slot.
import { marked } from "../lib/differences.js";
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";
import { isTerm } from "../lib/record-key.js";

/**
 * @typedef {import("../asof/edition.js").Edition} Edition
 * @typedef {import("../asof/edition.js").Row} Row
 * @typedef {import("../asof/edition.js").Words} Words
 * @typedef {import("./between.js").Change} Change
 */

/**
 * The records of a change in one of the two editions.
 * @typedef {{edition: Edition, keys: string[], rows: Row[]}} Side
 */

/**
 * The kinds of passages besides the text: the label of each, and its name in the data.
 * @type {["Example" | "Note", "examples" | "notes"][]}
 */
const EXTRAS = [
  ["Example", "examples"],
  ["Note", "notes"],
];

/**
 * The examples, or notes, that changed, in pairs of an old and a new text. Texts that both editions
 * have are left out; the others are paired in their order. `[a, b]` and `[b, c, d]` give `[a, c]`
 * and `["", d]`.
 * @param {string[]} olds
 * @param {string[]} news
 * @returns {Iterable<[was: string, is: string]>}
 */
function* pairChanged(olds, news) {
  const removed = [...olds];
  const added = [];
  for (const text of news) {
    const index = removed.indexOf(text);
    if (index < 0) added.push(text);
    else removed.splice(index, 1);
  }
  for (let position = 0; position < Math.max(removed.length, added.length); position += 1)
    yield [removed[position] ?? "", added[position] ?? ""];
}

/**
 * A change of the heading of a record that has words below it. A heading without words below it is
 * shown as the text of its record.
 * @param {Words} before
 * @param {Words} after
 */
function headingBlock(before, after) {
  const removed = before.heading ? element("del", {}, before.heading) : "";
  const added = after.heading ? element("ins", {}, after.heading) : "";
  return element("p", { class: "v-heading" }, removed, removed && added ? " " : "", added);
}

/**
 * Whether the change of a heading is shown apart from the text.
 * @param {string} key
 * @param {Words | undefined} before
 * @param {Words | undefined} after
 */
function hasHeadingChange(key, before, after) {
  // the heading of a glossary entry is its term, which the change shows as its name
  if (!before || !after || isTerm(key)) return false;
  return before.heading !== after.heading && Boolean(before.text || after.text);
}

/**
 * An example or a note that changed.
 * @param {string} label
 * @param {string} was empty if it was added
 * @param {string} is empty if it was removed
 * @param {boolean} exact whether to show a change of quotation marks alone
 */
function extraBlock(label, was, is, exact) {
  let name = label;
  if (!was) name = `${label}, added`;
  else if (!is) name = `${label}, removed`;
  return element(
    "div",
    { class: "example" },
    element("span", { class: "label" }, name),
    element("p", { class: "example-text", "data-diff": true }, marked(was, is, exact)),
  );
}

/**
 * The texts of some records, or their headings where they have no text, one below the other.
 * @param {Words[]} records
 */
const joinTexts = (records) =>
  records.map((record) => record.text || record.heading || "").join("\n");

/**
 * The blocks that show a change: heading, text, examples and notes, as far as they changed; the
 * text alone if none of them did.
 * @param {Change} change
 * @param {Words[]} before the words of its old records
 * @param {Words[]} after the words of its new records
 */
function blocksOf(change, before, after) {
  const blocks = [];
  // a change of typography alone would show nothing otherwise
  const exact = change.change === "typographic";
  const key = change.new[0] ?? change.old[0];
  if (hasHeadingChange(key, before[0], after[0])) blocks.push(headingBlock(before[0], after[0]));
  const [was, is] = [joinTexts(before), joinTexts(after)];
  if (change.change !== "unchanged" && was !== is) {
    // it is not known which old record an ambiguous one continues, so nothing can be marked
    const words = change.kind === "ambiguous" ? symbols(is) : marked(was, is, exact);
    blocks.push(element("p", { class: "rule-text", "data-diff": true }, words));
  }
  for (const [label, name] of EXTRAS) {
    const olds = before.flatMap((words) => words[name] ?? []);
    const news = after.flatMap((words) => words[name] ?? []);
    for (const [removed, added] of pairChanged(olds, news))
      blocks.push(extraBlock(label, removed, added, exact));
  }
  if (!blocks.length) blocks.push(element("p", { class: "title" }, is || was));
  return blocks;
}

/** The words of one change, and the slot in the page that waits for them. */
export class ChangedWords {
  /**
   * @param {HTMLElement} slot
   * @param {Change} change
   * @param {Edition} old
   * @param {Edition} now
   */
  constructor(slot, change, old, now) {
    this.slot = slot;
    this.change = change;
    /** @type {Side[]} */
    this.sides = [
      { edition: old, keys: change.old, rows: old.rowsOf(change.old) },
      { edition: now, keys: change.new, rows: now.rowsOf(change.new) },
    ];
  }

  /** Whether the slot is still empty. */
  get isWaiting() {
    return this.slot.classList.contains("c-waiting");
  }

  /** Whether the words were fetched, for this change or for another. */
  get isLoaded() {
    return this.sides.every(({ edition, rows }) => edition.hasWords(rows));
  }

  /** Fetches the words. */
  load() {
    return Promise.all(this.sides.map(({ edition, rows }) => edition.words(rows)));
  }

  /** Fetches the words before it returns, and blocks the page meanwhile. */
  loadAtOnce() {
    for (const { edition, rows } of this.sides) edition.loadWordsAtOnce(rows);
  }

  /** Puts the words into the slot; only if they are loaded. */
  put() {
    const [before, after] = this.sides.map(({ edition, keys, rows }) => {
      const words = edition.arrivedWords(rows);
      return keys.map((key) => words.get(key));
    });
    this.slot.replaceChildren(...blocksOf(this.change, before, after));
    this.slot.classList.remove("c-waiting");
    this.slot.dispatchEvent(new Event("words", { bubbles: true }));
  }

  /** Fetches the words and puts them into the slot. */
  async fill() {
    await this.load();
    if (this.isWaiting) this.put();
  }
}
