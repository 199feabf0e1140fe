// Puzzles: how a file of them is read, and which one comes next. The format is described in
// tak-games/src/puzzles.rs.

import { beyond } from "./lift.js";
import { readMove } from "./pieces.js";

/** @import { Progress } from "./progress.js" */
/** @import { Moment } from "./review.js" */
/** @import { Rules } from "./tei.js" */

/** @typedef {"tinuë" | "avoidance" | "flats" | "best" | "own"} Kind */

/**
 * @typedef {object} Puzzle
 * @property {number} number Its place in the file.
 * @property {string} tps
 * @property {number} size
 * @property {"white" | "black"} side Whose move is looked for.
 * @property {number} halfKomi
 * @property {number} plies
 * @property {string[]} line The solution; its first move is the only one.
 * @property {Kind} kind
 * @property {number} rating
 * @property {{ rules: Rules, moment: Moment }} [own] Where it is a mistake of the user's own.
 */

const KINDS = ["tinuë", "avoidance", "flats", "best"];
const USUAL = 1500;
/** The plies and the boards of a first puzzle. */
const SHORT = 3;
const SMALL = 5;

/** The puzzles that come with the page. @returns {Promise<Puzzle[]>} */
export async function shippedPuzzles() {
  const answer = await fetch(new URL("puzzles.txt", import.meta.url));
  return answer.ok ? readPuzzles(await answer.text()).puzzles : [];
}

/**
 * The puzzles of a text, and how many of its lines are none.
 * @param {string} text
 */
export function readPuzzles(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  const read = lines.map((line, index) => readPuzzle(line, index + 1));
  const puzzles = read.filter((puzzle) => puzzle !== null);
  return { puzzles, bad: read.length - puzzles.length };
}

/** @param {string} text */
function isMove(text) {
  try {
    return Boolean(readMove(text));
  } catch {
    return false;
  }
}

/**
 * A line as `tak-tools puzzles find --json` writes it, or one of the page's own file.
 * @param {string} line
 * @param {number} number
 * @returns {Puzzle | null}
 */
function readPuzzle(line, number) {
  const told = line.startsWith("{") ? ofJson(line) : line.split("|");
  const [tps = "", plies = "", moves = "", kind = "tinuë", rating = USUAL, halfKomi = 0] = told;
  const found = /^([x1-8,/SC]+) ([12]) \d+$/.exec(tps);
  const solution = moves.split(" ").filter(Boolean);
  const isWhole = found && solution.length > 0 && solution.every(isMove) && Number(plies) > 0 && KINDS.includes(kind);
  if (!isWhole || !Number.isFinite(Number(rating)) || !Number.isInteger(Number(halfKomi))) return null;
  return {
    number,
    tps,
    size: found[1].split("/").length,
    side: found[2] === "1" ? "white" : "black",
    halfKomi: Number(halfKomi),
    plies: Number(plies),
    line: solution,
    kind: /** @type {Kind} */ (kind),
    rating: Number(rating),
  };
}

/** @param {string} line @returns {string[]} */
function ofJson(line) {
  try {
    const { tps, plies, line: moves, move, kind, rating, half_komi: halfKomi } = JSON.parse(line);
    const told = [tps, plies, (moves ?? [move]).join(" "), kind ?? "tinuë", rating ?? USUAL, halfKomi ?? 0];
    return told.map(String);
  } catch {
    return [];
  }
}

/**
 * A mistake of the user's own, as a puzzle.
 * @param {Moment} moment
 * @param {Rules} rules
 * @returns {Puzzle}
 */
export function puzzleOf(moment, rules) {
  const { tps, side, better } = moment;
  const { size, halfKomi } = rules;
  return { number: 0, tps, size, side, halfKomi, plies: 1, line: better.slice(0, 1), kind: "own", rating: USUAL, own: { rules, moment } };
}

/**
 * Whether the first move of a solution is of a theme, or the solution takes so many plies.
 * @param {Puzzle} puzzle
 * @param {string} theme
 */
export function isOfTheme({ tps, plies, line: [move] }, theme) {
  if (Number(theme)) return plies === Number(theme);
  const { square, direction, drops, kind } = readMove(move);
  switch (theme) {
    case "spread":
      return direction !== null;
    case "wall":
      return kind === "wall";
    case "capstone":
      return kind === "capstone" || stackOn(tps, square).endsWith("C");
    default: // crush
      return direction !== null && stackOn(tps, beyond(square, direction, drops.length)).endsWith("S");
  }
}

/** A stack as in TPS, or nothing. @param {string} tps @param {string} square */
function stackOn(tps, [file, rank]) {
  const rows = tps.split(" ")[0].split("/").reverse();
  const row = (rows[Number(rank) - 1] ?? "").replace(/x(\d?)/g, (_, count) => Array(Number(count) || 1).fill("").join());
  return row.split(",")[file.charCodeAt(0) - 97] ?? "";
}

/** What a puzzle is known by. @param {Puzzle} puzzle */
export const keyOf = ({ tps, halfKomi }) => `${tps}|${halfKomi}`;

/**
 * The next puzzle: a new one that is about as hard as the player is good; when there are none, one
 * that was failed. The first few are short, on small boards if there are such.
 * @param {Puzzle[]} puzzles
 * @param {Progress} progress
 * @param {Puzzle | null} last
 */
export function nextPuzzle(puzzles, progress, last) {
  // One that is kept is read anew each time.
  const others = puzzles.filter((puzzle) => !last || keyOf(puzzle) !== keyOf(last));
  const fresh = others.filter((puzzle) => progress.resultOf(puzzle) === undefined);
  const failed = others.filter((puzzle) => progress.resultOf(puzzle) === 0);
  const short = progress.isNew ? fresh.filter(({ plies }) => plies <= SHORT) : [];
  const small = short.filter(({ size }) => size <= SMALL);
  const from = [small, short, fresh, failed, others, puzzles].find((some) => some.length > 0) ?? [];
  const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(progress.ratingOf(puzzle).rating - progress.player.rating);
  const near = [...from].sort((a, b) => distance(a) - distance(b)).slice(0, 12);
  return near[Math.floor(Math.random() * near.length)] ?? null;
}

/**
 * The puzzle of a day, the same for everybody.
 * @param {Puzzle[]} puzzles
 * @param {number} day
 */
export const dailyPuzzle = (puzzles, day) => puzzles[(day * 7919) % puzzles.length];

/** The days since 1 January 1970, by UTC. */
export const today = () => Math.floor(Date.now() / 86_400_000);
