// @ts-check
// Shows a comparison of any two editions: fetches the data, has the changes computed, and puts them
// into the page part by part.
import { Edition } from "../asof/edition.js";
import { filterByWords } from "../changes/box.js";
import { data } from "../lib/data.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { setOf } from "../lib/editions.js";
import { loadMaterial } from "../lib/material.js";
import { breathe, drawn, inPieces } from "../lib/pieces.js";
import { chapterAsked } from "../lib/only-chapter.js";
import { say } from "../lib/say.js";
import { address } from "../site.js";
import { retyped, stayed, unannounced } from "../../sentences.json";
import { between } from "./between.js";
import { categoryOf, counts, inWords as countsInWords, shownCategories } from "./categories.js";
import { chips, filterChanges, OF_CHAPTER, revealAndScroll } from "./chips.js";
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
import { anchorOfChapter, chapters, contents } from "./render.js";
import { offerSideBySide } from "./side-by-side.js";
import { countChanges } from "./tally.js";
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
  const standing = versions.standing(edition.id);
  for (const row of [...edition.rules, ...edition.glossary])
    row.lineage = versions.lineage(standing.get(row.key) ?? -1);
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
 * Begins to fetch the words that a reader most likely sees first, before the changes are known. A
 * failure is reported when the words are needed.
 * @param {Edition} old
 * @param {Edition} now
 */
function readLikelyWords(old, now) {
  const hasOtherWords = (/** @type {Row} */ row) => old.byKey.get(row.key)?.text !== row.text;
  const changed = now.rules.filter(hasOtherWords).slice(0, LIKELY);
  const before = changed.flatMap((row) => old.byKey.get(row.key) ?? []);
  Promise.all([now.words(changed), old.words(before)]).catch(() => {});
}

/**
 * Fetches the announcements; null if that fails. It waits for the data from which the comparison is
 * computed, which is more urgent.
 * @param {string[]} days of the editions
 * @returns {Promise<PackedAnnouncements | null>}
 */
async function fetchAnnounced(days) {
  await Promise.allSettled(["history", ...days].map((name) => data(name, "compare/")));
  return data("announced", "compare/").catch(() => null);
}

/** @param {string} words */
const announcedLine = (words) => element("p", { class: "announced" }, words);

/**
 * A line that says for how many editions no announcement is known, with a link to the reason; empty
 * for none.
 * @param {number} number
 */
function unannouncedLine(number) {
  if (!number) return [];
  const words = say(unannounced, { editions: number === 1 ? "one edition" : `${number} editions` });
  const why = element("a", { href: address("bulletins/#unannounced") }, "Why");
  return [element("p", { class: "announced" }, words, " ", why, ".")];
}

/** @param {EditionRow} edition */
function linkTo(edition) {
  const name = setOf(edition) || dateInWords(edition.id);
  return element("a", { href: address(`e/${edition.id}/`) }, name);
}

/**
 * A line that says why an edition is retyped; empty for other editions.
 * @param {EditionRow} edition
 */
