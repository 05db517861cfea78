// @ts-check
// The box on a comparison that shows only the changes containing some words: in the words that were
// inserted, in those that were deleted, or anywhere in either text. The words and the choice are in
// the address (`?q=mana+burn&in=deleted`). Words found are marked by the browser's highlights,
// which leave the elements of the page as they are.
import { editionOf } from "../asof/edition.js";
import { showFiguresOfFound } from "../compare/chips.js";
import { categoryShown, countArticles } from "../compare/tally.js";
import { element } from "../lib/dom.js";
import { breathe } from "../lib/pieces.js";
import { symbols } from "../lib/passage.js";
import { anchorOf } from "../lib/record-key.js";
import { ready } from "./load.js";
import { findAnywhere, findChanged, makeNumberTest, readSide, readWanted, SIDES } from "./match.js";
import { sayFailure } from "../lib/say.js";

/**
 * @typedef {import("./match.js").TextRange} TextRange
 * @typedef {import("./match.js").ReadSide} ReadSide
 * @typedef {import("./match.js").Side} Side
 * @typedef {import("./match.js").PlainText} PlainText
 * @typedef {import("./match.js").Wanted} Wanted
 */

/**
 * @typedef {[sign: string, node: Text]} SignedNode equal (`=`), deleted (`-`), inserted (`+`) text
 */

/** @typedef {{nodes: SignedNode[], sides: Record<Side, ReadSide>}} Passage */

/**
 * A change of the page.
 * @typedef {object} ShownChange
 * @property {HTMLElement} article
 * @property {Passage[]} passages
 * @property {string} category
 * @property {PlainText | null} whole the text of a record whose words did not change: the page
 *   lacks it, and `readUnchanged` fetches it
 */

/**
 * The words found in a change: in a side of a passage, or in its whole text. A change found by its
 * number has no marks.
 * @typedef {object} Hit
 * @property {TextRange[]} marks
 * @property {Passage} [passage]
 * @property {Side} [side]
 * @property {PlainText} [whole]
 */

/** Milliseconds without typing before the changes are searched. */
const PATIENCE = 120;
/** Changes that are read before the browser gets its turn. */
const SLICE = 60;

/** The sides that can be searched, each with the words for it. */
const CHOICES = [
  ["either", "in either text"],
  ["inserted", "in what was inserted"],
  ["deleted", "in what was deleted"],
];

/**
 * Whether a text is in an insertion (`+`), in a deletion (`-`) or in neither (`=`).
 * @param {Node} node
 */
function signOf(node) {
  const tag = node.parentElement?.closest("ins, del")?.tagName;
  if (tag === "INS") return "+";
  return tag === "DEL" ? "-" : "=";
}

/**
 * The text nodes of an element with their signs.
 * @param {Element} root
 */
function nodesOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {SignedNode[]} */
  const nodes = [];
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    nodes.push([signOf(node), node]);
  }
  return nodes;
}

/**
 * Reads a passage of the page: its two sides are the text before the change and the text after it.
 * @param {Element} root
 * @returns {Passage}
 */
function readPassage(root) {
  const nodes = nodesOf(root);
  const pieces = nodes.map(([sign, node]) => sign + node.data);
  return {
    nodes,
    sides: { inserted: readSide(pieces, "inserted"), deleted: readSide(pieces, "deleted") },
  };
}

/**
 * Ranges of the page for marks in one side of a passage. The text of a side is that of its nodes in
 * a row, so an offset in it belongs to the last node that begins before it.
 * @param {SignedNode[]} nodes
 * @param {Side} side
 * @param {TextRange[]} marks offsets in the text of the side
 */
function rangesOf(nodes, side, marks) {
  const own = side === "inserted" ? "+" : "-";
  /** @type {{begin: number, node: Text}[]} */
  const starts = [];
  let length = 0;
  for (const [sign, node] of nodes) {
    if (sign !== "=" && sign !== own) continue;
    starts.push({ begin: length, node });
    length += node.data.length;
  }
  return marks.map(([begin, end]) => {
    const first = starts.findLast((start) => start.begin <= begin) ?? starts[0];
    const last = starts.findLast((start) => start.begin < end) ?? starts[0];
    return new StaticRange({
      startContainer: first.node,
      startOffset: begin - first.begin,
      endContainer: last.node,
      endOffset: end - last.begin,
    });
  });
}

