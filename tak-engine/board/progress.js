// How good the player is at puzzles, and how hard these have been: kept in the browser.

import { rate, unknown } from "./glicko.js";
import { keyOf } from "./puzzles.js";
import { keep, kept } from "./storage.js";

/** @import { Rated } from "./glicko.js" */
/** @import { Puzzle } from "./puzzles.js" */

/** How far the solver's rating of a puzzle may be off, and the player's at first. */
const PUZZLE_DEVIATION = 150;
/** A tenth of the shipped puzzles is easier: newcomers begin there, and soon get on. */
const FIRST_RATING = 820;
/** How many short puzzles come first. */
const FIRST_TRIES = 5;
/** However many puzzles were done, what comes next counts. */
const LEAST_DEVIATION = 45;

export class Progress {
  /** @param {string} name What it is kept under. */
  constructor(name) {
    this.name = name;
    /** @type {Rated} */
    this.player = unknown(FIRST_RATING);
    /** By puzzle: how it went at the first try, and its rating since. @type {Record<string, [number, Rated]>} */
    this.done = {};
    /** How many were solved in a row, and at best. */
    this.streak = 0;
    this.best = 0;
    /** The day whose puzzle was done last, by number. */
    this.daily = 0;
    /** Whether what is counted here can be kept. */
    this.isKept = true;
    this.read();
  }

  /** What was kept last, in this tab or another one. */
  read() {
    if (!this.isKept) return;
    const { player, done, streak, best, daily } = { ...this, ...kept("localStorage", this.name) };
    Object.assign(this, { player, done, streak, best, daily });
  }

  /** Whether hardly anything was tried yet. */
  get isNew() {
    return Object.keys(this.done).length < FIRST_TRIES;
  }

  /** @param {Puzzle} puzzle */
  resultOf(puzzle) {
    return this.done[keyOf(puzzle)]?.[0];
  }

  /** @param {Puzzle} puzzle */
  ratingOf(puzzle) {
    return this.done[keyOf(puzzle)]?.[1] ?? unknown(puzzle.rating, PUZZLE_DEVIATION);
  }

  /**
   * Counts the first try at a puzzle, unless another tab has.
   * @param {Puzzle} puzzle
   * @param {number} score 1 if it was solved, one half with a hint.
   * @returns {boolean} Whether it counts.
   */
  count(puzzle, score) {
    this.read();
    if (this.resultOf(puzzle) !== undefined) return false;
    const { player } = this;
    const opponent = this.ratingOf(puzzle);
    const after = rate(player, [{ opponent, score }]);
    this.player = { ...after, deviation: Math.max(after.deviation, LEAST_DEVIATION) };
    this.done[keyOf(puzzle)] = [score, rate(opponent, [{ opponent: player, score: 1 - score }])];
    this.streak = score === 1 ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.keep();
    return true;
  }

  /** @param {number} day */
  countDaily(day) {
    this.read();
    if (day <= this.daily) return;
    this.daily = day;
    this.keep();
  }

  keep() {
    const { name, player, done, streak, best, daily } = this;
    this.isKept = keep("localStorage", name, { player, done, streak, best, daily });
  }
}