function retypedLine({ id, reason }) {
  if (!reason) return [];
  return [element("p", { class: "retyped" }, say(retyped, { day: dateInWords(id), reason }))];
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
    const [{ versions, old, now, announcing }] = await Promise.all([this.fetchData(), drawn()]);
    for (const edition of [old, now]) {
      setLineages(edition, versions);
      await breathe();
    }
    const { changes, same } = await between(versions, this.from.id, this.to.id);
    if (!this.isCurrent) return;
    // before anything else is fetched: it is the largest text of the first screen
    this.showSummary(changes);
    await drawn();
    sortKeys(changes, old.byKey.keys(), now.byKey.keys());
    const packed = await announcing;
    await breathe();
    const found = byChapter(changes, old, now, successorsOf(old, now));
    await breathe();
    await this.readFirstWords(found, old, now);
    if (!this.isCurrent) return;
    const announced = packed ? unpackAnnouncements(packed, versions.doc.lineages) : null;
    this.showUnannounced(announced);
    await breathe();
    const reasons = this.makeReasons(announced, old, now);
    const parts = chapters(this.list, found, old, now, this.waiting, reasons);
    this.putFirst(parts);
    await breathe();
    await fillFirst(this.waiting);
    if (!this.isCurrent) return;
    this.showResult(changes, found, now, same);
    await breathe();
    /** @type {[string, Change[]][]} */
    const changesByAnchor = found.map((chapter) => [
      anchorOfChapter(chapter, now),
      chapter.changes,
    ]);
    await this.putRest(parts, countChanges(changesByAnchor));
    await fillWhenQuiet(this.waiting, () => this.isCurrent);
  }

  /**
   * Puts the list of changes into the page, between its filters and the line about the rest.
   * @param {Change[]} changes
   * @param {ChangedChapters} found
   * @param {Edition} now
   * @param {number} same how many records stayed the same
   */
  showResult(changes, found, now, same) {
    const filters = changes.length ? [chips(counts(changes)), contents(found, now)] : [];
    const rest = say(stayed, { number: same.toLocaleString("en") });
    this.result.replaceChildren(...filters, this.list, element("p", { class: "c-rest" }, rest));
  }

  /** Fetches the data; `announcing` is a promise of the announcements, which are needed later. */
  async fetchData() {
    const fetching = Promise.all([readEdition(this.from.id), readEdition(this.to.id)]);
    fetching.then(
      ([old, now]) => readLikelyWords(old, now),
      () => {},
    );
    loaded ??= readHistory();
    const history = loaded;
    const announcing = fetchAnnounced([this.from.id, this.to.id]);
    const versions = await history;
    const [old, now] = await fetching;
    return { versions, old, now, announcing };
  }

  /** Shows which editions are compared, before anything is fetched. */
  showTitle() {
    const dates = [dateInWords(this.from.id), `to ${dateInWords(this.to.id)}`];
    const title = dates.join(" ");
    const heading = /** @type {HTMLElement} */ (this.page.querySelector("h1"));
    /** @type {HTMLElement} */ (this.page.querySelector(".c-list")).hidden = true;
    const [from, to] = dates.map((words) => element("span", {}, words));
    heading.replaceChildren(from, " ", to);
    document.title = `${title} · ${usualTitle.split(" · ").at(-1)}`;
    this.summary.replaceChildren(element("p", { class: "lead", role: "status" }, "Comparing …"));
    this.result.replaceChildren();
  }

  /**
   * Fetches the words of the changes that a reader sees first.
   * @param {{changes: Change[]}[]} found chapters with their changes
   * @param {Edition} old
   * @param {Edition} now
   */
  readFirstWords(found, old, now) {
    const shown = found.flatMap(({ changes }) =>
      changes.filter((change) => shownNames.has(categoryOf(change))),
    );
    const read = (/** @type {Edition} */ edition, /** @type {string[]} */ keys) =>
      edition.words(edition.rowsOf(keys));
    const first = shown.slice(0, FIRST);
    return Promise.all(first.flatMap((change) => [read(old, change.old), read(now, change.new)]));
  }

  /**
   * Shows the lines above the changes: the editions, and how many rules changed.
   * @param {Change[]} changes
   */
  showSummary(changes) {
    const { from, to } = this;
    const sentences = countsInWords(changes).map((sentence) => element("span", {}, sentence, " "));
    const direction = from.id > to.id ? ", backwards." : ".";
    this.summary.replaceChildren(
      element("p", { class: "lead" }, linkTo(from), " to ", linkTo(to), direction),
      ...retypedLine(from),
      ...retypedLine(to),
      element(
        "p",
        { class: `c-summary ${chapterAsked(window.location.search) && OF_CHAPTER}` },
        sentences,
      ),
    );
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
   */
  putFirst(parts) {
    let put = 0;
    while (put < FIRST) {
      const { value, done } = parts.next();
      if (done) return;
      const [parent, part] = value;
      parent.append(part);
      if (part.matches(shownFirst)) put += 1;
    }
  }

  /**
   * Puts the remaining parts into the page, and makes its filters and links work.
   * @param {Generator<[Element, Element]>} parts the parts that are left
   * @param {import("./tally.js").ByChapter} figures of all changes
   */
  async putRest(parts, figures) {
    filterChanges(this.page, figures);
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
    // last, because Material's script measures the page whenever it grows
    window.setTimeout(loadMaterial);
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
