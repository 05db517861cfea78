// @ts-check
// When the changes of a comparison get their words: those near the window at once, all others when
// the page is quiet, or when somebody prints the page or opens the browser's own search.
import { element } from "../lib/dom.js";
import { inPieces } from "../lib/pieces.js";
import { shownCategories } from "./categories.js";

/** Milliseconds without input after which a page is quiet. */
const QUIET = 5_000;
/** Changes that get their words in one idle moment, at most. */
const AT_ONCE = 4;
/** Milliseconds of one idle moment after which no further change gets its words. */
const SLICE = 3;
const INPUT = ["scroll", "wheel", "keydown", "pointerdown", "touchstart"];
/** Keys that open the browser's own search or its printing, with Control or Command. */
const ASKING = new Set(["f", "g", "p"]);
const FIRST = 10;

/**
 * The changes by the places of their words.
 * @typedef {Map<Element, import("./words.js").ChangedWords>} Waiting
 */

/**
 * What a browser tells of the network; not all do.
 * @typedef {{ saveData?: boolean, effectiveType?: string }} Connection
 */

export const shownFirst = shownCategories.map(({ name }) => `.s-${name}`).join();

/**
 * Returns what observes the places of a part of the page, and fills each when it comes near the
 * window.
 * @param {Waiting} waiting
 */
export function fillWhenNear(waiting) {
  const near = new IntersectionObserver(
    (found) => {
      for (const { target, isIntersecting } of found) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        waiting
          .get(target)
          ?.fill()
          .catch(() => {
            target.replaceChildren(
              element(
                "p",
                { class: "c-failed" },
                "These words could not be loaded; reload the page to try again.",
              ),
            );
          });
      }
    },
    { rootMargin: "600px" },
  );
  /** @param {Element} part */
  return (part) => {
    for (const slot of part.querySelectorAll(".c-waiting")) near.observe(slot);
  };
}

/**
 * Puts the words of the changes seen first into their places; a failure is told where the reader
 * comes to it.
 * @param {Waiting} waiting
 */
export async function fillFirst(waiting) {
  const first = [...waiting.values()]
    .filter(({ slot }) => slot.closest(shownFirst))
    .slice(0, FIRST);
  await Promise.allSettled(first.map((words) => words.load()));
  await inPieces(first, (words) => {
    if (words.isLoaded && words.isWaiting) words.put();
  });
}

/**
 * Those changes that still wait, first the ones that the boxes show.
 * @param {Waiting} waiting
 */
function leftOf(waiting) {
  const left = [...waiting.values()].filter((words) => words.isWaiting);
  /** @param {import("./words.js").ChangedWords} words */
  const isShown = ({ slot }) => slot.closest(shownFirst) !== null;
  return [...left.filter(isShown), ...left.filter((words) => !isShown(words))];
}

/**
 * Fills all places as soon as possible, where words are looked for.
 * @param {Waiting} waiting
 */
export async function fillAll(waiting) {
  const left = leftOf(waiting);
  await Promise.all(left.map((words) => words.load()));
  await inPieces(left, (words) => {
    if (words.isWaiting) words.put();
  });
}

/**
 * Fills all places before this returns: the printer does not wait. What cannot be fetched is told
 * on the paper.
 * @param {Waiting} waiting
 */
function fillAtOnce(waiting) {
  for (const words of leftOf(waiting)) {
    try {
      if (!words.isLoaded) words.loadAtOnce();
      words.put();
    } catch {
      // the slot says so itself
    }
  }
}

/**
 * Whether the reader asked for little to be fetched, or has a network that is too slow for more.
 */
function isSparing() {
  /** @type {Navigator & { connection?: Connection }} */
  const { connection } = navigator;
  const { saveData = false, effectiveType = "" } = connection ?? {};
  return saveData || effectiveType.endsWith("2g");
}

let lastInput = 0;

/** Waits until there was no input for some time. */
async function untilQuiet() {
  for (let left = QUIET; left > 0; left = lastInput + QUIET - performance.now())
    await new Promise((resolve) => window.setTimeout(resolve, left));
}

const untilIdle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? window.setTimeout)(resolve));

/**
 * Fills all places once the page is quiet, a few in each idle moment, so that the browser's own
 * search finds every change however it is opened. What fails is tried again, and told, where the
 * reader comes to it. Nothing is filled for a reader who wants little to be fetched.
 * @param {Waiting} waiting
 * @param {() => boolean} isCurrent whether the comparison is still the one on the page
 */
export async function fillWhenQuiet(waiting, isCurrent) {
  if (isSparing()) return;
  await untilQuiet();
  let [put, end] = [AT_ONCE, 0];
  for (const words of leftOf(waiting)) {
    const isLoaded =
      words.isLoaded ||
      (await words.load().then(
        () => true,
        () => false,
      ));
    if (put === AT_ONCE || performance.now() >= end) {
      if (performance.now() < lastInput + QUIET) await untilQuiet();
      await untilIdle();
      [put, end] = [0, performance.now() + SLICE];
    }
    if (!isCurrent()) return;
    if (!isLoaded || !words.isWaiting) continue;
    words.put();
    put += 1;
  }
}

/** @type {Waiting} */
let asked = new Map();

/**
 * Lets these places, also those that come later, be filled as soon as somebody prints the page or
 * searches in it.
 * @param {Waiting} waiting
 */
export function fillWhenAsked(waiting) {
  asked = waiting;
}

for (const name of INPUT)
  window.addEventListener(
    name,
    () => {
      lastInput = performance.now();
    },
    { passive: true, capture: true },
  );
window.addEventListener("beforeprint", () => fillAtOnce(asked));
window.addEventListener("keydown", (event) => {
  if (
    event.key === "F3" ||
    ((event.ctrlKey || event.metaKey) && ASKING.has(event.key.toLowerCase()))
  )
    fillAll(asked).catch(() => {});
});
