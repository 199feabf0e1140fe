// How the page looks and sounds. The themes: light, dark, wood and high contrast. What was chosen before is
// already there: `start.js` reads it, under the same name, and an engine that serves the page writes it into
// the page. Sound is off until somebody switches it on.

import { isServed } from "./engine.js";
import { byId } from "./page.js";
import { keep, kept } from "./storage.js";

/** @import { Table } from "./table.js" */

const THEME = "tak-board-theme";
const SOUND = "tak-board-sound";
const THEMES = ["light", "dark", "wood", "contrast"];
const root = document.documentElement;

export function wireTheme() {
  // Browsers forget cookies sooner than what they store.
  tellServer();
  const button = byId("theme");
  const named = () => (button.title = button.ariaLabel = `Theme: ${root.dataset.theme ?? "as the system has it"}`);
  named();
  button.addEventListener("click", () => {
    const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    root.dataset.theme = next;
    named();
    keep("localStorage", THEME, next);
    tellServer();
  });
}

/** @param {Table} table */
export function wireSound(table) {
  const button = byId("sound");
  /** @type {import("./sound.js").Sound | null} */
  let sound = null;
  let isOn = kept("localStorage", SOUND) === true;
  const turn = async () => {
    button.setAttribute("aria-pressed", String(isOn));
    // Where it cannot be loaded, the button says so by staying off.
    const { Sound } = sound || isOn ? await import("./sound.js").catch(() => ({ Sound: null })) : { Sound: null };
    if (Sound) sound ??= new Sound(table);
    if (isOn && !sound) button.setAttribute("aria-pressed", String((isOn = false)));
    sound?.turnOn(isOn);
  };
  button.addEventListener("click", () => {
    isOn = !isOn;
    keep("localStorage", SOUND, isOn);
    turn();
  });
  turn();
}

function tellServer() {
  const { theme } = root.dataset;
  if (theme && isServed()) document.cookie = `${THEME}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
