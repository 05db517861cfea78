// Comparisons: filter, side by side and the choice of editions on the pages of consecutive
// editions; and on `/compare/` any two editions, computed here from the data of the site.
import { address, anchorHere } from "../site.js";
import { data } from "../lib/data.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { breathe, inPieces } from "../lib/pieces.js";
import { Edition } from "../asof/edition.js";
import { Versions, between } from "../compare/between.js";
import { unpackAnnouncements, unpackHistory, unpackManifest } from "../compare/unpack.js";
import { filterByWords } from "../changes/box.js";
import { chips, filterChanges, reveal } from "../compare/chips.js";
import { latestOf, meant, rulesEditions, setOf } from "../lib/editions.js";
import { addressOf, pickers } from "../compare/pickers.js";
import { announcedBetween, reasonsOf, unannouncedBetween } from "../compare/reasons.js";
import {
  fillAll,
  fillFirst,
  fillWhenAsked,
  fillWhenNear,
  fillWhenQuiet,
  shownFirst,
} from "../compare/filling.js";
import { besideOneAnother } from "../compare/side-by-side.js";
import { categories, categoryOf, counts, inWords as countsInWords } from "../compare/categories.js";
import { byChapter, chapters, contents } from "../compare/render.js";
import { no_edition, retyped, stayed, unannounced } from "../../sentences.json";
import { loadMaterial } from "../lib/material.js";
import { say, sayFailure } from "../lib/say.js";

const page = document.querySelector(".page-compare");
const picking = page.querySelector(".c-pick");
/** The issues of rulings summaries that are compared with editions by what they restate. */
const issues = (picking.dataset.issues ?? "").split(" ").filter(Boolean);

let loaded;

/** All versions. */
async function readHistory() {
  const [packed, editions] = await Promise.all([
    data("history", "compare/"),
    data("editions", "assets/"),
  ]);
  const history = unpackHistory(packed);
  await breathe();
  return new Versions(history, new Map(editions.map((edition) => [edition.id, edition.work])));
}

/** The records of an edition; it is the history that knows their lineages. */
async function readEdition(day) {
  return new Edition(unpackManifest(await data(day, "compare/")));
}

function setLineages(edition, versions) {
  const standing = versions.standing(edition.id);
  for (const row of [...edition.rules, ...edition.glossary])
    row.lineage = versions.lineage(standing.get(row.key));
}

/** Old chapters and what they are now, where the main line of their rules leads. */
function successorsOf(old, now) {
  const found = new Map();
  for (const rule of old.rules) {
    const successor = rule.key.includes(".") ? null : now.byLineage.get(rule.lineage);
    if (successor) found.set(rule.key, successor.key);
  }
  return found;
}

const FIRST = 10;
/** Of so many records whose words differ the first ten changes that are shown are most likely. */
const LIKELY = 30;
const isShown = (change) =>
  categories.some(({ name, shown }) => shown && name === categoryOf(change));

/** Fetches the words that a reader most likely sees first, before it is known which these are. */
function readLikelyWords([old, now]) {
  const changed = now.rules
    .filter(({ key, text }) => old.byKey.get(key)?.text !== text)
    .slice(0, LIKELY);
  const before = changed.flatMap(({ key }) => old.byKey.get(key) ?? []);
  Promise.all([now.words(changed), old.words(before)]).catch(() => {});
}

/** Fetches the words of the changes that a reader sees first. */
function readFirstWords(found, old, now) {
  const rows = (edition, keys) => keys.map((key) => edition.byKey.get(key));
  const first = found.flatMap(({ changes }) => changes.filter(isShown)).slice(0, FIRST);
  return Promise.all(
    first.flatMap((change) => [old.words(rows(old, change.old)), now.words(rows(now, change.new))]),
  );
}

/** Puts chapters into the page up to those changes that a reader sees first. */
function putFirst(parts) {
  for (let put = 0; put < FIRST; ) {
    const { value, done } = parts.next();
    if (done) return;
    const [into, part] = value;
    into.append(part);
    if (part.matches(shownFirst)) put += 1;
  }
}

/** Says of how many steps no announcement is known; the list of bulletins says why. */
function tellUnannounced(number) {
  if (!number) return [];
  const words = say(unannounced, { editions: number === 1 ? "one edition" : `${number} editions` });
  return [
    element(
      "p",
      { class: "announced" },
      words,
      " ",
      element("a", { href: address("bulletins/#unannounced") }, "Why"),
      ".",
    ),
  ];
}

let asked = 0;
const usualTitle = document.title;

