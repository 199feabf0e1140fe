// The games of a tab that made way for others, and can be had again.

import { keep, kept } from "./storage.js";

/** @import { Settings } from "./play.js" */
/** @import { Side } from "./session.js" */

/**
 * @typedef {object} Snapshot A game, and how it was shown.
 * @property {string} ptn
 * @property {"play" | "analyse"} mode
 * @property {Settings} settings
 * @property {Record<Side, number> | null} left What the clocks said.
 * @property {boolean} [isPaused] Whether engines that played each other rested.
 * @property {boolean} isTurned
 * @property {string[]} [line] The moves that lead to the position on the board.
 * @property {number} [lines] How many the engine shows.
 * @property {boolean} [isThinking] Whether it was on.
 */

const EARLIER = "tak-board-earlier";
/** How many games are kept. */
const MOST_EARLIER = 8;

/** The games in the dialog, the last one first. */
export class EarlierGames {
  /**
   * @param {HTMLElement} root
   * @param {(last: Snapshot) => void} chosen
   */
  constructor(root, chosen) {
    this.root = root;
    this.chosen = chosen;
    this.draw();
  }

  /** @returns {{ name: string, last: Snapshot }[]} */
  get games() {
    return kept("sessionStorage", EARLIER) ?? [];
  }

  /** @param {Snapshot | null} last */
  add(last) {
    if (!last || !movesOf(last.ptn)) return;
    const games = [{ name: nameOf(last.ptn), last }, ...this.without(last)];
    this.keep(games.slice(0, MOST_EARLIER));
  }

  /** Takes out a game that is on the table again. @param {Snapshot} last */
  remove(last) {
    this.keep(this.without(last));
  }

  /** @param {Snapshot} last */
  without(last) {
    return this.games.filter((each) => each.last.ptn !== last.ptn);
  }

  /**
   * Keeps as many as there is room for, the last ones first; if there is none for the last, those
   * that were kept before.
   * @param {EarlierGames["games"]} games
   */
  keep(games) {
    let count = games.length;
    while (!keep("sessionStorage", EARLIER, games.slice(0, count)) && count > 1) count -= 1;
    this.draw();
  }

  draw() {
    const { games } = this;
    const buttons = games.map(({ name, last }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.title = name;
      button.addEventListener("click", () => {
        button.closest("dialog")?.close();
        this.chosen(last);
      });
      return button;
    });
    this.root.hidden = games.length === 0;
    this.root.querySelector("div")?.replaceChildren(...buttons);
  }
}

/**
 * What a game is called in a list.
 * @param {string} ptn
 */
function nameOf(ptn) {
  const tag = (/** @type {string} */ name) => new RegExp(`^\\[${name} "(.*)"\\]$`, "im").exec(ptn)?.[1];
  const [size, result] = [tag("Size"), tag("Result")];
  const players = [tag("Player1"), tag("Player2")].filter(Boolean).join(" – ");
  // The last moves tell games of the same players apart.
  const moves = movesOf(ptn);
  const end = moves.length > 24 ? `… ${moves.slice(-22)}` : moves;
  return [`${size}×${size}`, end, result && !moves.endsWith(result) ? result : "", players].filter(Boolean).join(" · ");
}

/**
 * The moves and the result of a game, without tags, comments and what comes behind the main line.
 * @param {string} ptn
 */
function movesOf(ptn) {
  const main = ptn.replace(/\n\n\{[^}]*\}\n\d+\.[^]*$/, "");
  return main.replace(/^\[.*\]$/gm, "").replace(/\{[^}]*\}/g, "").trim().replace(/\s+/g, " ");
}
