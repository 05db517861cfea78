// @ts-check
// The search through what each edition inserted and deleted, as `search_changes` of
// `graph/search/changes.py`.
import { inPieces } from "../lib/pieces.js";
import { isInPart, isTerm } from "../lib/record-key.js";
import {
  countNew,
  findChanged,
  makeNumberTest,
  partsOf,
  prefilter,
  readSide,
  readWanted,
  SIDES,
} from "./match.js";

/**
 * @typedef {import("./match.js").TextRange} TextRange
 * @typedef {import("./match.js").Side} Side
 * @typedef {import("./match.js").Wanted} Wanted
 */

/**
 * One side of a change of a passage: what an edition inserted, or deleted.
 * @typedef {object} ChangeSide
 * @property {string} edition
 * @property {string} previous the edition before it
 * @property {string} number key of the record on this side
 * @property {string} otherNumber key on the other side; empty where there is none
 * @property {Side} side
 * @property {string} kind of the change
 * @property {string | null} class how much the words changed
 * @property {string} field the passage
 * @property {import("./match.js").ReadSide} here
 * @property {string} small the text in small letters
 * @property {string[]} bulletins ids of the bulletins that announced it
 * @property {[string, string] | null} dated the retyped edition by which a record is dated, and its
 *   words there
 */

/** @typedef {ChangeSide & {marks: TextRange[], isOwn?: boolean}} Match a side with its marks */

/**
 * Since when and until when the rules had some words: the first and the last edition that has them,
 * and the one that has them no more.
 * @typedef {object} Period
 * @property {string} words
 * @property {string | null} first
 * @property {string | null} last
 * @property {string | null} gone
 */

/**
 * A change of a passage as a document of a year has it; empty values at its end are left out.
 * @typedef {[old: string | null, key: string | null, kind: string, change: string | null,
 *   field: string, pieces: string[], bulletins?: string[] | null,
 *   dated?: [string, string] | null]} PackedChange
 */

/**
 * One side of a change; null where it has no record.
 * @param {{id: string, previous: string}} edition
 * @param {PackedChange} packed
 * @param {Side} side
 * @returns {ChangeSide | null}
 */
function readChange({ id, previous }, packed, side) {
  const [old, key, kind, change, field, pieces, bulletins, dated] = packed;
  const isInserted = side === "inserted";
  const number = isInserted ? key : old;
  if (!number) return null;
  const here = readSide(pieces, side);
  return {
    edition: id,
    previous,
    number,
    otherNumber: (isInserted ? old : key) ?? "",
    side,
    kind,
    class: change ?? null,
    field,
    here,
    small: here.text.toLowerCase(),
    bulletins: bulletins ?? [],
    dated: dated ?? null,
  };
}

/**
 * The sides of all changes in a document of a year, in its order.
 * @param {{editions: {id: string, previous: string, rows: PackedChange[]}[]}} document
 */
export async function sidesOf({ editions }) {
  /** @type {ChangeSide[]} */
  const sides = [];
  for (const edition of editions) {
    await inPieces(edition.rows, (packed) => {
      for (const side of SIDES) {
        const read = readChange(edition, packed, side);
        if (read) sides.push(read);
      }
    });
  }
  return sides;
}

/**
 * Which sides are meant; each property may be empty.
 * @typedef {object} Choice
 * @property {string} [side] `either` for both
 * @property {string[]} [only] kinds and classes of changes
 * @property {string[]} [kinds] `rule`, `example` and `glossary`; all if none is named
 * @property {string} [within] number of a part of the rules, or `glossary`
 * @property {string} [first] no edition before it
 * @property {string} [last] no edition after it
 */

/**
 * What a changed passage is: `glossary`, `example` or `rule`.
 * @param {ChangeSide} change
 */
function kindOfPassage({ number, field }) {
  if (isTerm(number)) return "glossary";
  return field === "example" ? "example" : "rule";
}

/**
 * Whether a side is meant by a choice.
 * @param {ChangeSide} change
 * @param {Choice} chosen
 */
