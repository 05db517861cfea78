// @ts-check
// The search page. The query is kept in the address, so that it can be shared and the back button
// works.
import { address } from "../site.js";
import { jumpTable } from "../lib/jump-table.js";
import { showChanges } from "../changes/page.js";
import { dateInWords } from "../lib/dates.js";
import { showInWords } from "../lib/date-input.js";
import { element, keepDates, latestEdition, makeButton } from "../lib/dom.js";
import { openOnTap } from "../lib/fold-line.js";
import { makeTurns } from "../lib/latest.js";
import { nameOf } from "../lib/record-key.js";
import { describeFilters, showNamed } from "../search/filters.js";
import {
  editionInForce,
  isFiltered,
  isWhole,
  namedInstead,
  namedInWords,
  placeInWords,
  thenInWords,
} from "../search/places.js";
import { answersInWords, besides, editionInWords, hitLink, oldTermLink } from "../search/rows.js";
import { showNamedEdition, showSearchedEdition } from "../search/edition-note.js";
import { callSearch } from "../search/call.js";
import { showFormerWords } from "../search/former-rows.js";
import { daysSearched, rulingsWith } from "../search/rulings.js";
import { addressOf, stateOf } from "../search/state.js";
import { also_searched, nothing_asked, nothing_found, searched } from "../../sentences.json";
import { loadMaterial } from "../lib/material.js";
import { say, sayFailure } from "../lib/say.js";

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("../lib/date-input.js").DateField} DateField
 * @typedef {import("../search/answers.js").Answer} Answer
 * @typedef {import("../search/filtered.js").FilteredResult} FilteredResult
 * @typedef {import("../search/filtered.js").SearchedEditions} SearchedEditions
 * @typedef {import("../search/state.js").SearchState} SearchState
 */

/**
 * A result, with the question that it answers.
 * @typedef {FilteredResult & {request: import("../search/filtered.js").FilteredRequest}} Found
 */

/**
 * The parts of a sentence.
 * @typedef {(string | HTMLElement)[]} Said
 */

/** The number of results that are shown at first, and that the button adds. */
const SHOWN = 30;
/**
 * The number of results of all editions that are shown before the others, whose texts are in many
 * more files. They fill the screen of a phone.
 */
const FIRST = 6;
/** Milliseconds without a new letter after which the query is searched. */
const PATIENCE = 180;
/** The beginning of the note on other names that were searched for besides the words typed. */
const ALSO_FOR = "also for ";
const SEARCHING = "Searching…";
const NOT_ALL_LOADED = "Answers may be missing, because some words could not be loaded";
const MISREAD = "is not a day: write it as 2006-07-01. This searches the latest edition.";

const page = /** @type {HTMLElement} */ (document.querySelector(".page-search"));
const form = /** @type {HTMLFormElement} */ (document.querySelector(".search-form"));
const box = /** @type {HTMLInputElement} */ (document.getElementById("q"));
const status = /** @type {HTMLElement} */ (document.querySelector(".search-says"));
const list = /** @type {HTMLElement} */ (document.querySelector(".search-results"));
const foot = /** @type {HTMLElement} */ (document.querySelector(".search-foot"));
/** A line that stands for the filters on a phone, once something is asked. */
const line = /** @type {HTMLElement} */ (form.querySelector(".fold-line"));
/** @type {HTMLElement} */
const rulings = element("div", { class: "search-rulings-place" });
/**
 * A field of the form.
 * @param {string} name
 * @returns {any} an element of the kind that the template has under this name
 */
const field = (name) => form.elements.namedItem(name);

let state = stateOf(window.location.search);
/** Returns a test whether no other search was begun since. */
const beginSearch = makeTurns();

/** @returns {NodeListOf<HTMLInputElement>} */
const kindBoxes = () => form.querySelectorAll("[name=kind]");

/** Puts the state into the form. */
function fillForm() {
  if (document.activeElement !== box) box.value = state.query;
  field("scope").value = state.scope;
  for (const [name, day] of [
    ["as-of", state.day],
    ["changed", state.changed],
  ]) {
    /** @type {DateField} */
    const dayField = field(name);
    dayField.value = day;
    dayField.showDay();
  }
  field("within").value = state.within;
  field("side").value = state.side;
  field("only").value = state.onlyClass;
  field("oldest").checked = state.oldest;
  for (const kind of kindBoxes()) kind.checked = state.kinds.includes(kind.value);
  line.textContent = describeFilters(state);
  showNamed(form, "");
  showScope();
}

