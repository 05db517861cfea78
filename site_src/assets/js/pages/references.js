// @ts-check
// The page references/?n=702.40&on=2009-07-11&with=601.2: the rules to which a rule referred on a
// day, and those that referred to it; with `with`, only the references that join it to that rule.
import { address } from "../site.js";
import { currentAddress } from "../asof/records.js";
import { data } from "../lib/data.js";
import { showInWords } from "../lib/date-input.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { openOnTap } from "../lib/fold-line.js";
import { editionNamed, isRetyped, latestOf, rulesEditions } from "../lib/editions.js";
import { makeTurns } from "../lib/latest.js";
import { passage } from "../lib/passage.js";
import { numbersAt, numbersTable } from "../lib/numbers.js";
import { joinTimes } from "../lib/reference-times.js";
import { referencesFile } from "../lib/references-file.js";
import { chapterOf, hrefOf, isTerm, nameOf, ruleOf } from "../lib/record-key.js";
import { say, sayFailure } from "../lib/say.js";
import { no_edition, no_references, not_with } from "../../sentences.json";

/**
 * @typedef {import("../data-files.js").RuleReferences} RuleReferences
 * @typedef {import("../lib/date-input.js").DateField} DateField
 * @typedef {import("../lib/editions.js").Edition} Edition
 */

/**
 * A reference of one rule to another in a sentence, in a run of editions.
 * @typedef {object} Mention
 * @property {string} source key of the record that refers
 * @property {string} target key of the record referred to, or the number named if there is none
 * @property {string} first edition of the run
 * @property {string | null} last edition of the run; null if that is the newest
 * @property {string} since the edition since which the rule refers to the other, in other words too
 * @property {[string, string][]} earlier the first and the last edition of each time before that
 * @property {string} status `ok`, `missing`, `title-mismatch` or `ambiguous`
 * @property {number} words index of the sentence in `sentences`
 * @property {number} start offset in the sentence at which the reference begins
 * @property {number} end offset at which it ends
 * @property {string} sentence
 */

/**
 * What the address asks for.
 * @typedef {object} Question
 * @property {string} key of the rule
 * @property {string} partner key of another rule, if only the references between the two are
 *   wanted; else empty
 * @property {string} day in the words of the reader; empty for the latest edition
 */

/**
 * Functions that depend on the edition and take a key: `name` gives its number and heading, `read`
 * the address of the record, and `list` the address of its own references.
 * @typedef {Record<"name" | "read" | "list", (key: string) => string>} Naming
 */

const output = /** @type {HTMLElement} */ (document.getElementById("answer"));
const form = /** @type {HTMLFormElement} */ (document.querySelector(".ask"));
const field = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
const [ruleField, otherField] = [field("n"), field("with")];
const dayField = /** @type {DateField} */ (field("on"));
showInWords(dayField);
const line = /** @type {HTMLElement} */ (document.querySelector(".asking > .fold-line"));
openOnTap(line);

/**
 * The key that somebody typed: `702.40a` → `702.40`, `storm` → `glossary:storm`. It is empty if
 * nothing was typed.
 * @param {string} typed
 */
function keyOf(typed) {
  const words = typed.trim().replace(/^glossary:/i, "");
  return /^[1-9]\d*(\.|$)/.test(words) ? ruleOf(words.toLowerCase()) : words && `glossary:${words}`;
}

/**
 * The references of a file, each with the names of its values and with its sentence.
 * @param {RuleReferences} file
 * @returns {Mention[]}
 */
function readMentions({ columns, rows, sentences }) {
  return rows.map((row) => {
    const named = row.map((value, index) => [columns[index], value]);
    const mention = Object.fromEntries(named);
    return { ...mention, sentence: sentences[mention.words] };
  });
}

/**
 * Whether a run of editions contains an edition. A retyped edition is a run of its own, and in no
 * other.
 * @param {Mention} run
 * @param {Edition} edition
 * @param {Set<string>} retyped dates of the retyped editions
 */
function isInRun({ first, last }, edition, retyped) {
  if (isRetyped(edition)) return first === edition.id && last === edition.id;
  const isOver = last !== null && last < edition.id;
  return !retyped.has(first) && first <= edition.id && !isOver;
}

/**
 * The parts of a key by which it is sorted: whole numbers and single characters, `702.40` → 702,
 * `.`, 40. A character counts as -1, so that it comes before any number.
 * @param {string} key
 */
const piecesOf = (key) =>
  (key.toLowerCase().match(/\d+|\D/g) ?? []).map((piece) =>
    /\d/.test(piece) ? { number: Number(piece), sign: "" } : { number: -1, sign: piece },
  );

/**
 * Compares keys for sorting, as `in_order` of `site_src/addresses.py` does for the lists of today.
 * @param {string} first
 * @param {string} second
 */
function inOrder(first, second) {
  const [left, right] = [piecesOf(first), piecesOf(second)];
  for (const [index, { number, sign }] of left.entries()) {
    const against = right[index];
    if (!against) return 1;
    if (number !== against.number) return number - against.number;
    if (sign !== against.sign) return sign < against.sign ? -1 : 1;
  }
  return left.length - right.length;
}

