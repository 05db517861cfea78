// Which categories of changes are shown. The style sheet does it by the boxes alone; this keeps the
// choice in the address (`?class=added,wording`) and says how many are hidden.
import { anchorHere } from "../site.js";
import { element } from "../lib/dom.js";
import { figure } from "./categories.js";
import { all_shown, no_changes, some_printed, some_shown } from "../../sentences.json";
import { say } from "../lib/say.js";

const KEY = "class";
const FIRST = "as at first";

const boxes = (page) => [...page.querySelectorAll(".chips input")];
const figureOf = (box) =>
  Number(box.parentElement.querySelector("b").textContent.replace(/\D/g, ""));

/** The same boxes as on the pages of consecutive editions. */
export function chips(counts) {
  const chip = ([category, number]) =>
    element(
      "label",
      { class: `chip chip-${category.name}`, title: category.hint },
      element("input", {
        type: "checkbox",
        id: `f-${category.name}`,
        value: category.name,
        checked: category.shown,
        autocomplete: "off",
      }),
      element("span", { class: "sign", "aria-hidden": "true" }, category.sign),
      `${category.word} `,
      element("b", {}, figure(number)),
    );
  return element(
    "div",
    { class: "c-tools" },
    element(
      "fieldset",
      { class: "chips" },
      element("legend", { class: "only-heard" }, "Changes shown"),
      counts.map(chip),
    ),
    element("p", { class: "c-shown", role: "status" }),
    element(
      "label",
      { class: "c-sided" },
      element("input", { type: "checkbox", id: "sided", autocomplete: "off" }),
      " side by side",
    ),
  );
}

function tell(page) {
  const all = boxes(page);
  const total = all.reduce((sum, box) => sum + figureOf(box), 0);
  const shown = all.filter((box) => box.checked).reduce((sum, box) => sum + figureOf(box), 0);
  const isGrepped = page.classList.contains("c-grepped");
  const those = isGrepped ? "changes with these words" : "changes";
  const pattern = shown === total ? all_shown : some_shown;
  const words = say(total ? pattern : no_changes, {
    those,
    shown: figure(shown),
    total: figure(total),
  });
  const said = page.querySelector(".c-shown");
  if (!said) return;
  if (said.textContent !== words) said.textContent = words;
  said.dataset.printed = say(some_printed, {
    those: isGrepped ? `changes with ${page.querySelector("#grep").value.trim()}` : "changes",
    shown: figure(shown),
    total: figure(total),
  });
}

function remember(page) {
  const here = new URL(window.location.href);
  const all = boxes(page);
  const chosen = all.filter((box) => box.checked).map((box) => box.value);
  const usual = all.every((box) => box.checked === (box.dataset.first === FIRST));
  if (usual) here.searchParams.delete(KEY);
  else here.searchParams.set(KEY, chosen.join(",") || "none");
  window.history.replaceState(window.history.state, "", here.href.replaceAll("%2C", ","));
}

/** Sets the boxes from the address; a name that the comparison has not is no harm. */
function recall(page) {
  const wanted = new URLSearchParams(window.location.search).get(KEY)?.split(",");
  if (!wanted) return;
  const all = boxes(page);
  for (const box of all) box.checked = wanted.includes(box.value) || wanted.includes("all");
}

/**
 * Puts other figures into the boxes: of the changes with some words, by category; null for the
 * figures of all changes.
 */
export function filterChips(page, counts) {
  page.classList.toggle("c-grepped", counts !== null);
  for (const box of boxes(page)) {
    const shown = box.parentElement.querySelector("b");
    box.dataset.all ??= shown.textContent;
    shown.textContent = counts ? figure(counts[box.value] ?? 0) : box.dataset.all;
  }
  tell(page);
}

/** What an address points at is shown, whatever the boxes say. */
export function reveal(page) {
  const id = anchorHere();
  const target = id && document.getElementById(id);
  const category = target && /\bs-(\w+)/.exec(target.className)?.[1];
  const box = category && page.querySelector(`#f-${category}`);
  if (box && !box.checked) {
    box.checked = true;
    tell(page);
    target.scrollIntoView();
  }
}

/** Makes the boxes of a page work. */
export function filterChanges(page) {
  for (const box of boxes(page)) box.dataset.first = box.checked ? FIRST : "";
  recall(page);
  tell(page);
  page.querySelector(".chips")?.addEventListener("change", () => {
    tell(page);
    remember(page);
  });
  reveal(page);
}
