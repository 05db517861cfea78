// @ts-check
// Terms as parts of addresses, as `slug` of `site_src/addresses.py` makes them.

/**
 * A term as part of an address: `Mana Burn (Obsolete)` → `mana-burn-obsolete`. It is the anchor of
 * the term's entry; of several terms with the same slug, it is that of the first.
 * @param {string} term
 */
export const slug = (term) =>
  term
    .normalize("NFKD")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what ASCII lacks
    .replace(/[^\x00-\x7f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "term";
