// @ts-check
// Decides when the changes of a comparison get their words: those near the window at once, all
// others when the page is quiet, or when somebody prints the page or opens the browser's own
// search.
import { element } from "../lib/dom.js";
import { inPieces } from "../lib/pieces.js";
import { shownCategories } from "./categories.js";

/** Milliseconds without input after which a page is quiet. */
const QUIET = 5_000;
/** Changes that get their words in one idle moment, at most. */
const AT_ONCE = 4;
/** Milliseconds of one idle moment after which no further change gets its words. */
const SLICE = 3;
const INPUT_EVENTS = ["scroll", "wheel", "keydown", "pointerdown", "touchstart"];
/** Keys that open the browser's own search or its printing, with Control or Command. */
const SEARCH_OR_PRINT = new Set(["f", "g", "p"]);
/** Changes that get their words before the comparison is shown. */
const FIRST = 10;

/**
 * The changes that need words, by their slots: the elements in which their words will be.
 * @typedef {Map<Element, import("./words.js").ChangedWords>} Waiting
 */

/**
 * The state of the network; not all browsers tell it.
 * @typedef {{ saveData?: boolean, effectiveType?: string }} Connection
 */

/** Selects the changes of the categories that are shown at first: `.s-added,.s-wording` … */
export const shownFirst = shownCategories.map(({ name }) => `.s-${name}`).join();

/**
 * Returns a function that observes the slots in a part of the page. Each slot is filled when it
 * comes near the window.
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
 * Fills the slots of the changes seen first. Slots whose words cannot be fetched stay empty:
 * `fillWhenNear` tries again, and says so.
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
 * The changes whose slots are empty, first those of the categories that are shown at first.
 * @param {Waiting} waiting
 */
function leftOf(waiting) {
  const left = [...waiting.values()].filter((words) => words.isWaiting);
  /** @param {import("./words.js").ChangedWords} words */
  const isShown = ({ slot }) => slot.closest(shownFirst) !== null;
  return [...left.filter(isShown), ...left.filter((words) => !isShown(words))];
}

/**
 * Fills all slots as soon as possible, because somebody searches the page.
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
 * Fills all slots before it returns, because a printer does not wait.
 * @param {Waiting} waiting
 */
function fillAtOnce(waiting) {
  for (const words of leftOf(waiting)) {
    try {
      if (!words.isLoaded) words.loadAtOnce();
      words.put();
    } catch {
      // words that cannot be fetched are missing on paper
    }
  }
}

/** Whether the reader has asked the browser to save data, or has a slow network. */
function savesData() {
  /** @type {Navigator & { connection?: Connection }} */
  const { connection } = navigator;
  const { saveData = false, effectiveType = "" } = connection ?? {};
  return saveData || effectiveType.endsWith("2g");
}

/** When the reader last did something. */
let lastInput = 0;

/** Waits until there was no input for some time. */
async function untilQuiet() {
  for (let left = QUIET; left > 0; left = lastInput + QUIET - performance.now())
    await new Promise((resolve) => window.setTimeout(resolve, left));
}

const untilIdle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? window.setTimeout)(resolve));

/**
 * Fills all slots once the page is quiet, a few in each idle moment, so that the browser's own
 * search finds every change, even if a menu opens it. Slots whose words cannot be fetched stay
 * empty: `fillWhenNear` tries again, and says so. Nothing is fetched for a reader who saves data.
 * @param {Waiting} waiting
 * @param {() => boolean} isCurrent whether the comparison is still the one on the page
 */
export async function fillWhenQuiet(waiting, isCurrent) {
  if (savesData()) return;
  await untilQuiet();
  // the changes filled in this idle moment, and its end; the first change waits for a new moment
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

/**
 * The changes of the comparison on the page.
 * @type {Waiting}
 */
let current = new Map();

/**
 * Has the slots of a comparison filled as soon as somebody prints the page or searches in it. Slots
 * may be added to `waiting` later.
 * @param {Waiting} waiting
 */
export function fillWhenAsked(waiting) {
  current = waiting;
}

for (const name of INPUT_EVENTS)
  window.addEventListener(
    name,
    () => {
      lastInput = performance.now();
    },
    { passive: true, capture: true },
  );
window.addEventListener("beforeprint", () => fillAtOnce(current));
window.addEventListener("keydown", (event) => {
  if (
    event.key === "F3" ||
    ((event.ctrlKey || event.metaKey) && SEARCH_OR_PRINT.has(event.key.toLowerCase()))
  )
    fillAll(current).catch(() => {});
});