/** Shows only the filters that the scope has. */
function showScope() {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = form.querySelectorAll("[data-scope]");
  for (const part of parts) part.hidden = !part.dataset.scope?.split(" ").includes(state.scope);
}

/**
 * Fills the two lists of editions, newest first, when they are first shown.
 * @param {JumpTable} table
 */
function fillEditions({ editions }) {
  for (const name of /** @type {("from" | "to")[]} */ (["from", "to"])) {
    /** @type {HTMLSelectElement} */
    const select = field(name);
    if (select.options.length < 2) {
      for (const edition of [...editions].reverse())
        select.append(
          element("option", { value: edition[0] }, editionInWords([edition[0], edition[2]])),
        );
    }
    // a day that is no edition's means the one in force then
    select.value = state[name] ? editionInForce(editions, state[name])[0] : "";
  }
}

/** @returns {SearchState} the state that the form has */
function readForm() {
  const kinds = [...kindBoxes()].filter((kind) => kind.checked).map((kind) => kind.value);
  const scope = field("scope").value;
  return {
    query: box.value,
    scope,
    day: scope === "then" ? field("as-of").value || latestEdition() : "",
    misread: "",
    changed: scope === "now" ? field("changed").value : "",
    from: scope === "all" || scope === "changes" ? field("from").value : "",
    to: scope === "all" || scope === "changes" ? field("to").value : "",
    kinds: kinds.length ? kinds : stateOf("").kinds,
    within: field("within").value,
    side: field("side").value,
    onlyClass: field("only").value,
    oldest: field("oldest").checked,
  };
}

/**
 * Takes the form over into the address. While somebody types, one entry of the browser's history is
 * enough.
 */
function change({ typed = false } = {}) {
  state = readForm();
  window.history[typed ? "replaceState" : "pushState"](
    null,
    "",
    addressOf(state) || window.location.pathname,
  );
  fillForm();
  answer();
}

/**
 * Removes all results.
 * @param {Said} words shown instead
 * @param {HTMLElement[]} [offers] links to searches that may find something
 */
function clear(words, offers = []) {
  list.replaceChildren();
  foot.replaceChildren(...offers);
  status.replaceChildren(...words.map(keepDates));
}

/**
 * A link to the same search with another state.
 * @param {string} words
 * @param {Partial<SearchState>} changed
 * @returns {HTMLAnchorElement}
 */
const linkTo = (words, changed) =>
  element("a", { href: addressOf({ ...state, ...changed }) || "?" }, words);

/**
 * A link to the same search with another state, in a paragraph of its own.
 * @param {string} words
 * @param {Partial<SearchState>} changed
 */
const offer = (words, changed) => element("p", {}, linkTo(words, changed));

/**
 * Links to searches that may find something, for a search that found nothing.
 * @param {Found} found
 */
function ways({ isNowhere }) {
  /** @type {HTMLElement[]} */
  const links = [];
  if (isFiltered(state) && !isNowhere)
    links.push(
      offer("Search without filters", { kinds: stateOf("").kinds, within: "", changed: "" }),
    );
  if (state.scope !== "all" && !isNowhere)
    links.push(offer("Search all editions", { scope: "all", day: "", from: "", to: "" }));
  if (state.query.includes('"'))
    links.push(
      offer("Search for the words in any order", { query: state.query.replaceAll('"', "") }),
    );
  return links;
}

/**
 * Sentences on what became of the subject of a query, and other remarks about it.
 * @param {JumpTable} table
 * @param {Found} found
 * @returns {Said}
 */
function remarksOn(table, found) {
  const old = oldTermLink(table, found);
  return old ? [old, ". "] : found.notes.map((note) => `${note.replace(/[^.]$/, "$&.")} `);
}

/**
 * Sentences on words that were searched for besides those typed, and on words that may be mistyped.
 * @param {Found} found
 * @returns {Said}
 */
function alsoSearched(found) {
  const furtherNotes = besides(found);
  if (!furtherNotes) return [];
  const words = furtherNotes.startsWith(ALSO_FOR)
    ? `${say(also_searched, { words: furtherNotes.slice(ALSO_FOR.length) })} `
    : `${say(searched, { words: furtherNotes })} `;
  const quoted = linkTo("Only these words", {
    query: `"${state.query.replaceAll('"', "").trim()}"`,
  });
  return [" ", words, quoted, "."];
}

/**
 * The period in which a result over several editions had its words, and where the rule is today if
 * it exists; null for a result in one edition.
 * @param {Answer} answer
 * @param {SearchedEditions} words
 * @returns {HTMLElement | null}
 */
