// What the search asks of the site: tables, editions and words, each fetched once and only when it is needed.
import { address, jumpTable } from "../site.js";
import { editionOf } from "../asof/edition.js";
import { numbersTable } from "../lib/numbers.js";
import { Finder } from "./finder.js";
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

/** The finder of this site. */
export const finder = new Finder({
  table: jumpTable,
  numbers: numbersTable,
  edition: editionOf,
  wordsOfToday: () => once("words of today", async () => wordsFrom(await document_("now"))),
  wordsOfAllEditions: () => once("words of all", async () => allWordsFrom(...(await Promise.all([document_("now"), document_("past")])))),
});
