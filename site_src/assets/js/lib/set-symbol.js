// @ts-check
// The symbols of sets, which the style sheet draws.
import { element } from "./dom.js";

/**
 * The symbol of a set, for a place where the name of the set is written too: screen readers skip
 * it. Nothing for an edition without a set.
 * @param {string | null | undefined} code `M10`
 * @returns {Element[]}
 */
export function symbolOf(code) {
  if (!code) return [];
  const name = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  const attributes = { class: `set set-${name}`, "aria-hidden": "true" };
  return [element("span", attributes, element("span", {}, code))];
}
