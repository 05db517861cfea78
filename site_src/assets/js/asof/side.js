// The contents of an edition at the side of what is read of it, as on the pages of today.
import { element } from "../lib/dom.js";
import { hrefOf } from "./edition.js";

const layout = document.querySelector(".layout");
let side = null;

/** Shows the contents with the section of a chapter open; for no edition it takes them away. */
export function showSide(edition, number) {
  side?.remove();
  side = null;
  layout.classList.toggle("layout-sided", edition !== null);
  if (edition === null) return;
  const link = (key, words, here) => element("a", { href: hrefOf(key), "aria-current": here ? "true" : null }, element("span", { class: "num" }, key === "glossary" ? "" : key), " ", words);
  const chapters = (section) =>
    edition.chapters
      .filter((one) => one.number[0] === section)
      .map((one) => element("li", {}, link(one.number, edition.headings[one.number] ?? "Untitled", one.number === number)));
  const sections = [...new Set([...edition.rules.filter((row) => row.kind === "section").map((row) => row.key[0]), ...edition.chapters.map((one) => one.number[0])])].sort();
  const items = sections.map((section) =>
    element("li", {}, link(section, edition.headings[section] ?? "Untitled", section === number), section === number?.[0] ? element("ol", {}, chapters(section)) : null),
  );
  const glossary = edition.glossary.length ? element("li", {}, link("glossary", "Glossary", number === "glossary")) : null;
  side = element("nav", { class: "side", "aria-label": "Contents of this edition" }, element("ol", {}, items, glossary));
  layout.prepend(side);
}
