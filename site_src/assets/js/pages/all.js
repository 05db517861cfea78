// A whole edition on one page: for the browser's own search, and for paper. Chapter after chapter
// is put in, so that the first can be read while the rest is made.
import { editionOf } from "../asof/edition.js";
import { hrefOf } from "../lib/record-key.js";
import { rule, term } from "../asof/records.js";
import { element } from "../lib/dom.js";
import { drawnLater } from "../lib/later.js";
import { breathe, inPieces } from "../lib/pieces.js";
import { symbols } from "../lib/passage.js";
import { anchorHere } from "../site.js";
import { loadMaterial } from "../lib/material.js";
import { sayFailure } from "../lib/say.js";

const page = document.querySelector("[data-all]");
const state = page.querySelector(".all-state");
const place = page.querySelector(".all-rules");

function go() {
  const anchor = anchorHere();
  const target = anchor ? document.getElementById(anchor) : null;
  target?.scrollIntoView();
  return Boolean(target);
}

/**
 * So many chapters are on their way at once: enough for a slow network, and few enough that
 * something else comes between.
 */
const AHEAD = 8;

const title = (number, heading) =>
  element(
    "h2",
    {},
    number ? [element("span", { class: "num" }, number), " "] : null,
    symbols(heading),
  );

async function fill() {
  const edition = await editionOf(page.dataset.all);
  await breathe();
  const parts = edition.chapters.map(({ number, rows }) => ({
    id: number,
    number,
    heading: edition.headings[number] ?? "Untitled",
    rows,
    make: rule,
  }));
  if (edition.glossary.length)
    parts.push({
      id: "glossary",
      number: "",
      heading: "Glossary",
      rows: edition.glossary,
      make: term,
    });
  const link = (part) =>
    element(
      "li",
      {},
      element(
        "a",
        { href: hrefOf(part.id) },
        element("span", { class: "num" }, part.number),
        " ",
        symbols(part.heading),
      ),
    );
  page
    .querySelector(".all-contents")
    .replaceChildren(
      element(
        "details",
        {},
        element("summary", {}, "Chapters"),
        element("ul", {}, parts.map(link)),
      ),
    );
  const width = place.clientWidth;
  const words = [];
  const ask = (part) => {
    if (!part) return;
    words.push(edition.words(part.rows));
    words.at(-1).catch(() => {});
  };
  parts.slice(0, AHEAD).forEach(ask);
  let found = false;
  for (const [at, part] of parts.entries()) {
    ask(parts[at + AHEAD]);
    const texts = await words[at];
    const rows = part.rows.filter((row) => row.key !== part.id || texts.get(row.key).text);
    const made = [];
    await inPieces(rows, (row) =>
      made.push(part.make(edition, row, texts.get(row.key), { quiet: false })),
    );
    const section = drawnLater(width, title(part.number, part.heading), made);
    if (rows[0]?.key !== part.id) section.id = part.id;
    place.append(section);
    found ||= go();
    await breathe();
    loadMaterial();
  }
  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}`;
  state.textContent = [
    count(edition.rules.length, "rules"),
    edition.glossary.length && count(edition.glossary.length, "glossary entries"),
  ]
    .filter(Boolean)
    .join(" and ");
  if (!found) go();
}

window.addEventListener("hashchange", go);
fill().catch((problem) => {
  state.setAttribute("role", "alert");
  state.textContent = sayFailure("The rules could not be loaded", problem);
});
