// The search dialog: one box, direct answers on top, then what Pagefind finds. Loaded data: only once the box is opened.
import { address, jumpTable } from "./site.js";
import { numberIn } from "./jump.js";
import { answers, answersAtOnce } from "./lib/answers.js";
import { latestEdition } from "./lib/dom.js";
import { otherWords } from "./lib/renamed.js";

const SHOWN = 12;

let pagefind;
let dialog;
let input;
let list;
let status;
let more;
let turn = 0;
let hurried = false;
/** Whether a number was typed that no edition has. */
let unanswered = false;
/** Whether the reader has gone to a row by an arrow key since the last letter. */
let picked = false;

/** Pagefind, loaded once; its index is read in parts, as queries need them. */
function engine() {
  pagefind ??= import(address("pagefind/pagefind.js")).then(async (loaded) => {
    await loaded.options({ excerptLength: 28, baseUrl: "/" });
    await loaded.init();
    return loaded;
  });
  return pagefind;
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Pagefind marks hits in HTML; only its marks are taken over, everything else becomes text. The label, already shown, is cut. */
function excerpt(html, label) {
  const parsed = new DOMParser().parseFromString(html, "text/html").body;
  const words = element("span", { class: "hit-words" });
  let cut = parsed.textContent.startsWith(`${label}.`) ? label.length + 1 : 0;
  for (const node of parsed.childNodes) {
    const text = node.textContent.slice(cut);
    cut = Math.max(0, cut - node.textContent.length);
    if (text) words.append(node.nodeName === "MARK" ? element("mark", {}, text) : text);
  }
  return words;
}

function build() {
  input = element("input", {
    type: "search", id: "search-input", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-expanded": "false", "aria-controls": "search-hits", "aria-autocomplete": "list", enterkeyhint: "go",
    placeholder: "702.40a, storm, mana value", "aria-label": "Search the rules: a number, a keyword or words",
  });
  list = element("ul", { id: "search-hits", role: "listbox", "aria-label": "Results" });
  status = element("p", { class: "search-status", role: "status" });
  const close = element("button", { type: "button", class: "search-close" }, "Close");
  close.addEventListener("click", () => dialog.close());
  const head = element("div", { class: "search-head" }, input, close);
  more = element("a", { class: "search-more" });
  dialog = element("dialog", { class: "search", "aria-label": "Search" }, head, element("div", { class: "search-line" }, status, more), list);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  input.addEventListener("input", () => show(input.value));
  input.addEventListener("keydown", onKey);
  list.addEventListener("click", (event) => event.target.closest("a") && dialog.close());
  document.body.append(dialog);
}

function open(text = "") {
  if (!dialog) build();
  if (dialog.open) return;
  dialog.showModal();
  input.value = text || input.value;
  input.select();
  show(input.value);
  jumpTable().catch(() => {});
  engine().catch(() => {});
}

function options() {
  return [...list.querySelectorAll("[role=option]")];
}

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
    dialog.close();
  } else if (event.key === "Enter") {
    event.preventDefault();
    // a number that is not there leads nowhere by itself: the reader chooses
    if (all.length && (at >= 0 || !unanswered)) all[Math.max(at, 0)].querySelector("a").click();
    else hurried = input.value.trim() !== "";
  }
}

function row(id, kind, href, label, detail, words) {
  const head = element("span", { class: "hit-head" }, element("span", { class: "num" }, label), " ", detail);
  const link = element("a", { href: address(href), tabindex: "-1" }, head);
  if (words) link.append(words);
  return element("li", { role: "option", id, class: `hit hit-${kind}`, "aria-selected": "false" }, link);
}

/** Shows rows; what the reader had chosen stays chosen where it is still there. */
function fill(rows) {
  const chosen = list.querySelector('[aria-selected="true"] a')?.href;
  list.replaceChildren(...rows);
  input.setAttribute("aria-expanded", String(rows.length > 0));
  const again = rows.findIndex((one) => one.querySelector("a").href === chosen);
  choose(rows.length && !unanswered ? Math.max(again, 0) : picked ? again : -1);
  // Enter was pressed before the answer was there
  if (hurried && rows.length && !unanswered) rows[0].querySelector("a").click();
}

/** The edition that is being read, if it is not the latest and its page shows its rules: one searches in that one. */
function editionRead() {
  const date = document.querySelector("[data-asof]")?.dataset.asof;
  return date === latestEdition() ? undefined : date;
}

