// What the page is used for: a game is played, or analysed.

import { buttons } from "./page.js";

/** @typedef {"play" | "analyse"} ModeName */

export class Mode {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {ModeName} */
    this.now = "play";
    for (const button of buttons("[data-mode]")) {
      button.addEventListener("click", () => this.set(button.dataset.mode === "analyse" ? "analyse" : "play"));
    }
  }

  get isPlay() {
    return this.now === "play";
  }

  /** Also begins anew what the page does already. @param {ModeName} now */
  set(now) {
    this.now = now;
    for (const button of buttons("[data-mode]")) button.setAttribute("aria-pressed", String(button.dataset.mode === now));
    /** @type {HTMLElement} */ (document.querySelector("main")).dataset.mode = now;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-only]"))) {
      part.hidden = part.dataset.only !== now;
    }
    this.changed();
  }
}
