// @ts-check
// The form in which a reader chooses two editions to compare, each from a list or by any date.
import { address } from "../site.js";
import { withCommas } from "../lib/address-bar.js";
import { dateInput } from "../lib/date-input.js";
import { element, makeButton } from "../lib/dom.js";
import { dateInWords } from "../lib/dates.js";
import { describeEdition, editionNamed, isRetyped, latestOf } from "../lib/editions.js";
import { symbolOf } from "../lib/set-symbol.js";

/** @typedef {import("../lib/editions.js").Edition} Edition */

/**
 * The address of a comparison. Two consecutive editions, without retyped ones between them, have a
 * page of their own (`compare/2009-05-01..2009-07-11/`), and so have an issue of a rulings summary
 * and any edition; all others are compared by `compare/?from=…&to=…`.
 * @param {Edition[]} all oldest first
 * @param {string} from
 * @param {string} to
 * @param {object} [options]
 * @param {string} [options.search] the query of the present address; its filters are kept
 * @param {string[]} [options.issues] dates of the issues of the rulings summary
 * @param {string} [options.chapter] the chapter or section to show alone, empty for all; by default
 *   that of the present address
 */
export function addressOf(all, from, to, { search = "", issues = [], chapter } = {}) {
  if (issues.includes(from)) return address(`compare/${from}..${to}/`);
  if (issues.includes(to)) return address(`compare/${to}..${from}/`);
  const present = new URLSearchParams(search);
  const next = new URLSearchParams();
  const areConsecutive =
    all.some((edition) => edition.id === to) &&
    all.findLast((edition) => edition.id < to && !isRetyped(edition))?.id === from;
  if (!areConsecutive) {
    next.set("from", from);
    next.set("to", to);
  }
  for (const name of ["class", "view", "q", "in", "chapter"]) {
    const value = name === "chapter" ? (chapter ?? present.get(name)) : present.get(name);
    if (value) next.set(name, value);
  }
  const query = withCommas(next.toString());
  const page = areConsecutive ? `${from}..${to}/` : "";
  return address(`compare/${page}`) + (query ? `?${query}` : "");
}

/** The value of the choice that shows the field for a date. */
const BY_DAY = "day";

/**
 * Makes the options of a list: the edition of some day, the editions of each year, newest first,
 * then the issues.
 * @param {Edition[]} all
 * @param {string[]} issues
 * @param {string} chosen
 */
function options(all, issues, chosen) {
  const newest = latestOf(all);
  const option = (/** @type {Edition} */ edition) => {
    const latest = edition === newest ? ", the latest" : "";
    return element(
      "option",
      { value: edition.id, selected: edition.id === chosen },
      describeEdition(edition, " · ") + latest,
    );
  };
  const years = Map.groupBy([...all].reverse(), (edition) => edition.id.slice(0, 4));
  const byDay = element("option", { value: BY_DAY }, "The edition of a day …");
  const ofYears = [...years].map(([year, editions]) =>
    element("optgroup", { label: year }, editions.map(option)),
  );
  const groups = [byDay, ...ofYears];
  if (!issues.length) return groups;
  const summaries = [...issues]
    .reverse()
    .map((issue) =>
      element(
        "option",
        { value: issue, selected: issue === chosen },
        `${dateInWords(issue)} · by what it restates`,
      ),
    );
  return [...groups, element("optgroup", { label: "Rulings summary" }, summaries)];
}

/**
 * Makes a row of the form: a list of editions and issues, the symbol of the chosen edition's set,
 * and a field for a date. List and date always mean the same edition. On a phone the list is the
 * only control until somebody chooses the edition of a day from it.
 * @param {Edition[]} all
 * @param {string[]} issues
 * @param {{name: string, label: string, chosen: string}} choice
 */
