// @ts-check
// A comparison of any two editions on the page: fetched, computed, and put there part by part.
import { Edition } from "../asof/edition.js";
import { filterByWords } from "../changes/box.js";
import { data } from "../lib/data.js";
import { dateInWords } from "../lib/dates.js";
import { element } from "../lib/dom.js";
import { setOf } from "../lib/editions.js";
import { loadMaterial } from "../lib/material.js";
import { breathe, inPieces } from "../lib/pieces.js";
import { say } from "../lib/say.js";
import { address } from "../site.js";
import { anchorHere } from "../lib/address-bar.js";
import { retyped, stayed, unannounced } from "../../sentences.json";
import { between } from "./between.js";
import { categoryOf, counts, inWords as countsInWords, shownCategories } from "./categories.js";
import { chips, filterChanges, reveal } from "./chips.js";
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
 * @typedef {import("./between.js").Change} Change
 * @typedef {import("../lib/editions.js").Edition & {reason?: string}} EditionRow an edition; of a
 *   retyped one the reason
 */

/** So many changes that a reader sees first are put with their words, so that nothing moves. */
const FIRST = 10;
/** Of so many records whose words differ the first changes that are shown are most likely. */
const LIKELY = 30;

const shownKinds = new Set(shownCategories.map(({ name }) => name));
const usualTitle = document.title;

/** @type {Promise<Versions> | undefined} */
let loaded;

/** All versions. */
async function readHistory() {
  const [packed, editions] = await Promise.all([
    data("history", "compare/"),
    data("editions", "assets/"),
  ]);
  await breathe();
  const history = await unpackHistory(packed);
  await breathe();
  const works = editions.map((/** @type {any} */ edition) => [edition.id, edition.work]);
  return new Versions(history, new Map(works));
}

/**
 * The records of an edition; it is the history that knows their lineages.
 * @param {string} day
 */
async function readEdition(day) {
  const packed = await data(day, "compare/");
  await breathe();
  return new Edition(unpackManifest(packed));
}

/**
 * @param {Edition} edition
 * @param {Versions} versions
 */
function setLineages(edition, versions) {
  const standing = versions.standing(edition.id);
  for (const row of [...edition.rules, ...edition.glossary])
    row.lineage = versions.lineage(standing.get(row.key) ?? -1);
}

/**
 * Old chapters and what they are now, where the main line of their rules leads.
 * @param {Edition} old
 * @param {Edition} now
 */
function successorsOf(old, now) {
  const found = new Map();
  for (const rule of old.rules) {
    const successor = rule.key.includes(".") ? null : now.byLineage.get(rule.lineage);
    if (successor) found.set(rule.key, successor.key);
  }
  return found;
}

/**
 * Fetches the words that a reader most likely sees first, before it is known which these are.
 * @param {Edition} old
 * @param {Edition} now
 */
function readLikelyWords(old, now) {
  const isOther = (/** @type {any} */ row) => old.byKey.get(row.key)?.text !== row.text;
  const changed = now.rules.filter(isOther).slice(0, LIKELY);
  const before = changed.flatMap((/** @type {any} */ row) => old.byKey.get(row.key) ?? []);
  Promise.all([now.words(changed), old.words(before)]).catch(() => {});
}

/**
 * What was announced; null if it cannot be fetched. Nothing is computed from it, so it comes while
 * the comparison is.
 * @param {string[]} days of the editions, which are fetched first
 */
async function fetchAnnounced(days) {
  await Promise.allSettled(["history", ...days].map((name) => data(name, "compare/")));
  return data("announced", "compare/").catch(() => null);
}

/** @param {string} words */
const announcedLine = (words) => element("p", { class: "announced" }, words);

/**
 * Says of how many steps no announcement is known; the list of bulletins says why.
 * @param {number} number
 */
