// references/?n=702.40&on=2009-07-11&with=601.2: what a rule referred to on a day, and what
// referred to it.
import { address } from "../site.js";
import { currentAddress } from "../asof/records.js";
import { data } from "../lib/data.js";
import { inWords } from "../lib/date-input.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { latestOf, meant, rulesEditions } from "../lib/editions.js";
import { passage } from "../lib/passage.js";
import { numbersAt, numbersTable } from "../lib/numbers.js";
import { joinTimes } from "../lib/reference-times.js";
import { referencesFile } from "../lib/references-file.js";
import { chapterOf, hrefOf, isTerm, nameOf, ruleOf } from "../lib/record-key.js";
import { say, sayFailure } from "../lib/say.js";
import { no_edition, no_references, not_with } from "../../sentences.json";

const place = document.getElementById("answer");
const form = document.querySelector(".ask");
const { n: ruleField, on: dayField, with: otherField } = form.elements;
inWords(dayField);

/** The key that somebody types: a number, or a term with or without `glossary:`. */
function keyOf(typed) {
  const words = typed.trim().replace(/^glossary:/i, "");
  return /^[1-9]\d*(\.|$)/.test(words) ? ruleOf(words.toLowerCase()) : words && `glossary:${words}`;
}

/** The references that stand in an edition; a retyped one has its own. */
function standing({ columns, rows, sentences }, edition, retyped) {
  const mentions = rows.map((row) =>
    Object.fromEntries(row.map((value, at) => [columns[at], value])),
  );
  return mentions
    .filter(({ first, last }) =>
      edition.reason
        ? first === edition.id && last === edition.id
        : !retyped.has(first) && first <= edition.id && (last === null || last >= edition.id),
    )
    .map((mention) => ({ ...mention, sentence: sentences[mention.words] }));
}

/** Compares keys in the order of the lists of today: numbers as numbers, signs before them. */
function inOrder(one, other) {
  const [left, right] = [one, other].map((key) =>
    key
      .toLowerCase()
      .match(/\d+|\D/g)
      .map((piece) => (/\d/.test(piece) ? [Number(piece), ""] : [-1, piece])),
  );
  for (const [at, [number, sign]] of left.entries()) {
    if (!right[at]) return 1;
    const difference = number - right[at][0] || (sign > right[at][1]) - (sign < right[at][1]);
    if (difference) return difference;
  }
  return left.length - right.length;
}

const homeOf = (key) => (isTerm(key) ? key : ruleOf(key));
/** Whether two keys are the same, however a term is capitalised. */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

