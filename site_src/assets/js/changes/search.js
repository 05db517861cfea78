// @ts-check
// The search through the words that each edition inserted and deleted, as `search_changes` of
// `graph/search/changes.py`; tests compare the two.
import { inPieces } from "../lib/pieces.js";
import { isInPart, isTerm, nameOf } from "../lib/record-key.js";
import { fold } from "../search/text.js";
import {
  countNew,
  findChanged,
  makeNumberTest,
  makePrefilter,
  partsOf,
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
 * One side of a change of a passage: the text after it with the words that an edition inserted, or
 * the text before it with the words that the edition deleted.
 * @typedef {object} ChangeSide
 * @property {string} edition
 * @property {string} previous the edition before it
 * @property {string} number key of the record on this side
 * @property {string} otherNumber key on the other side; empty where there is none
 * @property {Side} side
 * @property {string} kind of the change
 * @property {string | null} class how much the words changed
 * @property {string} field the kind of the passage: `text`, `example` …
 * @property {import("./match.js").ReadSide} passage the text of this side
 * @property {string} small the text in small letters
 * @property {string[]} bulletins ids of the bulletins that announced it
 * @property {[string, string] | null} dated the retyped edition in which the record first appears,
 *   if there is one, and its words there
 */

/**
 * A side with the words found. `isOwn` is true if a number is searched and this is a change of its
 * rule.
 * @typedef {ChangeSide & {marks: TextRange[], isOwn?: boolean}} Match
 */

/**
 * The time in which the rules had some words.
 * @typedef {object} Period
 * @property {string} words
 * @property {string | null} first the first edition with them; null if none ever had them
 * @property {string | null} last the last edition with them
 * @property {string | null} gone the first edition without them again; null if the rules have them
 */

/**
 * A change of a passage as the document of a year has it; null values at its end are left out.
 * @typedef {[old: string | null, key: string | null, kind: string, change: string | null,
 *   field: string, pieces: string[], bulletins?: string[] | null,
 *   dated?: [string, string] | null]} PackedChange
 */

/**
 * Reads one side of a change; null if the change has no record on that side.
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
  const passage = readSide(pieces, side);
  return {
    edition: id,
    previous,
    number,
    otherNumber: (isInserted ? old : key) ?? "",
    side,
    kind,
    class: change ?? null,
    field,
    passage,
    small: passage.text.toLowerCase(),
    bulletins: bulletins ?? [],
    dated: dated ?? null,
  };
}

/**
 * Reads the sides of all changes in the document of a year, in its order.
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
 * The sides to search; a property that is empty excludes none.
 * @typedef {object} Choice
 * @property {string} [side] `either` for both
 * @property {string[]} [only] kinds and classes of changes
 * @property {string[]} [kinds] `rule`, `example` and `glossary`; all if none is named
 * @property {string} [within] number of a part of the rules, `glossary`, or the name of an entry
 * @property {string} [first] no edition before it
 * @property {string} [last] no edition after it
 */

/**
 * The kind of a changed passage, by which readers filter: `glossary`, `example` or `rule`.
 * @param {ChangeSide} change
 */
function kindOfPassage({ number, field }) {
  if (isTerm(number)) return "glossary";
  return field === "example" ? "example" : "rule";
}

/**
 * Whether a record is the glossary entry of a name.
 * @param {string} key
 * @param {string} name
 */
const isEntryOf = (key, name) => isTerm(key) && fold(nameOf(key)) === fold(name);

/**
 * Whether a side is one of those to search.
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
  (!within || isInPart(change.number, within) || isEntryOf(change.number, within)) &&
  (!kinds.length || kinds.includes(kindOfPassage(change))) &&
  (!only.length ||
    only.includes(change.kind) ||
    (change.class !== null && only.includes(change.class)));

/**
 * Finds the sides with the words that somebody typed, in the order given. For a number it finds the
 * changes of its rule, and after them, edition by edition, the changes of other rules in which the
 * number was inserted or deleted.
 * @param {ChangeSide[]} sides
 * @param {string} typed
 * @param {Choice} [chosen]
 */
export async function matching(sides, typed, chosen = {}) {
  const wanted = readWanted(typed);
  /** @type {Match[]} */
  const found = [];
  if (!wanted.words.length && !wanted.phrases.length) return found;
  const mayMatch = makePrefilter(wanted);
  const isNumber = makeNumberTest(typed);
  await inPieces(sides, (change) => {
    if (!isChosen(change, chosen)) return;
    if (isNumber?.(change.number) || isNumber?.(change.otherNumber)) {
      found.push({ ...change, marks: change.passage.shown, isOwn: true });
      return;
    }
    const marks = mayMatch(change.small) ? findChanged(change.passage, wanted) : [];
    if (marks.length) found.push({ ...change, marks });
  });
  return isNumber ? ownFirst(found) : found;
}

/**
 * Puts the changes of the rule itself before the others of the same edition.
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
 * The times in which the rules had the words that somebody typed, and each phrase. A number has
 * none.
 * @param {ChangeSide[]} sides of all editions with these words
 * @param {string} typed
 * @param {string[]} editions oldest first
 */
export async function periodsOf(sides, typed, editions) {
  // the time in which other rules mentioned a number says nothing about the rule itself
  if (makeNumberTest(typed)) return [];
  return Promise.all(partsOf(readWanted(typed)).map((part) => periodOf(sides, part, editions)));
}

/**
 * The time in which the rules had a part of what is wanted. Each edition adds or removes
 * occurrences; the rules have the words as long as the sum is positive.
 * @param {ChangeSide[]} sides
 * @param {Wanted} part
 * @param {string[]} editions oldest first
 */
async function periodOf(sides, part, editions) {
  const mayMatch = makePrefilter(part);
  /**
   * The occurrences that each edition added, less those that it removed.
   * @type {Map<string, number>}
   */
  const growth = new Map();
  /** @type {ChangeSide[]} */
  const insertions = [];
  await inPieces(sides, (change) => {
    if (!mayMatch(change.small)) return;
    const count = countNew(change.passage, part);
    const isInserted = change.side === "inserted";
    growth.set(change.edition, (growth.get(change.edition) ?? 0) + (isInserted ? count : -count));
    if (isInserted && count) insertions.push(change);
  });
  let count = 0;
  /** @type {Period} */
  const period = { words: part.typed, first: null, last: null, gone: null };
  for (const [edition, added] of [...growth].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const before = count;
    count += added;
    if (count > 0)
      Object.assign(period, { first: period.first ?? edition, last: editions.at(-1), gone: null });
    else if (before > 0)
      Object.assign(period, { last: editions[editions.indexOf(edition) - 1], gone: edition });
  }
  const first = insertions.filter(({ edition }) => edition === period.first);
  return { ...period, first: retypedOf(first, part) ?? period.first };
}

/**
 * The retyped edition in which the record of a change first appears, if it has the words there. The
 * rules then had them before the edition that inserted them. As `_find_retyped` of
 * `graph/search/changes.py`.
 * @param {ChangeSide[]} changes of the first edition with the words
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