function times({ runs, lineage }, words) {
  const last = runs?.at(-1);
  const now = lineage?.runs.at(-1);
  if (!runs || !last || !now) return null;
  const parts = [periodOf(words, runs[0].first, last.last)];
  const wordings = new Set(runs.map(({ passage }) => passage)).size;
  if (wordings > 1) parts.push(`${wordings} wordings`);
  if (last.last !== words.newest) {
    if (now.last !== words.newest) parts.push("no longer in the rules");
    else if (now.key === last.key) parts.push("since reworded");
    else parts.push(`now ${nameOf(now.key)}, in other words`);
  }
  return element("span", { class: "hit-when taps" }, parts.join(" · "));
}

/**
 * A run of editions in words: `since 11 July 2009`, `11 July 2009 to 30 September 2010`.
 * @param {SearchedEditions} words
 * @param {number} first index of the first edition
 * @param {number} last index of the last edition
 */
function periodOf({ editions, newest }, first, last) {
  const [from, to] = [first, last].map((index) => dateInWords(editions[index][0]));
  if (last === newest) return `since ${from}`;
  return from === to ? `only in the edition of ${from}` : `${from} to ${to}`;
}

/**
 * An answer as an item of the list.
 * @param {Answer} answer
 * @param {HTMLElement | null} [more] shown below it
 * @returns {HTMLElement}
 */
const rowOf = (answer, more = null) =>
  element("li", { class: `hit hit-${answer.text ? "found" : "direct"}` }, hitLink(answer), more);

/**
 * Whether no further results of a search follow unless the reader asks for them.
 * @param {Found} found
 */
const isComplete = ({ answers, request }) =>
  request.limit >= SHOWN || answers.length < request.limit;

/**
 * Whether it is certain how much was found.
 * @param {Found} found
 */
const isCounted = (found) => found.isCounted || isComplete(found);

/**
 * Adds the results that are not there yet, and a button for more once the first ones are complete.
 * @param {Found} found
 */
function showResults(found) {
  const { answers, named, total, words } = found;
  const timed = (/** @type {Answer} */ answer) =>
    rowOf(answer, state.scope === "all" ? times(answer, words) : null);
  const shown = list.children.length;
  // Material's script would delay the results that follow
  if (isComplete(found)) window.setTimeout(loadMaterial);
  list.append(...answers.slice(shown).map(timed));
  showFormerWords(list, found);
  // the total does not count answers found by a number, a name or a day
  const left = total - (answers.length - named);
  if (left <= 0 || !isComplete(found)) {
    foot.replaceChildren();
    return;
  }
  const label = `Show ${Math.min(SHOWN, left)} more`;
  const showMore = () => showFurther(found);
  foot.replaceChildren(makeButton(label, showMore, { class: "search-further tap" }));
}

/**
 * Whether a result begins with all answers of another one, in their order, so that only the others
 * need to be added.
 * @param {Found} whole
 * @param {Found} found
 */
const continues = (whole, found) =>
  found.answers.every(({ key, edition }, index) => {
    const answer = whole.answers[index];
    return answer?.key === key && answer.edition === edition;
  });

/**
 * Searches again for more results; null if another question came meanwhile.
 * @param {Found} found
 * @param {number} limit
 * @returns {Promise<Found | null>}
 */
async function searchFurther(found, limit) {
  const request = { ...found.request, limit, isFirstPart: false };
  const result = await callSearch("searchWithFilters", request);
  return result && { ...result, request };
}

/**
 * Searches again for more results, and moves the focus to the first new one.
 * @param {Found} found
 */
async function showFurther(found) {
  const next = list.children.length;
  const again = await searchFurther(found, next + SHOWN);
  // each change of the form, and each question from the history of the browser, has its own state
  if (again && found.request.state === state) showResults(again);
  list.children[next]?.querySelector("a")?.focus();
}

/**
 * Shows in the bar on top which edition is searched, with a link to the latest. Returns its date;
 * null if the filters name no day.
 * @param {JumpTable["editions"]} editions
 */
function showEdition(editions) {
  const edition =
    state.scope === "then" && editions.length ? editionInForce(editions, state.day) : null;
  if (edition && edition[0] !== latestEdition()) {
    page.dataset.asof = edition[0];
    showSearchedEdition({
      words: thenInWords(state, edition[0], editionInWords([edition[0], edition[2]])),
      day: dateInWords(edition[0]),
      back: addressOf({ ...state, scope: "now", day: "" }) || "?",
    });
  } else {
    delete page.dataset.asof;
    showSearchedEdition(null);
  }
  return edition?.[0] ?? null;
}

