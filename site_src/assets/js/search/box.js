// @ts-check
// The search box of every page: direct answers on top, then passages.
import { address } from "../site.js";
import { jumpTable } from "../lib/jump-table.js";
import { dateInWords } from "../lib/dates.js";
import { element, latestEdition } from "../lib/dom.js";
import { closeBox, input, list, listenToBox, more, openBox, status } from "../lib/search-frame.js";
import { say, sayFailure } from "../lib/say.js";
import { BoxState } from "./box-state.js";
import { loadSearch, prepareSearch } from "./loading.js";
import { none_direct, only_direct } from "../../sentences.json";

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./loading.js").Search} Search
 * @typedef {Omit<import("./result.js").Result, "index">} Result
 */

/** The number of answers at most. */
const SHOWN = 12;

const state = new BoxState();

/** The date of the edition that is being read; null for the latest. */
function editionRead() {
  const date =
    document.querySelector("[data-asof]")?.getAttribute("data-asof") ??
    document.querySelector(".edition-bar")?.getAttribute("data-searched");
  return date && date !== latestEdition() ? date : null;
}

/** Loads what a query in this box needs. */
const prepare = () => prepareSearch(editionRead());

/** Answers the opening of the box. */
function opened() {
  prepare();
  show(input.value);
}

/** The links of the rows. */
const options = () =>
  /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll("a[role=option]")]);

/** @param {HTMLElement} link of a row */
const isChosen = (link) => link.getAttribute("aria-selected") === "true";

/**
 * Chooses a row, which Enter opens.
 * @param {number} index of the row; -1 for none
 */
