// What the rulings summaries say of the words of a query: all that have each word, beside the
// answers from the rules.
import { data } from "../lib/data.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { useDefinition } from "./definition.js";
import { hitLink } from "./rows.js";
import { placesIn, stemOf, wordsIn } from "./text.js";

const SHOWN = 20;

/**
 * The places of the words with one of some stems: `[begin, end]`; nothing unless all stems are
 * there.
 */
function marksOf(text, stems) {
  const places = placesIn(text).map(([word, begin, end]) => [stemOf(word), begin, end]);
  const has = new Set(places.map(([stem]) => stem));
  if (![...stems].every((stem) => has.has(stem))) return null;
  return places.filter(([stem]) => stems.has(stem)).map(([, begin, end]) => [begin, end]);
}

/**
 * The rulings with all words of a query, as a part of the page; null if there are none.
 * @param {string} text as typed
 * @param {string} first only issues from this day on
 * @param {string} last only issues up to this day
 */
export async function rulingsWith(text, first, last) {
  const [issues, definition] = await Promise.all([
    data("rulings", "search/", "the rulings"),
    data("definition", "search/", "the words"),
  ]);
  useDefinition(definition);
  const stems = new Set(wordsIn(text).map(stemOf));
  if (!stems.size) return null;
  const hits = issues
    .filter(([issue]) => first <= issue && issue <= last)
    .flatMap(([issue, rows]) =>
      rows.map(([key, href, words]) => ({
        issue,
        key,
        href,
        text: words,
        marks: marksOf(words, stems),
      })),
    )
    .filter(({ marks }) => marks);
  if (!hits.length) return null;
  const days = [...new Set(hits.map(({ issue }) => dateInWords(issue)))];
  return element(
    "section",
    { class: "search-rulings" },
    element("h2", {}, `${hits.length} in the rulings summary of ${days.join(" and ")}`),
    element(
      "ol",
      { class: "search-results" },
      hits.slice(0, SHOWN).map((hit) => element("li", { class: "hit hit-found" }, hitLink(hit))),
    ),
    hits.length > SHOWN ? element("p", {}, `The first ${SHOWN} are shown.`) : null,
  );
}
