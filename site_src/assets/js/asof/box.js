// The box above an edition: a search in it, which stands in the address (`#search:words`) and can be sent.
import { anchorHere } from "../site.js";
import { element } from "../lib/dom.js";

const PATIENCE = 250;

const queryHere = () => (anchorHere().startsWith("search:") ? anchorHere().slice("search:".length) : null);

/** Puts the box at the top of the page; `route` is called when the address was changed. */
export function buildBox(page, route) {
  const input = element("input", {
    type: "search", id: "asof-search", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search",
    placeholder: "Number, heading or words",
  });
  const go = async () => {
    const query = input.value.trim();
    if (query === (queryHere() ?? "")) return;
    const address = query ? `#search:${encodeURIComponent(query)}` : window.location.pathname;
    // while somebody types, one entry of the history is enough
    window.history[queryHere() === null ? "pushState" : "replaceState"](null, "", address);
    await route();
    input.focus({ preventScroll: true });
  };
  let timer;
  const soon = (wait) => { window.clearTimeout(timer); timer = window.setTimeout(go, wait); };
  input.addEventListener("input", () => soon(PATIENCE));
  const form = element("form", { role: "search", class: "asof-search" }, element("label", { for: "asof-search" }, "Search this edition"), input);
  form.addEventListener("submit", (event) => { event.preventDefault(); soon(0); });
  page.prepend(form);
  return { recall: () => { if (document.activeElement !== input) input.value = queryHere() ?? ""; } };
}
