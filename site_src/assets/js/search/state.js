// @ts-check
// The state of the search page, all of which is kept in the address, so that a link opens the same
// search.

export const KINDS = ["rule", "example", "glossary"];
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * What the search page shows: the state in its address.
 * @typedef {object} SearchState
 * @property {string} query
 * @property {"now" | "all" | "then" | "changes"} scope
 * @property {string} day of `then`
 * @property {string} from an edition, of `all` and `changes`
 * @property {string} to an edition, of `all` and `changes`
 * @property {string} changed a day, of `now`
 * @property {string[]} kinds
 * @property {string} within
 * @property {string} side of `changes`: `inserted`, `deleted` or `either`
 * @property {string} only of `changes`
 * @property {boolean} oldest of `changes`: whether the oldest come first
 * @property {string} misread what was given for a day and is none
 */

/**
 * Whether a text is a day as the address has it; 31 February is none.
 * @param {string} text
 */
function isDay(text) {
  const date = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The state that an address has.
 * @param {string} search its part from `?` on
 * @returns {SearchState}
 */
export function stateOf(search) {
  const asked = new URLSearchParams(search);
  const given = (/** @type {string} */ name) => asked.get(name) ?? "";
  const date = (/** @type {string} */ name) => (isDay(given(name)) ? given(name) : "");
  const day = date("as-of");
  const [from, to] = [date("from"), date("to")];
  const kinds = given("kind")
    .split(",")
    .filter((kind) => KINDS.includes(kind));
  /** @type {SearchState["scope"]} */
  let scope = "now";
  if (asked.get("in") === "changes") scope = "changes";
  else if (day) scope = "then";
  else if (from || to || asked.get("editions") === "all") scope = "all";
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
    only: given("only"),
    oldest: asked.get("order") === "oldest",
    misread:
      ["as-of", "from", "to", "changed"].map(given).find((text) => text && !isDay(text)) ?? "",
  };
}

/**
 * The address of a state, from `?` on; nothing that is as it is anyway.
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
  only,
  oldest,
}) {
  const asked = new URLSearchParams();
  if (query.trim()) asked.set("q", query.trim());
  if (scope === "changes") {
    asked.set("in", "changes");
    for (const [name, value] of Object.entries({
      from,
      to,
      side: side === "either" ? "" : side,
      only,
      order: oldest ? "oldest" : "",
    }))
      if (value) asked.set(name, value);
  }
  if (scope === "now" && changed) asked.set("changed", changed);
  if (scope === "then" && day) asked.set("as-of", day);
  if (scope === "all") {
    if (from) asked.set("from", from);
    if (to) asked.set("to", to);
    if (!from && !to) asked.set("editions", "all");
  }
  if (kinds.length && kinds.length < KINDS.length) asked.set("kind", kinds.join(","));
  if (within.trim()) asked.set("within", within.trim());
  const words = asked.toString().replaceAll("%2C", ",");
  return words ? `?${words}` : "";
}
