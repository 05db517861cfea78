// @ts-check
// Adds their words to the rows of former records, after all rows are shown: these words are in
// files that no other answer needs.
import { callSearch } from "./call.js";
import { addWords } from "./rows.js";

/** @typedef {import("./answers.js").Answer} Answer */

/** The kinds of the reasons of answers that are records of former editions. */
const OF_FORMER = new Set(["first-edition", "last-edition"]);

/**
 * Whether an answer is a record of a former edition whose words were not searched.
 * @param {Answer} answer
 */
const lacksWords = ({ text, edition, why }) =>
  !text && Boolean(edition) && OF_FORMER.has(why?.kind ?? "");

/**
 * Adds the words of former records to their rows. If they cannot be loaded, the rows stay as they
 * are, with a link to the words.
 * @param {HTMLElement} list whose items are the rows of the answers
 * @param {Pick<import("./result.js").Result, "answers" | "query">} found
 */
export async function showFormerWords(list, { answers, query }) {
  const awaited = answers
    .map((answer, index) => ({ answer, link: list.children[index]?.querySelector("a") }))
    .filter(({ answer, link }) => lacksWords(answer) && link && !link.dataset.key);
  if (!awaited.length) return;
  const records = awaited.map(({ answer: { key, edition } }) => ({ key, edition: edition ?? "" }));
  const passages = await callSearch("findFormerWords", records, query.content).catch(() => []);
  for (const [index, passage] of passages.entries())
    if (passage.text) addWords(/** @type {HTMLElement} */ (awaited[index].link), passage);
}
