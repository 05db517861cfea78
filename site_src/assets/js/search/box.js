// The search box of every page: direct answers on top, then passages. What it needs is loaded when it is first opened.
import { address } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element, latestEdition } from "../lib/dom.js";
import { closeBox, input, list, listenToBox, more, openBox, status } from "../lib/search-frame.js";

const SHOWN = 12;
/** A moment's patience while somebody types, before passages are searched. */
const PATIENCE = 60;

let turn = 0;
let hurried = false;
/** Whether a number was typed that is not there: Enter then leads nowhere by itself. */
let unanswered = false;
/** Whether the reader has gone to a row by an arrow key since the last letter. */
let picked = false;

/** The engine with the tables that it reads; loaded once. */
let loading;
function load() {
  loading ??= Promise.all([import("./sources.js"), import("./rows.js"), import("../site.js")]).then(([{ finder }, rows, { jumpTable }]) => ({ finder, rows, jumpTable }));
  loading.catch(() => { loading = undefined; });
  return loading;
}

/** Loads what the first query will need while the reader begins to type. */
function prepare() {
  load().then(({ finder }) => finder.index(editionRead()).catch(() => {}), () => {});
}

/** The edition that is being read: null for the latest. */
function editionRead() {
  const date = document.querySelector("[data-asof]")?.dataset.asof ?? document.querySelector(".edition-bar")?.dataset.searched;
  return date && date !== latestEdition() ? date : null;
}

function opened() {
  prepare();
  show(input.value);
}

const options = () => [...list.querySelectorAll("[role=option]")];

function choose(index) {
  const all = options();
  all.forEach((one, at) => one.setAttribute("aria-selected", String(at === index)));
  const chosen = all[index];
  if (chosen) {
    input.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

function onKey(event) {
  const all = options();
  const at = all.findIndex((one) => one.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    picked = true;
    const first = step > 0 ? 0 : all.length - 1;
    if (all.length) choose(at < 0 ? first : (at + step + all.length) % all.length);
  } else if (event.key === "Escape") {
    // a search field would only empty itself
    event.preventDefault();
    closeBox();
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (all.length && (at >= 0 || !unanswered)) all[Math.max(at, 0)].click();
    else hurried = input.value.trim() !== "";
  }
}

/** A row: the link itself is the option, because an option must not contain a link. */
function option(id, kind, link) {
  for (const [name, value] of [["role", "option"], ["id", id], ["aria-selected", "false"]]) link.setAttribute(name, value);
  return element("li", { role: "presentation", class: `hit hit-${kind}` }, link);
}

/** Shows rows; what the reader had chosen stays chosen where it is still there. */
function fill(rows) {
  const chosen = list.querySelector('a[aria-selected="true"]')?.href;
  list.replaceChildren(...rows);
  input.setAttribute("aria-expanded", String(rows.length > 0));
  const again = rows.findIndex((one) => one.querySelector("a").href === chosen);
  choose(rows.length && !unanswered ? Math.max(again, 0) : picked ? again : -1);
  // Enter was pressed before the answer was there
  if (hurried && rows.length && !unanswered) rows[0].querySelector("a").click();
}

/** Where all results are, with filters; the search stays in the edition in which it is made. */
function leadOn(query, edition) {
  const asked = new URLSearchParams(query ? { q: query } : {});
  if (edition) asked.set("as-of", edition);
  more.href = address(`search/${asked.size ? `?${asked}` : ""}`);
  more.textContent = query ? "All results" : "More ways to search";
}

/** How many passages were found, where, and by which words besides those typed. */
function summary(rows, found, answer) {
  const { results, whole, corrected } = found;
  const where = answer.edition === null ? "the latest edition" : `the edition of ${dateInWords(answer.edition)}`;
  const also = rows.besides(answer, corrected);
  const what = rows.countInWords(results.length, whole, "passage", "passages");
  return `${what} found in ${where}${also ? `, ${also}` : ""}.`;
}

/** Fills the list for what is typed; an answer that comes after the next letter was typed is thrown away. */
async function show(text) {
  const query = text.trim();
  const mine = ++turn;
  const edition = editionRead();
  hurried = picked = false;
  leadOn(query, edition);
  if (!query) {
    fill([]);
    unanswered = false;
    status.textContent = edition ? "Searches the edition that you are reading." : "Type a number, a keyword, an edition or words.";
    return;
  }
  try {
    const { finder, rows, jumpTable } = await load();
    const answer = await finder.answer(query, edition);
    if (mine !== turn) return;
    leadOn(answer.query.text || query, answer.edition);
    unanswered = answer.query.kind === "number" && !answer.rows.some((row) => row.exact);
    const direct = answer.rows.map((row, at) => option(`direct-${at}`, "direct", rows.answerLink(row, { tabindex: "-1" })));
    fill(direct);
    status.textContent = answer.says;
    // a number or an edition is the whole answer: passages that mention such digits are of other rules
    if (answer.only) return;
    await new Promise((done) => { window.setTimeout(done, PATIENCE); });
    if (mine !== turn) return;
    const [found, table] = await Promise.all([finder.passages(answer, { typing: true }), jumpTable()]);
    if (mine !== turn) return;
    const { words, results } = found;
    const date = answer.edition === null ? null : words.editions[words.inForce(answer.edition)][0];
    const shown = { words, phrases: answer.query.phrases, edition: date };
    const known = new Set(direct.map((one) => one.querySelector("a").href));
    const links = results.slice(0, SHOWN + known.size).map((one) => rows.hitLink(table, one, shown, { tabindex: "-1" }));
    const hits = links.filter((link) => !known.has(link.href)).slice(0, SHOWN);
    fill([...direct, ...hits.map((link, at) => option(`hit-${at}`, "found", link))]);
    if (results.length) status.textContent = [answer.says, summary(rows, found, answer)].filter(Boolean).join(" ");
    else if (!direct.length) status.textContent = `${answer.says || "Nothing found."} Try fewer words; “All results” searches all editions.`;
  } catch (problem) {
    if (mine === turn) status.textContent = `The search could not be loaded: ${problem.message}. Reload the page to try again.`;
  }
}

/** Answers in the box, and opens it by its buttons; the first touch of a button starts loading. */
export function openOnRequest() {
  listenToBox(opened);
  input.addEventListener("input", () => show(input.value));
  input.addEventListener("keydown", onKey);
  input.addEventListener("pointerenter", prepare, { once: true });
  input.form.addEventListener("reset", () => window.setTimeout(() => { show(""); input.focus(); }));
  for (const button of document.querySelectorAll(".search-open")) {
    button.addEventListener("click", openBox);
    for (const sign of ["pointerenter", "focus", "touchstart"]) button.addEventListener(sign, prepare, { once: true, passive: true });
  }
}
