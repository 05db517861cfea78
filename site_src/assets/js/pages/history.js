// @ts-check
// History pages: what is shown, in which order, the ages of words under the pointer, versions
// compared with today.
import changes from "../../changes.json" with { type: "json" };
import { anchorHere } from "../lib/address-bar.js";
import { element } from "../lib/dom.js";
import { copyButtons } from "../lib/copy-number.js";
import { tellAges } from "../lib/ages.js";
import { goToPlace, keepPlace, keptPlace } from "../lib/later.js";
import { offerComparison } from "../lib/with-today.js";

/**
 * What a reader may leave out, by name, in words and by marks; whatever is added, ended, split or
 * merged stays.
 * @type {[name: string, words: string, marks: string[]][]}
 */
const CHOICES = [
  ...changes
    .filter(({ gravity, slight }) => gravity && !slight)
    .map(
      /** @returns {[string, string, string[]]} */
      ({ name }) => [name, `${name[0].toUpperCase()}${name.slice(1)}`, [name]],
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
 * Keeps the choice in the address, so that it can be sent; what is usual is left out.
 * @param {string} name
 * @param {string} value
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

function filter() {
  const boxes = CHOICES.map(([name, words, marks]) => {
    const box = element("input", { type: "checkbox", name });
    box.checked = !(state.get("hide") ?? "").split(",").includes(name);
    return { name, words, marks, box };
  });
  const show = () => {
    const kept = new Set(boxes.filter(({ box }) => box.checked).flatMap(({ marks }) => marks));
    const known = new Set(boxes.flatMap(({ marks }) => marks));
    /** @type {NodeListOf<HTMLElement>} */
    const versions = document.querySelectorAll(".v[data-marks]");
    for (const version of versions) {
      const marks = version.dataset.marks?.split(" ") ?? [];
      version.hidden = !marks.some((mark) => kept.has(mark) || !known.has(mark));
    }
  };
  const group = element(
    "fieldset",
    {},
    element("legend", {}, "Show"),
    boxes.map(({ words, box }) => element("label", { class: "tool" }, box, ` ${words}`)),
  );
  group.addEventListener("change", () => {
    show();
    remember(
      "hide",
      boxes
        .filter(({ box }) => !box.checked)
        .map(({ name }) => name)
        .join(","),
    );
  });
  show();
  return group;
}

function order() {
  const choice = element(
    "select",
    {},
    element("option", { value: "" }, "Newest first"),
    element("option", { value: "oldest" }, "Oldest first"),
  );
  const turn = () => {
    for (const list of document.querySelectorAll(".timeline, .v-fold > details")) {
      const fixed = [...list.children].filter((child) => child.localName === "summary");
      list.replaceChildren(
        ...fixed,
        ...[...list.children].filter((child) => !fixed.includes(child)).reverse(),
      );
    }
  };
  choice.value = state.get("order") === "oldest" ? "oldest" : "";
  if (choice.value) turn();
  choice.addEventListener("change", () => {
    turn();
    remember("order", choice.value);
  });
  return element("label", { class: "tool" }, "Order ", choice);
}

/**
 * The switch of the ages works without a script; here it is kept in the address, for the links of
 * the reading pages.
 */
function ages() {
  const box = document.getElementById("ages");
  if (!(box instanceof HTMLInputElement)) return;
  box.checked = state.has("ages");
  box.addEventListener("change", () => remember("ages", box.checked ? "1" : ""));
  tellAges(box);
}

if (tools) {
  // what is read comes first on a phone
  const small = window.matchMedia("(max-width: 40rem)").matches;
  const choices = [filter(), order()];
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
  ages();
  offerComparison();
}
copyButtons();
keepPlace();
// the content above may have grown: go there again
const anchor = anchorHere() && document.getElementById(anchorHere());
if (keptPlace()) goToPlace(keptPlace());
else if (anchor) anchor.scrollIntoView();
window.addEventListener("popstate", () => keptPlace() && goToPlace(keptPlace()));
