// @ts-check
// The pages of comparisons. Those of consecutive editions are complete, and get their filters and
// the choice of editions; on `/compare/` any two editions are compared, computed from the site's
// data.
import { element } from "../lib/dom.js";
import { filterByWords } from "../changes/box.js";
import { filterChanges, offerChapter, reveal } from "../compare/chips.js";
import { foldLine } from "../lib/fold-line.js";
import { latestOf, editionNamed, rulesEditions } from "../lib/editions.js";
import { addressOf, pickers } from "../compare/pickers.js";
import { countAll, loadRest } from "../compare/rest.js";
import { offerContents } from "../compare/sheet.js";
import { showComparison, stopComparing } from "../compare/shown.js";
import { offerSideBySide } from "../compare/side-by-side.js";
import { no_edition } from "../../sentences.json";
import { say, sayFailure } from "../lib/say.js";

/** @typedef {import("../lib/editions.js").Edition} Edition */

const page = /** @type {HTMLElement} */ (document.querySelector(".page-compare"));
/** @param {string} selector of an element that every page of a comparison has */
const partOf = (selector) => /** @type {HTMLElement} */ (page.querySelector(selector));
const picking = partOf(".c-pick");
/** The issues of rulings summaries that are compared with editions by what they restate. */
const issues = (picking.dataset.issues ?? "").split(" ").filter(Boolean);

/** The words of the line that replaces the form on a phone. */
const OPEN_FORM = "Compare other editions";

/** Shows, in place of a comparison, why there is none. */
const showProblem = (/** @type {string} */ words) =>
  partOf(".c-said").replaceChildren(element("p", { class: "lead", role: "alert" }, words));

/**
 * The day of the issue or the edition that somebody means; empty for any other words.
 * @param {Edition[]} all
 * @param {string | null} words `M10`, `2009-07-11`, `latest`
 */
function issueOrEdition(all, words) {
  if (words && issues.includes(words)) return words;
  return editionNamed(all, words)?.id ?? "";
}

/**
 * The address of the comparison of an issue with an edition; empty if the words do not mean an
 * issue and an edition.
 * @param {Edition[]} all
 * @param {string | null} from
 * @param {string | null} to
 */
function addressWithIssue(all, from, to) {
  const fromId = issueOrEdition(all, from);
  const toId = issueOrEdition(all, to || "latest");
  const hasIssue = issues.includes(fromId) !== issues.includes(toId);
  return fromId && toId && hasIssue ? addressOf(all, fromId, toId, { issues }) : "";
}

/** Shows the list of the comparisons that have pages of their own. */
function showList() {
  stopComparing();
  delete document.documentElement.dataset.question;
  partOf(".c-list").hidden = false;
  partOf(".c-result").replaceChildren();
  partOf("h1").textContent = "Compare two editions";
}

/**
 * Shows the comparison that the address asks for, or goes to the page that has it; without one it
 * shows the list of comparisons.
 * @param {Edition[]} all
 */
function start(all) {
  const query = new URLSearchParams(window.location.search);
  const [wantedFrom, wantedTo] = [query.get("from"), query.get("to")];
  const withIssue = addressWithIssue(all, wantedFrom, wantedTo);
  if (withIssue) {
    window.location.replace(withIssue);
    return;
  }
  const latest = latestOf(all);
  const from = editionNamed(all, wantedFrom);
  const to = wantedTo ? editionNamed(all, wantedTo) : latest;
  const go = (/** @type {string} */ next) => {
    if (new URL(next).pathname !== window.location.pathname) window.location.assign(next);
    else {
      window.history.pushState(null, "", next);
      start(all);
    }
  };
  const newest = latest?.id ?? "";
  const makePickers = () =>
    pickers(all, from?.id ?? all.at(-2)?.id ?? newest, to?.id ?? newest, go, issues);
  const unknown = (!from && wantedFrom) || (!to && wantedTo);
  if (unknown) showProblem(say(no_edition, { words: unknown }));
  else if (!wantedFrom) partOf(".c-said").replaceChildren();
  if (!from || !to) {
    showList();
    picking.replaceChildren(makePickers());
    return;
  }
  const proper = addressOf(all, from.id, to.id, { search: window.location.search });
  // consecutive editions have a page of their own
  if (new URL(proper).pathname !== window.location.pathname) window.location.replace(proper);
  else {
    document.documentElement.dataset.question = "";
    // before the form, because it begins to fetch files
    showComparison(page, from, to, showFailure);
    picking.replaceChildren(foldLine(OPEN_FORM), makePickers());
  }
}

const showFailure = (/** @type {unknown} */ problem) =>
  showProblem(sayFailure("The comparison could not be made", problem));

window.addEventListener("hashchange", () => reveal(page));
offerContents();

/**
 * Puts the form into a page that is complete without it, when the browser has nothing else to do.
 * @param {string} from
 * @param {string} to
 */
function showPickersLater(from, to) {
  (window.requestIdleCallback ?? window.setTimeout)(() => {
    rulesEditions()
      .then((all) => {
        if ([...issues, ...all.map((edition) => edition.id)].includes(from))
          picking.replaceChildren(
            foldLine(OPEN_FORM),
            pickers(all, from, to, (next) => window.location.assign(next), issues),
          );
      })
      .catch(() => picking.remove());
  });
}

const { issue, from, to = "" } = page.dataset;
if (issue) {
  showPickersLater(issue, to);
} else if (from) {
  for (const section of page.querySelectorAll(".c-chapter")) offerChapter(section);
  const whole = loadRest(page);
  filterChanges(page, countAll(page));
  offerSideBySide(page);
  filterByWords(page, to, () => whole);
  showPickersLater(from, to);
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
