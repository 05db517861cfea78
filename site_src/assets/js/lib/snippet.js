// A piece of a text around what was found in it, with marks.
import { element } from "./dom.js";
import { symbols } from "./passage.js";

const BEFORE = 90;
const AFTER = 190;

/** @param marks places in the text, `[start, end]`, in order */
export function snippet(text, marks) {
  const first = marks[0]?.[0] ?? 0;
  // from the beginning of a word to the end of one
  const from = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const last = text.indexOf(" ", Math.max(first, from) + AFTER);
  const to = last < 0 ? text.length : last;
  const parts = [from ? "… " : ""];
  let at = from;
  for (const [start, end] of marks) {
    if (start < at || end > to) continue;
    parts.push(...symbols(text.slice(at, start)), element("mark", {}, symbols(text.slice(start, end))));
    at = end;
  }
  parts.push(...symbols(text.slice(at, to)), to < text.length ? " …" : "");
  return parts;
}
