// A comparison of any two editions as elements, in the form that the pages of consecutive editions
// have. Words come when a change nears the window.
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { anchorOf, chapterOf, hrefOf, isTerm } from "../lib/record-key.js";
import { segmentOf } from "../asof/records.js";
import changes from "../../changes.json" with { type: "json" };
import { categoryOf } from "./categories.js";
import { offerChapter } from "./chips.js";
import { ChangedWords } from "./words.js";

const CLASSES = Object.fromEntries(
  changes.filter(({ gravity }) => gravity).map(({ name, mark }) => [name, mark]),
);

const mark = (name, word) => [" ", element("span", { class: `mark mark-${name}` }, word)];

const shown = (key) =>
  isTerm(key) ? `“${key.slice("glossary:".length).split("#", 1)[0]}”` : key.split("#", 1)[0];

const sides = (edition, keys) =>
  keys.flatMap((key, at) => [
    at ? ", " : "",
    element("a", { class: "num", href: address(`e/${edition.id}/${hrefOf(key)}`) }, shown(key)),
  ]);

/**
 * Groups in document order: by the first old record, each addition behind the one that it follows.
 */
export function inOrder(changes, old, now) {
  const rank = (edition) =>
    new Map([...edition.rules, ...edition.glossary].map((record, at) => [record.key, at]));
  const [olds, news] = [rank(old), rank(now)];
  const place = (change) => (change.new.length ? news.get(change.new[0]) : null);
  // a deleted record is placed behind the nearest record before it that still exists
  const carried = [];
  for (const change of changes)
    if (change.old.length && change.new.length)
      carried.push([olds.get(change.old[0]), news.get(change.new[0])]);
  carried.sort(([one], [other]) => one - other);
  const behind = (at) => {
    let [low, high] = [0, carried.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (carried[middle][0] < at) low = middle + 1;
      else high = middle;
    }
    return low ? carried[low - 1][1] + 0.5 : -1;
  };
  return changes
    .map((change) => [place(change) ?? behind(olds.get(change.old[0])), change])
    .sort(([one], [other]) => one - other)
    .map(([, change]) => change);
}

/**
 * Chapters with their changes: `{number, edition, changes}`; a deleted chapter is listed under its
 * old number.
 */
export function byChapter(changes, old, now, successors) {
  const chapters = new Map();
  for (const change of inOrder(changes, old, now)) {
    const key = change.new[0] ?? change.old[0];
    let number = isTerm(key) ? "" : chapterOf(key);
    let edition = now;
    if (!change.new.length && number) {
      const successor =
        successors.get(number) ??
        (now.byKey.get(number)?.lineage === old.byKey.get(number)?.lineage ? number : undefined);
      if (successor) number = successor;
      else edition = old;
    }
    const name = `${number || "~"} ${edition === now ? 0 : 1}`;
    if (!chapters.has(name)) chapters.set(name, { number, edition, changes: [] });
    chapters.get(name).changes.push(change);
  }
  return [...chapters]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, chapter]) => chapter);
}

const announced = (reasons) =>
  reasons.map((reason) =>
    element(
      "p",
      { class: "announced" },
      "Announced in the ",
      element("a", { href: address(`bulletins/${reason.id}/`) }, reason.title),
      `: ${reason.subjects.join("; ")}`,
    ),
  );

function article(change, old, now, waiting, reasons) {
  const key = change.new[0] ?? change.old[0];
  const stayed = change.old.join() === change.new.join();
  const to = element("span", { class: "to", "aria-label": "to", role: "img" }, "→");
  let numbers;
  if (!change.old.length || stayed) numbers = sides(now, change.new);
  else if (!change.new.length) numbers = sides(old, change.old);
  else numbers = [...sides(old, change.old), " ", to, " ", ...sides(now, change.new)];
  const marks = [
    ...(change.kind === "kept"
      ? []
      : mark(change.kind, change.kind === "renumbered" && isTerm(key) ? "renamed" : change.kind)),
    ...(CLASSES[change.change] ? mark(change.change, CLASSES[change.change]) : []),
  ];
  const category = categoryOf(change);
  const heading = category === "renumbered" ? (now.headings[key] ?? "") : "";
  const link = element(
    "a",
    { class: "to-history", href: address(`id/${segmentOf(change.lineage)}/`) },
    "history",
  );
  const hasWords = category !== "renumbered" || !heading;
  const body = hasWords ? element("div", { class: "c-body c-waiting" }) : "";
  if (hasWords) waiting.set(body, new ChangedWords(body, change, old, now));
  const anchor = `${change.new.length ? "" : "was-"}${anchorOf(key).replaceAll(" ", "_")}`;
  return element(
    "article",
    { class: `ch s-${category}`, id: anchor },
    element(
      "h3",
      {},
      numbers,
      marks,
      heading ? [" ", element("span", { class: "title" }, heading)] : "",
      " ",
      link,
    ),
    announced(reasons),
    body,
  );
}

const titleOf = ({ number, edition }) =>
  number
    ? [element("span", { class: "num" }, number), " ", edition.headings[number] ?? ""]
    : ["Glossary"];
const present = ({ changes }) =>
  [...new Set(changes.map(categoryOf))].map((name) => `h-${name}`).join(" ");
export const anchorOfChapter = ({ number, edition }, now) =>
  `chapter-${number || "glossary"}${edition === now ? "" : "-old"}`;

/** The list of chapters, as links down the page. */
export function contents(found, now) {
  const rows = found.map((chapter) =>
    element(
      "li",
      { class: present(chapter) },
      element("a", { href: `#${anchorOfChapter(chapter, now)}` }, titleOf(chapter)),
    ),
  );
  return element(
    "details",
    { class: "c-contents" },
    element("summary", {}, "Chapters with changes"),
    element("ul", {}, rows),
  );
}

/**
 * The chapters one after another, each without its changes and then each of them: `[into, part]`,
 * where `part` belongs at the end of `into`; `waiting` gets each place that is still without words,
 * with what fills it; `why` returns the bulletins that announced a change.
 * @param {Element} list
 * @param {any[]} found
 * @param {any} old
 * @param {any} now
 * @param {Map<Element, ChangedWords>} waiting
 * @param {(change: import("./between.js").Change) => import("./reasons.js").Reason[]} why
 * @returns {Generator<[Element, Element]>}
 */
export function* chapters(list, found, old, now, waiting, why) {
  for (const chapter of found) {
    const was =
      chapter.edition === now
        ? ""
        : element("span", { class: "c-was" }, ` of ${dateInWords(chapter.edition.id)}`);
    const section = element(
      "section",
      { class: `c-chapter ${present(chapter)}`, id: anchorOfChapter(chapter, now) },
      element("h2", {}, titleOf(chapter), was),
    );
    offerChapter(section);
    yield [list, section];
    for (const change of chapter.changes)
      yield [section, article(change, old, now, waiting, why(change))];
  }
}
