// @ts-check
// The search box of every page: direct answers on top, then passages. The search is loaded when the
// box is first opened.
import { address } from "../site.js";
import { jumpTable } from "../lib/jump-table.js";
import { dateInWords } from "../lib/dates.js";
import { element, latestEdition } from "../lib/dom.js";
import { closeBox, input, list, listenToBox, more, openBox, status } from "../lib/search-frame.js";
import { say, sayFailure } from "../lib/say.js";
import { none_direct, only_direct } from "../../sentences.json";

/**
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./searcher.js").Result} Result
 * @typedef {import("./searcher.js").Searcher} Searcher
 * @typedef {typeof import("./rows.js")} Rows
 */

/** The number of answers at most. */
const SHOWN = 12;
/** The number of the last query; answers to an earlier one are thrown away. */
let turn = 0;
/** Whether Enter was pressed before the answer was there. */
let hurried = false;
/** Whether a number was typed that no rule has: Enter alone then opens no row. */
let unanswered = false;
/** Whether the reader has gone to a row by an arrow key since the last letter. */
let picked = false;
/** The query that the rows answer. */
let answered = "";
/**
 * Whether the reader has scrolled the rows. The position of the list itself is not read, because
 * the browser would have to lay the list out at each letter.
 */
let scrolled = false;

/**
 * The search that is being loaded, or was.
 * @type {Promise<{searcher: Searcher, rows: Rows}> | undefined}
 */
let loading;

/** The search, and the module that makes its rows; loaded once, and again after a failure. */
function load() {
  loading ??= Promise.all([import("./sources.js"), import("./rows.js")]).then(
    ([{ searcher }, rows]) => ({ searcher, rows }),
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Loads the search and the index of the edition that is read, while the reader begins to type. */
function prepare() {
  load().then(
    ({ searcher }) => searcher.index(editionRead()).catch(() => {}),
    () => {},
  );
}

/** The date of the edition that is being read; null for the latest. */
function editionRead() {
  const date =
    document.querySelector("[data-asof]")?.getAttribute("data-asof") ??
    document.querySelector(".edition-bar")?.getAttribute("data-searched");
  return date && date !== latestEdition() ? date : null;
}

/** Answers the opening of the box. */
function opened() {
  prepare();
  show(input.value);
}

/** The links of the rows. */
const options = () =>
  /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll("a[role=option]")]);

/**
 * Chooses a row, which Enter opens.
 * @param {number} index of the row; -1 for none
 */
