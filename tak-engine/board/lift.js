// A spread that is being made up, piece by piece. Which drops are possible the engine has
// told: nothing here knows the rules.

/** @import { State } from "./session.js" */

/** What each direction adds to file and rank. @type {Record<string, [number, number]>} */
export const STEPS = { "+": [0, 1], "-": [0, -1], ">": [1, 0], "<": [-1, 0] };

/**
 * The square so many steps away.
 * @param {string} square
 * @param {string} direction
 * @param {number} steps
 */
export function beyond(square, direction, steps) {
  const [file, rank] = STEPS[direction];
  const letter = String.fromCharCode(square.charCodeAt(0) + file * steps);
  return letter + (Number(square[1]) + rank * steps);
}

const sum = (/** @type {number[]} */ drops) => drops.reduce((total, drop) => total + drop, 0);

/** A hand over the board. Never changed: each step gives another one. */
export class Lift {
  /**
   * @param {State} state
   * @param {string} from
   * @param {number} carried
   * @param {string | null} direction
   * @param {number[]} drops
   */
  constructor(state, from, carried, direction = null, drops = []) {
    this.state = state;
    this.from = from;
    this.carried = carried;
    this.direction = direction;
    this.drops = drops;
  }

  /**
   * As many pieces of a stack as can be lifted; `null` if none can.
   * @param {State} state
   * @param {string} square
   */
  static of(state, square) {
    const most = Lift.counts(state, square).at(-1);
    return most ? new Lift(state, square, most) : null;
  }

  /**
   * How many pieces of a stack can be lifted, in ascending order.
   * @param {State} state
   * @param {string} square
   */
  static counts(state, square) {
    const counts = new Set();
    for (const spreads of Object.values(state.spreads[square] ?? {})) {
      for (const drops of Object.keys(spreads)) counts.add(sum([...drops].map(Number)));
    }
    return [...counts].sort((a, b) => a - b);
  }

  /** The pieces still in hand. */
  get left() {
    return this.carried - sum(this.drops);
  }

  /** Where the hand is. */
  get at() {
    return this.direction ? beyond(this.from, this.direction, this.drops.length) : this.from;
  }

  /**
   * Another number of pieces; `null` if they cannot be lifted.
   * @param {number} count
   */
  carrying(count) {
    const isPossible = Lift.counts(this.state, this.from).includes(count);
    return isPossible ? new Lift(this.state, this.from, count) : null;
  }

  /** Fewer pieces, `null` for none. */
  fewer() {
    const counts = Lift.counts(this.state, this.from).filter((count) => count < this.carried);
    return counts.length ? new Lift(this.state, this.from, counts[counts.length - 1]) : null;
  }

  /**
   * Where another piece can be dropped, and what is in hand then.
   * @returns {Map<string, Lift>}
   */
  targets() {
    const targets = new Map();
    const add = (/** @type {string} */ direction, /** @type {number[]} */ drops) => {
      const next = new Lift(this.state, this.from, this.carried, direction, drops);
      if (next.endings().length) targets.set(next.at, next);
    };
    if (this.left > 0 && this.direction) {
      const last = this.drops.length - 1;
      add(this.direction, this.drops.with(last, this.drops[last] + 1));
      add(this.direction, [...this.drops, 1]);
    } else if (this.left > 0) {
      for (const direction of Object.keys(STEPS)) add(direction, [1]);
    }
    return targets;
  }

  /**
   * All pieces in hand dropped on a square, one on each square before it; `null` if that
   * is not possible.
   * @param {string} square
   * @returns {Lift | null}
   */
  dropAll(square) {
    /** @type {Lift | undefined} */
    let lift = this.at === square && this.direction ? this : undefined;
    const directions = this.direction ? [this.direction] : Object.keys(STEPS);
    for (const direction of directions) {
      let next = /** @type {Lift | undefined} */ (this);
      while (!lift && next) {
        next = next.targets().get(beyond(next.at, direction, 1));
        if (next?.at === square) lift = next;
      }
    }
    while (lift && lift.left > 0) lift = lift.targets().get(square);
    return lift ?? null;
  }

  /** The drops that this may become. */
  endings() {
    if (!this.direction) return [];
    const spreads = this.state.spreads[this.from]?.[this.direction] ?? {};
    const last = this.drops.length - 1;
    return Object.keys(spreads).filter((key) => {
      const drops = [...key].map(Number);
      const fits = this.drops.every((drop, at) => (at < last ? drops[at] === drop : drops[at] >= drop));
      return fits && sum(drops) === this.carried;
    });
  }

  /** The move, once only one is possible; `null` before. */
  get move() {
    const endings = this.endings();
    if (!this.direction || endings.length !== 1) return null;
    return this.state.spreads[this.from][this.direction][endings[0]];
  }
}
