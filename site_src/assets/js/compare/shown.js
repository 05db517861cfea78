// @ts-check
// Shows a comparison of any two editions: fetches the data, has the changes computed, and puts them
// into the page part by part.
import { Edition } from "../asof/edition.js";
import { filterByWords } from "../changes/box.js";
import { data } from "../lib/data.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { loadMaterial } from "../lib/material.js";
import { breathe, drawn, inPieces } from "../lib/pieces.js";
import { chapterAsked, GLOSSARY_ANCHOR, isShownFor, nameOfSection } from "../lib/only-chapter.js";
import { say } from "../lib/say.js";
import { stayed } from "../../sentences.json";
import { between } from "./between.js";
import { categoryOf, chapterInWords, counts, shownCategories } from "./categories.js";
import { chips, filterChanges, revealAndScroll } from "./chips.js";
import {
  fillAll,
  fillFirst,
  fillWhenAsked,
  fillWhenNear,
  fillWhenQuiet,
  shownFirst,
} from "./filling.js";
import { announcedBetween, reasonsOf, unannouncedBetween } from "./reasons.js";
import { sortKeys } from "./keys.js";
import { byChapter } from "./chapters.js";
import { anchorOfChapter, anchorOfNumber, chapters, contents, nameOfChapter } from "./render.js";
import { offerSideBySide } from "./side-by-side.js";
import {
  announcedLine,
  linesAbove,
  makeSummary,
  tellOfChapter,
  unannouncedLine,
} from "./summary.js";
import { addUp, countChanges } from "./tally.js";
import { unpackAnnouncements, unpackHistory, unpackManifest } from "./unpack.js";
import { Versions } from "./versions.js";

/**
 * @typedef {import("../asof/edition.js").Row} Row
 * @typedef {import("../data-files.js").Announcements} Announcements
 * @typedef {import("../data-files.js").PackedAnnouncements} PackedAnnouncements
 * @typedef {import("../lib/editions.js").Edition} EditionRow an edition of the list of all
 * @typedef {import("./between.js").Change} Change
 * @typedef {ReturnType<typeof byChapter>} ChangedChapters chapters with their changes
 */

/** Changes that are shown with their words from the beginning, so that nothing moves later. */
const FIRST = 10;
/**
 * Records with other words whose words are fetched before the changes are known: the first changes
 * are most likely among them.
 */
const LIKELY = 30;

const shownNames = new Set(shownCategories.map(({ name }) => name));
const usualTitle = document.title;

/**
 * The versions of all editions, once they are asked for.
 * @type {Promise<Versions> | undefined}
 */
let loaded;

/** Fetches and unpacks the versions of all editions. */
async function readHistory() {
  const [packed, editions] = await Promise.all([
    data("history", "compare/"),
    data("editions", "assets/"),
  ]);
  await breathe();
  const history = await unpackHistory(packed);
  await breathe();
  const works = new Map(editions.map((/** @type {EditionRow} */ { id, work }) => [id, work]));
  return new Versions(history, works);
}

/**
 * Fetches the records of an edition. They have no lineages yet: `setLineages` takes these from the
 * history.
 * @param {string} day
 */
async function readEdition(day) {
  const packed = await data(day, "compare/");
  await breathe();
  return new Edition(unpackManifest(packed));
}

/**
 * Gives the records of an edition their lineages.
 * @param {Edition} edition
 * @param {Versions} versions
 */
function setLineages(edition, versions) {
  const versionByKey = versions.versionsOf(edition.id);
  for (const row of [...edition.rules, ...edition.glossary])
    row.lineage = versions.lineage(versionByKey.get(row.key) ?? -1);
}

/**
 * The chapter that each old chapter became, by the lineages of their headings: `502` → `702`.
 * @param {Edition} old
 * @param {Edition} now
 */
function successorsOf(old, now) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const rule of old.rules) {
    const successor = rule.key.includes(".") ? null : now.byLineage.get(rule.lineage);
    if (successor) found.set(rule.key, successor.key);
  }
  return found;
}