/**
 * Shows the rulings with the words of the query, if all editions or those of a time with a rulings
 * summary are searched.
 * @param {string} text
 * @param {() => boolean} isCurrent whether no other search was begun meanwhile
 */
async function showRulings(text, isCurrent) {
  const [first, last] = daysSearched(state);
  const issues = (form.dataset.issues ?? "")
    .split(" ")
    .filter((issue) => issue && first <= issue && issue <= last);
  // the words of the rulings are loaded only if an issue of that time exists
  const found = text && issues.length ? await rulingsWith(text, first, last) : null;
  if (isCurrent()) rulings.replaceChildren(...(found ? [found] : []));
}

/**
 * Shows the answers from the table of numbers and names while the words of all editions are still
 * coming.
 * @param {string} text
 * @param {() => boolean} isCurrent whether no other search was begun meanwhile
 */
async function showFirst(text, isCurrent) {
  const { answers } = await callSearch("direct", text, null);
  if (isCurrent() && answers.length)
    list.replaceChildren(...answers.map((answer) => rowOf(answer)));
}

/** A sentence on a text that the address gives as a day and that is none; else empty. */
const misreadDay = () => (state.misread ? `“${state.misread}” ${MISREAD} ` : "");

/**
 * A sentence on words that could not be loaded, so that answers may be missing.
 * @param {Found} found
 * @returns {Said}
 */
const sayProblem = ({ problem }) => (problem ? [" ", sayFailure(NOT_ALL_LOADED, problem)] : []);

/** Shows advice for a query, and loads the index ahead. */
function showNothingAsked() {
  clear([misreadDay(), say(nothing_asked)]);
  // a failure is shown when a query needs the index
  callSearch("prepare", null).catch(() => {});
}

/**
 * Shows the results of a search, and in which editions they were found.
 * @param {Found} found
 * @param {JumpTable} table
 * @param {string} where the editions that the filters name, in words
 */
function showFound(found, table, where) {
  const then = found.request.edition;
  const named = namedInstead(state, found, then);
  line.textContent = describeFilters(state, named);
  showNamed(form, named);
  showNamedEdition(table, named);
  const searched = named ? namedInWords(table, named) : where;
  if (!found.answers.length) {
    const remarks = remarksOn(table, found);
    const also = alsoSearched(found);
    const place = `${searched}${isFiltered(state) ? " with these filters" : ""}`;
    // a note says that no edition has the words, which leaves nothing to try
    const isSaid = found.isNowhere && remarks.length > 0;
    const nothing = isSaid ? "" : say(nothing_found, { place });
    clear([misreadDay(), ...remarks, nothing, ...also, ...sayProblem(found)], ways(found));
    return;
  }
  list.replaceChildren();
  showResults(found);
  showSummary(found, table, where);
}

/**
 * Shows how much was found, and in which editions.
 * @param {Found} found
 * @param {JumpTable} table
 * @param {string} where as for `showFound`
 */
function showSummary(found, table, where) {
  const then = found.request.edition;
  const named = namedInstead(state, found, then);
  const searched = named ? namedInWords(table, named) : where;
  const edition = named || then;
  // what became of the subject answers the query; how much was found comes after that
  /** @type {Said} */
  const said = [misreadDay(), ...remarksOn(table, found)];
  if (!isCounted(found)) said.push(SEARCHING);
  else if (found.total) said.push(`${answersInWords(found)} ${searched}.`);
  if (edition)
    said.push(" ", element("a", { href: address(`e/${edition}/`) }, "Read that edition"), ".");
  const all = [...said, ...alsoSearched(found), ...sayProblem(found)];
  status.replaceChildren(...all.map(keepDates));
}

/**
 * Shows the rule whose number the query is, before the words of the rules have come. A search in
 * other editions or with filters may not find that rule, so it waits for the words.
 * @param {string} text
 * @param {() => boolean} isCurrent whether no other search was begun meanwhile
 */
async function showNumbered(text, isCurrent) {
  if (state.scope !== "now" || isFiltered(state) || list.children.length) return;
  const rule = await callSearch("jump", text);
  if (rule && isCurrent()) list.replaceChildren(rowOf(rule));
}

/**
 * Searches the words of the rules, and shows what was found. While the words are loading, it shows
 * the answers for which they are not needed.
 * @param {string} text
 * @param {JumpTable} table
 * @param {() => boolean} isCurrent whether no other search was begun meanwhile
 */