/** The record under which a key is listed: `702.40a` → `702.40`; an entry stays the same. */
const homeOf = (/** @type {string} */ key) => (isTerm(key) ? key : ruleOf(key));

/**
 * Whether two keys are the same; readers type terms in small letters.
 * @param {string} left
 * @param {string} right
 */
const isSameKey = (left, right) => left.toLowerCase() === right.toLowerCase();

/**
 * The functions that name the records of an edition and give their addresses.
 * @param {Edition} edition
 * @param {Edition | undefined} newest
 * @param {{number: string, heading: string}[]} contents the numbers of the edition with headings
 * @returns {Naming}
 */
function namingOf(edition, newest, contents) {
  const headings = new Map(contents.map(({ number, heading }) => [number, heading]));
  return {
    name: (key) => [nameOf(key), isTerm(key) ? "" : (headings.get(key) ?? "")].join(" ").trim(),
    read: (key) =>
      edition === newest ? currentAddress(key) : `${address(`e/${edition.id}/`)}${hrefOf(key)}`,
    list: (key) =>
      `?${new URLSearchParams({ n: isTerm(key) ? key : nameOf(key), on: edition.id })}`,
  };
}

/**
 * The sentence of a reference, with the reference as a link.
 * @param {Naming} naming
 * @param {Mention} mention
 * @returns {HTMLElement}
 */
function quotation(naming, { source, target, status, sentence, start, end }) {
  const href = status === "ok" ? naming.read(target) : null;
  return element(
    "li",
    {},
    ...(isTerm(source)
      ? []
      : [element("a", { class: "num", href: naming.read(source) }, nameOf(source)), " "]),
    element(
      "span",
      { class: "quoted" },
      passage(sentence, [
        { start, end, href, problem: status === "missing" ? "leads nowhere" : "" },
      ]),
    ),
  );
}

/**
 * The row of a neighbour, a rule that refers to the rule asked for or to which it refers: its name,
 * the times of the references, and their sentences.
 * @param {Naming} naming
 * @param {string} key of the neighbour
 * @param {Mention[]} mentions the references between the two rules
 * @returns {HTMLElement}
 */
function neighbour(naming, key, mentions) {
  // a number that the edition lacks has no lists
  const hasLists = mentions.some(
    ({ status, target }) => status !== "missing" || homeOf(target) !== key,
  );
  return element(
    "li",
    {},
    hasLists
      ? element("a", { class: "neighbour", href: naming.list(key) }, naming.name(key))
      : element("span", { class: "neighbour" }, naming.name(key)),
    " ",
    element("span", { class: "since" }, timesOf(mentions)),
    element(
      "ul",
      { class: "quotations" },
      withoutRepeats(mentions).map((mention) => quotation(naming, mention)),
    ),
  );
}

/**
 * The times of some references: `since 11 July 2009, and from 1 June 2003 to 5 May 2006`.
 * @param {Mention[]} mentions
 */
function timesOf(mentions) {
  const { since, earlier } = joinTimes(mentions);
  const times = earlier.map(([first, last]) => `${dateInWords(first)} to ${dateInWords(last)}`);
  const before = times.length ? `, and from ${times.join(" and ")}` : "";
  return `since ${dateInWords(since)}${before}`;
}

/**
 * One reference for each place of a sentence: a place that names several rules has several.
 * @param {Mention[]} mentions
 */
function withoutRepeats(mentions) {
  const places = Map.groupBy(
    mentions,
    ({ source, sentence, start }) => `${source} ${start} ${sentence}`,
  );
  return [...places.values()].map(([first]) => first);
}

/**
 * The list of the neighbours in one direction: a heading, then the neighbours by chapter.
 * @param {Naming} naming
 * @param {string} title
 * @param {Mention[]} mentions
 * @param {"source" | "target"} end the end of each reference that is the neighbour
 * @returns {HTMLElement[]}
 */
function listNeighbours(naming, title, mentions, end) {
  if (!mentions.length) return [];
  const byRule = Map.groupBy(mentions, (mention) => homeOf(mention[end]));
  const rules = [...byRule].sort(([left], [right]) => inOrder(left, right));
  const chapters = Map.groupBy(rules, ([key]) => chapterOf(key));
  return [
    element("h3", {}, title),
    ...[...chapters].flatMap(([chapter, members]) => [
      element("h4", {}, chapter === "glossary" ? "Glossary" : naming.name(chapter)),
      element(
        "ul",
        { class: "neighbours" },
        members.map(([key, found]) => neighbour(naming, key, found)),
      ),
    ]),
  ];
}

/**
 * The references that a question asks for, by their direction.
 * @param {Mention[]} mentions the references of the edition in the file of the rule
 * @param {Question} question
 */
function selectMentions(mentions, { key, partner }) {
  const isRule = (/** @type {string} */ end) => isSameKey(homeOf(end), key);
  const isPartner = (/** @type {string} */ end) => !partner || isSameKey(homeOf(end), partner);
  return {
    outgoing: mentions.filter(({ source, target }) => isRule(source) && isPartner(target)),
    // a reference to a number that the edition lacks leads to no rule
    incoming: mentions.filter(
      ({ source, target, status }) => status !== "missing" && isRule(target) && isPartner(source),
    ),
  };
}