/** Where all results are, with filters and all editions; and that the search stays in the edition that is read. */
function leadOn(query) {
  const edition = editionRead();
  more.href = address(`search/${query ? `?q=${encodeURIComponent(query)}` : ""}${edition ? `${query ? "&" : "?"}as-of=${edition}` : ""}`);
  more.textContent = query ? "All results" : "More ways to search";
  if (!edition || !query) return [];
  return [row("here", "direct", `e/${edition}/#search:${encodeURIComponent(query)}`, `“${query}”`, "in the edition that you are reading")];
}

/** Searches for a query and for other ways to say it; what has the words as typed comes first. */
async function passages(query, others, patience) {
  const library = await engine();
  // a moment's patience while somebody types; null where a newer query has been asked meanwhile
  const found = await library.debouncedSearch(query, {}, patience);
  if (found === null) return null;
  const rest = await Promise.all(others.map((words) => library.search(words)));
  const seen = new Set(found.results.map((one) => one.id));
  const results = [...found.results];
  for (const one of rest.flatMap((answer) => answer.results)) {
    if (!seen.has(one.id)) results.push(one);
    seen.add(one.id);
  }
  return results;
}

/** How many were found, and by which words besides those typed. */
function summary(total, others) {
  const also = others.length ? `, also for ${others.map((words) => `“${words}”`).join(", ")}` : "";
  return `${total.toLocaleString("en")} ${total === 1 ? "passage" : "passages"} found in the latest edition${also}.`;
}

/** Fills the list for what is typed; an answer that comes after the next letter was typed is thrown away. */
async function show(text) {
  const query = text.trim();
  const mine = ++turn;
  hurried = picked = false;
  const here = leadOn(query);
  if (!query) {
    fill([]);
    status.textContent = "Type a number, a keyword or words.";
    return;
  }
  if (here.length) {
    // answers of today would mislead whoever reads the rules of then
    unanswered = false;
    fill(here);
    status.textContent = "Enter searches this edition. “All results” has filters, and today’s rules.";
    return;
  }
  try {
    const table = await jumpTable();
    const asRows = (direct) => direct.map((one, at) => row(`direct-${at}`, "direct", one.href, one.label, one.detail));
    const atOnce = answersAtOnce(table, query);
    if (mine !== turn) return;
    unanswered = numberIn(query) !== null && !atOnce.some((one) => one.exact);
    const old = atOnce.some((one) => one.alone);
    // what an old number was needs a table of its own; the rows wait for it, so that nothing moves
    const direct = old ? await answers(table, query) : atOnce;
    if (mine !== turn) return;
    const rows = asRows(direct);
    fill(rows);
    if (unanswered || old) {
      // the number is the whole answer: passages that mention such digits are of other rules
      status.textContent = unanswered ? `No edition has a rule ${numberIn(query)}.` : "";
      return;
    }
    const others = otherWords(table, query);
    const found = await passages(query, others, rows.length ? 90 : 30);
    if (found === null || mine !== turn) return;
    const hits = await Promise.all(found.slice(0, SHOWN).map((result) => result.data()));
    if (mine !== turn) return;
    const known = new Set(direct.map((one) => one.href));
    const rest = hits.filter((hit) => !known.has(hit.meta.url));
    fill([...rows, ...rest.map((hit, at) => hitRow(hit, at))]);
    if (found.length) status.textContent = summary(found.length, others);
    else status.textContent = rows.length ? "" : "Nothing found. Try fewer words, or the beginning of one; “All results” searches all editions.";
  } catch (problem) {
    if (mine === turn) status.textContent = `The search could not be loaded: ${problem.message}. Reload the page to try again.`;
  }
}

function hitRow(hit, at) {
  const [first, ...rest] = hit.meta.label.split(" ");
  const numbered = /^\d/.test(first) && hit.meta.chapter !== "Glossary";
  const label = numbered ? first : "Glossary";
  const place = numbered ? [rest.join(" "), hit.meta.chapter].filter(Boolean).join(" · ") : hit.meta.label;
  return row(`hit-${at}`, "found", hit.meta.url, label, place, excerpt(hit.excerpt, hit.meta.label));
}

/** Opens the dialog by its buttons and by the key `/`; the first touch or focus of a button starts loading. */
export function openOnRequest() {
  for (const button of document.querySelectorAll(".search-open")) {
    button.addEventListener("click", () => open());
    for (const sign of ["pointerenter", "focus", "touchstart"]) {
      button.addEventListener(sign, () => { jumpTable().catch(() => {}); engine().catch(() => {}); }, { once: true, passive: true });
    }
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const box = document.querySelector("[data-search-box]");
      if (box) box.select();
      else open();
    }
  });
}