async function show(from, to) {
  const mine = (asked += 1);
  const place = page.querySelector(".c-result");
  const said = page.querySelector(".c-said");
  page.querySelector(".c-list").hidden = true;
  const title = `${dateInWords(from.id)} to ${dateInWords(to.id)}`;
  page.querySelector("h1").textContent = title;
  document.title = `${title} · ${usualTitle.split(" · ").at(-1)}`;
  said.replaceChildren(element("p", { class: "lead", role: "status" }, "Comparing …"));
  place.replaceChildren();
  loaded ??= readHistory();
  const both = Promise.all([from.id, to.id].map(readEdition));
  both.then(readLikelyWords, () => {});
  // nothing is computed from it, so it comes while the comparison is
  const needed = ["history", from.id, to.id].map((name) => data(name, "compare/"));
  const announcements = Promise.allSettled(needed)
    .then(() => data("announced", "compare/"))
    .catch(() => null);
  const versions = await loaded;
  const [old, now] = await both;
  setLineages(old, versions);
  setLineages(now, versions);
  await breathe();
  const [{ changes, same }, packed] = await Promise.all([
    between(versions, from.id, to.id),
    announcements,
  ]);
  const doc = packed
    ? unpackAnnouncements(packed, versions.doc.lineages)
    : { bulletins: {}, announcements: [], unannounced: [] };
  const found = byChapter(changes, old, now, successorsOf(old, now));
  // what is seen first comes with its words, so that nothing moves
  await readFirstWords(found, old, now);
  if (mine !== asked) return;
  const waiting = new Map();
  const sentences = countsInWords(changes).map((sentence) => element("span", {}, sentence, " "));
  said.replaceChildren(
    element(
      "p",
      { class: "lead" },
      element("a", { href: address(`e/${from.id}/`) }, setOf(from) || dateInWords(from.id)),
      " to ",
      element("a", { href: address(`e/${to.id}/`) }, setOf(to) || dateInWords(to.id)),
      from.id > to.id ? ", backwards." : ".",
    ),
    ...[from, to]
      .filter((edition) => edition.reason)
      .map((edition) =>
        element(
          "p",
          { class: "retyped" },
          say(retyped, { day: dateInWords(edition.id), reason: edition.reason }),
        ),
      ),
    element("p", { class: "c-summary" }, sentences),
    ...(packed
      ? tellUnannounced(unannouncedBetween(doc, from.id, to.id).length)
      : [
          element(
            "p",
            { class: "announced" },
            "What was announced of these changes could not be loaded.",
          ),
        ]),
  );
  const announced = announcedBetween(doc, from.id, to.id);
  const lineages = (edition, keys) => keys.flatMap((key) => edition.byKey.get(key)?.lineage ?? []);
  const why = (change) =>
    reasonsOf(doc, announced, [...lineages(old, change.old), ...lineages(now, change.new)]);
  const list = element("div", { class: "c-changes" });
  const parts = chapters(list, found, old, now, waiting, why);
  putFirst(parts);
  await fillFirst(waiting);
  if (mine !== asked) return;
  place.replaceChildren(
    ...(changes.length ? [chips(counts(changes)), contents(found, now)] : []),
    list,
    element("p", { class: "c-rest" }, say(stayed, { number: same.toLocaleString("en") })),
  );
  window.setTimeout(loadMaterial);
  filterChanges(page);
  besideOneAnother(page);
  fillWhenAsked(waiting);
  const observe = fillWhenNear(waiting);
  observe(list);
  const putRest = async () => {
    await inPieces(parts, ([into, part]) => {
      if (mine !== asked) parts.return();
      else {
        into.append(part);
        observe(part);
      }
    });
    if (mine !== asked) return;
    // the browser has looked for it before it was there
    reveal(page);
    const target = document.getElementById(anchorHere());
    target?.scrollIntoView();
    // what is drawn near it now may be higher than it was before
    if (target) requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()));
  };
  const whole = putRest();
  filterByWords(page, to.id, () => whole.then(() => fillAll(waiting)));
  await whole;
  await fillWhenQuiet(waiting, () => mine === asked);
}

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
  const showPickers = () =>
    picking.replaceChildren(
      pickers(all, from?.id ?? all.at(-2)?.id ?? latest.id, to?.id ?? latest.id, go, issues),
    );
  const said = page.querySelector(".c-said");
  const unknown = wanted.find((words, at) => words && !(at ? to : from));
  if (unknown)
    said.replaceChildren(
      element("p", { class: "lead", role: "alert" }, say(no_edition, { words: unknown })),
    );
  else if (!wanted[0]) said.replaceChildren();
  if (unknown || !from) {
    // a comparison on its way is wanted no more
    asked += 1;
    document.title = usualTitle;
    showPickers();
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
    const shown = show(from, to);
    const mine = asked;
    showPickers();
    shown.catch((error) => {
      if (mine !== asked) return;
      loaded = undefined;
      page
        .querySelector(".c-said")
        .replaceChildren(
          element(
            "p",
            { class: "lead", role: "alert" },
            sayFailure("The comparison could not be made", error),
          ),
        );
    });
  }
}

window.addEventListener("hashchange", () => reveal(page));

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
