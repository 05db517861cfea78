// Results as elements: number, title, chapter, when it stood, and a piece of the text with marks.
import { address } from "../site.js";
import { addressOf } from "../jump.js";
import { currentAddress } from "../asof/records.js";
import { anchorOf } from "../asof/edition.js";
import { element } from "../lib/dom.js";
import { fold } from "../lib/fold.js";
import { snippet } from "../lib/snippet.js";
import { chapterOf, nameOf } from "../lib/words.js";

export const inWords = (iso) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** An edition in words, with its set where it has one. */
export const editionInWords = ([date, name]) => (name ? `${inWords(date)}, ${name}` : inWords(date));

function pieces({ run, match }, words) {
  const [, text, examples, notes] = words.passages[run.passage];
  const shown = match.field === "text" ? [text, ...notes].join("\n") : examples[match.field];
  const label = match.field === "text" ? null : element("span", { class: "hit-part" }, "Example ");
  return element("span", { class: "hit-words" }, label, snippet(shown, match.ask.marks(fold(shown))));
}

/** When the words stood, of a result over several editions; where it is today, if it is. */
function times({ run, runs }, words) {
  const [first, last] = [words.editions[runs[0].first], words.editions[run.last]];
  const now = words.lineageOf(run).runs.at(-1);
  const stands = now.last === words.newest;
  const when = run.last === words.newest ? `since ${inWords(first[0])}` : `${inWords(first[0])} to ${inWords(last[0])}`;
  const wordings = new Set(runs.map((one) => one.passage)).size;
  const parts = [when, wordings > 1 ? `${wordings} wordings` : ""];
  if (run.last !== words.newest) parts.push(stands ? (now.key === run.key ? "since reworded" : `now ${nameOf(now.key)}, in other words`) : "no longer in the rules");
  return element("span", { class: "hit-when" }, parts.filter(Boolean).join(" · "));
}

/** Where a result leads: to the rule as it is today, or as it was in the last edition that says so. */
function placeOf(table, run, words, { asOf, isToday }) {
  const place = isToday ? addressOf(table, run.key) : null;
  if (isToday) return place ? address(place) : currentAddress(run.key);
  const edition = asOf ?? words.editions[run.last][0];
  return address(`e/${edition}/#${encodeURIComponent(anchorOf(run.key)).replaceAll("%3A", ":")}`);
}

/** @param scope `now`, `all` or `then`; `asOf` is the edition of `then` */
export function resultRow(table, result, words, scope, asOf) {
  const { run } = result;
  const isTerm = chapterOf(run.key) === "glossary";
  const isToday = scope === "now" || (scope === "all" && run.last === words.newest);
  const title = isTerm ? nameOf(run.key) : words.titleOf(run);
  const chapter = words.chapterOf(run);
  const context = isTerm || chapter === `${run.key} ${title}` ? "" : chapter;
  const head = element(
    "span", { class: "hit-head" },
    element("span", { class: "num" }, isTerm ? "Glossary" : nameOf(run.key)), " ", title, context ? element("span", { class: "hit-chapter" }, ` ${title ? "· " : ""}${context}`) : null,
  );
  const link = element("a", { href: placeOf(table, run, words, { asOf, isToday }) }, head, pieces(result, words));
  return element("li", { class: "hit hit-found" }, link, scope === "all" ? times(result, words) : null);
}