function tellUnannounced(number) {
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

/** @param {EditionRow} edition */
function tellRetyped({ id, reason }) {
  if (!reason) return [];
  return [element("p", { class: "retyped" }, say(retyped, { day: dateInWords(id), reason }))];
}

/** A comparison, from the first request to the last words. */
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
    this.said = /** @type {HTMLElement} */ (page.querySelector(".c-said"));
    /**
     * The places that wait for their words.
     * @type {Map<Element, import("./words.js").ChangedWords>}
     */
    this.waiting = new Map();
    this.list = element("div", { class: "c-changes" });
  }

  get isCurrent() {
    return !this.signal.aborted;
  }

  async run() {
    this.announce();
    const fetching = Promise.all([readEdition(this.from.id), readEdition(this.to.id)]);
    fetching.then(
      ([old, now]) => readLikelyWords(old, now),
      () => {},
    );
    loaded ??= readHistory();
    const history = loaded;
    const announced = fetchAnnounced([this.from.id, this.to.id]);
    const versions = await history;
    const [old, now] = await fetching;
    for (const edition of [old, now]) {
      setLineages(edition, versions);
      await breathe();
    }
    const { changes, same } = await between(versions, this.from.id, this.to.id);
    sortKeys(changes, old.byKey.keys(), now.byKey.keys());
    const packed = await announced;
    await breathe();
    const found = byChapter(changes, old, now, successorsOf(old, now));
    await breathe();
    // what is seen first comes with its words, so that nothing moves
    await this.readFirstWords(found, old, now);
    if (!this.isCurrent) return;
    const known = packed ? unpackAnnouncements(packed, versions.doc.lineages) : null;
    this.tell(changes, known);
    await breathe();
    const parts = chapters(
      this.list,
      found,
      old,
      now,
      this.waiting,
      this.makeReasons(known, old, now),
    );
    this.putFirst(parts);
    await breathe();
    await fillFirst(this.waiting);
    if (!this.isCurrent) return;
    this.result.replaceChildren(
      ...(changes.length ? [chips(counts(changes)), contents(found, now)] : []),
      this.list,
      element("p", { class: "c-rest" }, say(stayed, { number: same.toLocaleString("en") })),
    );
    await breathe();
    await this.putRest(
      parts,
      countChanges(found.map((chapter) => [anchorOfChapter(chapter, now), chapter.changes])),
    );
    await fillWhenQuiet(this.waiting, () => this.isCurrent);
  }

  /** Says which editions are compared, before anything is there. */
  announce() {
    const dates = [dateInWords(this.from.id), `to ${dateInWords(this.to.id)}`];
    const title = dates.join(" ");
    const heading = /** @type {HTMLElement} */ (this.page.querySelector("h1"));
    /** @type {HTMLElement} */ (this.page.querySelector(".c-list")).hidden = true;
    const [from, to] = dates.map((words) => element("span", {}, words));
    heading.replaceChildren(from, " ", to);
    document.title = `${title} · ${usualTitle.split(" · ").at(-1)}`;
    this.said.replaceChildren(element("p", { class: "lead", role: "status" }, "Comparing …"));
    this.result.replaceChildren();
  }

  /**
   * Fetches the words of the changes that a reader sees first.
   * @param {{changes: Change[]}[]} found
   * @param {Edition} old
   * @param {Edition} now
   */
  readFirstWords(found, old, now) {
    const shown = found.flatMap(({ changes }) =>
      changes.filter((change) => shownKinds.has(categoryOf(change))),
    );
    const rows = (/** @type {Edition} */ edition, /** @type {string[]} */ keys) =>
      edition.words(edition.rowsOf(keys));
    const first = shown.slice(0, FIRST);
    return Promise.all(first.flatMap((change) => [rows(old, change.old), rows(now, change.new)]));
  }

  /**
   * Says what changed in all.
   * @param {Change[]} changes
   * @param {any} known what was announced; null if that could not be fetched
   */
  tell(changes, known) {
    const { from, to } = this;
    const sentences = countsInWords(changes).map((sentence) => element("span", {}, sentence, " "));
    const direction = from.id > to.id ? ", backwards." : ".";
    const missing = announcedLine("The announcements of these changes could not be loaded.");
    this.said.replaceChildren(
      element("p", { class: "lead" }, linkTo(from), " to ", linkTo(to), direction),
      ...tellRetyped(from),
      ...tellRetyped(to),
      element("p", { class: "c-summary" }, sentences),
      ...(known ? tellUnannounced(unannouncedBetween(known, from.id, to.id).length) : [missing]),
    );
  }

  /**
   * Returns what tells of a change which bulletins announced it.
   * @param {any} known
   * @param {Edition} old
   * @param {Edition} now
   * @returns {(change: Change) => any[]}
   */
  makeReasons(known, old, now) {
    if (!known) return () => [];
    const announced = announcedBetween(known, this.from.id, this.to.id);
    const lineages = (/** @type {Edition} */ edition, /** @type {string[]} */ keys) =>
      keys.flatMap((key) => edition.byKey.get(key)?.lineage ?? []);
    return (change) =>
      reasonsOf(known, announced, [...lineages(old, change.old), ...lineages(now, change.new)]);
  }

  /**
   * Puts chapters into the list up to those changes that a reader sees first.
   * @param {Generator<[Element, Element]>} parts
   */
  putFirst(parts) {
    let put = 0;
    while (put < FIRST) {
      const { value, done } = parts.next();
      if (done) return;
      const [into, part] = value;
      into.append(part);
      if (part.matches(shownFirst)) put += 1;
    }
  }

  /**
   * Puts all that is not there yet, and makes the page work.
   * @param {Generator<[Element, Element]>} parts
   * @param {import("./tally.js").ByChapter} figures of all changes
   */
  async putRest(parts, figures) {
    filterChanges(this.page, figures);
    offerSideBySide(this.page);
    fillWhenAsked(this.waiting);
    const observe = fillWhenNear(this.waiting);
    observe(this.list);
    const whole = inPieces(parts, ([into, part]) => {
      if (!this.isCurrent) {
        parts.return(undefined);
        return;
      }
      into.append(part);
      observe(part);
    }).then(() => this.isCurrent && this.scroll());
    filterByWords(this.page, this.to.id, () => whole.then(() => fillAll(this.waiting)));
    await whole;
    // it measures the page whenever that grows
    window.setTimeout(loadMaterial);
  }

  /** Goes to what the address names: the browser has looked for it before it was there. */
  scroll() {
    reveal(this.page);
    const target = document.getElementById(anchorHere());
    if (!target) return;
    target.scrollIntoView();
    // what is drawn near it now may be higher than it was before
    requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()));
  }
}

/** @type {AbortController | undefined} */
let current;

/** Takes a comparison that is on its way from the page: it is wanted no more. */
export function stopComparing() {
  current?.abort();
  document.title = usualTitle;
}

/**
 * Compares two editions on the page, in place of those that it compares now.
 * @param {HTMLElement} page
 * @param {EditionRow} from
 * @param {EditionRow} to
 * @param {(problem: unknown) => void} fail told what went wrong, unless another comparison is
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