function choose(index) {
  const all = options();
  for (const [at, item] of all.entries()) {
    item.setAttribute("aria-selected", String(at === index));
  }
  const chosen = all[index];
  if (chosen) {
    input.setAttribute("aria-activedescendant", chosen.id);
    // only for arrow keys, since the browser must lay the list out for it at once
    if (picked) chosen.scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

/**
 * Moves through the rows by arrow keys, opens a row by Enter, and closes the box by Escape.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const all = options();
  const at = all.findIndex((row) => row.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    picked = true;
    const first = step > 0 ? 0 : all.length - 1;
    if (all.length) choose(at < 0 ? first : (at + step + all.length) % all.length);
  } else if (event.key === "Escape") {
    // by itself a search field would only be emptied
    event.preventDefault();
    closeBox();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const typed = input.value.trim();
    // rows for what was typed before are no answers to it, unless the reader chose one
    if (all.length && (picked || answered === typed) && (at >= 0 || !unanswered))
      all[Math.max(at, 0)].click();
    else hurried = typed !== "" && answered !== typed;
  }
}

/**
 * A row: the link itself is the option, because an option must not contain a link.
 * @param {Rows} rows
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
 * Shows rows. A row that the reader had chosen stays chosen if it is still among them.
 * @param {HTMLElement[]} rows
 */
function fill(rows) {
  const before = options().find((link) => link.getAttribute("aria-selected") === "true");
  const chosen = picked ? before?.href : undefined;
  list.replaceChildren(...rows);
  if (scrolled && !picked) list.scrollTop = 0;
  scrolled = false;
  input.setAttribute("aria-expanded", String(rows.length > 0));
  const links = options();
  if (picked) choose(links.findIndex((link) => link.href === chosen));
  else choose(links.length && !unanswered ? 0 : -1);
  if (hurried && links.length && !unanswered) {
    hurried = false;
    links[0].click();
  }
}

/**
 * Sets the link to the search page, which has all results of a query in the same edition.
 * @param {string} query
 * @param {string | null} edition its date; null for the latest
 */
function leadOn(query, edition) {
  const asked = new URLSearchParams(query ? { q: query } : {});
  if (edition) asked.set("as-of", edition);
  more.href = address(`search/${asked.size ? `?${asked}` : ""}`);
  more.textContent = query ? "All results" : "More ways to search";
}

/** A link to the page where the reader can keep the words of the rules on this device. */
const offlineLink = () =>
  element("a", { href: address("offline/") }, "Keep the words on this device");

/**
 * A sentence on the edition in which passages were found, and on the words besides those typed.
 * Their number is shown on the search page alone: here the last word may be unfinished, and finds
 * more passages than the whole word.
 * @param {Rows} rows
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
  answered = "";
  fill([]);
  unanswered = false;
  status.textContent = editionRead()
    ? "Searches the edition that you are reading."
    : "Type a number, a keyword, an edition or words.";
}

/**
 * The sentences on the answers, for the line below the rows.
 * @param {Rows} rows
 * @param {Result} found
 */
function said(rows, found) {
  if (found.total) return [summary(rows, found)];
  if (found.answers.length) return [];
  const advice = "Try fewer words; “All results” can search all editions.";
  return found.notes.length ? [advice] : ["Nothing found.", advice];
}

/**
 * Fills the list with the answers to a query. Answers that come after the next letter was typed are
 * thrown away.
 * @param {string} text as typed
 */
async function show(text) {
  const query = text.trim();
  const mine = ++turn;
  const edition = editionRead();
  hurried = picked = false;
  leadOn(query, edition);
  if (!query) {
    showNothing();
    return;
  }
  let jump = null;
  try {
    const { searcher, rows } = await load();
    const put = (/** @type {Answer[]} */ answers) => {
      answered = query;
      fill(answers.map((answer, index) => row(rows, answer, index)));
    };
    // the rule with a number is found before the words of the rules are loaded
    jump = edition === null ? await searcher.jump(query) : null;
    if (mine !== turn) return;
    if (jump) {
      unanswered = false;
      if (!list.children.length || hurried) put([jump]);
    }
    const searched = searcher
      .search(query, edition, { typing: true, limit: SHOWN })
      .catch(() => null);
    const [found, table] = await Promise.all([searched, jumpTable()]);
    if (mine !== turn) return;
    if (!found) {
      const { answers } = await searcher.direct(query, edition);
      if (mine !== turn) return;
      unanswered = false;
      put(answers);
      status.replaceChildren(say(answers.length ? only_direct : none_direct), " ", offlineLink());
      return;
    }
    const { answers, notes } = found;
    // a question for changes names its editions itself
    if (found.query.changes) leadOn(query, edition);
    else leadOn(found.query.text || query, found.edition);
    unanswered = found.query.kind === "number" && !answers.some((answer) => answer.exact);
    put(answers);
    const old = rows.oldTermLink(table, found);
    const parts = old ? [old, ". "] : notes.map((note) => `${note.replace(/[^.]$/, "$&.")} `);
    status.replaceChildren(...parts, ...said(rows, found).map((part) => `${part} `));
  } catch (problem) {
    if (mine !== turn) return;
    // rows that answer an earlier query do not answer this one
    if (!jump) fill([]);
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
      scrolled = true;
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