async function search(text, table, isCurrent) {
  const date = showEdition(table.editions ?? []);
  if (!text) {
    showNothingAsked();
    return;
  }
  if (!list.children.length) status.textContent = SEARCHING;
  const request = {
    state,
    edition: date,
    isFormer: date !== latestEdition(),
    limit: state.scope === "all" ? FIRST : SHOWN,
    isFirstPart: state.scope === "all",
  };
  const searching = callSearch("searchWithFilters", request);
  // a failure is shown where the result is awaited, below
  searching.catch(() => {});
  await showNumbered(text, isCurrent);
  if (!isCurrent()) return;
  if (state.scope === "all" && isWhole(state) && !list.children.length) {
    await showFirst(text, isCurrent);
    if (!isCurrent()) return;
  }
  const result = await searching;
  if (!result || !isCurrent()) return;
  const found = { ...result, request };
  showFound(found, table, placeInWords(state, found.words, found.range));
  if (!isComplete(found)) await showWhole(found, table, isCurrent);
}

/**
 * Shows the results after the first ones. If they cannot be searched, the first ones stay.
 * @param {Found} found with the first results
 * @param {JumpTable} table
 * @param {() => boolean} isCurrent whether no other search was begun meanwhile
 */
async function showWhole(found, table, isCurrent) {
  try {
    const whole = await searchFurther(found, SHOWN);
    if (!whole || !isCurrent()) return;
    // with a failure, rows may lack their words, and the reader must be told
    const where = placeInWords(state, whole.words, whole.range);
    if (found.problem || whole.problem || !continues(whole, found)) {
      showFound(whole, table, where);
      return;
    }
    showResults(whole);
    if (!isCounted(found)) showSummary(whole, table, where);
  } catch (problem) {
    if (!isCurrent()) return;
    if (!isCounted(found)) status.replaceChildren();
    status.append(" ", sayFailure(NOT_ALL_LOADED, problem));
  }
}

/**
 * Begins to load the words of all editions, before anything else that a search of them awaits. A
 * failure is shown when the search needs them.
 * @param {string} text
 */
function fetchAllAhead(text) {
  callSearch("prepareAll", text, (form.dataset.uses ?? "").split(" ")).catch(() => {});
}

/** Does the search of the state. */
async function answer() {
  const isCurrent = beginSearch();
  const text = state.query.trim();
  document.title = document.title.replace(/^.*?(?=Search ·)/, text ? `${text} · ` : "");
  try {
    if (state.scope === "changes") {
      showEdition([]);
      await showChanges(state, { list, foot, status }, isCurrent);
      return;
    }
    if (state.scope === "all" && text) fetchAllAhead(text);
    const table = await jumpTable();
    if (isCurrent()) await search(text, table, isCurrent);
  } catch (problem) {
    if (isCurrent()) clear([sayFailure("The search could not be completed", problem)]);
  } finally {
    // last, so that the rulings do not slow down the answers from the rules
    if (isCurrent()) {
      showRulings(text, isCurrent).catch(showRulingsFailure);
      if (state.scope === "all" || state.scope === "changes")
        jumpTable().then(fillEditions, () => {});
    }
  }
}

/** Shows that the rulings could not be searched. */
const showRulingsFailure = (/** @type {unknown} */ problem) =>
  rulings.replaceChildren(
    element("p", {}, sayFailure("The rulings could not be searched", problem)),
  );

/**
 * Moves the focus by arrow keys from the box to the results and through them.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  /** @type {NodeListOf<HTMLElement>} */
  const links = page.querySelectorAll(".hit a");
  const stops = [box, ...links];
  const index = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = stops[index + (event.key === "ArrowDown" ? 1 : -1)];
  if (index < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

foot.after(rulings);
let timer = 0;
box.addEventListener("input", () => {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => change({ typed: true }), PATIENCE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  window.clearTimeout(timer);
  if (box.value.trim()) document.documentElement.dataset.awaited = "";
  if (addressOf(readForm()) !== addressOf(state)) change();
  else answer();
});
form.addEventListener("change", (event) => event.target !== box && change());
page.addEventListener("keydown", onKey);
window.addEventListener("popstate", () => {
  state = stateOf(window.location.search);
  box.value = state.query;
  fillForm();
  answer();
});
for (const name of ["as-of", "changed"]) showInWords(field(name));
openOnTap(line);
box.value = state.query;
fillForm();
answer();
if (!state.query && window.matchMedia("(pointer: fine)").matches) box.focus();