/**
 * The records of the newer edition of which the address asks for the changes: all rules, or those
 * of one chapter, or the glossary.
 * @param {Edition} now
 */
function rowsAsked(now) {
  const asked = chapterAsked(window.location.search);
  if (!asked) return now.rules;
  if (asked === GLOSSARY_ANCHOR) return now.glossary;
  return now.chapters
    .filter(({ number }) => isShownFor(anchorOfNumber(number), asked))
    .flatMap(({ rows }) => rows);
}

/**
 * Begins to fetch the words that a reader most likely sees first, before the changes are known. A
 * failure is reported when the words are needed.
 * @param {Edition} old
 * @param {Edition} now
 */
function readLikelyWords(old, now) {
  const hasOtherWords = (/** @type {Row} */ row) => old.byKey.get(row.key)?.text !== row.text;
  const changed = rowsAsked(now).filter(hasOtherWords).slice(0, LIKELY);
  const before = changed.flatMap((row) => old.byKey.get(row.key) ?? []);
  Promise.all([now.words(changed), old.words(before)]).catch(() => {});
}

/**
 * Fetches the announcements, once; null if that fails.
 * @returns {Promise<PackedAnnouncements | null>}
 */
const fetchAnnounced = () => data("announced", "compare/").catch(() => null);

/**
 * The figures of the changes of each chapter, by its anchor.
 * @param {ChangedChapters} found
 * @param {Edition} now
 */
function countByAnchor(found, now) {
  /** @type {[string, Change[]][]} */
  const changesByAnchor = found.map((chapter) => [anchorOfChapter(chapter, now), chapter.changes]);
  return countChanges(changesByAnchor);
}

/**
 * A sentence about the changes of a chapter, or of the chapters of a section; empty for none.
 * @param {ChangedChapters} chapters
 * @param {string} asked the anchor of the chapter or section
 * @param {Edition} now
 * @param {import("./tally.js").ByChapter} figures of all changes
 */
function sentenceAbout(chapters, asked, now, figures) {
  if (!chapters.length) return "";
  const anchors = chapters.map((chapter) => anchorOfChapter(chapter, now));
  const named = chapters[anchors.indexOf(asked)];
  const name = named ? nameOfChapter(named) : nameOfSection(asked);
  const sums = addUp(anchors.map((anchor) => figures.get(anchor) ?? {}));
  return chapterInWords(name, sums, asked === GLOSSARY_ANCHOR);
}

/**
 * The changes that a reader sees first.
 * @param {ChangedChapters} shown the chapters that are shown
 */
function firstOf(shown) {
  const changes = shown.flatMap((chapter) => chapter.changes);
  return changes.filter((change) => shownNames.has(categoryOf(change))).slice(0, FIRST);
}

/**
 * Fetches the words of some changes.
 * @param {Change[]} changes
 * @param {Edition} old
 * @param {Edition} now
 */
function readWords(changes, old, now) {
  const read = (/** @type {Edition} */ edition, /** @type {string[]} */ keys) =>
    edition.words(edition.rowsOf(keys));
  return Promise.all(changes.flatMap((change) => [read(old, change.old), read(now, change.new)]));
}

/** One comparison on the page; `run` does all of it. */
class ShownComparison {
  /**
   * @param {HTMLElement} page
   * @param {EditionRow} from
   * @param {EditionRow} to
   * @param {AbortSignal} signal aborted when another comparison is wanted
   */
  constructor(page, from, to, signal) {
    this.page = page;
    this.from = from;
    this.to = to;
    this.signal = signal;
    this.result = /** @type {HTMLElement} */ (page.querySelector(".c-result"));
    this.summary = /** @type {HTMLElement} */ (page.querySelector(".c-said"));
    /** It is in the place of the figures until they are computed. */
    this.status = element("p", { class: "lead", role: "status" }, "Comparing …");
    /**
     * The slots of the changes, each with the words that will fill it.
     * @type {Map<Element, import("./words.js").ChangedWords>}
     */
    this.waiting = new Map();
    this.list = element("div", { class: "c-changes" });
  }

