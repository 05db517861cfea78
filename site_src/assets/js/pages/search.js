// The search page: what is asked stands in the address, so that it can be sent and the back button works.
import { address, jumpTable } from "../site.js";
import { element } from "../lib/dom.js";
import { answers } from "../lib/answers.js";
import { numberIn } from "../jump.js";
import { Query } from "../lib/query.js";
import { isOldName, otherWords, renamedIn, inWords as renamedInWords } from "../lib/renamed.js";
import { wordsOfAllEditions, wordsOfToday } from "../lib/words.js";
import { find } from "../search-page/find.js";
import { editionInWords, inWords, resultRow } from "../search-page/results.js";
import { addressOf, stateOf } from "../search-page/state.js";

const SHOWN = 30;
const PATIENCE = 180;

const form = document.querySelector(".search-form");
const box = document.getElementById("q");
const status = document.querySelector(".search-says");
const direct = document.querySelector(".search-direct");
const list = document.querySelector(".search-results");
const foot = document.querySelector(".search-foot");
const field = (name) => form.elements.namedItem(name);

let state = stateOf(window.location.search);
let turn = 0;

/** Puts a state into the form. */
function fillForm() {
  if (document.activeElement !== box) box.value = state.query;
  field("scope").value = state.scope;
  field("as-of").value = state.day;
  field("within").value = state.within;
  for (const one of form.querySelectorAll("[name=kind]")) one.checked = state.kinds.includes(one.value);
  showScope();
}

function showScope() {
  for (const part of form.querySelectorAll("[data-scope]")) part.hidden = part.dataset.scope !== state.scope;
  if (state.scope === "all") wordsOfAllEditions().then(fillEditions, () => {});
}

/** The two lists of editions, newest first, filled when they are first shown. */
function fillEditions(words) {
  for (const name of ["from", "to"]) {
    const select = field(name);
    if (select.options.length < 2) {
      for (const one of [...words.editions].reverse()) select.append(element("option", { value: one[0] }, editionInWords(one)));
    }
    // a day that is no edition's means the one in force then
    select.value = state[name] ? words.editions[words.inForce(state[name])][0] : "";
  }
}

function readForm() {
  const kinds = [...form.querySelectorAll("[name=kind]:checked")].map((one) => one.value);
  const scope = field("scope").value;
  return {
    query: box.value,
    scope,
    day: scope === "then" ? field("as-of").value || document.querySelector("[data-latest]").dataset.latest : "",
    from: scope === "all" ? field("from").value : "",
    to: scope === "all" ? field("to").value : "",
    kinds: kinds.length ? kinds : stateOf("").kinds,
    within: field("within").value,
  };
}

/** Takes the form over into the address. While somebody types, one entry of the browser's history is enough. */
function change({ typed = false } = {}) {
  state = readForm();
  window.history[typed ? "replaceState" : "pushState"](null, "", addressOf(state) || window.location.pathname);
  fillForm();
  answer();
}

function clear(words, ...offers) {
  list.replaceChildren();
  foot.replaceChildren(...offers);
  status.replaceChildren(...[words].flat());
}

const offer = (words, changed) => element("p", {}, element("a", { href: addressOf({ ...state, ...changed }) || "?" }, words));

/** What can be done where nothing was found. */
function ways() {
  const found = [];
  if (state.kinds.length < 3 || state.within) found.push(offer("Search without filters", { kinds: stateOf("").kinds, within: "" }));
  if (state.scope !== "all") found.push(offer("Search all editions", { scope: "all", day: "", from: "", to: "" }));
  if (state.query.includes('"')) found.push(offer("Search for the words in any order", { query: state.query.replaceAll('"', "") }));
  return found;
}

/** In which editions one looks, as places in the list of `words`. */
function scopeOf(words) {
  if (state.scope === "then") {
    const at = words.inForce(state.day);
    return { first: at, last: at };
  }
  if (state.scope === "now") return { first: 0, last: words.newest };
  return { first: state.from ? words.inForce(state.from) : 0, last: state.to ? words.inForce(state.to) : words.newest };
}

function placeInWords(words, scope) {
  if (state.scope === "now") return "in the latest edition";
  if (state.scope === "then") {
    const edition = words.editions[scope.last];
    return `in the edition of ${editionInWords(edition)}${edition[0] === state.day ? "" : `, in force on ${inWords(state.day)}`}`;
  }
  if (scope.first === 0 && scope.last === words.newest) return "in all editions";
  return `in the editions from ${inWords(words.editions[scope.first][0])} to ${inWords(words.editions[scope.last][0])}`;
}

