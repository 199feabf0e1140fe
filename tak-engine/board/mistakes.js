// The user's own mistakes, which come back: after a day, and each time they are found, later. Kept in
// the browser.

import { keyOf } from "./puzzles.js";
import { keep, kept } from "./storage.js";

/** @import { Puzzle } from "./puzzles.js" */

const NAME = "tak-board-mistakes";
/** After how many days a mistake comes back, by how often in a row it was found. */
const DAYS = [1, 3, 7, 21];
const DAY = 86_400_000;
/** The oldest make room. */
const MOST = 500;

/** @typedef {{ puzzle: Puzzle, box: number, due: number }} Kept Due at a time, in milliseconds. */

export class Mistakes {
  constructor() {
    /** By puzzle, the oldest first. @type {Record<string, Kept>} */
    this.all = {};
    /** Whether what is counted here can be kept. */
    this.isKept = true;
    this.read();
  }

  /** What was kept last, in this tab or another one. */
  read() {
    if (this.isKept) this.all = kept("localStorage", NAME) ?? this.all;
  }

  /** Those that come back now. @returns {Puzzle[]} */
  get due() {
    this.read();
    const now = Date.now();
    return Object.values(this.all).filter(({ due }) => due <= now).map(({ puzzle }) => puzzle);
  }

  /** When the next one comes back; nothing if there is none. @returns {Date | null} */
  get next() {
    const times = Object.values(this.all).map(({ due }) => due);
    return times.length ? new Date(Math.min(...times)) : null;
  }

  /**
   * Counts a try. What was found before it is due waits as long as it did.
   * @param {Puzzle} puzzle
   * @param {boolean} isFound
   */
  count(puzzle, isFound) {
    this.read();
    const key = keyOf(puzzle);
    const known = this.all[key];
    if (isFound && known && known.due > Date.now()) return;
    const box = isFound && known ? known.box + 1 : 0;
    delete this.all[key];
    if (box < DAYS.length) this.all[key] = { puzzle, box, due: Date.now() + DAYS[box] * DAY };
    for (const old of Object.keys(this.all).slice(0, -MOST)) delete this.all[old];
    this.isKept = keep("localStorage", NAME, this.all);
  }
}
