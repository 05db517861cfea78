// What changed for this reader: since the last visit, and since the day of an exam; the browser
// keeps both dates.
import { address } from "./site.js";
import { inWords } from "./lib/date-input.js";
import { element, latestEdition } from "./lib/dom.js";
import { dateInWords } from "./lib/dates.js";

const VISIT = "comprules edition seen";
const EXAM = "comprules.exam";

function read(name) {
  try {
    const found = window.localStorage.getItem(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(found) ? found : "";
  } catch {
    // storage is not allowed: nothing is known of former visits
    return "";
  }
}

function keep(name, day) {
  try {
    if (day) window.localStorage.setItem(name, day);
    else window.localStorage.removeItem(name);
  } catch {
    // likewise: the date applies to this page only
  }
}

/** Says which edition was the latest at the last visit, if another one is now. */
export function tellLastVisit() {
  const place = document.querySelector(".since-visit");
  if (!place) return;
  const latest = latestEdition();
  const seen = read(VISIT);
  keep(VISIT, latest);
  if (!seen || seen >= latest) return;
  place.replaceChildren(
    "At your last visit the edition of ",
    dateInWords(seen),
    " was the latest: ",
    element("a", { href: address(`compare/?from=${seen}&to=${latest}`) }, "changed since then"),
    ".",
  );
  place.hidden = false;
}

/** Offers what changed since the day of an exam, or any other day that the reader wants kept. */
export function tellSinceExam() {
  const form = document.querySelector(".since-exam");
  if (!form) return;
  const input = form.querySelector("input");
  input.value = read(EXAM);
  inWords(input);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(EXAM, input.value);
    if (input.value)
      window.location.assign(address(`compare/?from=${input.value}&to=${latestEdition()}`));
  });
}
