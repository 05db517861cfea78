// What is asked on the search page, as it stands in the address: everything, so that a link opens the same.

export const KINDS = ["rule", "example", "glossary"];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** `scope` is `now`, `all` or `then`; `day` belongs to `then`, `from` and `to` (editions) to `all`. */
export function stateOf(search) {
  const asked = new URLSearchParams(search);
  const day = DAY.test(asked.get("as-of") ?? "") ? asked.get("as-of") : "";
  const date = (name) => (DAY.test(asked.get(name) ?? "") ? asked.get(name) : "");
  const [from, to] = [date("from"), date("to")];
  const kinds = (asked.get("kind") ?? "").split(",").filter((one) => KINDS.includes(one));
  return {
    query: asked.get("q") ?? "",
    scope: day ? "then" : from || to || asked.get("editions") === "all" ? "all" : "now",
    day,
    from,
    to,
    kinds: kinds.length ? kinds : KINDS,
    within: asked.get("within") ?? "",
  };
}

/** The address of a state, from `?` on; nothing that is as it is anyway. */
export function addressOf({ query, scope, day, from, to, kinds, within }) {
  const asked = new URLSearchParams();
  if (query.trim()) asked.set("q", query.trim());
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