function picker(all, issues, { name, label, chosen }) {
  /** @type {HTMLSelectElement} */
  const select = element("select", { id: `c-${name}`, name }, options(all, issues, chosen));
  const symbol = element("span", { class: "c-symbol", "aria-hidden": "true" });
  const { input: date, field } = dateInput({
    id: `c-${name}-date`,
    min: [all[0].id, ...issues].sort()[0],
    "aria-label": `${label}: the edition in force on a day`,
    title: "The edition in force on this day",
    value: chosen,
  });
  let named = chosen;
  const drawSymbol = () => {
    const code = all.find((edition) => edition.id === select.value)?.set;
    symbol.replaceChildren(...symbolOf(code));
  };
  const choose = (/** @type {string} */ id) => {
    named = id;
    select.value = id;
    date.value = id;
    date.showDay();
    drawSymbol();
  };
  const askForDay = () => {
    select.value = named;
    row.classList.add("c-by-day");
    date.focus();
  };
  select.addEventListener("change", () => {
    if (select.value === BY_DAY) askForDay();
    else choose(select.value);
  });
  // the date stays as typed: a day on which no edition came out means the one then in force
  date.addEventListener("input", () => {
    const meant = issues.includes(date.value) ? date.value : editionNamed(all, date.value)?.id;
    if (meant) {
      named = meant;
      select.value = meant;
    }
    drawSymbol();
  });
  const row = element(
    "div",
    { class: "c-picker" },
    element("label", { for: `c-${name}` }, label),
    symbol,
    select,
    field,
  );
  drawSymbol();
  return { select, date, choose, row };
}

/** Makes the field for the chapter or section that is shown alone, with that of the address. */
function chapterField() {
  const input = element("input", {
    id: "c-chapter",
    inputmode: "numeric",
    pattern: "[1-9]([0-9]{2})?|[Gg]lossary",
    title: "A chapter such as 702, a section such as 7, or glossary",
    placeholder: "all, or one such as 702",
    autocomplete: "off",
    value: new URLSearchParams(window.location.search).get("chapter") ?? "",
  });
  const label = element("label", { for: "c-chapter" }, "Chapter");
  return { input, row: element("div", { class: "c-picker c-one" }, label, input) };
}

/**
 * Makes the form.
 * @param {Edition[]} all
 * @param {string} from
 * @param {string} to
 * @param {(address: string) => void} go is called with the address of the comparison: when the form
 *   is submitted, and at once when *Swap* or *With the latest* is clicked
 * @param {string[]} [issues] dates of the issues of the rulings summary
 */
export function pickers(all, from, to, go, issues = []) {
  const first = picker(all, issues, { name: "from", label: "From", chosen: from });
  const second = picker(all, issues, { name: "to", label: "To", chosen: to });
  const latest = latestOf(all)?.id ?? "";
  const isIssue = (/** @type {HTMLSelectElement} */ select) => issues.includes(select.value);
  // an issue can be compared only with an edition: a second issue gives way to the latest edition
  const giveWay = (/** @type {ReturnType<typeof picker>} */ other) => {
    if (isIssue(first.select) && isIssue(second.select)) other.choose(latest);
  };
  first.select.addEventListener("change", () => giveWay(second));
  second.select.addEventListener("change", () => giveWay(first));
  const swap = element(
    "button",
    { type: "button", class: "c-swap" },
    element("span", { "aria-hidden": "true" }, "⇅ "),
    "Swap",
  );
  const withLatest = () => {
    second.select.value = latest;
    ask();
  };
  const today = makeButton("With the latest", withLatest, { class: "c-today" });
  const submit = element("button", { type: "submit", class: "c-go" }, "Compare");
  const chapter = chapterField();
  /** @type {HTMLFormElement} */
  const form = element(
    "form",
    { class: "c-form", action: address("compare/"), method: "get" },
    first.row,
    second.row,
    chapter.row,
    element("div", { class: "c-buttons" }, submit, swap, today),
  );
  const ask = () =>
    go(
      addressOf(all, first.select.value, second.select.value, {
        search: window.location.search,
        issues,
        chapter: chapter.input.value.trim().toLowerCase(),
      }),
    );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  swap.addEventListener("click", () => {
    [first.select.value, second.select.value] = [second.select.value, first.select.value];
    ask();
  });

  return form;
}