function grouped(items, name) {
  const groups = new Map();
  for (const item of items) {
    const key = name(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}

/** What of an edition the lists need: its headings, and the addresses of its records. */
function frameOf(edition, newest, contents) {
  const headings = new Map(contents.map(({ number, heading }) => [number, heading]));
  return {
    name: (key) => [nameOf(key), isTerm(key) ? "" : (headings.get(key) ?? "")].join(" ").trim(),
    read: (key) =>
      edition === newest ? currentAddress(key) : `${address(`e/${edition.id}/`)}${hrefOf(key)}`,
    list: (key) =>
      `?${new URLSearchParams({ n: isTerm(key) ? key : nameOf(key), on: edition.id })}`,
  };
}

function quotation(frame, { source, target, status, sentence, start, end }) {
  const href = status === "ok" ? frame.read(target) : null;
  return element(
    "li",
    {},
    ...(isTerm(source)
      ? []
      : [element("a", { class: "num", href: frame.read(source) }, nameOf(source)), " "]),
    element(
      "span",
      { class: "quoted" },
      passage(sentence, [
        { start, end, href, problem: status === "missing" ? "leads nowhere" : "" },
      ]),
    ),
  );
}

function neighbour(frame, key, mentions) {
  const { since, earlier } = joinTimes(mentions);
  const times = earlier.map(([first, last]) => `${dateInWords(first)} to ${dateInWords(last)}`);
  const before = times.length ? `, and from ${times.join(" and ")}` : "";
  const distinct = [
    ...grouped(
      mentions,
      ({ source, sentence, start }) => `${source} ${start} ${sentence}`,
    ).values(),
  ].map(([first]) => first);
  const leads = mentions.some(
    ({ status, target }) => status !== "missing" || homeOf(target) !== key,
  );
  return element(
    "li",
    {},
    leads
      ? element("a", { class: "neighbour", href: frame.list(key) }, frame.name(key))
      : element("span", { class: "neighbour" }, frame.name(key)),
    " ",
    element("span", { class: "since" }, `since ${dateInWords(since)}${before}`),
    element(
      "ul",
      { class: "quotations" },
      distinct.map((mention) => quotation(frame, mention)),
    ),
  );
}

/** One side: a heading, then the neighbours by their chapters. */
function side(frame, title, mentions, end) {
  if (!mentions.length) return [];
  const rules = [...grouped(mentions, (mention) => homeOf(mention[end]))].sort(([one], [other]) =>
    inOrder(one, other),
  );
  const chapters = grouped(rules, ([key]) => chapterOf(key));
  return [
    element("h3", {}, title),
    ...[...chapters].flatMap(([chapter, members]) => [
      element("h4", {}, chapter === "glossary" ? "Glossary" : frame.name(chapter)),
      element(
        "ul",
        { class: "neighbours" },
        members.map(([key, found]) => neighbour(frame, key, found)),
      ),
    ]),
  ];
}

/**
 * The answer: the references of a rule in an edition, only those that join it to another rule if
 * one is named.
 */
function show(found, key, other, edition, newest, retyped, contents) {
  const frame = frameOf(edition, newest, contents);
  const all = found ? standing(found, edition, retyped) : [];
  const out = all.filter(
    ({ source, target }) => same(homeOf(source), key) && (!other || same(homeOf(target), other)),
  );
  const into = all.filter(
    ({ source, target, status }) =>
      status !== "missing" && same(homeOf(target), key) && (!other || same(homeOf(source), other)),
  );
  let known = key;
  if (out[0]) known = homeOf(out[0].source);
  else if (into[0]) known = homeOf(into[0].target);
  const day = dateInWords(edition.id);
  const empty = other
    ? say(not_with, { day, number: nameOf(known), other: nameOf(other) })
    : say(no_references, { day, number: nameOf(known) });
  place.replaceChildren(
    element(
      "h2",
      {},
      out.length || into.length
        ? element("a", { href: frame.read(known) }, frame.name(known))
        : frame.name(known),
    ),
    element("p", { class: "ways" }, `Edition of ${day}`),
    ...side(frame, "Refers to", out, "target"),
    ...side(frame, "Is referred to by", into, "source"),
    ...(out.length || into.length ? [] : [element("p", {}, empty)]),
  );
}

/** The numbers that a rule of today had in a former edition, where they are others. */
async function formerNumbers(key, edition) {
  const then = numbersAt(await numbersTable(), key, edition.id).map((number) => ruleOf(number));
  return [...new Set(then)].filter((number) => number !== key);
}

/** Adds where the rule that has the number today was then. */
function tellFormer(key, edition, numbers) {
  if (!numbers.length) return;
  const links = numbers.flatMap((number, at) => [
    at ? ", " : " ",
    element("a", { href: `?${new URLSearchParams({ n: number, on: edition.id })}` }, number),
  ]);
  place
    .querySelector(".ways")
    .after(element("p", { class: "ways" }, `What is ${key} today was then`, ...links));
}

let turn = 0;

/** Answers what the address asks; an answer that comes after the next question is thrown away. */
async function answer() {
  const mine = ++turn;
  const query = new URLSearchParams(window.location.search);
  const key = keyOf(query.get("n") ?? "");
  const other = keyOf(query.get("with") ?? "");
  ruleField.value = nameOf(key);
  otherField.value = nameOf(other);
  if (!key) {
    place.replaceChildren();
    return;
  }
  try {
    const editions = await rulesEditions();
    const newest = latestOf(editions);
    const edition = meant(editions, query.get("on") || "latest");
    if (mine !== turn) return;
    if (!edition) {
      place.replaceChildren(element("p", {}, say(no_edition, { words: query.get("on") })));
      return;
    }
    dayField.value = edition.id;
    dayField.showDay();
    const [found, contents] = await Promise.all([referencesOf(key), data(`e/${edition.id}/toc`)]);
    if (mine !== turn) return;
    show(
      found,
      key,
      other,
      edition,
      newest,
      new Set(editions.filter(({ reason }) => reason).map(({ id }) => id)),
      contents,
    );
    if (edition === newest || isTerm(key)) return;
    const former = await formerNumbers(key, edition);
    if (mine === turn) tellFormer(key, edition, former);
  } catch (problem) {
    if (mine === turn)
      place.replaceChildren(
        element("p", {}, sayFailure("The references could not be loaded", problem)),
      );
  }
}

/**
 * The references of a key in all editions; null if nothing ever referred to that number or from it.
 */
async function referencesOf(key) {
  const name = referencesFile(key);
  const known = await data("referenced");
  return known.includes(name.replace("references/", "")) ? data(name) : null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = new URLSearchParams();
  for (const field of [ruleField, dayField, otherField])
    if (field.value.trim()) asked.set(field.name, field.value.trim());
  window.history.pushState(null, "", `?${asked}`);
  answer();
});
window.addEventListener("popstate", answer);
answer();
