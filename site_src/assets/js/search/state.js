// The state of the search page, all of which is kept in the address, so that a link opens the same
// search.

export const KINDS = ["rule", "example", "glossary"];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day as the address has it; 31 February is none. */
function isDay(text) {
  const date = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * `scope` is `now`, `all` or `then`; `day` belongs to `then`, `from` and `to` (editions) to `all`
 * and `changes`, `side`, `only` and `oldest` to `changes`, `changed` (a day) to `now`. `misread` is
 * what was given for a day and is none.
 */
export function stateOf(search) {
  const asked = new URLSearchParams(search);
  const date = (name) => (isDay(asked.get(name) ?? "") ? asked.get(name) : "");
  const day = date("as-of");
  const [from, to] = [date("from"), date("to")];
  const kinds = (asked.get("kind") ?? "").split(",").filter((kind) => KINDS.includes(kind));
  let scope = "now";
  if (asked.get("in") === "changes") scope = "changes";
  else if (day) scope = "then";
  else if (from || to || asked.get("editions") === "all") scope = "all";
  return {
    query: asked.get("q") ?? "",
    scope,
    day,
    from,
    to,
    changed: date("changed"),
    kinds: kinds.length ? kinds : KINDS,
    within: asked.get("within") ?? "",
    side: ["inserted", "deleted"].includes(asked.get("side")) ? asked.get("side") : "either",
    only: asked.get("only") ?? "",
    oldest: asked.get("order") === "oldest",
    misread:
      ["as-of", "from", "to", "changed"]
        .map((name) => asked.get(name) ?? "")
        .find((text) => text && !isDay(text)) ?? "",
  };
}

/** The address of a state, from `?` on; nothing that is as it is anyway. */
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
