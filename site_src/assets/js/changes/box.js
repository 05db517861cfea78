// The box of a comparison that keeps the changes with some words: in what was inserted, in what was
// deleted, or in either text. The words and the choice are in the address
// (`?q=mana+burn&in=deleted`); hits are marked without touching the page.
import { editionOf } from "../asof/edition.js";
import { tellFound } from "../compare/chips.js";
import { categoryShown, countArticles } from "../compare/tally.js";
import { element } from "../lib/dom.js";
import { breathe } from "../lib/pieces.js";
import { symbols } from "../lib/passage.js";
import { anchorOf } from "../lib/record-key.js";
import { ready } from "./load.js";
import { findAnywhere, findChanged, makeNumberTest, readSide, readWanted, SIDES } from "./match.js";
import { sayFailure } from "../lib/say.js";

const PATIENCE = 120;
/** So many changes are read before the browser may do something else. */
const SLICE = 60;
const OPS = { INS: "+", DEL: "-" };

/** The texts of an element, each with its sign: `=`, `-` or `+`. */
function nodesOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode())
    nodes.push([
      OPS[walker.currentNode.parentElement.closest("ins, del")?.tagName] ?? "=",
      walker.currentNode,
    ]);
  return nodes;
}

function readPassage(root) {
  const nodes = nodesOf(root);
  const pieces = nodes.map(([op, node]) => op + node.data);
  return { nodes, sides: Object.fromEntries(SIDES.map((side) => [side, readSide(pieces, side)])) };
}

/** Ranges of the page for marks in one side of a passage. */
function rangesOf({ nodes }, side, marks) {
  const own = side === "inserted" ? "+" : "-";
  const places = [];
  let length = 0;
  for (const [op, node] of nodes) {
    if (op !== "=" && op !== own) continue;
    places.push([length, node]);
    length += node.data.length;
  }
  const place = (at, end) => places.findLast(([begin]) => (end ? begin < at : begin <= at));
  return marks.map(([begin, end]) => {
    const [[first, startContainer], [last, endContainer]] = [place(begin), place(end, true)];
    return new StaticRange({
      startContainer,
      startOffset: begin - first,
      endContainer,
      endOffset: end - last,
    });
  });
}

/** All changes of the page with their passages, read in slices. */
async function readChanges(page) {
  const found = [];
  for (const article of page.querySelectorAll(".ch")) {
    const passages = [...article.querySelectorAll(".v-heading, [data-diff]")].map(readPassage);
    found.push({
      article,
      passages,
      category: categoryShown(article),
      whole: null,
    });
    if (found.length % SLICE === 0) await breathe();
  }
  return found;
}

/** Gives the changes whose text is not on the page, since it did not change, that text. */
async function readUnchanged(changes, to) {
  const without = changes.filter(({ article }) => !article.querySelector(".rule-text[data-diff]"));
  const edition = await editionOf(to);
  const keys = new Map(
    [...edition.byKey].map(([key, row]) => [anchorOf(key).replaceAll(" ", "_"), row]),
  );
  const rows = without.map(({ article }) => keys.get(article.id)).filter(Boolean);
  const words = await edition.words(rows);
  for (const entry of without) {
    const said = words.get(keys.get(entry.article.id)?.key);
    if (said) entry.whole = { text: said.text || said.heading || "" };
  }
}

/** The hits of a change: `{passage, side, marks}`, or `{whole, marks}`. */
function hitsOf({ passages, whole }, wanted, where) {
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
  const marks = whole && where === "either" ? findAnywhere(whole, wanted) : [];
  return marks.length ? [...hits, { whole, marks }] : hits;
}

/** Whether a change is one of a rule with a number, before it or after it. */
function hasNumber({ article, category }, isNumber, where) {
  const to = article.querySelector("h3 .to");
  return [...article.querySelectorAll("h3 .num")].some((number) => {
    if (!isNumber(number.textContent.trim())) return false;
    const isOld = to && number.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (where === "inserted") return category !== "deleted" && !isOld;
    return where === "either" || (category !== "added" && (isOld || !to));
  });
}

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

/** Shows what is found, and nothing else; null shows everything. */
function show(page, changes, found) {
  const ranges = [];
  const chapters = new Map();
  for (const change of changes) {
    const hits = found?.get(change);
    const out = Boolean(found) && !hits;
    if (change.article.classList.contains("c-out") !== out)
      change.article.classList.toggle("c-out", out);
    const said = change.article.querySelector(".c-found");
    if (said) said.remove();
    const chapter = change.article.parentElement;
    chapters.set(chapter, chapters.get(chapter) || !out);
    if (!hits) continue;
    for (const { passage, side, whole, marks } of hits) {
      // found by its number
      if (!marks.length) continue;
      let root = passage;
      if (whole) {
        const shown = element("p", { class: "rule-text c-found" }, symbols(whole.text));
        change.article.append(shown);
        root = { nodes: nodesOf(shown) };
      }
      ranges.push(...rangesOf(root, side ?? "inserted", marks));
    }
  }
  for (const [chapter, has] of chapters) {
    chapter.classList.toggle("c-out", !has);
    page
      .querySelector(`.c-contents a[href="#${chapter.id}"]`)
      ?.parentElement.classList.toggle("c-out", !has);
  }
  if (window.Highlight) CSS.highlights.set("found", new Highlight(...ranges));
  const articles = changes.filter((change) => found?.has(change)).map(({ article }) => article);
  tellFound(page, found && countArticles(articles));
}

/**
 * Puts the box above the changes of a page.
 * @param to the edition compared to
 * @param loadAll fills all places that are still without words
 */
export function filterByWords(page, to, loadAll = async () => {}) {
  const tools = page.querySelector(".c-tools");
  if (!tools) return;
  const box = element("input", {
    type: "search",
    id: "grep",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    placeholder: "mana burn, “enters tapped”",
  });
  const options = [
    ["either", "in either text"],
    ["inserted", "in what was inserted"],
    ["deleted", "in what was deleted"],
  ];
  const side = element(
    "select",
    { id: "grep-in", "aria-label": "Where the words are" },
    options.map(([value, words]) => element("option", { value }, words)),
  );
  const row = element(
    "div",
    { class: "c-grep", role: "search" },
    element("label", { for: "grep" }, "Changes containing"),
    box,
    side,
  );
  tools.querySelector(".fold-line").after(row);
  let changes;
  let unchanged;
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
      const wanted = readWanted(typed);
      const some = wanted.words.length || wanted.phrases.length;
      const isNumber = makeNumberTest(typed);
      const hitsIn = (change) => {
        const hits = hitsOf(change, wanted, where);
        const isOfRule = isNumber && !hits.length && hasNumber(change, isNumber, where);
        return isOfRule ? [{ marks: [] }] : hits;
      };
      const found = some
        ? new Map(all.map((change) => [change, hitsIn(change)]).filter(([, hits]) => hits.length))
        : null;
      show(page, all, found);
    } catch (problem) {
      page.querySelector(".c-shown").textContent = sayFailure(
        "The changes could not be searched",
        problem,
      );
    }
  };
  let timer;
  box.addEventListener("focus", () => read().catch(() => {}), { once: true });
  box.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(apply, PATIENCE);
  });
  side.addEventListener("change", apply);
  const asked = new URLSearchParams(window.location.search);
  box.value = asked.get("q") ?? "";
  side.value = options.some(([value]) => value === asked.get("in")) ? asked.get("in") : "either";
  if (box.value) apply();
}
