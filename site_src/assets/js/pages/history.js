// @ts-check
// The tools of a history page: the filter and the order of the versions, the ages of phrases, and
// the comparison of each version with today.
import changes from "../../changes.json" with { type: "json" };
import { anchorHere } from "../lib/address-bar.js";
import { capitalize } from "../lib/capitalize.js";
import { element } from "../lib/dom.js";
import { copyButtons } from "../lib/copy-number.js";
import { showAges } from "../lib/ages.js";
import { goToPlace, keepPlace, keptPlace } from "../lib/later.js";
import { offerComparison } from "../lib/with-today.js";

/**
 * The boxes of the filter: the name of each in the address, its words, and the marks of the
 * versions that it shows (`data-marks`). A version with any other mark, such as `split`, is always
 * shown.
 * @type {[name: string, words: string, marks: string[]][]}
 */
const CHOICES = [
  ...changes
    .filter(({ gravity, slight }) => gravity && !slight)
    .map(
      /** @returns {[string, string, string[]]} */
      ({ name }) => [name, capitalize(name), [name]],
    ),
  [
    "slight",
    "References, typography",
    changes.filter(({ slight }) => slight).map(({ name }) => name),
  ],
  ["numbers", "New numbers", ["renumbered", "moved"]],
];

const tools = document.querySelector(".tools");
const state = new URLSearchParams(window.location.search);

/**
 * Keeps a choice in the address, so that readers can send it.
 * @param {string} name
 * @param {string} value empty for the usual choice, which the address leaves out
 */
function remember(name, value) {
  if (value) state.set(name, value);
  else state.delete(name);
  const query = String(state);
  window.history.replaceState(
    window.history.state,
    "",
    `${window.location.pathname}${query ? `?${query}` : ""}${window.location.hash}`,
  );
}

/** Makes the boxes that hide kinds of versions: `?hide=slight,numbers`. */
function makeFilter() {
  const boxes = CHOICES.map(([name, words, marks]) => {
    const box = element("input", { type: "checkbox", name });
    box.checked = !(state.get("hide") ?? "").split(",").includes(name);
    return { name, words, marks, box };
  });
  const unchecked = () => boxes.filter(({ box }) => !box.checked);
  const hideVersions = () => hideMarked(new Set(unchecked().flatMap(({ marks }) => marks)));
  const group = element(
    "fieldset",
    {},
    element("legend", {}, "Show"),
    boxes.map(({ words, box }) => element("label", { class: "tool" }, box, ` ${words}`)),
  );
  group.addEventListener("change", () => {
    hideVersions();
    const names = unchecked().map(({ name }) => name);
    remember("hide", names.join(","));
  });
  hideVersions();
  return group;
}

/**
 * Hides the versions whose marks are all among some.
 * @param {Set<string>} hidden
 */
function hideMarked(hidden) {
  /** @type {NodeListOf<HTMLElement>} */
  const versions = document.querySelectorAll(".v[data-marks]");
  for (const version of versions) {
    const marks = version.dataset.marks?.split(" ") ?? [];
    version.hidden = marks.every((mark) => hidden.has(mark));
  }
}

/** Makes the choice of the order of versions: `?order=oldest`. */
function makeOrder() {
  const choice = element(
    "select",
    {},
    element("option", { value: "" }, "Newest first"),
    element("option", { value: "oldest" }, "Oldest first"),
  );
  const reverse = () => {
    for (const list of document.querySelectorAll(".timeline, .v-fold > details")) {
      const isSummary = (/** @type {Element} */ child) => child.localName === "summary";
      const children = [...list.children];
      const versions = children.filter((child) => !isSummary(child));
      list.replaceChildren(...children.filter(isSummary), ...versions.reverse());
    }
  };
  choice.value = state.get("order") === "oldest" ? "oldest" : "";
  // the page has the newest version first
  if (choice.value) reverse();
  choice.addEventListener("change", () => {
    reverse();
    remember("order", choice.value);
  });
  return element("label", { class: "tool" }, "Order ", choice);
}

/**
 * Keeps the switch of the ages, which works without a script, in the address (`?ages=1`): the
 * reading pages have such links.
 */
function keepAges() {
  const box = document.getElementById("ages");
  if (!(box instanceof HTMLInputElement)) return;
  box.checked = state.has("ages");
  box.addEventListener("change", () => {
    delete document.documentElement.dataset.ages;
    remember("ages", box.checked ? "1" : "");
  });
  showAges(box);
}

if (tools) {
  // on a phone the choices are folded, so that the versions come first
  const small = window.matchMedia("(max-width: 40rem)").matches;
  const choices = [makeFilter(), makeOrder()];
  if (small)
    tools.append(
      element(
        "details",
        { class: "tools-more" },
        element("summary", {}, "Filter and order"),
        choices,
      ),
    );
  else tools.append(...choices);
  keepAges();
  offerComparison();
}
// until now, the style sheet has kept room for the buttons of the comparison
document.documentElement.dataset.offered = "";
copyButtons();
keepPlace();
// the tools have made the content above higher: scroll to the anchor again
const anchor = anchorHere() && document.getElementById(anchorHere());
if (keptPlace()) goToPlace(keptPlace());
else if (anchor) anchor.scrollIntoView();
window.addEventListener("popstate", () => keptPlace() && goToPlace(keptPlace()));
