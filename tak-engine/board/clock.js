// The clocks of both players.

/** @import { Side } from "./session.js" */

/** @typedef {{ minutes: number, increment: number }} Control Minutes, and seconds for each move. */

export class Clock {
  /**
   * @param {Control} control
   * @param {(side: Side) => void} fell Called when a player's time is up.
   * @param {Record<Side, number>} [left] What the players have, where the game goes on.
   */
  constructor(control, fell, left) {
    this.control = control;
    this.fell = fell;
    /** Milliseconds when the clock was last stopped. @type {Record<Side, number>} */
    this.left = left ?? { white: control.minutes * 60_000, black: control.minutes * 60_000 };
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
    this.timer = 0;
  }

  /** @param {Side} side */
  remaining(side) {
    const spent = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** What both have now. @returns {Record<Side, number>} */
  get now() {
    return { white: this.remaining("white"), black: this.remaining("black") };
  }

  /** What `go` says about both. */
  get limits() {
    const { white, black } = this.now;
    const increment = this.control.increment * 1000;
    return `wtime ${Math.round(white)} btime ${Math.round(black)} winc ${increment} binc ${increment}`;
  }

  /** @param {Side} side */
  start(side) {
    this.stop();
    this.running = side;
    this.since = performance.now();
    this.timer = window.setTimeout(() => {
      // A timer may be early by a part of a millisecond.
      this.running = null;
      this.left[side] = 0;
      this.fell(side);
    }, this.left[side]);
  }

  stop() {
    clearTimeout(this.timer);
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.running = null;
  }

  /**
   * A move has been made: its player gets the increment.
   * @param {Side} side
   */
  add(side) {
    this.left[side] += this.control.increment * 1000;
  }
}

/**
 * Minutes and seconds, with tenths at the end.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
