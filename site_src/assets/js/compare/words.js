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
 * What the records of a change are in one of the two editions.
 * @typedef {{edition: Edition, keys: string[], rows: Row[]}} Side
 */

/**
 * What a record has besides its text: its label, and its name in the data.
 * @type {["Example" | "Note", "examples" | "notes"][]}
 */
const EXTRAS = [
  ["Example", "examples"],
  ["Note", "notes"],
];

/**
 * Examples, or notes: equal ones left out, the rest in their order.
 * @param {string[]} olds
 * @param {string[]} news
 */
function* paired(olds, news) {
  const left = [...olds];
  const fresh = news.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  for (let at = 0; at < Math.max(left.length, fresh.length); at += 1)
    yield [left[at] ?? "", fresh[at] ?? ""];
}

/**
 * A change of the heading of a record that has words below it.
 * @param {Words} before
 * @param {Words} after
 */
function headingBlock(before, after) {
  const gone = before.heading ? element("del", {}, before.heading) : "";
  const made = after.heading ? element("ins", {}, after.heading) : "";
  return element("p", { class: "v-heading" }, gone, gone && made ? " " : "", made);
}

/**
 * An example or a note that changed; empty words where it was not or is not.
 * @param {string} label
 * @param {string} was
 * @param {string} is
 * @param {boolean} exact
 */
function extraBlock(label, was, is, exact) {
  let said = label;
  if (!was) said = `${label}, added`;
  else if (!is) said = `${label}, removed`;
  return element(
    "div",
    { class: "example" },
    element("span", { class: "label" }, said),
    element("p", { class: "example-text", "data-diff": true }, marked(was, is, exact)),
  );
}

const wholeOf = (/** @type {Words[]} */ records) =>
  records.map((record) => record.text || record.heading || "").join("\n");

/**
 * @param {Change} change
 * @param {Words[]} before
 * @param {Words[]} after
 */
function blocksOf(change, before, after) {
  const blocks = [];
  // where nothing but typography changed, that is what is to be seen
  const exact = change.change === "typographic";
  const key = change.new[0] ?? change.old[0];
  const [old, now] = [before[0], after[0]];
  if (old && now && !isTerm(key) && old.heading !== now.heading && (old.text || now.text))
    blocks.push(headingBlock(old, now));
  const [was, is] = [wholeOf(before), wholeOf(after)];
  if (change.change !== "unchanged" && was !== is) {
    blocks.push(
      element(
        "p",
        { class: "rule-text", "data-diff": true },
        change.kind === "ambiguous" ? symbols(is) : marked(was, is, exact),
      ),
    );
  }
  for (const [label, name] of EXTRAS) {
    const [olds, news] = [before, after].map((records) =>
      records.flatMap((words) => words[name] ?? []),
    );
    for (const [gone, made] of paired(olds, news))
      blocks.push(extraBlock(label, gone, made, exact));
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

  /** Fetches the words while the page stands still. */
  loadAtOnce() {
    for (const { edition, rows } of this.sides) edition.loadWordsAtOnce(rows);
  }

  /** Puts the words, which are loaded, into the slot. */
  put() {
    const [before, after] = this.sides.map(({ edition, keys, rows }) => {
      const words = edition.wordsInHand(rows);
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