function choose(index) {
  const links = options();
  for (const [position, link] of links.entries())
    link.setAttribute("aria-selected", String(position === index));
  const chosen = links[index];
  if (chosen) {
    input.setAttribute("aria-activedescendant", chosen.id);
    // only for arrow keys, since the browser must lay the list out for it at once
    if (state.hasPicked) chosen.scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

/**
 * Chooses the row after the chosen one, or before it; behind the last row comes the first.
 * @param {1 | -1} step
 */
function pickNext(step) {
  state.hasPicked = true;
  const links = options();
  if (!links.length) return;
  const chosen = links.findIndex(isChosen);
  const first = step > 0 ? 0 : links.length - 1;
  choose(chosen < 0 ? first : (chosen + step + links.length) % links.length);
}

/** Opens the chosen row, or else the first one, if the rows answer what is typed. */
function openRow() {
  const typed = input.value.trim();
  const links = options();
  const first = state.opensFirst ? links[0] : undefined;
  const link = links.find(isChosen) ?? first;
  // rows for what was typed before are no answers to it, unless the reader picked one
  if (link && (state.hasPicked || state.answers(typed))) link.click();
  else state.hurry(typed);
}

/**
 * Moves through the rows by arrow keys, opens a row by Enter, and closes the box by Escape.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  /** @type {Record<string, () => void>} */
  const actions = {
    ArrowDown: () => pickNext(1),
    ArrowUp: () => pickNext(-1),
    Enter: openRow,
    Escape: closeBox,
  };
  const action = actions[event.key];
  if (!action) return;
  // by itself, Escape would only empty a search field
  event.preventDefault();
  action();
}

/**
 * A row: the link itself is the option, because an option must not contain a link.
 * @param {Search["rows"]} rows
 * @param {Answer} answer
 * @param {number} index of the row
 */
function row(rows, answer, index) {
  const link = rows.hitLink(answer, {
    tabindex: "-1",
    role: "option",
    id: `hit-${index}`,
    "aria-selected": "false",
  });
  const kind = answer.text ? "found" : "direct";
  return element("li", { role: "presentation", class: `hit hit-${kind}` }, link);
}

/**
 * Shows rows. A row that the reader has picked stays chosen if it is still among them; else the
 * first is chosen.
 * @param {HTMLElement[]} rows
 */
function fill(rows) {
  const picked = state.hasPicked ? options().find(isChosen)?.href : undefined;
  list.replaceChildren(...rows);
  if (state.hasScrolled && !state.hasPicked) list.scrollTop = 0;
  state.hasScrolled = false;
  input.setAttribute("aria-expanded", String(rows.length > 0));
  const links = options();
  if (state.hasPicked) choose(links.findIndex((link) => link.href === picked));
  else choose(links.length && state.opensFirst ? 0 : -1);
  if (links.length && state.takeHurry()) links[0].click();
}

/**
 * Shows the answers to a query.
 * @param {string} query
 * @param {Search["rows"]} rows
 * @param {Answer[]} answers
 * @param {boolean} [lacksNumber] whether the query is a number that no rule has
 */
function showAnswers(query, rows, answers, lacksNumber = false) {
  state.setAnswered(query, lacksNumber);
  fill(answers.map((answer, index) => row(rows, answer, index)));
}

/**
 * Sets the link to the search page, which has all results of a query in the same edition.
 * @param {string} query
 * @param {string | null} edition its date; null for the latest
 */
function linkToAllResults(query, edition) {
  const parameters = new URLSearchParams(query ? { q: query } : {});
  if (edition) parameters.set("as-of", edition);
  more.href = address(`search/${parameters.size ? `?${parameters}` : ""}`);
  more.textContent = query ? "All results" : "More ways to search";
}

/** A link to the page where the reader can keep the words of the rules on this device. */
const offlineLink = () =>
  element("a", { href: address("offline/") }, "Keep the words on this device");

/**
 * A sentence on the edition in which passages were found, and on the words besides those typed.
 * Their number is shown on the search page alone: here the last word may be unfinished, and finds
 * more passages than the whole word.
 * @param {Search["rows"]} rows
 * @param {Result} found
 */
function summary(rows, found) {
  const where =
    found.edition === null ? "the latest edition" : `the edition of ${dateInWords(found.edition)}`;
  const also = rows.besides(found);
  return `Found in ${where}${also ? `, ${also}` : ""}.`;
}

/** Shows that nothing is typed yet. */
function showNothing() {
  state.setAnswered("");
  fill([]);
  status.textContent = editionRead()
    ? "Searches the edition that you are reading."
    : "Type a number, a keyword, an edition or words.";
}

/**
 * The sentences on the answers, for the line below the rows.
 * @param {Search["rows"]} rows
 * @param {Result} found
 */
function said(rows, found) {
  if (found.total) return [summary(rows, found)];
  if (found.answers.length) return [];
  const words = found.notes.length ? [] : ["Nothing found."];
  if (!found.isNowhere) words.push("Try fewer words; “All results” can search all editions.");
  return words;
}

/**
 * Shows everything that was found for a query, and sentences about it.
 * @param {string} query
 * @param {string | null} edition
 * @param {Search["rows"]} rows
 * @param {Result} found
 * @param {JumpTable} table
 */
function showFound(query, edition, rows, found, table) {
  const { answers, notes } = found;
  // a question for changes names its editions itself
  if (found.query.changes) linkToAllResults(query, edition);
  else linkToAllResults(found.query.text || query, found.edition);
  const lacksNumber = found.query.kind === "number" && !answers.some((answer) => answer.exact);
  showAnswers(query, rows, answers, lacksNumber);
  const oldTerm = rows.oldTermLink(table, found);
  const remarks = oldTerm
    ? [oldTerm, ". "]
    : notes.map((note) => `${note.replace(/[^.]$/, "$&.")} `);
  status.replaceChildren(...remarks, ...said(rows, found).map((sentence) => `${sentence} `));
}

/**
 * Answers a query in up to two steps: the rule with a number is found before the words of the rules
 * are loaded. If these cannot be loaded, numbers and names are answered all the same.
 * @param {Search} search
 * @param {string} query
 * @param {string | null} edition
 * @param {() => boolean} isCurrent whether no later query was typed
 */
async function answer({ callSearch, rows, showFormerWords }, query, edition, isCurrent) {
  const jump = edition === null ? await callSearch("jump", query) : null;
  if (!isCurrent()) return;
  // the rows of an earlier query stay until all answers are there, so that the list does not jump
  if (jump && (!list.children.length || state.isHurried)) showAnswers(query, rows, [jump]);
  const options = { typing: true, limit: SHOWN };
  const searched = callSearch("search", query, edition, options).catch(() => null);
  const [found, table] = await Promise.all([searched, jumpTable()]);
  if (!isCurrent()) return;
  if (found) {
    showFound(query, edition, rows, found, table);
    showFormerWords(list, found);
    return;
  }
  const { answers } = await callSearch("direct", query, edition);
  if (!isCurrent()) return;
  showAnswers(query, rows, answers);
  status.replaceChildren(say(answers.length ? only_direct : none_direct), " ", offlineLink());
}

/**
 * Fills the list with the answers to a query.
 * @param {string} text as typed
 */
async function show(text) {
  const query = text.trim();
  const edition = editionRead();
  const isCurrent = state.beginQuery();
  linkToAllResults(query, edition);
  if (!query) {
    showNothing();
    return;
  }
  try {
    await answer(await loadSearch(), query, edition, isCurrent);
  } catch (problem) {
    if (!isCurrent()) return;
    if (!state.answers(query)) fill([]);
    status.textContent = sayFailure("The search could not be loaded", problem);
  }
}

/**
 * Makes the box answer, and its buttons open it. The search is loaded when a button is first
 * touched.
 */
export function openOnRequest() {
  listenToBox(opened);
  input.addEventListener("input", () => show(input.value));
  input.addEventListener("keydown", onKey);
  list.addEventListener(
    "scroll",
    () => {
      state.hasScrolled = true;
    },
    { passive: true },
  );
  input.addEventListener("pointerenter", prepare, { once: true });
  input.form?.addEventListener("reset", () =>
    window.setTimeout(() => {
      show("");
      input.focus();
    }),
  );
  for (const button of document.querySelectorAll(".search-open")) {
    button.addEventListener("click", openBox);
    for (const sign of ["pointerenter", "focus", "touchstart"])
      button.addEventListener(sign, prepare, { once: true, passive: true });
  }
}
