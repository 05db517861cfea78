// @ts-check
// The state of the search page, all of which is kept in the address, so that a link opens the same
// search.

import { withCommas } from "../lib/address-bar.js";
import { asDay } from "../lib/dates.js";
import { KINDS } from "./options.js";

/**
 * The query and the filters of the search page. Those that are not set are empty.
 * @typedef {object} SearchState
 * @property {string} query
 * @property {"now" | "all" | "then" | "changes"} scope what is searched: the latest edition, all
 *   editions, that of a day, or the changes between editions
 * @property {string} day in scope `then` the day
 * @property {string} from in scopes `all` and `changes` the date of the first edition
 * @property {string} to in scopes `all` and `changes` the date of the last edition
 * @property {string} changed in scope `now` a day since which the words must have changed
 * @property {string[]} kinds of passages that are searched, of `KINDS`
 * @property {string} within the part of the rules that is searched: `702`, `Keyword Abilities`
 * @property {string} side in scope `changes` where the words must be: `inserted`, `deleted` or
 *   `either`
 * @property {string} onlyClass in scope `changes` the class of changes: `wording`
 * @property {boolean} oldest in scope `changes` whether the oldest come first
 * @property {string} misread a text that the address gives as a day and that is none: `2003-02-31`
 */

/**
 * Whether a text is a day in the form of the address, `2003-07-28`; `2003-02-31` is none.
 * @param {string} text
 */
const isDay = (text) => asDay(text) === text;

/**
 * The state that an address gives.
 * @param {string} search the address from `?` on
 * @returns {SearchState}
 */
export function stateOf(search) {
  const parameters = new URLSearchParams(search);
  const given = (/** @type {string} */ name) => parameters.get(name) ?? "";
  const date = (/** @type {string} */ name) => (isDay(given(name)) ? given(name) : "");
  const day = date("as-of");
  const [from, to] = [date("from"), date("to")];
  const kinds = given("kind")
    .split(",")
    .filter((kind) => KINDS.includes(kind));
  /** @type {SearchState["scope"]} */
  let scope = "now";
  if (parameters.get("in") === "changes") scope = "changes";
  else if (day) scope = "then";
  else if (from || to || parameters.get("editions") === "all") scope = "all";
  return {
    query: given("q"),
    scope,
    day,
    from,
    to,
    changed: date("changed"),
    kinds: kinds.length ? kinds : KINDS,
    within: given("within"),
    side: ["inserted", "deleted"].includes(given("side")) ? given("side") : "either",
    onlyClass: given("only"),
    oldest: parameters.get("order") === "oldest",
    misread:
      ["as-of", "from", "to", "changed"].map(given).find((text) => text && !isDay(text)) ?? "",
  };
}

/**
 * The address of a state, from `?` on, without filters that are not set: `?q=storm&editions=all`.
 * @param {SearchState} state
 */
export function addressOf({
  query,
  scope,
  day,
  from,
  to,
  changed,
  kinds,
  within,
  side,
  onlyClass,
  oldest,
}) {
  const parameters = new URLSearchParams();
  if (query.trim()) parameters.set("q", query.trim());
  if (scope === "changes") {
    parameters.set("in", "changes");
    for (const [name, value] of Object.entries({
      from,
      to,
      side: side === "either" ? "" : side,
      only: onlyClass,
      order: oldest ? "oldest" : "",
    }))
      if (value) parameters.set(name, value);
  }
  if (scope === "now" && changed) parameters.set("changed", changed);
  if (scope === "then" && day) parameters.set("as-of", day);
  if (scope === "all") {
    if (from) parameters.set("from", from);
    if (to) parameters.set("to", to);
    if (!from && !to) parameters.set("editions", "all");
  }
  if (kinds.length && kinds.length < KINDS.length) parameters.set("kind", kinds.join(","));
  if (within.trim()) parameters.set("within", within.trim());
  const words = withCommas(parameters.toString());
  return words ? `?${words}` : "";
}
