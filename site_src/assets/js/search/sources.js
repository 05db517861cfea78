// What the search asks of the site: tables, editions and words, each fetched once and only when it is needed.
import { address, jumpTable } from "../site.js";
import { numbersTable } from "../lib/numbers.js";
import { inPieces } from "../lib/pieces.js";
import { useDefinition } from "./definition.js";
import { Searcher } from "./searcher.js";
import { allWordsFrom, passagesFrom, wordsFrom } from "./words.js";

const fetched = new Map();

/** A value that is made at the first call, and again after a failure. */
function once(name, make) {
  if (!fetched.has(name)) {
    const made = make();
    made.catch(() => fetched.delete(name));
    fetched.set(name, made);
  }
  return fetched.get(name);
}

async function documentOf(name) {
  const response = await fetch(address(`search/${name}.json`));
  if (!response.ok) throw new Error(`the words could not be loaded (${response.status})`);
  return response.json();
}

const document_ = (name) => once(name, () => documentOf(name));

/** The words of all editions; those of the latest are read while the others are on their way. */
async function readAll() {
  const past = document_("past");
  const [now, definition] = await Promise.all([document_("now"), document_("definition")]);
  useDefinition(definition);
  const start = passagesFrom(now);
  await inPieces(start.passages.length, (at) => start.passages[at].begins);
  await inPieces(start.lexicon.printed.length, (number) => start.lexicon.reading(number));
  return allWordsFrom(now, await past, start);
}

/** The search of this site. */
export const searcher = new Searcher({
  table: jumpTable,
  numbers: numbersTable,
  definition: () => document_("definition"),
  wordsOfToday: () => once("words of today", async () => wordsFrom(await document_("now"))),
  wordsOfAllEditions: () => once("words of all", readAll),
});