/** What is said of old terms: that they are searched for under their other names too. */
function renamedSaid(table, others) {
  // of a query that is nothing but an old name the answer on top says it already
  const told = isOldName(table, state.query) && state.scope !== "then" ? [] : renamedIn(table, state.query).filter((one) => one.kind === "renamed");
  if (!others.length) return [];
  const words = told.length ? `${told.map(renamedInWords).join("; ")}. ` : "";
  const quoted = offer("Only these words", { query: `"${state.query.replaceAll('"', "").trim()}"` }).firstChild;
  return [" ", `${words}Also searched for ${others.map((one) => `“${one}”`).join(", ")}. `, quoted, "."];
}

function showResults(table, found, words, scope) {
  const asOf = state.scope === "then" ? words.editions[scope.last][0] : null;
  const draw = (from) => list.append(...found.slice(from, from + SHOWN).map((one) => resultRow(table, one, words, state.scope, asOf)));
  list.replaceChildren();
  draw(0);
  const more = element("button", { type: "button", class: "search-further" });
  const count = () => { more.textContent = `Show ${Math.min(SHOWN, found.length - list.children.length)} more`; };
  more.addEventListener("click", () => {
    const next = list.children.length;
    draw(next);
    list.children[next].querySelector("a").focus();
    if (list.children.length < found.length) count();
    else more.remove();
  });
  count();
  foot.replaceChildren(...(found.length > SHOWN ? [more] : []));
}

function showDirect(table, rows) {
  const links = rows.map((one) =>
    element("li", { class: "hit hit-direct" }, element("a", { href: address(one.href) }, element("span", { class: "hit-head" }, element("span", { class: "num" }, one.label), " ", one.detail))),
  );
  direct.replaceChildren(...links);
  direct.hidden = !links.length;
}

/** What a number is in the edition asked for. */
function numberThen(words, scope, number) {
  const run = words.lineages.flatMap((one) => one.runs).find((one) => one.key === number && one.first <= scope.last && scope.last <= one.last);
  const date = words.editions[scope.last][0];
  const detail = run ? `${words.titleOf(run)}, in the edition of ${inWords(date)}` : `in the edition of ${inWords(date)} there is no such number`;
  return { label: number, detail, href: run ? `e/${date}/#${number}` : `n/?${number}` };
}

async function answer() {
  const mine = ++turn;
  const text = state.query.trim();
  document.title = document.title.replace(/^.*?(?=Search ·)/, text ? `${text} · ` : "");
  if (!text) {
    direct.hidden = true;
    clear("Type a number, a keyword or words; words in quotes are found exactly so.");
    return;
  }
  try {
    const table = await jumpTable();
    const rows = state.scope === "then" ? [] : await answers(table, text);
    if (mine !== turn) return;
    showDirect(table, rows);
    const others = otherWords(table, text, { backwards: state.scope !== "now" });
    status.textContent = list.children.length ? status.textContent : "Searching…";
    const words = await (state.scope === "now" ? wordsOfToday() : wordsOfAllEditions());
    if (mine !== turn) return;
    const scope = scopeOf(words);
    const number = numberIn(text);
    if (number && state.scope === "then") showDirect(table, [numberThen(words, scope, number), ...(await answers(table, text))]);
    const query = new Query(text, others);
    const found = query.isEmpty ? [] : find(words, query, scope, state.kinds, state.within);
    if (mine !== turn) return;
    const place = placeInWords(words, scope);
    if (!found.length) {
      const said = number && rows.length ? "" : `Nothing found ${place}${state.kinds.length < 3 || state.within ? " with these filters" : ""}. Try fewer words, or the beginning of one.`;
      clear([said, ...renamedSaid(table, others)], ...ways());
      return;
    }
    showResults(table, found, words, scope);
    const counted = `${found.length.toLocaleString("en")} ${found.length === 1 ? "place" : "places"} ${place}.`;
    const read = state.scope === "then" ? [" ", element("a", { href: address(`e/${words.editions[scope.last][0]}/`) }, "Read that edition"), "."] : [];
    status.replaceChildren(counted, ...read, ...renamedSaid(table, others));
  } catch (problem) {
    if (mine === turn) clear(`The search could not be done: ${problem.message}. Reload the page to try again.`);
  }
}

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
box.value = state.query;
fillForm();
answer();
if (!state.query && window.matchMedia("(pointer: fine)").matches) box.focus();
