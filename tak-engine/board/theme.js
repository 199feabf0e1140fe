// Light and dark. What was chosen before is already there: `start.js` reads it, under the same name,
// and an engine that serves the page writes it into the page.

import { isServed } from "./engine.js";
import { byId } from "./page.js";
import { keep } from "./storage.js";

const THEME = "tak-board-theme";
const root = document.documentElement;

export function wireTheme() {
  // Browsers forget cookies sooner than what they store.
  tellServer();
  byId("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    keep("localStorage", THEME, root.dataset.theme);
    tellServer();
  });
}

function tellServer() {
  const { theme } = root.dataset;
  if (theme && isServed()) document.cookie = `${THEME}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