  get isCurrent() {
    return !this.signal.aborted;
  }

  /** Fetches, computes and shows the comparison, and gives the browser its turn in between. */
  async run() {
    this.showTitle();
    const fetching = Promise.all([readEdition(this.from.id), readEdition(this.to.id)]);
    // a failure is reported where the editions are awaited below
    fetching.catch(() => {});
    loaded ??= readHistory();
    const [versions] = await Promise.all([loaded, drawn()]);
    const { changes, same } = await between(versions, this.from.id, this.to.id);
    if (!this.isCurrent) return;
    const asked = chapterAsked(window.location.search);
    // before anything else is awaited: it is the largest text of the first screen
    if (!asked) await this.showSummary(changes, "");
    // not before: they would delay the files from which the summary is computed, and its drawing
    if (!asked) fetchAnnounced();
    fetching.then(([old, now]) => readLikelyWords(old, now)).catch(() => {});
    const [old, now] = await fetching;
    for (const edition of [old, now]) {
      setLineages(edition, versions);
      await breathe();
    }
    sortKeys(changes, old.byKey.keys(), now.byKey.keys());
    await breathe();
    const found = byChapter(changes, old, now, successorsOf(old, now));
    await breathe();
    if (!this.isCurrent) return;
    const figures = countByAnchor(found, now);
    const chosen = found.filter((chapter) => isShownFor(anchorOfChapter(chapter, now), asked));
    // the sentence about a chapter needs the chapters of the editions
    if (asked) await this.showSummary(changes, sentenceAbout(chosen, asked, now, figures));
    const first = firstOf(chosen.length ? chosen : found);
    const [packed] = await Promise.all([fetchAnnounced(), readWords(first, old, now)]);
    if (!this.isCurrent) return;
    const announced = packed ? unpackAnnouncements(packed, versions.doc.lineages) : null;
    this.showUnannounced(announced);
    await breathe();
    const reasons = this.makeReasons(announced, old, now);
    const parts = chapters(this.list, found, old, now, this.waiting, reasons, chosen);
    this.putFirst(parts, first.length);
    await breathe();
    await fillFirst(this.waiting);
    if (!this.isCurrent) return;
    this.showResult(changes, found, now, figures);
    await breathe();
    await this.putRest(parts);
    if (!this.isCurrent) return;
    this.showRest(same);
    // last, because Material's script measures the page whenever it grows
    window.setTimeout(loadMaterial);
    await fillWhenQuiet(this.waiting, () => this.isCurrent);
  }

  /**
   * Puts the first changes into the page, below the filters, which work at once: a chapter that
   * they hide is not seen before.
   * @param {Change[]} changes
   * @param {ChangedChapters} found
   * @param {Edition} now
   * @param {import("./tally.js").ByChapter} figures of all changes
   */
  showResult(changes, found, now, figures) {
    const filters = changes.length ? [chips(counts(changes)), contents(found, now)] : [];
    this.result.replaceChildren(...filters, this.list);
    filterChanges(this.page, figures);
  }

  /**
   * Says below the changes how many records stayed the same. The line comes last, because all
   * changes would move it.
   * @param {number} same
   */
  showRest(same) {
    const words = say(stayed, { number: same.toLocaleString("en") });
    this.result.append(element("p", { class: "c-rest" }, words));
  }

  /** Shows which editions are compared, before anything is fetched. */
  showTitle() {
    const dates = [dateInWords(this.from.id), dateInWords(this.to.id)];
    const title = dates.join(" to ");
    const heading = /** @type {HTMLElement} */ (this.page.querySelector("h1"));
    /** @type {HTMLElement} */ (this.page.querySelector(".c-list")).hidden = true;
    const [from, to] = dates;
    const between = element("span", { class: "to" }, "to");
    heading.replaceChildren(element("span", {}, from), " ", element("span", {}, between, " ", to));
    document.title = `${title} · ${usualTitle.split(" · ").at(-1)}`;
    this.summary.replaceChildren(...linesAbove(this.from, this.to), this.status);
    this.result.replaceChildren();
  }

