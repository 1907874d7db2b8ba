// The theme of this device: night or paper. Runs before the first paint; the choice is kept.
const root = document.documentElement;
const KEY = "tsup-theme";

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is shut: the choice holds for this page only
  }
}

function keep(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // nothing to do: see above
  }
}

function show(theme) {
  root.dataset.theme = theme;
  const isPaper = theme === "paper";
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    button.setAttribute("aria-pressed", String(isPaper));
  }
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", isPaper ? "#e7e2d5" : "#050d0f");
}

const start = read() === "paper" ? "paper" : "night";
show(start);
document.addEventListener("DOMContentLoaded", () => show(root.dataset.theme));
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-theme-switch]")) return;
  const theme = root.dataset.theme === "paper" ? "night" : "paper";
  keep(theme);
  show(theme);
});