/**
 * All changes of the page with their passages, read in slices.
 * @param {HTMLElement} page
 */
async function readChanges(page) {
  /** @type {ShownChange[]} */
  const found = [];
  /** @type {NodeListOf<HTMLElement>} */
  const articles = page.querySelectorAll(".ch");
  for (const article of articles) {
    const passages = [...article.querySelectorAll(".v-heading, [data-diff]")].map(readPassage);
    found.push({ article, passages, category: categoryShown(article), whole: null });
    if (found.length % SLICE === 0) await breathe();
  }
  return found;
}

/**
 * Fetches the texts that are not on the page because they did not change, and puts them into their
 * changes (`whole`).
 * @param {ShownChange[]} changes
 * @param {string} to the edition compared to
 */
async function readUnchanged(changes, to) {
  const edition = await editionOf(to);
  const rows = new Map(
    [...edition.byKey].map(([key, row]) => [anchorOf(key).replaceAll(" ", "_"), row]),
  );
  const without = changes.flatMap((change) => {
    const isShown = change.article.querySelector(".rule-text[data-diff]");
    const row = rows.get(change.article.id);
    return row && !isShown ? [{ change, row }] : [];
  });
  const words = await edition.words(without.map(({ row }) => row));
  for (const { change, row } of without) {
    const { text, heading } = words.get(row.key);
    change.whole = { text: text || heading || "" };
  }
}

/**
 * Finds the wanted words in a change.
 * @param {ShownChange} change
 * @param {Wanted} wanted
 * @param {string} where a value of `CHOICES`
 */
function hitsOf({ passages, whole }, wanted, where) {
  /** @type {Hit[]} */
  const hits = [];
  for (const passage of passages) {
    for (const side of SIDES) {
      if (where !== "either" && where !== side) continue;
      const marks =
        where === "either"
          ? findAnywhere(passage.sides[side], wanted)
          : findChanged(passage.sides[side], wanted);
      if (marks.length) hits.push({ passage, side, marks });
    }
  }
  if (whole && where === "either") {
    const marks = findAnywhere(whole, wanted);
    if (marks.length) hits.push({ whole, marks });
  }
  return hits;
}

/**
 * Whether a change is one of a rule with a number. Its heading has the old numbers, an arrow, and
 * the new ones (`502.30a → 702.40a`), or only one kind of them.
 * @param {ShownChange} change
 * @param {(key: string) => boolean} isNumber
 * @param {string} where `inserted` for new numbers, `deleted` for old ones, `either` for both
 */
function hasNumber({ article, category }, isNumber, where) {
  const to = article.querySelector("h3 .to");
  return [...article.querySelectorAll("h3 .num")].some((number) => {
    if (!isNumber(number.textContent.trim())) return false;
    const isOld = to && number.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (where === "inserted") return category !== "deleted" && !isOld;
    return where === "either" || (category !== "added" && (isOld || !to));
  });
}

/**
 * Keeps the words and the choice in the address.
 * @param {string} typed
 * @param {string} where
 */
function remember(typed, where) {
  const here = new URL(window.location.href);
  for (const [name, value, usual] of [
    ["q", typed, ""],
    ["in", where, "either"],
  ]) {
    if (value === usual || !typed) here.searchParams.delete(name);
    else here.searchParams.set(name, value);
  }
  window.history.replaceState(window.history.state, "", here.href.replaceAll("%2C", ","));
}

/**
 * The text nodes of a hit. A text that is not on the page is first put at the end of its change.
 * @param {HTMLElement} article
 * @param {Hit} hit
 */
function shownNodes(article, { passage, whole }) {
  if (!whole) return passage?.nodes ?? [];
  const shown = element("p", { class: "rule-text c-found" }, symbols(whole.text));
  article.append(shown);
  return nodesOf(shown);
}

/**
 * Hides the changes that were not found, and chapters without any, and marks the words found.
 * @param {HTMLElement} page
 * @param {ShownChange[]} changes
 * @param {Map<ShownChange, Hit[]> | null} found null shows all changes
 */
