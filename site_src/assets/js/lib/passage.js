// @ts-check
// A passage of the rules as elements: its references as links, its symbols drawn, every other
// character as printed. The text content of what comes out is the passage, as in
// `site_src/markup/passages.py`, which does the same for pages.
import drawn from "../../symbols.json" with { type: "json" };
import { element } from "./dom.js";

const SYMBOL = /(\{[0-9A-Z/]{1,6}\})/;
const WITH_SYMBOLS = String.raw`[^\s{}_]{0,12}(?:\{[0-9A-Z/]{1,6}\}[^\s{}_]{0,12}){1,8}`;
const IN_ITALICS = String.raw`_([\p{L}\p{N}][^_\n{}]{0,60}(?<!\s))_`;
/** A word with symbols, or words between underscores, by which some editions print italics. */
const DRAWN = new RegExp(
  String.raw`${WITH_SYMBOLS}|(?<![\p{L}\p{N}_])${IN_ITALICS}(?![\p{L}\p{N}_])`,
  "gu",
);

/** @param {string} piece */
const isDrawn = (piece) => Object.hasOwn(drawn, piece);
/**
 * A piece of text, drawn if it is a symbol.
 * @param {string} piece
 */
const symbol = (piece) =>
  isDrawn(piece)
    ? element(
        "span",
        { class: `sym sym-${piece.toLowerCase().replace(/[^a-z0-9]/g, "")}` },
        element("span", {}, piece),
      )
    : piece;

/**
 * A word with its symbols drawn: `{T},` or `{2}{U}`. A span keeps it on one line, because a line
 * could otherwise begin between a symbol and a comma.
 * @param {string} text
 */
function word(text) {
  const pieces = text.split(SYMBOL).filter(Boolean);
  const parts = pieces.map(symbol);
  return pieces.length === 1 || !pieces.some(isDrawn)
    ? parts
    : [element("span", { class: "unbroken" }, parts)];
}

const underscore = () => element("span", { class: "underscore" }, "_");

/**
 * A text with its symbols drawn and its italics set. All its characters stay in the page, also
 * `{T}` and the underscores, for copying and for screen readers.
 * @param {string} text
 */
export function symbols(text) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(DRAWN)) {
    parts.push(
      text.slice(end, match.index),
      ...(match[1] ? [element("i", {}, underscore(), match[1], underscore())] : word(match[0])),
    );
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

/**
 * Returns a function that cuts a text by offsets that count code points, as Python counts. In
 * JavaScript some characters, such as emoji, count twice.
 * @param {string} text
 * @returns {(start: number, end?: number) => string}
 */
function slicer(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (start, end) => text.slice(start, end);
  const points = Array.from(text);
  return (start, end) => points.slice(start, end).join("");
}

/**
 * A reference in a passage.
 * @typedef {object} Reference
 * @property {number} start
 * @property {number} end
 * @property {string | null} [href] its target; without one there is no link
 * @property {string | null} [problem] a sentence about its fault
 */

/**
 * Makes the elements of a passage. Where references overlap, the first one becomes a link.
 * @param {string} text as printed
 * @param {Iterable<Reference>} references those of this passage, in any order
 */
export function passage(text, references) {
  const slice = slicer(text);
  const parts = [];
  let position = 0;
  for (const { start, end, href, problem } of [...references].sort(
    (left, right) => left.start - right.start,
  )) {
    if (start < position) continue;
    const words = symbols(slice(start, end));
    parts.push(...symbols(slice(position, start)));
    if (!href)
      parts.push(
        element("span", { class: "ref-broken", title: problem || "not on this site" }, words),
      );
    else
      parts.push(
        element(
          "a",
          { class: problem ? "ref ref-doubtful" : "ref", href, title: problem || null },
          words,
        ),
      );
    position = end;
  }
  parts.push(...symbols(slice(position)));
  return parts;
}
