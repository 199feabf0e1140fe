// The bars of both players: who they are, what they have left, and their clocks.

import { clockText } from "./clock.js";
import { byId, element } from "./page.js";
import { other } from "./play.js";
import { counted, NAMES } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Mode } from "./mode.js" */
/** @import { Play } from "./play.js" */
/** @import { Side } from "./session.js" */
/** @import { Table } from "./table.js" */

/** Below this the time is short, in milliseconds. */
const SHORT = 20_000;

export class Players {
  /**
   * @param {Table} table
   * @param {Board} board
   * @param {Play} play
   * @param {Mode} mode
   */
  constructor(table, board, play, mode) {
    this.table = table;
    this.board = board;
    this.play = play;
    this.mode = mode;
    setInterval(() => this.tick(), 100);
  }

  draw() {
    /** @type {Side} */
    const near = this.board.isTurned ? "black" : "white";
    this.drawBar(byId("near"), near);
    this.drawBar(byId("far"), other(near));
    this.drawFlats();
  }

  /** The flats of both, and the komi that comes to Black's: each as wide as it counts. */
  drawFlats() {
    const { state } = this.table;
    if (!state) return;
    const { white, black } = state.flats;
    const komi = state.halfKomi / 2;
    const all = white + Math.max(0, black + komi);
    const added = komi < 0 ? `−${-komi}` : komi ? `+${komi}` : "";
    const bar = byId("flats");
    bar.style.setProperty("--share", `${all ? (100 * white) / all : 50}%`);
    bar.replaceChildren(element("span", "white", counted(white, "flat")), element("span", "black", `${black}${added}`));
    bar.setAttribute("aria-label", `Flats: White ${white}, Black ${black}${komi ? ` and ${komi} of komi` : ""}`);
  }

  /**
   * @param {HTMLElement} bar
   * @param {Side} side
   */
  drawBar(bar, side) {
    const { state, result } = this.table;
    const hand = state?.hands[side];
    const caps = hand?.caps ? ` + ${counted(hand.caps, "cap")}` : "";
    const stock = hand ? `${hand.flats}${caps} left` : "";
    bar.dataset.turn = String(state?.side === side && !result);
    bar.replaceChildren(element("i", `stone ${side}`), element("span", "name", this.nameOf(side)));
    if (hand) bar.append(drawReserve(hand, side));
    bar.append(element("span", "stock", stock));
    if (!this.mode.isPlay) return this.drawRecorded(bar, side);
    if (!this.play.clock) return;
    const time = element("span", "time");
    time.dataset.clock = side;
    bar.append(time);
    this.drawTime(time, side);
  }

  /**
   * What the clock showed when the game was played.
   * @param {HTMLElement} bar
   * @param {Side} side
   */
  drawRecorded(bar, side) {
    const { game, node } = this.table;
    const left = game.clockOf(node, side);
    if (left !== undefined) bar.append(element("span", "time", clockText(left)));
  }

  /** @param {Side} side */
  nameOf(side) {
    const { play, table } = this;
    if (!this.mode.isPlay) return table.game.tag(side === "white" ? "Player1" : "Player2") ?? NAMES[side];
    if (play.settings.you === "both") return NAMES[side];
    return play.isEngine(side) ? play.engineName(side).replace("Tak e", "E") : "You";
  }

  /**
   * @param {Element} time
   * @param {Side} side
   */
  drawTime(time, side) {
    const { clock } = this.play;
    if (!clock) return;
    const left = clock.remaining(side);
    time.textContent = clockText(left);
    time.classList.toggle("runs", clock.running === side);
    time.classList.toggle("short", left < SHORT);
  }

  /** The clock that runs goes on. */
  tick() {
    const running = this.mode.isPlay && this.play.clock?.running;
    const shown = running && document.querySelector(`[data-clock=${running}]`);
    if (shown) this.drawTime(shown, running);
  }
}

/**
 * The flats that are left, as a row that grows shorter, and the capstones.
 * @param {{ flats: number, caps: number }} hand
 * @param {Side} side
 */
function drawReserve({ flats, caps }, side) {
  const reserve = element("span", `reserve ${side}`);
  reserve.setAttribute("aria-hidden", "true");
  reserve.style.setProperty("--flats", String(flats));
  if (flats) reserve.append(element("i"));
  reserve.append(...Array.from({ length: caps }, () => element("i", "cap")));
  return reserve;
}