function show(page, changes, found) {
  /** @type {StaticRange[]} */
  const ranges = [];
  /** @type {Map<HTMLElement | null, boolean>} */
  const chapters = new Map();
  for (const change of changes) {
    const { article } = change;
    const hits = found?.get(change);
    const isHidden = Boolean(found) && !hits;
    if (article.classList.contains("c-out") !== isHidden)
      article.classList.toggle("c-out", isHidden);
    // the text that `shownNodes` added for the words before
    article.querySelector(".c-found")?.remove();
    const chapter = article.parentElement;
    chapters.set(chapter, chapters.get(chapter) || !isHidden);
    for (const hit of hits ?? []) {
      if (hit.marks.length)
        ranges.push(...rangesOf(shownNodes(article, hit), hit.side ?? "inserted", hit.marks));
    }
  }
  for (const [chapter, hasShown] of chapters) {
    chapter?.classList.toggle("c-out", !hasShown);
    page
      .querySelector(`.c-contents a[href="#${chapter?.id}"]`)
      ?.parentElement?.classList.toggle("c-out", !hasShown);
  }
  if (window.Highlight) CSS.highlights.set("found", new Highlight(...ranges));
  const articles = changes.filter((change) => found?.has(change)).map(({ article }) => article);
  showFiguresOfFound(page, found && countArticles(articles));
}

/**
 * Finds the changes with the words that somebody typed, each with its hits; null if no word was
 * typed.
 * @param {ShownChange[]} changes
 * @param {string} typed
 * @param {string} where
 */
function find(changes, typed, where) {
  const wanted = readWanted(typed);
  if (!wanted.words.length && !wanted.phrases.length) return null;
  const isNumber = makeNumberTest(typed);
  /** @type {Map<ShownChange, Hit[]>} */
  const found = new Map();
  for (const change of changes) {
    const hits = hitsOf(change, wanted, where);
    if (hits.length) found.set(change, hits);
    else if (isNumber && hasNumber(change, isNumber, where)) found.set(change, [{ marks: [] }]);
  }
  return found;
}

/**
 * Puts the box above the changes of a page.
 * @param {HTMLElement} page
 * @param {string} to the edition compared to
 * @param {() => Promise<unknown>} [loadAll] fetches the words of the changes that the page still
 *   lacks
 */
export function filterByWords(page, to, loadAll = async () => {}) {
  const tools = page.querySelector(".c-tools");
  if (!tools) return;
  /** @type {HTMLInputElement} */
  const box = element("input", {
    type: "search",
    id: "grep",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    placeholder: "mana burn, “enters tapped”",
  });
  /** @type {HTMLSelectElement} */
  const side = element(
    "select",
    { id: "grep-in", "aria-label": "Where the words are" },
    CHOICES.map(([value, words]) => element("option", { value }, words)),
  );
  const row = element(
    "div",
    { class: "c-grep", role: "search" },
    element("label", { for: "grep" }, "Changes containing"),
    box,
    side,
  );
  tools.querySelector(".fold-line")?.after(row);
  /** @type {Promise<ShownChange[]> | undefined} */
  let changes;
  /** @type {Promise<void> | undefined} */
  let unchanged;
  // counts the searches: one that waited for words does nothing after a later one
  let turn = 0;
  const read = () => {
    changes ??= loadAll()
      .then(() => Promise.all([readChanges(page), ready()]))
      .then(([found]) => found);
    changes.catch(() => {
      changes = undefined;
    });
    return changes;
  };
  const apply = async () => {
    const mine = ++turn;
    const [typed, where] = [box.value.trim(), side.value];
    remember(typed, where);
    if (!typed && !changes) return;
    try {
      const all = await read();
      if (typed && where === "either")
        await (unchanged ??= readUnchanged(all, to).catch(() => {
          unchanged = undefined;
        }));
      if (mine !== turn) return;
      show(page, all, find(all, typed, where));
    } catch (problem) {
      const figures = page.querySelector(".c-shown");
      if (figures) figures.textContent = sayFailure("The changes could not be searched", problem);
    }
  };
  let timer = 0;
  box.addEventListener("focus", () => read().catch(() => {}), { once: true });
  box.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(apply, PATIENCE);
  });
  side.addEventListener("change", apply);
  const asked = new URLSearchParams(window.location.search);
  box.value = asked.get("q") ?? "";
  const where = asked.get("in") ?? "";
  side.value = CHOICES.some(([value]) => value === where) ? where : "either";
  if (box.value) apply();
}
