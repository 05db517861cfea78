// Comparisons: filter, side by side and the choice of editions on the pages of consecutive
// editions; and on `/compare/` any two editions, computed here from the data of the site.
import { element } from "../lib/dom.js";
import { filterByWords } from "../changes/box.js";
import { filterChanges, reveal } from "../compare/chips.js";
import { foldLine } from "../lib/fold-line.js";
import { latestOf, meant, rulesEditions } from "../lib/editions.js";
import { addressOf, pickers } from "../compare/pickers.js";
import { offerContents } from "../compare/sheet.js";
import { showComparison, stopComparing } from "../compare/shown.js";
import { besideOneAnother } from "../compare/side-by-side.js";
import { no_edition } from "../../sentences.json";
import { say, sayFailure } from "../lib/say.js";

const page = document.querySelector(".page-compare");
const picking = page.querySelector(".c-pick");
/** The issues of rulings summaries that are compared with editions by what they restate. */
const issues = (picking.dataset.issues ?? "").split(" ").filter(Boolean);

/** What the line says that stands for the form on a phone. */
const CHANGE = "Compare other editions";

/** The day of an issue that is meant, else that of an edition; empty for nothing of these. */
function issueOrEdition(all, words) {
  if (issues.includes(words)) return words;
  return meant(all, words)?.id ?? "";
}

function start(all) {
  const query = new URLSearchParams(window.location.search);
  const wanted = ["from", "to"].map((name) => query.get(name));
  const latest = latestOf(all);
  const one = issueOrEdition(all, wanted[0]);
  const another = issueOrEdition(all, wanted[1] || "latest");
  if (one && another && issues.includes(one) !== issues.includes(another)) {
    window.location.replace(addressOf(all, one, another, { issues }));
    return;
  }
  const from = meant(all, wanted[0]);
  const to = wanted[1] ? meant(all, wanted[1]) : latest;
  const go = (next) => {
    if (new URL(next).pathname !== window.location.pathname) window.location.assign(next);
    else {
      window.history.pushState(null, "", next);
      start(all);
    }
  };
  const makePickers = () =>
    pickers(all, from?.id ?? all.at(-2)?.id ?? latest.id, to?.id ?? latest.id, go, issues);
  const said = page.querySelector(".c-said");
  const unknown = wanted.find((words, at) => words && !(at ? to : from));
  if (unknown)
    said.replaceChildren(
      element("p", { class: "lead", role: "alert" }, say(no_edition, { words: unknown })),
    );
  else if (!wanted[0]) said.replaceChildren();
  if (unknown || !from) {
    stopComparing();
    picking.replaceChildren(makePickers());
    delete document.documentElement.dataset.asked;
    page.querySelector(".c-list").hidden = false;
    page.querySelector(".c-result").replaceChildren();
    page.querySelector("h1").textContent = "Compare two editions";
    return;
  }
  const proper = addressOf(all, from.id, to.id, { search: window.location.search });
  // consecutive editions have a page that is complete at once
  if (new URL(proper).pathname !== window.location.pathname) window.location.replace(proper);
  else {
    // first what is to be fetched
    showComparison(page, from, to, showFailure);
    picking.replaceChildren(foldLine(CHANGE), makePickers());
  }
}

function showFailure(problem) {
  const words = sayFailure("The comparison could not be made", problem);
  page
    .querySelector(".c-said")
    .replaceChildren(element("p", { class: "lead", role: "alert" }, words));
}

window.addEventListener("hashchange", () => reveal(page));
offerContents();

/**
 * Makes the lists of all editions, on a page that is complete without them, when nothing else is to
 * be done.
 */
function showPickersLater(from, to) {
  (window.requestIdleCallback ?? window.setTimeout)(() => {
    rulesEditions()
      .then((all) => {
        if ([...issues, ...all.map((edition) => edition.id)].includes(from))
          picking.replaceChildren(
            foldLine(CHANGE),
            pickers(all, from, to, (next) => window.location.assign(next), issues),
          );
      })
      .catch(() => picking.remove());
  });
}

if (page.dataset.issue) {
  showPickersLater(page.dataset.issue, page.dataset.to);
} else if (page.dataset.from) {
  filterChanges(page);
  besideOneAnother(page);
  filterByWords(page, page.dataset.to);
  showPickersLater(page.dataset.from, page.dataset.to);
} else {
  rulesEditions()
    .then((all) => {
      start(all);
      window.addEventListener("popstate", () => start(all));
    })
    .catch(() =>
      picking.replaceChildren(
        element(
          "p",
          { role: "alert" },
          "The list of editions could not be loaded; reload the page to try again.",
        ),
      ),
    );
}
