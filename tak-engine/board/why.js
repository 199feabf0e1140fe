// Why a click on the board does nothing, in words. What is possible the engine has told.

import { readStack } from "./pieces.js";
import { counted, NAMES } from "./words.js";

/** @import { Lift } from "./lift.js" */
/** @import { Kind } from "./pointer.js" */
/** @import { State } from "./session.js" */

/**
 * Why nothing is placed or lifted on a square.
 * @param {State} state
 * @param {string} square
 * @param {Kind} kind What would be placed.
 */
export function whyNothing(state, square, kind) {
  const top = readStack(state.stacks[square] ?? "").at(-1);
  if (!top) return `${NAMES[state.colorToPlace]} has no ${kind} left to place.`;
  if (state.opening) return `${square} is taken. The first move of each player places a flat on an empty square.`;
  if (top.side !== state.side) {
    return `The top of ${square} is ${NAMES[top.side]}'s. ${NAMES[state.side]} moves stacks with a ${state.side} piece on top.`;
  }
  return `${square} cannot move: nothing goes onto a capstone, and only a capstone onto a wall.`;
}

/**
 * Why what is in hand does not go to a square.
 * @param {Lift} lift
 * @param {string} square
 */
export function whyNotThere({ state, at, left }, square) {
  const isBeside = Math.abs(at.charCodeAt(0) - square.charCodeAt(0)) + Math.abs(Number(at[1]) - Number(square[1])) === 1;
  const top = readStack(state.stacks[square] ?? "").at(-1);
  if (isBeside && top?.kind === "capstone") return `Nothing goes onto the capstone on ${square}.`;
  if (isBeside && top?.kind === "wall") return `Only a capstone that comes alone flattens the wall on ${square}.`;
  return `${square} is out of reach for ${counted(left, "piece")}: a stack goes straight on and leaves at least one piece on each square. The marked squares are in reach.`;
}
