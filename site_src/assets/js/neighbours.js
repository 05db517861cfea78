// At the end of what cites a rule stands the way to the picture of its neighbourhood, which needs a script as this does.
import { element, nameOf, recordOf } from "./lib/dom.js";
import { address } from "./site.js";

export function leadToNeighbours() {
  document.addEventListener(
    "toggle",
    (event) => {
      const details = event.target;
      if (!details.matches?.(".cited") || details.querySelector(".as-picture")) return;
      const record = recordOf(details);
      if (!record) return;
      const key = record.querySelector("[data-key]")?.dataset.key ?? nameOf(record);
      const href = address(`pictures/neighbourhood/?${encodeURIComponent(key).replaceAll("%3A", ":")}`);
      details.querySelector("ul")?.append(element("li", { class: "as-picture" }, element("a", { href }, "as a picture")));
    },
    true,
  );
}
