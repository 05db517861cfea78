// @ts-check
// The changes that a page shows, read as texts with the nodes that they are in.
import { editionOf } from "../asof/edition.js";
import { categoryShown } from "../compare/tally.js";
import { breathe } from "../lib/pieces.js";
import { anchorOf } from "../lib/record-key.js";
import { readSide } from "./match.js";

/**
 * @typedef {import("./match.js").PlainText} PlainText
 * @typedef {import("./match.js").ReadSide} ReadSide
 * @typedef {import("./match.js").Side} Side
 * @typedef {import("./match.js").TextRange} TextRange
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

/** Changes that are read before the browser gets its turn. */
const SLICE = 60;

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
export function nodesOf(root) {
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
export function rangesOf(nodes, side, marks) {
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
export async function readChanges(page) {
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
export async function readUnchanged(changes, to) {
  const edition = await editionOf(to);
  // as the page makes the ids of changes; the key `glossary:Mana Pool` has a blank
  const rowOfId = new Map(
    [...edition.byKey].map(([key, row]) => [anchorOf(key).replaceAll(" ", "_"), row]),
  );
  const lacking = changes.flatMap((change) => {
    const row = rowOfId.get(change.article.id);
    const hasText = change.article.querySelector(".rule-text[data-diff]");
    return row && !hasText ? [{ change, row }] : [];
  });
  const words = await edition.words(lacking.map(({ row }) => row));
  for (const { change, row } of lacking) {
    const { text, heading } = words.get(row.key);
    change.whole = { text: text || heading || "" };
  }
}