/**
 * Shows the references of a rule in an edition.
 * @param {Mention[]} mentions the references of the edition in the file of the rule
 * @param {Question} question
 * @param {string} date of the edition
 * @param {Naming} naming
 */
function show(mentions, question, date, naming) {
  const { outgoing, incoming } = selectMentions(mentions, question);
  // the key as the edition writes it: readers type terms in small letters
  const written = outgoing[0]?.source ?? incoming[0]?.target;
  const key = written ? homeOf(written) : question.key;
  const title = naming.name(key);
  const day = dateInWords(date);
  output.replaceChildren(
    element("h2", {}, written ? element("a", { href: naming.read(key) }, title) : title),
    element("p", { class: "ways" }, `Edition of ${day}`),
    ...listNeighbours(naming, "Refers to", outgoing, "target"),
    ...listNeighbours(naming, "Is referred to by", incoming, "source"),
  );
  if (!written) output.append(element("p", {}, sayNone(key, question.partner, day)));
}

/**
 * A sentence that says that there are no references.
 * @param {string} key
 * @param {string} partner
 * @param {string} day
 */
function sayNone(key, partner, day) {
  const number = nameOf(key);
  return partner
    ? say(not_with, { day, number, other: nameOf(partner) })
    : say(no_references, { day, number });
}

/**
 * The other numbers that the rule with a number today had in a former edition.
 * @param {string} key
 * @param {Edition} edition
 */
async function formerNumbers(key, edition) {
  const numbersThen = numbersAt(await numbersTable(), key, edition.id);
  const rulesThen = new Set(numbersThen.map((number) => ruleOf(number)));
  return [...rulesThen].filter((number) => number !== key);
}

/**
 * Adds a line with the numbers that the rule with this number today had then.
 * @param {string} key
 * @param {Edition} edition
 * @param {string[]} numbers
 */
function showFormerNumbers(key, edition, numbers) {
  if (!numbers.length) return;
  const links = numbers.flatMap((number, index) => [
    index ? ", " : " ",
    element("a", { href: `?${new URLSearchParams({ n: number, on: edition.id })}` }, number),
  ]);
  output
    .querySelector(".ways")
    ?.after(element("p", { class: "ways" }, `What is ${key} today was then`, ...links));
}

/** Returns a test whether no other question was asked since. */
const beginQuestion = makeTurns();

/** Answers the question in the address, unless the next question comes before the answer. */
async function answer() {
  const isLatest = beginQuestion();
  const query = new URLSearchParams(window.location.search);
  const key = keyOf(query.get("n") ?? "");
  const partner = keyOf(query.get("with") ?? "");
  ruleField.value = nameOf(key);
  otherField.value = nameOf(partner);
  line.setAttribute("aria-expanded", "false");
  if (key) document.documentElement.dataset.question = "";
  else {
    delete document.documentElement.dataset.question;
    output.replaceChildren();
    return;
  }
  try {
    await answerQuestion({ key, partner, day: query.get("on") ?? "" }, isLatest);
  } catch (problem) {
    if (isLatest())
      output.replaceChildren(
        element("p", {}, sayFailure("The references could not be loaded", problem)),
      );
  }
}

/**
 * Answers a question, and stops when it is no longer the latest.
 * @param {Question} question
 * @param {() => boolean} isLatest
 */
async function answerQuestion(question, isLatest) {
  const { key, day } = question;
  const editions = await rulesEditions();
  if (!isLatest()) return;
  const newest = latestOf(editions);
  const edition = editionNamed(editions, day || "latest");
  if (!edition) {
    output.replaceChildren(element("p", {}, say(no_edition, { words: day })));
    return;
  }
  dayField.value = edition.id;
  dayField.showDay();
  const [file, contents] = await Promise.all([referencesOf(key), data(`e/${edition.id}/toc`)]);
  if (!isLatest()) return;
  const retyped = new Set(editions.filter(({ reason }) => reason).map(({ id }) => id));
  const mentions = (file ? readMentions(file) : []).filter((mention) =>
    isInRun(mention, edition, retyped),
  );
  show(mentions, question, edition.id, namingOf(edition, newest, contents));
  if (edition === newest || isTerm(key)) return;
  const former = await formerNumbers(key, edition);
  if (isLatest()) showFormerNumbers(key, edition, former);
}

/**
 * The references of a key in all editions; null if there never was one to or from that number. The
 * document `referenced` lists the files that exist.
 * @param {string} key
 * @returns {Promise<RuleReferences | null>}
 */
async function referencesOf(key) {
  const name = referencesFile(key);
  const known = await data("referenced");
  return known.includes(name.replace("references/", "")) ? data(name) : null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const parameters = new URLSearchParams();
  for (const field of [ruleField, dayField, otherField])
    if (field.value.trim()) parameters.set(field.name, field.value.trim());
  window.history.pushState(null, "", `?${parameters}`);
  answer();
});
window.addEventListener("popstate", answer);
answer();
