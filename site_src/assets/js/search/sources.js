// @ts-check
// What the search asks of the site: tables, editions and words, each fetched once and only when it
// is needed.
import { address } from "../site.js";
import { jumpTable } from "../lib/jump-table.js";
import { data } from "../lib/data.js";
import { linesOf } from "../lib/lines.js";
import { numbersTable } from "../lib/numbers.js";
import { useDefinition } from "./definition.js";
import { Index } from "./index.js";
import { Searcher } from "./searcher.js";
import { readAll, readYears } from "./words.js";

const fetched = new Map();

/**
 * A value that is made at the first call, and again after a failure.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} make
 * @returns {Promise<Value>}
 */
function once(name, make) {
  if (!fetched.has(name)) {
    const made = make();
    made.catch(() => fetched.delete(name));
    fetched.set(name, made);
  }
  return fetched.get(name);
}

/** @param {string} name */
function answerOf(name) {
  const answer = fetch(address(`search/${name}.json`)).then((response) => {
    if (!response.ok) throw new Error(`the words could not be loaded (${response.status})`);
    return response;
  });
  // told where it is awaited, unless something else failed before
  answer.catch(() => {});
  return answer;
}

const definition = () => data("definition", "search/", "the words");

/** How long the rules had each name, and bulletins. */
const times = () => data("times", "search/", "the words");

/** @type {PromiseWithResolvers<void>} */
const todayHasCome = Promise.withResolvers();

/**
 * The lines of the words of today; those of former editions, which are asked for later, do not slow
 * them down.
 * @param {Response} response
 */
async function* linesOfToday(response) {
  yield* linesOf(response);
  todayHasCome.resolve();
}

/** The index of the latest edition. */
const today = () =>
  once("today", async () => {
    const coming = answerOf("now");
    useDefinition(await definition());
    return Index.ofToday(linesOfToday(await coming));
  });

/** The search of this site. */
export const searcher = new Searcher({
  table: jumpTable,
  numbers: numbersTable,
  definition,
  times,
  today,
  wordsOfAllEditions: () =>
    once("words of all", async () => {
      const index = today();
      await Promise.race([todayHasCome.promise, index]);
      const coming = answerOf("past");
      return readAll((await index).words, linesOf(await coming));
    }),
  async wordsThen(/** @type {string} */ day) {
    /** @type {{years: string[]}} */
    const { years } = await definition();
    const name = `years/${years.findLast((first) => first <= day) ?? years[0]}`;
    return once(name, async () => readYears(linesOf(await answerOf(name))));
  },
});
