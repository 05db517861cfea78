// @ts-check
// The documents of the site that the search needs: tables, editions and words. Each is fetched
// once, and only when it is needed. They belong to the worker of the search.
import { data } from "../lib/data.js";
import { linesOf } from "../lib/lines.js";
import { numbersTable } from "../lib/numbers.js";
import { AllIndex } from "./all-index.js";
import { useDefinition } from "./definition.js";
import { once } from "../lib/once.js";
import { fetchDocument, readDocument } from "./documents.js";
import { WORDS } from "./files.js";
import { givenTable } from "./given-table.js";
import { Index } from "./index.js";
import { Searcher } from "./searcher.js";
import { listStems, needsAllWords } from "./needed-words.js";
import { readYears } from "./words.js";

/** The definition of the search: its weights, limits and lists of words. */
const fetchDefinition = () => readDocument("definition");

/** The times in which the rules had each name, and the bulletins of the editions. */
const times = () => data("times", "search/", "the words");

/** The index of the latest edition. */
const today = () =>
  once("today", async () => {
    const coming = fetchDocument("now");
    useDefinition(await fetchDefinition());
    return Index.ofToday(linesOf(await coming));
  });

/**
 * Fetches the files of all editions that a query needs as soon as the index is made. The first stem
 * of each file is enough to know which they are.
 * @param {string} query
 * @param {string[]} firsts the first stem of each file, in their order
 */
export async function fetchUsesAhead(query, firsts) {
  useDefinition(await fetchDefinition());
  for (const stem of listStems(query)) {
    const file = firsts.findLastIndex((first) => first <= stem);
    fetchFileAhead(`uses/${Math.max(0, file)}`);
  }
  if (needsAllWords(query)) fetchFileAhead(WORDS);
}

/**
 * Fetches a file of all editions. The search fetches it again if it needs it, and shows a failure.
 * @param {string} name
 */
function fetchFileAhead(name) {
  data(`all/${name}`, "search/", "the words").catch(() => {});
}

/** The search of this site. */
export const searcher = new Searcher({
  table: givenTable,
  numbers: numbersTable,
  definition: fetchDefinition,
  names: () => readDocument("names"),
  asked: () => readDocument("asked"),
  lineages: () => readDocument("lineages"),
  times,
  today,
  all: () =>
    once("all", async () => {
      const coming = fetchDocument("all/contents");
      useDefinition(await fetchDefinition());
      return AllIndex.ofAll(linesOf(await coming), (name) =>
        data(`all/${name}`, "search/", "the words"),
      );
    }),
  async wordsThen(/** @type {string} */ day) {
    /** @type {{years: string[]}} */
    const { years } = await fetchDefinition();
    const name = `years/${years.findLast((first) => first <= day) ?? years[0]}`;
    return once(name, async () => readYears(linesOf(await fetchDocument(name))));
  },
});
