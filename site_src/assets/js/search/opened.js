// @ts-check
// What the search box needs once it is opened, as one module: so the browser loads one file for it,
// and one for the search page, which needs the same.
export { callSearch } from "./call.js";
export { showFormerWords } from "./former-rows.js";
export { besides, hitLink, oldTermLink } from "./rows.js";
