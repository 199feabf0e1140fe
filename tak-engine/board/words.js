// Moves and positions in words, for those who hear them.

import { readMove, readStack } from "./pieces.js";

/** @import { Side, State } from "./session.js" */
/** @import { Info, Rules } from "./tei.js" */
/** @import { Tinue } from "./tinues.js" */

/** @type {Record<Side, string>} */
export const NAMES = { white: "White", black: "Black" };

const TO = { "+": "up", "-": "down", "<": "left", ">": "right" };

/**
 * @param {number} count
 * @param {string} thing
 */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/**
 * @param {string} move
 * @param {State} before The position in which it is played.
 */
export function spokenMove(move, before) {
  const { square, direction, drops, kind } = readMove(move);
  if (!direction) {
    const whose = before.colorToPlace === before.side ? "" : ` of ${NAMES[before.colorToPlace]}`;
    const what = move.startsWith("2") ? "two flats" : kind;
    return `${what}${whose} on ${square}`;
  }
  const carried = drops.reduce((total, drop) => total + drop, 0);
  const way = TO[/** @type {keyof typeof TO} */ (direction)];
  const pieces = carried === 1 ? "" : `${carried} pieces `;
  const spread = drops.length > 1 ? `, dropping ${drops.join(", ")}` : "";
  const crush = before.crushes.includes(move) ? ", crushing a wall" : "";
  return `${pieces}from ${square} ${way}${spread}${crush}`;
}

/**
 * What lies on a square.
 * @param {string} square
 * @param {State} state
 */
export function spokenSquare(square, state) {
  const pieces = readStack(state.stacks[square] ?? "");
  const top = pieces.at(-1);
  if (!top) return `${square}, empty`;
  const one = `${NAMES[top.side]} ${top.kind}`;
  if (pieces.length === 1) return `${square}, ${one}`;
  const white = pieces.filter(({ side }) => side === "white").length;
  const under = pieces.slice(0, -1).reverse().slice(0, state.carry).map(({ side }) => NAMES[side]);
  const more = pieces.length - 1 - under.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  const counts = `${white} white, ${pieces.length - white} black`;
  return `${square}, ${one} on a stack of ${pieces.length}: under it ${under.join(", ")}${rest}; ${counts}`;
}

/**
 * Who won a game that was not drawn.
 * @param {string} result As in PTN.
 * @returns {Side}
 */
export const winnerOf = (result) => (result.endsWith("-0") ? "white" : "black");

/**
 * How a game ended.
 * @param {string} result As in PTN.
 * @param {State | null} state The position on the board, which may show something else: anything can be
 *   written behind a game.
 * @param {string} [told] What the tag Termination says of it.
 */
export function spokenResult(result, state, told = "") {
  const isShown = state?.result === result;
  if (result.startsWith("1/2")) {
    const komi = state?.halfKomi ? ", komi included" : "";
    return isShown ? `A draw: both have the same number of flats${komi}` : "The game was drawn";
  }
  const winner = NAMES[winnerOf(result)];
  const how = /R/.test(result) ? " by a road" : /F/.test(result) ? " on flats" : "";
  if (!how) return `${winner} wins${spokenTermination(told)}`;
  return isShown ? `${winner} wins${how}` : `Recorded as a win of ${winner}${how}`;
}

/** @param {string} told */
function spokenTermination(told) {
  const illegal = /^illegal move (\S+)$/.exec(told)?.[1];
  if (illegal) return `, since ${illegal} is no legal move`;
  return /^time|on time/i.test(told) ? " on time" : /resign/i.test(told) ? " by resignation" : "";
}

/**
 * A score for White in flats, or who wins and when.
 * @param {Info} info
 * @param {Side} side Who is to move.
 */
export function spokenScore({ score, proof, chances }, side) {
  const winner = (/** @type {boolean} */ isOwn) => NAMES[isOwn === (side === "white") ? "white" : "black"];
  if (proof) return proof.verdict === "draw" ? "draw" : `${winner(proof.verdict === "win")} in ${proof.plies}`;
  if (chances.draw === 1000) return "draw";
  if (score === null) return "";
  if (Math.abs(score) > 9000) return `${winner(score > 0)} wins`;
  const flats = (side === "white" ? score : -score) / 100;
  return (flats > 0 ? "+" : flats < 0 ? "−" : "±") + Math.abs(flats).toFixed(2);
}

/** `3 plies`, or `at most 3 plies`. @param {{ plies: number, shortest: boolean }} win */
export const lengthOf = ({ plies, shortest }) => `${shortest ? "" : "at most "}${plies === 1 ? "1 ply" : `${plies} plies`}`;

/**
 * Who wins, and how.
 * @param {Tinue} tinue
 */
export const spokenTinue = (tinue) => `${NAMES[tinue.winner]} has a strict tinuë in ${lengthOf(tinue)}: ${tinue.line.join(" ")}.`;

/**
 * What could not be kept of a game.
 * @param {{ error: string, line: number, column: number }[]} faults
 */
export function spokenFaults(faults) {
  if (!faults.length) return "";
  const shown = faults.slice(0, 3).map(({ error, line, column }) => `${error} (line ${line}, column ${column})`);
  const more = faults.length - shown.length;
  return `Left out of variations: ${shown.join("; ")}${more ? `; and ${more} more` : ""}.`;
}

/**
 * That a game is not counted with its own komi, which is beyond what anybody plays with.
 * @param {Rules} rules
 * @param {State | null} state
 */
export function spokenKomi(rules, state) {
  if (!state || state.halfKomi === rules.halfKomi) return "";
  return ` The komi is ${rules.halfKomi / 2}; counted is ${state.halfKomi / 2}.`;
}
