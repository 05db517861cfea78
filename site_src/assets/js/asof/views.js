// The views of an edition: a chapter, a section, the glossary. Each is one element with one heading.
import { address } from "../site.js";
import { element } from "../lib/dom.js";
import { symbols } from "../lib/passage.js";
import { hrefOf } from "./edition.js";
import { inside, rule, term } from "./records.js";

function head(trail, number, heading, ...more) {
  const links = trail.map(([href, words]) => element("a", { href }, words));
  const title = number
    ? [element("a", { class: "num", href: hrefOf(number), "data-copy": true, "aria-label": `${number}, permanent link` }, number), " ", element("span", { class: "title" }, symbols(heading))]
    : [heading];
  return element("header", { class: "page-head" }, element("p", { class: "trail" }, links), element("h1", { tabindex: "-1" }, title), more);
}

const titleOf = (edition, key) => edition.headings[key] ?? "Untitled";

function pager(edition, chapter) {
  const at = edition.chapters.indexOf(chapter);
  const link = (one, side) =>
    one ? element("a", { class: `pager-${side}`, href: hrefOf(one.number) }, element("span", { class: "num" }, one.number), " ", symbols(titleOf(edition, one.number))) : null;
  return element("nav", { class: "pager", "aria-label": "Neighbouring chapters" }, link(edition.chapters[at - 1], "previous"), link(edition.chapters[at + 1], "next"));
}

const sectionTrail = (edition, number) => (edition.byKey.has(number) ? [[hrefOf(number), `${number} ${titleOf(edition, number)}`]] : []);

/** A chapter with all its records. */
export async function chapterView(edition, chapter, start) {
  const words = await edition.words(chapter.rows);
  const own = chapter.rows[0].key === chapter.number ? chapter.rows[0] : null;
  const body = own ? element("div", { class: "rule-body" }, inside(edition, own, words.get(own.key), { withHeading: false })) : null;
  const trail = [start, ...sectionTrail(edition, chapter.number[0])];
  const rules = chapter.rows.filter((row) => row !== own).map((row) => rule(edition, row, words.get(row.key)));
  return element("div", { class: "page page-rules" }, head(trail, chapter.number, titleOf(edition, chapter.number), body), rules, pager(edition, chapter));
}

/** A section: its own text, if it has any, and its chapters. */
export async function sectionView(edition, row, start) {
  const words = await edition.words([row]);
  const links = edition.chapters
    .filter((one) => one.number.startsWith(row.key))
    .map((one) => element("li", {}, element("a", { href: hrefOf(one.number) }, element("span", { class: "num" }, one.number), element("span", {}, symbols(titleOf(edition, one.number))))));
  const body = element("div", { class: "rule-body" }, inside(edition, row, words.get(row.key), { withHeading: false }));
  return element("div", { class: "page page-rules" }, head([start], row.key, titleOf(edition, row.key), body), element("nav", { class: "section-chapters", "aria-label": "Chapters" }, element("ol", { class: "chapter-list" }, links)));
}

/** The glossary as of then. */
export async function glossaryView(edition, start) {
  const words = await edition.words(edition.glossary);
  return element("div", { class: "page page-glossary" }, head([start], null, "Glossary"), edition.glossary.map((row) => term(edition, row, words.get(row.key))));
}

/** What to say of an anchor that this edition has not. */
export function missingView(edition, anchor, start) {
  const name = anchor.replace(/^(now|glossary):/, "");
  const then = edition.byNow.get(name);
  const words = [`This edition has no ${name}.`];
  if (then) words.push(" Today’s ", name, " was ", element("a", { href: hrefOf(then.key) }, then.key), " then.");
  else if (/^\d/.test(name)) words.push(" ", element("a", { href: address(`n/?${encodeURIComponent(name)}`) }, "Look in the others"), ".");
  return element("div", { class: "page page-found" }, head([start], null, "Not in this edition", element("p", { class: "lead" }, words)));
}
