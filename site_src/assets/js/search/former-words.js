// @ts-check
// The words of answers that are records of former editions. The words that were searched lack them.
import { editionOf } from "../asof/edition.js";
import { marksIn } from "./marks.js";
import { stemOf } from "./text.js";

/**
 * A record of a former edition.
 * @typedef {{key: string, edition: string}} FormerRecord
 */

/**
 * The passage that an answer shows; see `Answer`.
 * @typedef {Pick<import("./answers.js").Answer, "key" | "field" | "text" | "marks">} Passage
 */

/** The number of records after a heading among which its first rule is looked for. */
const BELOW = 2;

/**
 * The passage of a record of an edition: its text, or for a heading that of the first rule below
 * it. The text is empty if the edition lacks the record.
 * @param {FormerRecord} record
 * @param {Set<string>} stems whose words are marked
 * @returns {Promise<Passage>}
 */
async function findPassage({ key, edition: date }, stems) {
  const edition = await editionOf(date);
  const rows = [...edition.rules, ...edition.glossary];
  const position = rows.findIndex((row) => row.key === key);
  if (position < 0) return { key, text: "" };
  const following = rows.slice(position + 1, position + 1 + BELOW);
  const candidates = [rows[position], ...following.filter((row) => row.key.startsWith(key))];
  const words = await edition.words(candidates);
  const shown = candidates.find((row) => words.get(row.key).text);
  if (!shown) return { key, text: "" };
  const { text } = words.get(shown.key);
  const field = shown.key === key ? "text" : `below:${shown.key}`;
  return { key, field, text, marks: marksIn(text, stems) };
}

/**
 * The passages of records of former editions, in their order.
 * @param {FormerRecord[]} records
 * @param {string[]} content the words of the query, which are marked
 */
export function findFormerWords(records, content) {
  const stems = new Set(content.map(stemOf));
  return Promise.all(records.map((record) => findPassage(record, stems)));
}
