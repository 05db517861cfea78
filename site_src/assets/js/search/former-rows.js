// @ts-check
// Adds their words to the rows of former records, after all rows are shown: these words are in
// files that no other answer needs.
import { callSearch } from "./call.js";
import { fillRoom, keepRoom, removeRoom } from "./rows.js";

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
 * Adds the words of former records to their rows, which have room for them at once. If they cannot
 * be loaded, the rows have a link to the words, and no room.
 * @param {HTMLElement} list whose items are the rows of the answers
 * @param {Pick<import("./result.js").Result, "answers" | "query">} found
 */
export async function showFormerWords(list, { answers, query }) {
  /** @type {HTMLElement[]} */
  const links = [];
  const records = [];
  for (const [index, answer] of answers.entries()) {
    const link = list.children[index]?.querySelector("a");
    // a row with room was filled before, or is being filled
    if (!link || !lacksWords(answer) || link.querySelector(".hit-words")) continue;
    keepRoom(link);
    links.push(link);
    records.push({ key: answer.key, edition: answer.edition ?? "" });
  }
  if (!links.length) return;
  const passages = await callSearch("findFormerWords", records, query.content).catch(() => []);
  for (const [index, link] of links.entries()) {
    const passage = passages[index];
    if (passage?.text) fillRoom(link, passage);
    else removeRoom(link);
  }
}
