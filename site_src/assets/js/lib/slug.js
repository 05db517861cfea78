// @ts-check
// Words as parts of addresses, as `slug` of `site_src/addresses.py` makes them.

/**
 * A term as part of an address: the anchor of its entry, or the first of those where several are
 * alike.
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
