// Stacks as they are drawn: lists of pieces, from bottom to top.

import { beyond } from "./lift.js";

/** @import { Lift } from "./lift.js" */
/** @import { Placed, Side, State } from "./session.js" */

/**
 * @typedef {object} Piece
 * @property {Side} side
 * @property {"flat" | "wall" | "capstone"} kind
 * @property {"" | "lifted" | "ghost"} [look]
 */

/** @typedef {Record<string, Piece[]>} Stacks */

/**
 * @param {string} text As in TPS, like `12S`.
 * @returns {Piece[]}
 */
export function readStack(text) {
  const top = text.endsWith("S") ? "wall" : text.endsWith("C") ? "capstone" : "flat";
  const digits = text.replace(/[SC]$/, "");
  return [...digits].map((digit, index) => ({
    side: digit === "1" ? "white" : "black",
    kind: index === digits.length - 1 ? top : "flat",
  }));
}

/**
 * @param {State} state
 * @returns {Stacks}
 */
export function stacksOf(state) {
  const stacks = Object.entries(state.stacks);
  return Object.fromEntries(stacks.map(([square, text]) => [square, readStack(text)]));
}

/**
 * The board with a hand over it: what has been dropped lies there, and what has not is
 * held up where the hand is.
 * @param {State} state
 * @param {Lift} lift
 * @returns {Stacks}
 */
export function withLift(state, lift) {
  const stacks = stacksOf(state);
  const hand = stacks[lift.from].splice(-lift.carried);
  lift.drops.forEach((count, index) => {
    const square = beyond(lift.from, lift.direction ?? "+", index + 1);
    const below = (stacks[square] ??= []);
    const wall = below.at(-1);
    if (wall?.kind === "wall") wall.kind = "flat"; // only a crush may end there
    below.push(...hand.splice(0, count));
  });
  const held = hand.map((piece) => ({ ...piece, look: /** @type {const} */ ("lifted") }));
  (stacks[lift.at] ??= []).push(...held);
  return stacks;
}

/**
 * The board with a piece that would be placed.
 * @param {State} state
 * @param {string} square
 * @param {Placed} placed
 * @returns {Stacks}
 */
export function withPlaced(state, square, placed) {
  const kind = placed === "two flats" ? "flat" : placed;
  /** @type {Piece} */
  const piece = { side: state.colorToPlace, kind, look: "ghost" };
  return { ...stacksOf(state), [square]: placed === "two flats" ? [piece, piece] : [piece] };
}

/**
 * A move in PTN taken apart.
 * @param {string} move
 * @returns {{ square: string, direction: string | null, drops: number[], kind: Piece["kind"] }}
 */
export function readMove(move) {
  const found = /^(\d?)([FSC]?)([a-h][1-8])([-+<>]?)(\d*)/.exec(move);
  if (!found) throw new Error(`no move: ${move}`);
  const [, count, letter, square, direction, drops] = found;
  const kind = letter === "S" ? "wall" : letter === "C" ? "capstone" : "flat";
  const digits = direction ? drops || count || "1" : "";
  return { square, direction: direction || null, drops: [...digits].map(Number), kind };
}

/**
 * The squares that a move changes, the first one first.
 * @param {string} move
 */
export function squaresOf(move) {
  const { square, direction, drops } = readMove(move);
  return [square, ...drops.map((_, index) => beyond(square, direction ?? "+", index + 1))];
}
