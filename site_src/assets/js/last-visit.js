// "Changed since your last visit": on the start page, where the browser keeps what a page asks it to.
import { address } from "./site.js";
import { element, latestEdition } from "./lib/dom.js";
import { dateInWords } from "./lib/dates.js";

const NAME = "comprules edition seen";

/** Says which edition was the latest at the last visit, if it is so no more. */
export function tellLastVisit() {
  const place = document.querySelector(".since-visit");
  if (!place) return;
  const latest = latestEdition();
  try {
    const seen = window.localStorage.getItem(NAME);
    window.localStorage.setItem(NAME, latest);
    if (!/^\d{4}-\d\d-\d\d$/.test(seen ?? "") || seen >= latest) return;
    place.replaceChildren("At your last visit the edition of ", dateInWords(seen), " was the latest: ", element("a", { href: address(`compare/?from=${seen}&to=${latest}`) }, "changed since then"), ".");
    place.hidden = false;
  } catch {
    // storage is not allowed: nothing is known of a last visit
  }
}
