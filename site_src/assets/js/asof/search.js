// Search inside one edition: a number (of then, or of today), a heading, or words. The words are all fetched once.
import { element } from "../lib/dom.js";
import { numberIn } from "../jump.js";
import { hrefOf, nameOf as bare } from "./edition.js";

const SHOWN = 200;
const AROUND = 90;

const fold = (text) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"');

/** Words and "phrases" of a query, folded. */
function terms(query) {
  return [...fold(query).matchAll(/"([^"]+)"?|([^\s"]+)/g)].map(([, phrase, word]) => (phrase ?? word).trim()).filter(Boolean);
}

/** Where each term begins as a word in a text, or null if one is not there. */
function places(text, wanted) {
  const found = wanted.map((term) => {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]) || !/^[\p{L}\p{N}]/u.test(term)) return [at, at + term.length];
    }
    return null;
  });
  return found.includes(null) ? null : found;
}

function snippet(text, marks) {
  // from the beginning of a word to the end of one
  const from = marks[0][0] <= AROUND ? 0 : text.indexOf(" ", marks[0][0] - AROUND) + 1;
  const last = text.indexOf(" ", marks[0][1] + 2 * AROUND);
  const to = last < 0 ? text.length : last;
  const parts = [from ? "… " : ""];
  let at = from;
  for (const [start, end] of [...marks].sort(([one], [other]) => one - other)) {
    if (start < at || end > to) continue;
    parts.push(text.slice(at, start), element("mark", {}, text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at, to), to < text.length ? " …" : "");
  return parts;
}

function hit(row, heading, words) {
  const head = element("span", { class: "hit-head" }, element("span", { class: "num" }, row.kind === "glossary" ? "Glossary" : bare(row.key)), " ", heading);
  return element("li", { class: "asof-hit" }, element("a", { href: hrefOf(row.key) }, head, words ? element("span", { class: "hit-words" }, words) : null));
}

/** The heading a record stands under: its own, or that of the rule above it. */
function headingOf(edition, row) {
  if (row.kind === "glossary") return bare(row.key);
  const own = edition.headings[row.key];
  return own ?? edition.headings[row.key.replace(/(?<=\d)[a-z]+(#\d+)?$/, "")] ?? edition.headings[row.key.split(".")[0]] ?? "";
}

/** What a number means in this edition: the rule that bears it, and the rule that bears it today. */
function byNumber(edition, number) {
  const found = [];
  const here = edition.byKey.get(number);
  if (here) found.push(hit(here, headingOf(edition, here)));
  const then = edition.byNow.get(number);
  if (then && then !== here) found.push(hit(then, `${headingOf(edition, then)} (${number} in the latest edition)`));
  return found;
}

function byHeading(edition, wanted) {
  const rules = Object.entries(edition.headings).map(([key, heading]) => [edition.byKey.get(key), heading]);
  const all = [...rules, ...edition.glossary.map((row) => [row, bare(row.key)])];
  const exact = all.filter(([, heading]) => fold(heading) === wanted);
  const begun = all.filter(([, heading]) => fold(heading) !== wanted && fold(heading).startsWith(wanted));
  return [...exact, ...begun].slice(0, 8);
}

/**
 * Results of a query in an edition: list items and a sentence. Direct answers come without waiting for the words.
 * @param onDirect called with the direct answers as soon as they are known
 */
export async function search(edition, query, onDirect) {
  const number = numberIn(query);
  if (number) {
    const items = byNumber(edition, number);
    return { items, says: items.length ? "" : `This edition has no rule ${number}.` };
  }
  const wanted = fold(query).trim();
  const direct = byHeading(edition, wanted);
  const items = direct.map(([row, heading]) => hit(row, heading));
  onDirect(items);
  const rows = [...edition.rules, ...edition.glossary];
  const words = await edition.words(rows);
  const known = new Set(direct.map(([row]) => row));
  const [whole, scattered] = [[], []];
  for (const row of rows) {
    if (known.has(row)) continue;
    const { text, examples = [], notes = [] } = words.get(row.key);
    for (const passage of [text, ...examples, ...notes]) {
      const folded = fold(passage);
      const phrase = wanted.includes('"') ? null : places(folded, [wanted]);
      const marks = phrase ?? places(folded, terms(query));
      if (!marks || !marks.length) continue;
      (phrase ? whole : scattered).push(hit(row, headingOf(edition, row), snippet(passage, marks)));
      break;
    }
  }
  const found = [...whole, ...scattered];
  const total = items.length + found.length;
  const shown = found.length > SHOWN ? `; the first ${SHOWN} are shown` : "";
  const says = total ? `${total.toLocaleString("en")} ${total === 1 ? "place" : "places"} in this edition${shown}.` : "Nothing found in this edition. Try fewer words, or the beginning of one.";
  return { items: [...items, ...found.slice(0, SHOWN)], says };
}
