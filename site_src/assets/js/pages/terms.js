// @ts-check
// The list of old and new terms: a filter shows the terms that contain the letters typed, and the
// list is by edition or from A to Z. Both choices are kept in the address
// (`?order=name&q=mulligan`).
import { terms_left } from "../../sentences.json";
import { element } from "../lib/dom.js";
import { say } from "../lib/say.js";

const ORDER_PARAMETER = "order";
const BY_NAME = "name";
const FILTER_PARAMETER = "q";

const tools = /** @type {HTMLElement} */ (document.querySelector(".terms-tools"));
const page = /** @type {HTMLElement} */ (document.querySelector(".page-terms"));
/** The parts of the page that list the terms by edition. */
const byEdition = [...page.children].filter((part) => !part.matches(".page-head"));
const parameters = new URLSearchParams(window.location.search);

/**
 * A term: its row, the list by edition that the row belongs to, its name, and the words that the
 * filter reads; both in small letters.
 * @typedef {{row: HTMLElement, list: HTMLElement, name: string, words: string}} ListedTerm
 */

/** @type {ListedTerm[]} */
const terms = [...page.querySelectorAll(/** @type {"li"} */ (".terms-of li"))].map((row) => {
  const list = /** @type {HTMLElement} */ (row.parentElement);
  const name = (row.querySelector("a")?.textContent ?? "").toLowerCase();
  const words = [...row.querySelectorAll("a")].map((link) => link.textContent).join(" ");
  return { row, list, name, words: words.toLowerCase() };
});

const input = element("input", {
  type: "search",
  "aria-label": "Filter the terms",
  placeholder: `Filter ${terms.length} terms`,
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
});
const order = element("button", { type: "button" });
const status = element("p", { class: "only-heard", role: "status" });
const alphabet = element("div", { class: "terms-by-name" });

/** @param {ListedTerm} term */
const letterOf = ({ name }) => (/^[a-z]/.test(name) ? name[0].toUpperCase() : "#");

/** Shows the terms from A to Z. */
function listByName() {
  const sorted = terms.toSorted((left, right) => left.name.localeCompare(right.name));
  const letters = Map.groupBy(sorted, letterOf);
  const sections = [...letters].map(([letter, members]) =>
    element(
      "section",
      { class: "terms-of", id: `letter-${letter}` },
      element("h2", {}, letter),
      element("ul", {}, ...members.map(({ row }) => row)),
    ),
  );
  const links = [...letters.keys()].flatMap((letter) => [
    element("a", { href: `#letter-${letter}` }, letter),
    " ",
  ]);
  alphabet.replaceChildren(element("p", { class: "letters" }, links), ...sections);
  for (const part of byEdition) part.remove();
  page.append(alphabet);
}

/** Shows the terms by edition, as the page came. */
function listByEdition() {
  alphabet.remove();
  page.append(...byEdition);
  for (const { row, list } of terms) list.append(row);
}

/** Hides the terms that lack the letters typed, and sections without any left. */
function filter() {
  const typed = input.value.trim().toLowerCase();
  for (const { row, words } of terms) row.hidden = !words.includes(typed);
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".terms-of")))
    section.hidden = !section.querySelector("li:not([hidden])");
  const left = terms.filter(({ row }) => !row.hidden).length;
  status.textContent = say(terms_left, { left, total: terms.length });
}

/** @param {boolean} isByName */
function show(isByName) {
  order.textContent = isByName ? "By edition" : "A to Z";
  order.setAttribute("aria-label", isByName ? "List by edition" : "List from A to Z");
  if (isByName) listByName();
  else if (alphabet.isConnected) listByEdition();
  filter();
}

/** Keeps the order and the letters typed in the address. */
function remember() {
  const url = new URL(window.location.href);
  const isByName = alphabet.isConnected;
  for (const [name, value] of [
    [ORDER_PARAMETER, isByName ? BY_NAME : ""],
    [FILTER_PARAMETER, input.value.trim()],
  ]) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  window.history.replaceState(window.history.state, "", url);
}

input.addEventListener("input", () => {
  filter();
  remember();
});
order.addEventListener("click", () => {
  show(!alphabet.isConnected);
  remember();
});
input.value = parameters.get(FILTER_PARAMETER) ?? "";
tools.append(input, order, status);
show(parameters.get(ORDER_PARAMETER) === BY_NAME);
