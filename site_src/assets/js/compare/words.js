// The words of one change: the records that they come from, and the blocks that show them in the
// change's place.
import { marked } from "../lib/differences.js";
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";
import { isTerm } from "../lib/record-key.js";

const EXTRAS = [
  ["Example", "examples"],
  ["Note", "notes"],
];

/** Examples, or notes: equal ones left out, the rest in their order. */
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

/** A change of the heading of a record that has words below it. */
function headingBlock(before, after) {
  const gone = before.heading ? element("del", {}, before.heading) : "";
  const made = after.heading ? element("ins", {}, after.heading) : "";
  return element("p", { class: "v-heading" }, gone, gone && made ? " " : "", made);
}

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

const wholeOf = (records) =>
  records.map((record) => record.text || record.heading || "").join("\n");

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

/** The words of one change, and the place in the page that waits for them. */
export class ChangedWords {
  constructor(place, change, old, now) {
    this.place = place;
    this.change = change;
    this.sides = [
      [old, change.old],
      [now, change.new],
    ].map(([edition, keys]) => ({
      edition,
      keys,
      rows: keys.map((key) => edition.byKey.get(key)),
    }));
  }

  /** Whether the place is still empty. */
  get isWaiting() {
    return this.place.classList.contains("c-waiting");
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

  /** Puts the words, which are loaded, into the place. */
  put() {
    const [before, after] = this.sides.map(({ edition, keys, rows }) => {
      const words = edition.wordsInHand(rows);
      return keys.map((key) => words.get(key));
    });
    this.place.replaceChildren(...blocksOf(this.change, before, after));
    this.place.classList.remove("c-waiting");
    this.place.dispatchEvent(new Event("words", { bubbles: true }));
  }

  /** Fetches the words and puts them into the place. */
  async fill() {
    await this.load();
    if (this.isWaiting) this.put();
  }
}
