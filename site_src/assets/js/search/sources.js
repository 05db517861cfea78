// What the search asks of the site: tables, editions and words, each fetched once and only when it is needed.
import { address, jumpTable } from "../site.js";
import { numbersTable } from "../lib/numbers.js";
import { Searcher } from "./searcher.js";
import { allWordsFrom, wordsFrom } from "./words.js";

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

/** The search of this site. */
export const searcher = new Searcher({
  table: jumpTable,
  numbers: numbersTable,
  definition: () => document_("definition"),
  wordsOfToday: () => once("words of today", async () => wordsFrom(await document_("now"))),
  wordsOfAllEditions: () => once("words of all", async () => allWordsFrom(...(await Promise.all([document_("now"), document_("past")])))),
});
