// The search through what each edition inserted and deleted, as `search_changes` of
// `graph/search/changes.py`.
import { inPieces } from "../lib/pieces.js";
import { chapterOf } from "../lib/record-key.js";
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

/** The sides of all changes in a document of a year, in its order. */
export async function sidesOf({ editions }) {
  const sides = [];
  for (const { id, previous, rows } of editions) {
    await inPieces(
      rows,
      ([old, key, kind, change, field, pieces, lineage, before, bulletins, dated]) => {
        for (const side of SIDES) {
          const number = side === "inserted" ? key : old;
          if (!number) continue;
          const here = readSide(pieces, side);
          sides.push({
            edition: id,
            previous,
            number,
            otherNumber: (side === "inserted" ? old : key) ?? "",
            side,
            kind,
            class: change ?? null,
            field,
            here,
            small: here.text.toLowerCase(),
            lineage: (side === "deleted" && before) || lineage || null,
            bulletins: bulletins ?? [],
            dated: dated ?? null,
          });
        }
      },
    );
  }
  return sides;
}

/**
 * Whether a side is meant by a choice: `{side, only, chapter, first, last}`, each of which may be
 * empty.
 */
const isChosen = (
  change,
  { side = "either", only = [], chapter = "", first = "", last = "9999" },
) =>
  (side === "either" || side === change.side) &&
  change.edition >= first &&
  change.edition <= last &&
  (!chapter || chapterOf(change.number) === chapter) &&
  (!only.length || only.includes(change.kind) || only.includes(change.class));

/**
 * The sides that inserted or deleted words, with their marks, in the order given. For a number they
 * are the changes of its rule, and behind those of each edition the rules that refer to it.
 */
export async function matching(sides, typed, chosen = {}) {
  const wanted = readWanted(typed);
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

/** Of the changes of each edition those of the rule itself first. */
function ownFirst(changes) {
  const byEdition = Map.groupBy(changes, ({ edition }) => edition);
  return [...byEdition.values()].flatMap((all) => [
    ...all.filter(({ isOwn }) => isOwn),
    ...all.filter(({ isOwn }) => !isOwn),
  ]);
}

/**
 * Since when and until when the rules had the words, and each phrase: `{words, first, last, gone}`.
 */
export async function periodsOf(sides, typed, editions) {
  // when other rules referred to a number says nothing about its rule
  if (makeNumberTest(typed)) return [];
  return Promise.all(partsOf(readWanted(typed)).map((part) => periodOf(sides, part, editions)));
}

async function periodOf(sides, part, editions) {
  const may = prefilter(part);
  const changes = new Map();
  const having = [];
  await inPieces(sides, (change) => {
    if (!may(change.small)) return;
    const count = countNew(change.here, part);
    const isInserted = change.side === "inserted";
    changes.set(change.edition, (changes.get(change.edition) ?? 0) + (isInserted ? count : -count));
    if (isInserted && count) having.push(change);
  });
  let count = 0;
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
 */
function retypedOf(changes, part) {
  for (const { dated } of changes) {
    if (!dated) continue;
    const [edition, text] = dated;
    if (countNew({ text, changed: [[0, text.length]] }, part)) return edition;
  }
  return null;
}