  /**
   * Shows how many rules changed, and waits until that is drawn.
   * @param {Change[]} changes
   * @param {string} aboutChapter a sentence about the one chapter that is shown; empty for all
   */
  async showSummary(changes, aboutChapter) {
    const summary = makeSummary(changes);
    tellOfChapter(summary, aboutChapter);
    this.status.replaceWith(summary);
    await drawn();
  }

  /**
   * Adds a line for the editions without an announcement, if there are any.
   * @param {Announcements | null} known null if they could not be fetched
   */
  showUnannounced(known) {
    const missing = announcedLine("The announcements of these changes could not be loaded.");
    const line = known
      ? unannouncedLine(unannouncedBetween(known, this.from.id, this.to.id).length)
      : [missing];
    this.summary.append(...line);
  }

  /**
   * Returns a function that gives the bulletins that announced a change.
   * @param {Announcements | null} known null if they could not be fetched
   * @param {Edition} old
   * @param {Edition} now
   * @returns {(change: Change) => import("./reasons.js").Reason[]}
   */
  makeReasons(known, old, now) {
    if (!known) return () => [];
    const announced = announcedBetween(known, this.from.id, this.to.id);
    const lineagesOf = (/** @type {Edition} */ edition, /** @type {string[]} */ keys) =>
      keys.flatMap((key) => edition.byKey.get(key)?.lineage ?? []);
    return (change) => {
      const lineages = [...lineagesOf(old, change.old), ...lineagesOf(now, change.new)];
      return reasonsOf(known, announced, lineages);
    };
  }

  /**
   * Puts the first parts into the list, until it has the changes that a reader sees first.
   * @param {Generator<[Element, Element]>} parts as `chapters` of render.js yields them
   * @param {number} wanted how many changes of the categories that are shown at first
   */
  putFirst(parts, wanted) {
    let put = 0;
    while (put < wanted) {
      const { value, done } = parts.next();
      if (done) return;
      const [parent, part] = value;
      parent.append(part);
      if (part.matches(shownFirst)) put += 1;
    }
  }

  /**
   * Puts the remaining parts into the page, and makes its links and its search work.
   * @param {Generator<[Element, Element]>} parts the parts that are left
   */
  async putRest(parts) {
    offerSideBySide(this.page);
    fillWhenAsked(this.waiting);
    const observe = fillWhenNear(this.waiting);
    observe(this.list);
    const whole = inPieces(parts, ([parent, part]) => {
      if (!this.isCurrent) {
        parts.return(undefined);
        return;
      }
      parent.append(part);
      observe(part);
    }).then(() => this.isCurrent && revealAndScroll(this.page));
    filterByWords(this.page, this.to.id, () => whole.then(() => fillAll(this.waiting)));
    await whole;
  }
}

/**
 * Aborts the comparison on the page when another one is wanted.
 * @type {AbortController | undefined}
 */
let current;

/** Ends the comparison on the page, which may still be being fetched. */
export function stopComparing() {
  current?.abort();
  document.title = usualTitle;
}

/**
 * Compares two editions on the page, in place of the comparison shown before.
 * @param {HTMLElement} page
 * @param {EditionRow} from
 * @param {EditionRow} to
 * @param {(problem: unknown) => void} fail is called with an error, unless another comparison is
 *   wanted meanwhile
 */
export async function showComparison(page, from, to, fail) {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  try {
    await new ShownComparison(page, from, to, controller.signal).run();
  } catch (problem) {
    if (controller.signal.aborted) return;
    loaded = undefined;
    fail(problem);
  }
}
