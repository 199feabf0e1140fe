// What the engine has played against itself: the book of a page that has no other. Loaded when the
// panel of the book is opened.

import { beyond, STEPS } from "./lift.js";

/** @import { State } from "./session.js" */
/** @import { Known, Results } from "./explorer.js" */

/** @typedef {Results & { move: string }} Played */

/** A row of `library.csv` as far as it is used, as `tak-tools book export` writes it. */
const ROW = /^(\d),\d+,([a-z-]*),"(\S+) ([12]) \d+",([^,]+),(\d+),(\d+),(\d+),(\d+),/;

/** @type {Promise<Map<string, Played[]>> | undefined} By {@link nameOf} */
let library;

/**
 * The moves that were played in a position, from every orientation of the board.
 * @param {State} state
 * @param {string} opening
 * @returns {Promise<Known>}
 */
export async function playedByEngine({ tps, opening: isOpening }, opening) {
  library ??= load();
  library.catch(() => (library = undefined));
  const [board, side] = tps.split(" ");
  const moves = (await library).get(nameOf(rowsOf(board), side, isOpening ? opening : "")) ?? [];
  const sum = (/** @type {keyof Results} */ count) => moves.reduce((sum, played) => sum + played[count], 0);
  return { moves, games: sum("games"), white: sum("white"), draws: sum("draws"), black: sum("black") };
}

async function load() {
  const answer = await fetch(new URL("library.csv", import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return readLibrary(await answer.text());
}

/** @param {string} text */
function readLibrary(text) {
  /** @type {Map<string, Played[]>} */
  const read = new Map();
  for (const line of text.split("\n")) {
    const [, size, opening, board, side, move, ...counts] = ROW.exec(line) ?? [];
    if (!size) continue;
    const [games, white, draws, black] = counts.map(Number);
    const rows = rowsOf(board);
    const names = TURNS.map((turn) => nameOf(turned(rows, turn), side, opening));
    names.forEach((name, index) => {
      // An orientation in which the board looks alike has the same moves.
      if (names.indexOf(name) < index) return;
      const played = { move: turnedMove(move, TURNS[index], Number(size) - 1), games, white, draws, black };
      read.set(name, [...(read.get(name) ?? []), played]);
    });
  }
  for (const moves of read.values()) moves.sort((one, other) => other.games - one.games);
  return read;
}

/** @param {string[][]} rows @param {string} side @param {string} opening */
const nameOf = (rows, side, opening) => [side, opening, ...rows].join(" ");

/** The squares of a board in TPS, from a1 on. @param {string} board */
function rowsOf(board) {
  const rows = board.split("/").reverse();
  return rows.map((row) => row.split(",").flatMap((field) => (field[0] === "x" ? Array(Number(field[1] ?? 1)).fill("") : [field])));
}

/** @typedef {(file: number, rank: number, last: number) => [number, number]} Turn Where a square comes to lie. */

/** The eight ways to lay a board on itself. @type {Turn[]} */
const TURNS = Array.from({ length: 8 }, (_, turn) => (file, rank, last) => {
  const [x, y] = turn & 4 ? [rank, file] : [file, rank];
  return [turn & 1 ? last - x : x, turn & 2 ? last - y : y];
});

/** @param {string[][]} rows @param {Turn} turn */
function turned(rows, turn) {
  const made = rows.map((row) => [...row]);
  rows.forEach((row, rank) =>
    row.forEach((stack, file) => {
      const [x, y] = turn(file, rank, rows.length - 1);
      made[y][x] = stack;
    }),
  );
  return made;
}

/** @param {string} move @param {Turn} turn @param {number} last */
function turnedMove(move, turn, last) {
  return move.replace(/([a-h])(\d)([-+<>]?)/, (_, letter, digit, direction) => {
    const [file, rank] = [letter.charCodeAt(0) - "a".charCodeAt(0), digit - 1];
    const square = nameAt(turn(file, rank, last));
    if (!direction) return square;
    const [x, y] = STEPS[direction];
    const next = nameAt(turn(file + x, rank + y, last));
    return square + Object.keys(STEPS).find((way) => beyond(square, way, 1) === next);
  });
}

/** @param {[number, number]} square */
const nameAt = ([file, rank]) => beyond(beyond("a1", ">", file), "+", rank);
