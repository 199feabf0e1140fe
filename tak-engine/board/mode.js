// What the page is used for: a game is played, or analysed, the rules are learnt, or puzzles solved.

import { buttons } from "./page.js";

/** @typedef {"play" | "analyse" | "puzzles" | "learn"} ModeName */

export class Mode {
  /**
   * @param {() => void} changed
   * @param {(name: ModeName) => Promise<boolean>} mayGo Asked where the user chooses another one.
   */
  constructor(changed, mayGo) {
    this.changed = changed;
    /** @type {ModeName} */
    this.now = "play";
    for (const button of buttons("[data-mode]")) {
      const name = /** @type {ModeName} */ (button.dataset.mode);
      button.disabled = false;
      button.addEventListener("click", async () => (name === this.now || (await mayGo(name))) && this.set(name));
    }
  }

  get isPlay() {
    return this.now === "play";
  }

  get isAnalyse() {
    return this.now === "analyse";
  }

  /** Whether the board is about a game; else somebody who teaches has it. */
  get isGame() {
    return this.isPlay || this.isAnalyse;
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
