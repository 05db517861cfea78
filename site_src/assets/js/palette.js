// Light or dark: the system's choice until the reader makes one. `early.js` applies it before the page is drawn.
const KEY = "comprules.palette";
const night = window.matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (document.documentElement.dataset.palette ?? (night.matches ? "dark" : "light")) === "dark";

function label(button) {
  const words = `Switch to ${isDark() ? "light" : "dark"}`;
  button.setAttribute("aria-label", words);
  button.title = words;
}

export function offerPalette() {
  const button = document.querySelector("button.palette");
  if (!button) return;
  label(button);
  night.addEventListener("change", () => label(button));
  button.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    document.documentElement.dataset.palette = chosen;
    try {
      window.localStorage.setItem(KEY, chosen);
    } catch {
      // without storage the choice holds for this page
    }
    label(button);
  });
}
