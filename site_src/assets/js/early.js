// Runs before the page is drawn, so that a reader's choice of light or dark does not flash; and tells the style sheet
// that there is a script.
const root = document.documentElement;
// opened as a file, the page's modules are not loaded: then it is a page without a script
if (window.location.protocol !== "file:") root.classList.add("js");
try {
  const chosen = window.localStorage.getItem("comprules.palette");
  if (chosen === "light" || chosen === "dark") root.dataset.palette = chosen;
} catch {
  // a browser may refuse storage: then the system's choice stands
}
