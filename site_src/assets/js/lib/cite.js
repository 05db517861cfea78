// @ts-check
// Citations of a rule as of a day, in the forms that papers, wikis and forums use. They are the
// same as those of `graph/answers/citing.py`, with which tests compare them.
import { dateInWords } from "./dates.js";

const PUBLISHER = "Wizards of the Coast";
const WORK = "Magic: The Gathering Comprehensive Rules";

const BIBTEX_ESCAPES = new Map([
  ["\\", "\\textbackslash{}"],
  ["^", "\\textasciicircum{}"],
  ["~", "\\textasciitilde{}"],
]);

/**
 * The facts that a citation names.
 * @typedef {object} Citable
 * @property {string} number of the rule, or the term of a glossary entry
 * @property {string} title of the rule, or of the rule above it
 * @property {string} edition its date
 * @property {string} setName name of the set that the edition came with
 * @property {string} link the permanent address of the rule
 * @property {string} accessed the day on which it was read, as an ISO date
 * @property {number} ordinal 1, or 2 for the second rule with the number in its edition, and so on
 */

/**
 * The id in a bibliography: `cr-702.40a-2012-07-01`; for a second 502.35b
 * `cr-502.35b-2-2004-06-01`.
 * @param {Citable} citable
 */
function idOf({ number, ordinal, edition }) {
  const name = ordinal === 1 ? number : `${number}-${ordinal}`;
  return `cr-${name}-${edition}`;
}

/**
 * `702.40a (Storm)`, or `702.40a` for a rule without a title.
 * @param {Citable} citable
 */
function nameOf(citable) {
  // blanks are listed one by one because `\s` differs between Python and JavaScript
  const title = citable.title
    .replace(/[ \t\n\v\f\r\u00a0\u2028\u2029]+/g, " ")
    .replace(/^ | $/g, "");
  return title && title !== citable.number ? `${citable.number} (${title})` : citable.number;
}

/**
 * `edition of 17 July 2009 (Magic 2010)`.
 * @param {Citable} citable
 */
function editionOf(citable) {
  const edition = `edition of ${dateInWords(citable.edition)}`;
  return citable.setName ? `${edition} (${citable.setName})` : edition;
}

/** @param {string} text */
const escapeMarkdown = (text) => text.replace(/[\\`*_[\]<>]/g, "\\$&");

/** @param {string} text */
const escapeWikitext = (text) =>
  text.replace(/[|[\]{}<>'=&]/g, (character) => `&#${character.charCodeAt(0)};`);

/** @param {string} text */
const escapeBibtex = (text) =>
  text.replace(/[\\{}$&#^_%~]/g, (character) => BIBTEX_ESCAPES.get(character) ?? `\\${character}`);

/** @param {Citable} citable */
function citePlain(citable) {
  const words = `${PUBLISHER}. ${WORK}, ${nameOf(citable)}, ${editionOf(citable)}.`;
  const accessed = `Accessed ${dateInWords(citable.accessed)}.`;
  // at the end, where no punctuation mark can be taken for a part of it
  const link = citable.link ? ` ${citable.link}` : "";
  return `${words} ${accessed}${link}`;
}

/** @param {Citable} citable */
function citeMarkdown(citable) {
  const name = escapeMarkdown(`CR ${nameOf(citable)}`);
  const shown = citable.link ? `[${name}](${citable.link})` : name;
  const edition = escapeMarkdown(editionOf(citable));
  return `${shown}, *${WORK}*, ${edition}, accessed ${dateInWords(citable.accessed)}.`;
}

/** @param {Citable} citable */
function citeWikitext(citable) {
  const name = escapeWikitext(`CR ${nameOf(citable)}`);
  const shown = citable.link ? `[${citable.link} ${name}]` : name;
  const edition = escapeWikitext(editionOf(citable));
  return `${shown}, ''${WORK}'', ${edition}, accessed ${dateInWords(citable.accessed)}.`;
}

/** @param {Citable} citable */
function citeWeb(citable) {
  const fields = {
    title: escapeWikitext(`Comprehensive Rules, ${nameOf(citable)}`),
    work: WORK,
    publisher: PUBLISHER,
    edition: escapeWikitext(citable.setName),
    date: dateInWords(citable.edition),
    url: citable.link,
    "access-date": citable.link ? dateInWords(citable.accessed) : "",
  };
  const written = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `|${name}=${value}`);
  return `{{cite web ${written.join(" ")}}}`;
}

/** @param {Citable} citable */
function citeBibtex(citable) {
  const key = idOf(citable)
    .replace(/[^0-9A-Za-z]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const fields = {
    author: `{${PUBLISHER}}`,
    title: `{${WORK}}, ${escapeBibtex(nameOf(citable))}`,
    edition: escapeBibtex(citable.setName),
    date: citable.edition,
    year: citable.edition.slice(0, 4),
    url: citable.link,
    urldate: citable.accessed,
  };
  const written = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name} = {${value}},\n`);
  return `@misc{${key},\n${written.join("")}}`;
}

/**
 * `2009-07-17` → `[2009, 7, 17]`.
 * @param {string} iso
 */
const datePartsOf = (iso) => iso.split("-").map(Number);

/** @param {Citable} citable */
function citeCsl(citable) {
  const item = {
    id: idOf(citable),
    type: "webpage",
    title: `${WORK}, ${nameOf(citable)}`,
    author: [{ literal: PUBLISHER }],
    "container-title": WORK,
    edition: citable.setName || undefined,
    issued: { "date-parts": [datePartsOf(citable.edition)] },
    accessed: { "date-parts": [datePartsOf(citable.accessed)] },
    section: citable.number,
    URL: citable.link || undefined,
  };
  return JSON.stringify([item], null, 2);
}

/**
 * The forms by name: the words for each in the dialog, and the function that writes it.
 * @type {Record<string, [words: string, write: (citable: Citable) => string]>}
 */
export const FORMS = {
  plain: ["Plain text", citePlain],
  markdown: ["Markdown", citeMarkdown],
  wikitext: ["Wikitext", citeWikitext],
  "cite-web": ["Wikitext, {{cite web}}", citeWeb],
  bibtex: ["BibTeX", citeBibtex],
  "csl-json": ["CSL-JSON", citeCsl],
};

/**
 * Writes a citation.
 * @param {Citable} citable
 * @param {string} form a name of `FORMS`
 */
export const cite = (citable, form) => FORMS[form][1](citable);
