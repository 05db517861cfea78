// The search page. The query is kept in the address, so that it can be shared and the back button
// works.
import { address, jumpTable } from "../site.js";
import { showChanges } from "../changes/page.js";
import { dateInWords } from "../lib/dates.js";
import { inWords } from "../lib/date-input.js";
import { element, latestEdition } from "../lib/dom.js";
import { openOnTap } from "../lib/fold-line.js";
import { nameOf } from "../lib/record-key.js";
import { describeFilters } from "../search/filters.js";
import { answersInWords, besides, editionInWords, hitLink, oldTermLink } from "../search/rows.js";
import { insideOf, showInBar } from "../search/scope.js";
import { searcher } from "../search/sources.js";
import { rulingsWith } from "../search/rulings.js";
import { addressOf, stateOf } from "../search/state.js";
import {
  also_searched,
  before_all,
  nothing_found,
  searched,
  then_in_force,
} from "../../sentences.json";
import { loadMaterial } from "../lib/material.js";
import { say, sayFailure } from "../lib/say.js";

const SHOWN = 30;
/** Answers that are shown before all words are there. */
const FIRST = 10;
const PATIENCE = 180;

const form = document.querySelector(".search-form");
const box = document.getElementById("q");
const status = document.querySelector(".search-says");
const list = document.querySelector(".search-results");
const foot = document.querySelector(".search-foot");
/** Stands for the filters on a phone, once something is asked. */
const line = form.querySelector(".fold-line");
const field = (name) => form.elements.namedItem(name);

let state = stateOf(window.location.search);
let turn = 0;

/** Puts a state into the form. */
/** What the note begins with if the words of the query were searched, too. */
const ALSO_FOR = "also for ";

function fillForm() {
  if (document.activeElement !== box) box.value = state.query;
  field("scope").value = state.scope;
  for (const [name, day] of [
    ["as-of", state.day],
    ["changed", state.changed],
  ]) {
    field(name).value = day;
    field(name).showDay();
  }
  field("within").value = state.within;
  field("side").value = state.side;
  field("only").value = state.only;
  field("oldest").checked = state.oldest;
  for (const box of form.querySelectorAll("[name=kind]"))
    box.checked = state.kinds.includes(box.value);
  line.textContent = describeFilters(state);
  showScope();
}

function showScope() {
  for (const part of form.querySelectorAll("[data-scope]"))
    part.hidden = !part.dataset.scope.split(" ").includes(state.scope);
  if (state.scope === "all" || state.scope === "changes") jumpTable().then(fillEditions, () => {});
}

/** The edition in force on a day, with its main set; the first edition for a day before it. */
const inForce = (editions, day) => {
  const [edition] = editions.findLast(([date]) => date <= day) ?? editions[0];
  return editions.find(([date]) => date === edition);
};

/** The two lists of editions, newest first, filled when they are first shown. */
function fillEditions({ editions }) {
  for (const name of ["from", "to"]) {
    const select = field(name);
    if (select.options.length < 2) {
      for (const edition of [...editions].reverse())
        select.append(
          element("option", { value: edition[0] }, editionInWords([edition[0], edition[2]])),
        );
    }
    // a day that is no edition's means the one in force then
    select.value = state[name] ? inForce(editions, state[name])[0] : "";
  }
}

