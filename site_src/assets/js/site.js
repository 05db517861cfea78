// @ts-check
// The addresses of the site, whatever path it is served from.

/** Every script is in `assets/`, so the site's root is one level up. */
export const root = new URL("../", import.meta.url);

/**
 * Returns the full address of a page or file of the site.
 * @param {string} relative from the site's root: `cr/702/#702.40a`
 */
export const address = (relative) => new URL(relative, root).href;