const isChosen = (
  change,
  { side = "either", only = [], kinds = [], within = "", first = "", last = "9999" },
) =>
  (side === "either" || side === change.side) &&
  change.edition >= first &&
  change.edition <= last &&
  (!within || isInPart(change.number, within)) &&
  (!kinds.length || kinds.includes(kindOfPassage(change))) &&
  (!only.length ||
    only.includes(change.kind) ||
    (change.class !== null && only.includes(change.class)));

/**
 * The sides that inserted or deleted words, with their marks, in the order given. For a number they
 * are the changes of its rule, and behind those of each edition the rules that refer to it.
 * @param {ChangeSide[]} sides
 * @param {string} typed
 * @param {Choice} [chosen]
 */
export async function matching(sides, typed, chosen = {}) {
  const wanted = readWanted(typed);
  /** @type {Match[]} */
  const found = [];
  if (!wanted.words.length && !wanted.phrases.length) return found;
  const may = prefilter(wanted);
  const isNumber = makeNumberTest(typed);
  await inPieces(sides, (change) => {
    if (!isChosen(change, chosen)) return;
    if (isNumber?.(change.number) || isNumber?.(change.otherNumber)) {
      found.push({ ...change, marks: change.here.shown, isOwn: true });
      return;
    }
    const marks = may(change.small) ? findChanged(change.here, wanted) : [];
    if (marks.length) found.push({ ...change, marks });
  });
  return isNumber ? ownFirst(found) : found;
}

/**
 * Of the changes of each edition those of the rule itself first.
 * @param {Match[]} changes
 */
function ownFirst(changes) {
  const byEdition = Map.groupBy(changes, ({ edition }) => edition);
  return [...byEdition.values()].flatMap((all) => [
    ...all.filter(({ isOwn }) => isOwn),
    ...all.filter(({ isOwn }) => !isOwn),
  ]);
}

/**
 * Since when and until when the rules had the words, and each phrase.
 * @param {ChangeSide[]} sides oldest first
 * @param {string} typed
 * @param {string[]} editions oldest first
 */
export async function periodsOf(sides, typed, editions) {
  // when other rules referred to a number says nothing about its rule
  if (makeNumberTest(typed)) return [];
  return Promise.all(partsOf(readWanted(typed)).map((part) => periodOf(sides, part, editions)));
}

/**
 * @param {ChangeSide[]} sides
 * @param {Wanted} part
 * @param {string[]} editions
 */
async function periodOf(sides, part, editions) {
  const may = prefilter(part);
  /** @type {Map<string, number>} */
  const changes = new Map();
  /** @type {ChangeSide[]} */
  const having = [];
  await inPieces(sides, (change) => {
    if (!may(change.small)) return;
    const count = countNew(change.here, part);
    const isInserted = change.side === "inserted";
    changes.set(change.edition, (changes.get(change.edition) ?? 0) + (isInserted ? count : -count));
    if (isInserted && count) having.push(change);
  });
  let count = 0;
  /** @type {Period} */
  const period = { words: part.typed, first: null, last: null, gone: null };
  for (const [edition, by] of [...changes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const before = count;
    count += by;
    if (count > 0)
      Object.assign(period, { first: period.first ?? edition, last: editions.at(-1), gone: null });
    else if (before > 0)
      Object.assign(period, { last: editions[editions.indexOf(edition) - 1], gone: edition });
  }
  const first = having.filter(({ edition }) => edition === period.first);
  return { ...period, first: retypedOf(first, part) ?? period.first };
}

/**
 * The retyped edition that dates some words, if the record is dated by it; as `_find_retyped` of
 * `graph/search/changes.py`.
 * @param {ChangeSide[]} changes
 * @param {Wanted} part
 */
function retypedOf(changes, part) {
  for (const { dated } of changes) {
    if (!dated) continue;
    const [edition, text] = dated;
    if (countNew({ text, changed: [[0, text.length]] }, part)) return edition;
  }
  return null;
}