function readForm() {
  const kinds = [...form.querySelectorAll("[name=kind]:checked")].map((box) => box.value);
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
    only: field("only").value,
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

function clear(words, ...offers) {
  list.replaceChildren();
  foot.replaceChildren(...offers);
  status.replaceChildren(...[words].flat());
}

const offer = (words, changed) =>
  element("p", {}, element("a", { href: addressOf({ ...state, ...changed }) || "?" }, words));

const filtered = () => state.kinds.length < 3 || state.within || state.changed;

/** What can be done where nothing was found. */
function ways() {
  const found = [];
  if (filtered())
    found.push(
      offer("Search without filters", { kinds: stateOf("").kinds, within: "", changed: "" }),
    );
  if (state.scope !== "all")
    found.push(offer("Search all editions", { scope: "all", day: "", from: "", to: "" }));
  if (state.query.includes('"'))
    found.push(
      offer("Search for the words in any order", { query: state.query.replaceAll('"', "") }),
    );
  return found;
}

/** In which editions one looks, as places in the list of `words`. */
function scopeOf(words) {
  if (state.scope === "then") {
    const at = words.inForce(state.day);
    return { first: at, last: at };
  }
  if (state.scope === "now") return { first: 0, last: words.newest };
  return {
    first: state.from ? words.inForce(state.from) : 0,
    last: state.to ? words.inForce(state.to) : words.newest,
  };
}

/**
 * The date of the edition that was searched, where the words of the query name one and the filters
 * another; empty where both are the same.
 */
function namedInstead({ edition }, then) {
  if (state.scope === "all") return "";
  const searched = edition ?? latestEdition();
  return searched === (then ?? latestEdition()) ? "" : searched;
}

/** Where one looked, if the words of the query name the edition. */
function namedInWords(table, named) {
  const [day, , set] = inForce(table.editions, named);
  return `in the edition of ${editionInWords([day, set])}`;
}

/** The edition that is searched for the day of the state, in words that say why it is that one. */
function thenInWords(edition, words) {
  if (edition === state.day) return words;
  return say(state.day < edition ? before_all : then_in_force, {
    edition: words,
    day: dateInWords(state.day),
  });
}

function placeInWords(words, scope) {
  if (state.scope === "now") {
    if (!state.changed) return "in the latest edition";
    return `in the latest edition, of what is new or reworded since ${dateInWords(state.changed)}`;
  }
  if (state.scope === "then") {
    const edition = words.editions[scope.last];
    return `in the edition of ${thenInWords(edition[0], editionInWords(edition))}`;
  }
  if (scope.first === 0 && scope.last === words.newest) return "in all editions";
  const [from, to] = [scope.first, scope.last].map((place) =>
    dateInWords(words.editions[place][0]),
  );
  return `in the editions from ${from} to ${to}`;
}

/** What is said of old terms, of what else was searched for, and of words that may be mistyped. */
function alsoSaid(table, found) {
  const others = besides(found);
  const old = oldTermLink(table, found);
  const said = old
    ? [" ", old, "."]
    : found.notes.map((note) => ` ${note.replace(/[^.]$/, "$&.")}`);
  if (!others) return said;
  const words = others.startsWith(ALSO_FOR)
    ? `${say(also_searched, { words: others.slice(ALSO_FOR.length) })} `
    : `${say(searched, { words: others })} `;
  const quoted = offer("Only these words", {
    query: `"${state.query.replaceAll('"', "").trim()}"`,
  }).firstChild;
  return [...said, " ", words, quoted, "."];
}

/**
 * The period in which a result over several editions had its words, and where the rule is today if
 * it exists.
 */
function times({ runs, lineage }, words) {
  const [first, last] = [runs[0], runs.at(-1)];
  const [from, to] = [first.first, last.last].map((place) => dateInWords(words.editions[place][0]));
  const now = lineage.runs.at(-1);
  const isNow = last.last === words.newest;
  const wordings = new Set(runs.map(({ passage }) => passage)).size;
  let when = `${from} to ${to}`;
  if (isNow) when = `since ${from}`;
  else if (from === to) when = `only in the edition of ${from}`;
  const parts = [when, wordings > 1 ? `${wordings} wordings` : ""];
  if (!isNow) {
    if (now.last !== words.newest) parts.push("no longer in the rules");
    else if (now.key === last.key) parts.push("since reworded");
    else parts.push(`now ${nameOf(now.key)}, in other words`);
  }
  return element("span", { class: "hit-when taps" }, parts.filter(Boolean).join(" · "));
}

const rowOf = (answer, ...more) =>
  element("li", { class: `hit hit-${answer.text ? "found" : "direct"}` }, hitLink(answer), ...more);

function showResults(found) {
  const { answers, named, total, index } = found;
  const timed = (answer) =>
    rowOf(answer, state.scope === "all" && answer.runs ? times(answer, index.words) : null);
  const shown = list.children.length;
  window.setTimeout(loadMaterial);
  list.append(...answers.slice(shown).map(timed));
  const left = total - (answers.length - named);
  if (left <= 0) return foot.replaceChildren();
  const more = element(
    "button",
    { type: "button", class: "search-further tap" },
    `Show ${Math.min(SHOWN, left)} more`,
  );
  more.addEventListener("click", async () => {
    const next = list.children.length;
    showResults(
      await searcher
        .search(state.query, found.asked.edition, { ...found.asked.options, limit: next + SHOWN })
        .then((again) => ({ ...again, asked: found.asked })),
    );
    list.children[next]?.querySelector("a").focus();
  });
  return foot.replaceChildren(more);
}

/** Says on top which edition is searched, and where to search the latest. */
function showEdition(table) {
  const page = form.closest(".page");
  const edition =
    state.scope === "then" && table.editions ? inForce(table.editions, state.day) : null;
  if (edition && edition[0] !== latestEdition()) {
    page.dataset.asof = edition[0];
    showInBar({
      words: thenInWords(edition[0], editionInWords([edition[0], edition[2]])),
      back: addressOf({ ...state, scope: "now", day: "" }) || "?",
    });
  } else {
    delete page.dataset.asof;
    showInBar(null);
  }
  return edition?.[0] ?? null;
}

const rulings = element("div", { class: "search-rulings-place" });
foot.after(rulings);

/**
 * The first and the last day of which rulings summaries are searched; none lies between them where
 * none is.
 */
function daysSearched() {
  if (state.scope === "then") {
    const year = state.day.slice(0, 4);
    return [`${year}-01-01`, `${year}-12-31`];
  }
  if (state.scope === "now" || state.scope === "changes") return ["9999", "0000"];
  return [state.from || "0000", state.to || "9999"];
}

/**
 * Shows what the rulings summaries have of the words, where all editions or those of their time are
 * searched.
 */
async function showRulings(text, isCurrent) {
  const [first, last] = daysSearched();
  const issues = (form.dataset.issues ?? "")
    .split(" ")
    .filter((issue) => issue && first <= issue && issue <= last);
  // Their words are loaded only where there is one to find.
  if (!text || !issues.length) return rulings.replaceChildren();
  const found = await rulingsWith(text, first, last);
  if (isCurrent()) rulings.replaceChildren(...(found ? [found] : []));
  return undefined;
}

const MISREAD = "is not a day: write it as 2006-07-01. This searches the latest edition.";

/** Whether no filter and no period leaves out what the latest edition has. */
const isWhole = () => !filtered() && !state.from && !state.to;

/**
 * Shows what is known before the words of all editions are there: what the table of numbers and
 * names answers, then the passages of the latest edition.
 */
async function showFirst(text, isCurrent) {
  const show = ({ answers }) => {
    if (isCurrent() && answers.length)
      list.replaceChildren(...answers.slice(0, FIRST).map((answer) => rowOf(answer)));
  };
  show(await searcher.direct(text, null));
  show(await searcher.search(text, null, { limit: FIRST }));
  if (isCurrent()) status.textContent = "In the latest edition; searching all others…";
}

async function answer() {
  const mine = ++turn;
  const text = state.query.trim();
  document.title = document.title.replace(/^.*?(?=Search ·)/, text ? `${text} · ` : "");
  const misread = state.misread ? `“${state.misread}” ${MISREAD} ` : "";
  try {
    if (state.scope === "changes") {
      showEdition({});
      await showChanges(state, { list, foot, status }, () => mine === turn);
      return;
    }
    const table = await jumpTable();
    if (mine !== turn) return;
    const then = showEdition(table);
    if (!text) {
      clear([
        misread,
        "Type a number, a keyword or words; put words in quotes to find that exact phrase.",
      ]);
      // ready before the first word is typed; whoever has typed is told of a failure
      searcher.index(null).catch(() => {});
      return;
    }
    status.textContent = list.children.length ? status.textContent : "Searching…";
    const history = state.scope === "all";
    // who looks up a number has it before the words of all rules are there
    const direct =
      state.scope === "now" && !filtered() && !list.children.length
        ? await searcher.jump(text)
        : null;
    if (mine !== turn) return;
    if (direct) list.replaceChildren(rowOf(direct));
    // the words of former editions are on their way meanwhile
    const former = then === latestEdition() ? null : then;
    const wanted = searcher.index(history ? "all" : former);
    wanted.catch(() => {});
    if (history && isWhole() && !list.children.length) {
      await showFirst(text, () => mine === turn);
      if (mine !== turn) return;
    }
    const index = await wanted;
    if (mine !== turn) return;
    const scope = scopeOf(index.words);
    const options = {
      history,
      kinds: state.kinds,
      inside: insideOf(index.words, state.within),
      scope,
      changedSince: state.changed,
    };
    const found = {
      ...(await searcher.search(text, then, { ...options, limit: SHOWN })),
      asked: { edition: then, options },
    };
    if (mine !== turn) return;
    const named = namedInstead(found, then);
    line.textContent = describeFilters(state, named);
    const place = named ? namedInWords(table, named) : placeInWords(index.words, scope);
    const also = alsoSaid(table, found);
    if (!found.answers.length) {
      clear(
        [
          misread,
          say(nothing_found, { place: `${place}${filtered() ? " with these filters" : ""}` }),
          ...also,
        ],
        ...ways(),
      );
      return;
    }
    list.replaceChildren();
    showResults(found);
    const counted = `${answersInWords(found)} ${place}.`;
    const edition = named || then;
    const read = edition
      ? [" ", element("a", { href: address(`e/${edition}/`) }, "Read that edition"), "."]
      : [];
    status.replaceChildren(misread, ...(found.total ? [counted] : []), ...read, ...also);
  } catch (problem) {
    if (mine === turn) clear(sayFailure("The search could not be done", problem));
  } finally {
    // last, so that it does not slow down what the rules have
    if (mine === turn) showRulings(text, () => mine === turn).catch(tellOfRulings);
  }
}

const tellOfRulings = (problem) =>
  rulings.replaceChildren(
    element("p", {}, sayFailure("The rulings could not be searched", problem)),
  );

/** Arrow keys go from the box to the results and through them. */
function onKey(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [box, ...document.querySelectorAll(".page-search .hit a")];
  const at = stops.indexOf(document.activeElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

let timer;
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
document.querySelector(".page-search").addEventListener("keydown", onKey);
window.addEventListener("popstate", () => {
  state = stateOf(window.location.search);
  box.value = state.query;
  fillForm();
  answer();
});
for (const name of ["as-of", "changed"]) inWords(field(name));
openOnTap(line);
box.value = state.query;
fillForm();
answer();
if (!state.query && window.matchMedia("(pointer: fine)").matches) box.focus();
