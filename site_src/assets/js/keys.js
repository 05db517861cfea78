// @ts-check
// The keys of a page: j and k go from rule to rule, g goes to a number, ? lists the keys. The key
// `/` is in early.js. Readers who dictate, or strike keys by accident, can turn single letters off
// (WCAG 2.1.4); the browser stores that choice.
import { editionHere, element, latestEdition, makeButton, modal, recordOf } from "./lib/dom.js";
import { addressOf, numberIn } from "./jump.js";
import { address } from "./site.js";
import { jumpTable } from "./lib/jump-table.js";
import { not_here } from "../sentences.json";
import { say } from "./lib/say.js";

const STORED = "comprules.keys";
/** The links on which j and k stop: the number of each rule, the name of each glossary entry. */
const STOPS = ".rule > a.num, .term > h2 > a";
/** The height of the bars at the top, in pixels: a rule above it is behind them. */
const TOP = 60;
const KEYS = [
  ["/", "Search"],
  ["j", "Next rule"],
  ["k", "Previous rule"],
  ["g", "Go to a number"],
  ["?", "These keys"],
  ["Esc", "Close the open panel"],
];

/** Whether the reader has not turned single letters off. */
const lettersAreKeys = () => document.documentElement.dataset.keys !== "off";

/**
 * Goes to the next stop, or to the previous one.
 * @param {1 | -1} by
 */
function step(by) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(STOPS);
  const stops = [...found].filter((stop) => stop.offsetParent !== null);
  if (!stops.length) return;
  const focused = recordOf(document.activeElement);
  const index = stops.findIndex((stop) => recordOf(stop) === focused);
  const wanted = index < 0 ? firstStep(stops, by) : index + by;
  const next = stops[Math.min(Math.max(wanted, 0), stops.length - 1)];
  next.focus({ preventScroll: true });
  recordOf(next)?.scrollIntoView({ block: "nearest" });
}

/**
 * The index of the stop for the first step, while no rule has the focus: j goes to the first rule
 * in view, k to the one above it.
 * @param {HTMLElement[]} stops
 * @param {1 | -1} by
 */
function firstStep(stops, by) {
  const inView = stops.findIndex((stop) => stop.getBoundingClientRect().top >= TOP);
  if (by < 0) return inView - 1;
  return inView < 0 ? stops.length : inView;
}

/**
 * The address of a number in the edition that the page shows. The result is undefined for a number
 * that the latest edition lacks; an older edition says itself that it lacks a number.
 * @param {string} number
 */
async function placeOf(number) {
  const edition = editionHere();
  if (edition !== latestEdition()) return `e/${edition}/#${number}`;
  return addressOf(await jumpTable(), number);
}

/** Makes the dialog that asks for a number and goes there. */
function makeGoTo() {
  const input = element("input", {
    id: "go-number",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "702.40a",
  });
  const status = element("p", { class: "go-status", role: "status" });
  const form = element(
    "form",
    { method: "dialog" },
    element("label", { for: "go-number" }, "Number"),
    input,
    element("button", { type: "submit" }, "Go"),
  );
  const dialog = modal("go", "Go to a rule", form, status);
  form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const number = numberIn(input.value);
    const place = number ? await placeOf(number) : undefined;
    if (place) {
      dialog.close();
      window.location.assign(address(place));
    } else if (number) {
      const elsewhere = element(
        "a",
        { href: address(`n/?${number}`) },
        "Look it up in the other editions",
      );
      status.replaceChildren(say(not_here, { number: `rule ${number}` }), " ", elsewhere);
    } else status.textContent = "Type a number such as 702 or 702.40a.";
  });
  return dialog;
}

/** @type {HTMLDialogElement | undefined} */
let goTo;

function openGoTo() {
  goTo ??= makeGoTo();
  goTo.showModal();
  const input = goTo.querySelector("input");
  input?.select();
  input?.focus();
}

/** Makes the dialog that lists the keys, with the box that turns single letters off. */
function makeHelp() {
  const list = element("dl", { class: "keys-list" });
  for (const [key, words] of KEYS)
    list.append(
      element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)),
    );
  const box = element("input", { type: "checkbox", id: "keys-on" });
  box.checked = lettersAreKeys();
  box.addEventListener("change", () => {
    const chosen = box.checked ? "on" : "off";
    document.documentElement.dataset.keys = chosen;
    try {
      window.localStorage.setItem(STORED, chosen);
    } catch {
      // without storage the choice applies to this page only
    }
  });
  const choice = element(
    "p",
    { class: "keys-choice" },
    box,
    element("label", { for: "keys-on" }, "Enable single-key shortcuts"),
  );
  return modal("keys", "Keys", list, choice);
}

/** @type {HTMLDialogElement | undefined} */
let help;

function openHelp() {
  help ??= makeHelp();
  help.showModal();
}

/** @type {Record<string, () => void>} */
const ACTION_OF_KEY = { j: () => step(1), k: () => step(-1), g: openGoTo, "?": openHelp };

/**
 * Whether the reader types into a field, or is in a dialog.
 * @param {EventTarget | null} target the element that has the focus
 */
const isTyping = (target) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], dialog") !== null;

export function listenToKeys() {
  const button = makeButton("Keys", openHelp, { class: "keys-open" });
  document.querySelector(".footer-links")?.append(element("li", {}, button));
  document.addEventListener("keydown", (event) => {
    if (
      isTyping(event.target) ||
      !lettersAreKeys() ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented
    )
      return;
    if (!Object.hasOwn(ACTION_OF_KEY, event.key)) return;
    event.preventDefault();
    ACTION_OF_KEY[event.key]();
  });
}
