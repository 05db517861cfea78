// @ts-check
// The page n/?502.30a, which answers what a number of any edition meant. Without a script,
// history/502.30/ has the same answer.
import { address } from "../site.js";
import { jumpTable } from "../lib/jump-table.js";
import { addressOf, numberIn, rulingAnswer } from "../jump.js";
import { copyButtons } from "../lib/copy-number.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { makeTurns } from "../lib/latest.js";
import { symbols } from "../lib/passage.js";
import { meaningsOf, numbersTable } from "../lib/numbers.js";
import { no_number, several_meanings } from "../../sentences.json";
import { say, sayFailure } from "../lib/say.js";

/**
 * @typedef {import("../jump.js").JumpTable} JumpTable
 * @typedef {import("../lib/numbers.js").Meaning} Meaning
 * @typedef {import("../lib/numbers.js").NumbersTable} NumbersTable
 */

const output = /** @type {HTMLElement} */ (document.getElementById("answer"));
const form = /** @type {HTMLFormElement} */ (document.querySelector(".lookup"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("number"));

/** The number that the address asks for: `?502.30a`, `?q=502.30a` or `#502.30a`. */
function askedNumber() {
  const query = window.location.search.slice(1);
  const named = new URLSearchParams(query).get("q");
  try {
    return named ?? decodeURIComponent(query || window.location.hash.slice(1));
  } catch {
    return query;
  }
}

/**
 * A number of today, as a link to the rule.
 * @param {JumpTable} jump
 * @param {string} number
 */
function linkToday(jump, number) {
  const href = addressOf(jump, number);
  return href ? element("a", { href: address(href), class: "num" }, number) : number;
}

/**
 * The row of a rule that the number named: the time, its title, its numbers now, its history.
 * @param {JumpTable} jump
 * @param {Meaning} meaning
 * @returns {HTMLElement}
 */
function rowOf(jump, meaning) {
  const end = meaning.isToday ? "today" : dateInWords(meaning.last);
  const links = meaning.now.flatMap((number, index) => [
    index ? ", " : " ",
    linkToday(jump, number),
  ]);
  return element(
    "li",
    {},
    element("span", { class: "when" }, `${dateInWords(meaning.first)} to ${end}`),
    " ",
    element("span", { class: "what" }, meaning.title || "untitled"),
    " ",
    element("span", { class: "outcome" }, meaning.outcome, links),
    " ",
    element("a", { class: "to-history", href: address(meaning.history) }, "history"),
    meaning.now.length === 1 ? element("span", { "data-number": meaning.now[0] }) : null,
    element("span", { class: "began", "data-lineage": meaning.lineage }),
  );
}

/**
 * Adds the first words of each rule to its row, so that rules with the same title can be
 * distinguished. They are taken from the history page of the number.
 * @param {string} number
 */
async function addFirstWords(number) {
  const response = await fetch(address(`history/${number.replace(/[a-z]+$/, "")}/`));
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const item of page.getElementById(number)?.querySelectorAll(".meanings > li") ?? []) {
    const history = item.querySelector(".to-history")?.getAttribute("href") ?? "";
    // anchors write the `#` of a lineage as `~`: `history/502.35/#502.35b~2@2003-07-01`
    const lineage = history.replace(/^[^#]*#/, "").replaceAll("~", "#");
    const words = item.querySelector(".began")?.textContent;
    const place = output.querySelector(`.began[data-lineage="${CSS.escape(lineage)}"]`);
    if (words && place) place.replaceChildren(...symbols(words));
  }
}

/**
 * The first sentence of the answer; null for a number that named a single rule, and no longer does:
 * the row of that rule says everything.
 * @param {JumpTable} jump
 * @param {string} number
 * @param {Meaning[]} meanings
 * @returns {HTMLElement | null}
 */
function lead(jump, number, meanings) {
  const formerMeanings = meanings.filter((meaning) => !meaning.isToday).length;
  const hrefToday = addressOf(jump, number);
  if (!hrefToday) {
    if (formerMeanings === 1) return null;
    return element("p", {}, say(several_meanings, { number: String(formerMeanings) }));
  }
  const words = formerMeanings
    ? "It is in use today but used to mean something else."
    : "It is in use today and has never meant anything else.";
  return element("p", {}, words, " ", element("a", { href: address(hrefToday) }, `Read ${number}`));
}

/** A sentence about a ruling that names one number: `… that rule has been 702.40a since …`. */
const WITH_NUMBER = /^(?<before>.* that rule (?:has been|is) )(?<number>\d[\d.a-z]*)(?<after>.*)$/;

/**
 * A sentence about the rule that a ruling restates, with its dates in words, and its number of
 * today as a link.
 * @param {JumpTable} jump
 * @param {string} sentence
 * @returns {HTMLElement}
 */
function restatedLine(jump, sentence) {
  const line = sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => dateInWords(day));
  const { before = line, number, after } = WITH_NUMBER.exec(line)?.groups ?? {};
  return element(
    "p",
    { class: "restated-today" },
    before.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    number ? linkToday(jump, number) : "",
    after,
  );
}

/**
 * The answer to a number of the rulings summary.
 * @param {JumpTable} jump
 * @param {string} number
 * @param {{href: string}} ruling
 * @param {string[]} sentences about the rules that it restates
 * @returns {HTMLElement[]}
 */
function answerRuling(jump, number, { href }, sentences) {
  return [
    element("h2", {}, element("span", { class: "num" }, number)),
    element(
      "p",
      {},
      "It belongs to the rulings summary, which is not part of the rules. ",
      element("a", { href: address(href) }, `Read ${number}`),
    ),
    ...(sentences.length
      ? sentences.map((sentence) => restatedLine(jump, sentence))
      : [element("p", {}, "No rule of any edition is known to say the same.")]),
  ];
}

/**
 * The answer to a number that no edition has. It names the rule above it if some edition has that.
 * @param {NumbersTable} table
 * @param {string} number
 * @returns {(HTMLElement | string)[]}
 */
function answerUnknown(table, number) {
  const above = number.replace(/[a-z]+$/, "");
  const known = above !== number && meaningsOf(table, above).length > 0;
  return [
    element("h2", {}, number),
    element("p", {}, "No edition has this number."),
    known ? element("p", {}, "There is ", element("a", { href: `?${above}` }, above), ".") : "",
  ];
}

/**
 * The answer to a number that some edition has.
 * @param {JumpTable} jump
 * @param {string} number
 * @param {Meaning[]} meanings
 * @returns {(HTMLElement | string)[]}
 */
function answerMeanings(jump, number, meanings) {
  return [
    element("h2", {}, element("span", { class: "num" }, number)),
    lead(jump, number, meanings) ?? "",
    element(
      "ul",
      { class: "meanings taps" },
      meanings.map((meaning) => rowOf(jump, meaning)).reverse(),
    ),
  ];
}

/** Returns a test whether no other question was asked since. */
const beginQuestion = makeTurns();

/** Answers the question in the address, unless the next question comes before the answer. */
async function answer() {
  const isLatest = beginQuestion();
  const text = askedNumber();
  if (!text.trim()) {
    output.replaceChildren();
    return;
  }
  input.value = text;
  const number = numberIn(text);
  if (!number) {
    output.replaceChildren(element("p", {}, say(no_number, { text })));
    return;
  }
  input.value = number;
  document.title = document.title.replace(/^[^·]*/, `${number}, then and now `);
  try {
    const [jump, table] = await Promise.all([jumpTable(), numbersTable()]);
    if (isLatest()) show(jump, table, number);
  } catch (problem) {
    if (isLatest())
      output.replaceChildren(
        element("p", {}, sayFailure("The answer could not be loaded", problem)),
      );
  }
}

/**
 * Shows what a number is or was: a rule of some edition, else a ruling, else nothing.
 * @param {JumpTable} jump
 * @param {NumbersTable} table
 * @param {string} number
 */
function show(jump, table, number) {
  const meanings = meaningsOf(table, number);
  if (meanings.length) {
    output.replaceChildren(...answerMeanings(jump, number, meanings));
    copyButtons(output);
    addFirstWords(number).catch(() => {});
    return;
  }
  const ruling = rulingAnswer(jump, number);
  output.replaceChildren(
    ...(ruling
      ? answerRuling(jump, number, ruling, table.restated?.[number] ?? [])
      : answerUnknown(table, number)),
  );
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  window.history.pushState(null, "", `?${encodeURIComponent(input.value.trim())}`);
  answer();
});
window.addEventListener("popstate", answer);
window.addEventListener("hashchange", answer);
answer();
