// A beginner who knows three things: takes a road in one, stops one in one, and else places flats
// towards a road.

import assert from "node:assert/strict";
import { open } from "./browser.js";
import { begin, moves, myTurn, play } from "./player.js";

const SIZE = 4;
/** The engine, too, has lucky days. */
const GAMES = 5;

/** Wins a game against the lowest level, with clicks. */
export async function beginner() {
  const page = await open();
  const told = [];
  while (told.length < GAMES && !told.at(-1)?.startsWith("R-0")) told.push(await playAsBeginner(page));
  assert.match(told.at(-1), /^R-0/, told.join("\n"));
}

/** A game as White: its result, and how it came about. */
export async function playAsBeginner(page) {
  await begin(page, { size: String(SIZE), you: "white", level: "1", opening: "no-swap", halfKomi: "0" });
  const chosen = [];
  for (let plies = 0; await myTurn(page, plies); plies += 2) {
    const { move, why } = await page.evaluate(choose, { size: SIZE, played: await moves(page) });
    chosen.push(`${move} ${why}`);
    await play(page, move);
  }
  return `${await page.textContent("#moves .result")} ${chosen.join(", ")}`;
}

/** Runs in the page: what the beginner plays, and why. The rules are told by the engine. */
async function choose({ size, played }) {
  const address = new URL(".", location.href);
  address.protocol = "ws:";
  const socket = new WebSocket(address);
  await new Promise((resolve) => (socket.onopen = resolve));
  /** @type {((state: any) => void)[]} */
  const waiting = [];
  socket.onmessage = ({ data }) => data.startsWith("state ") && waiting.shift()?.(JSON.parse(data.slice(6)));
  const ask = (/** @type {string} */ position) => {
    socket.send(`state ${position}`);
    return new Promise((resolve) => waiting.push(resolve));
  };
  socket.send(`teinewgame size ${size} halfkomi 0 opening no-swap`);

  const legal = ({ places, spreads }) => {
    const told = [];
    JSON.stringify([places, spreads], (_, value) => (typeof value === "string" && told.push(value), value));
    return told;
  };
  /** The moves that complete a road of the side to move. */
  const roads = async (state) => {
    const after = await Promise.all(legal(state).map(async (move) => [move, await ask(`tps ${state.tps} moves ${move}`)]));
    const won = state.side === "white" ? "R-0" : "0-R";
    return after.filter(([, { result }]) => result === won).map(([move]) => move);
  };
  /** The same board, where the other side moves. */
  const turned = ({ tps }) => ask(`tps ${tps.replace(/ ([12]) (\d+)$/, (_, side, number) => ` ${3 - side} ${number}`)}`);

  const state = await ask(`startpos moves ${played.join(" ")}`.replace(/ moves $/, ""));
  const pick = async () => {
    const [road] = await roads(state);
    if (road) return { move: road, why: "road" };
    const threats = await roads(await turned(state));
    for (const move of threats.length ? legal(state) : []) {
      const after = await ask(`tps ${state.tps} moves ${move}`);
      if ((await roads(after)).length === 0) return { move, why: "stop" };
    }
    // The line with most of one's own flats, and nothing of the other side's.
    const name = (file, rank) => "abcdefgh"[file] + (rank + 1);
    const lines = [...Array(2 * size).keys()].map((index) => [...Array(size).keys()].map((at) => (index < size ? name(index, at) : name(at, index - size))));
    const free = lines.map((line) => line.filter((at) => !state.stacks[at]));
    const isOurs = (line) => line.every((at) => !state.stacks[at] || state.stacks[at].endsWith("1"));
    const open = free.filter((left, index) => left.length > 0 && isOurs(lines[index]));
    const [best] = open.sort((one, other) => one.length - other.length);
    const move = (best ?? free.flat())[0];
    return move && state.places[move]?.flat ? { move, why: "line" } : { move: legal(state)[0], why: "any" };
  };
  const picked = await pick();
  socket.close();
  return picked;
}
