// The search box of every page: direct answers on top, then passages. What it needs is loaded when
// it is first opened.
import { address, jumpTable } from "../site.js";
import { dateInWords } from "../lib/dates.js";
import { element, latestEdition } from "../lib/dom.js";
import { closeBox, input, list, listenToBox, more, openBox, status } from "../lib/search-frame.js";
import { say, sayFailure } from "../lib/say.js";
import { none_direct, only_direct } from "../../sentences.json";

const SHOWN = 12;
let turn = 0;
let hurried = false;
/** Whether a number was typed that is not there: Enter then leads nowhere by itself. */
let unanswered = false;
/** Whether the reader has gone to a row by an arrow key since the last letter. */
let picked = false;
/** What the rows are answers to. */
let answered = "";
/**
 * Whether the reader has scrolled the rows; to ask the list itself would have the browser lay it
 * out at each letter.
 */
let scrolled = false;

/** The engine with the tables that it reads; loaded once. */
let loading;
function load() {
  loading ??= Promise.all([import("./sources.js"), import("./rows.js")]).then(
    ([{ searcher }, rows]) => ({ searcher, rows }),
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Loads what the first query will need while the reader begins to type. */
function prepare() {
  load().then(
    ({ searcher }) => searcher.index(editionRead()).catch(() => {}),
    () => {},
  );
}

/** The edition that is being read: null for the latest. */
function editionRead() {
  const date =
    document.querySelector("[data-asof]")?.dataset.asof ??
    document.querySelector(".edition-bar")?.dataset.searched;
  return date && date !== latestEdition() ? date : null;
}

function opened() {
  prepare();
  show(input.value);
}

const options = () => [...list.querySelectorAll("[role=option]")];

function choose(index) {
  const all = options();
  for (const [at, item] of all.entries()) {
    item.setAttribute("aria-selected", String(at === index));
  }
  const chosen = all[index];
  if (chosen) {
    input.setAttribute("aria-activedescendant", chosen.id);
    // only where the reader walks: it has the browser lay the list out at once
    if (picked) chosen.scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

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
    // a search field would only empty itself
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

/** A row: the link itself is the option, because an option must not contain a link. */
function option(id, kind, link) {
  for (const [name, value] of [
    ["role", "option"],
    ["id", id],
    ["aria-selected", "false"],
  ])
    link.setAttribute(name, value);
  return element("li", { role: "presentation", class: `hit hit-${kind}` }, link);
}

/** Shows rows; what the reader had chosen stays chosen where it is still there. */
function fill(rows) {
  const chosen = picked ? list.querySelector('a[aria-selected="true"]')?.href : undefined;
  list.replaceChildren(...rows);
  if (scrolled && !picked) list.scrollTop = 0;
  scrolled = false;
  input.setAttribute("aria-expanded", String(rows.length > 0));
  if (picked) choose(rows.findIndex((row) => row.querySelector("a").href === chosen));
  else choose(rows.length && !unanswered ? 0 : -1);
  // Enter was pressed before the answer was there
  if (hurried && rows.length && !unanswered) {
    hurried = false;
    rows[0].querySelector("a").click();
  }
}

/** Where all results are, with filters; the search stays in the edition in which it is made. */
function leadOn(query, edition) {
  const asked = new URLSearchParams(query ? { q: query } : {});
  if (edition) asked.set("as-of", edition);
  more.href = address(`search/${asked.size ? `?${asked}` : ""}`);
  more.textContent = query ? "All results" : "More ways to search";
}

/** Where the reader can keep the words of the rules on this device. */
const offlineLink = () =>
  element("a", { href: address("offline/") }, "Keep the words on this device");

/**
 * Where passages were found, and by which words besides those typed. How many they are is said by
 * the search page: here the last word may be unfinished, and finds more than it will.
 */
function summary(rows, found) {
  const where =
    found.edition === null ? "the latest edition" : `the edition of ${dateInWords(found.edition)}`;
  const also = rows.besides(found);
  return `Found in ${where}${also ? `, ${also}` : ""}.`;
}

/**
 * Fills the list for what is typed; an answer that comes after the next letter was typed is thrown
 * away.
 */
async function show(text) {
  const query = text.trim();
  const mine = ++turn;
  const edition = editionRead();
  hurried = picked = false;
  leadOn(query, edition);
  if (!query) {
    answered = "";
    fill([]);
    unanswered = false;
    status.textContent = edition
      ? "Searches the edition that you are reading."
      : "Type a number, a keyword, an edition or words.";
    return;
  }
  let jump = null;
  try {
    const { searcher, rows } = await load();
    const put = (answers) => {
      answered = query;
      fill(
        answers.map((answer, at) =>
          option(
            `hit-${at}`,
            answer.text ? "found" : "direct",
            rows.hitLink(answer, { tabindex: "-1" }),
          ),
        ),
      );
    };
    // a number needs no words: it is there before they are loaded
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
    leadOn(found.query.text || query, found.edition);
    unanswered = found.query.kind === "number" && !answers.some((answer) => answer.exact);
    put(answers);
    let counted = [];
    if (found.total) counted = [summary(rows, found)];
    else if (!answers.length)
      counted = [
        notes.length ? "" : "Nothing found.",
        "Try fewer words; “All results” can search all editions.",
      ];
    const old = rows.oldTermLink(table, found);
    status.replaceChildren(
      ...notes.filter(() => !old).map((note) => `${note.replace(/[^.]$/, "$&.")} `),
      ...(old ? [old, ". "] : []),
      ...counted.filter(Boolean).map((part) => `${part} `),
    );
  } catch (problem) {
    if (mine !== turn) return;
    // answers to what was typed before are none to this
    if (!jump) fill([]);
    status.textContent = sayFailure("The search could not be loaded", problem);
  }
}

/** Answers in the box, and opens it by its buttons; the first touch of a button starts loading. */
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
  input.form.addEventListener("reset", () =>
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
