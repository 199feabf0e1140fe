// What the tests share: the package as it was packed, and the engine of the program.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

/** The folder where the package is installed, as `npm install` did it. */
export const HOME = process.env.TAK_WEB_HOME;

/** The program `tak-engine`. */
export const NATIVE = process.env.TAK_ENGINE;

export const PACKAGE = `${HOME}/node_modules/@tak-toolkit/engine`;

export const EXAMPLES = fileURLToPath(new URL("../examples", import.meta.url));

/** Positions of all sizes, and how deep to search them. */
export const POSITIONS = [
  { size: 3, depth: 8, moves: "c1 c2 a2 c1+" },
  { size: 4, depth: 8, moves: "a1 d4 c2 a3 a2 b2 d2 a4 a2+ d3 c3 b2>" },
  { size: 5, depth: 8, moves: "a1 e1 Cc3 Cc4 b3 d3 c2 d2 d1 c1 b4 b5 a4 c4<" },
  { size: 6, depth: 8, moves: "a1 f6 Cd4 c4 d3 Cc3 d2 d5 c5 c2 d1 e4 e3 c6" },
  { size: 7, depth: 7, moves: "a1 g7 f7 a7 a6 b6 b7 f6 g6 g1 e1 c1 f2 c2 g5 f3" },
  { size: 8, depth: 6, moves: "a1 h8 d2 g3 d1 d3 e3 a2 e2 e4 f7 f4 c3 c4 b4 b5 c5 g2" },
];

/** The lines that search one of them. */
export function linesOf({ size, depth, moves }) {
  return [
    `teinewgame size ${size} halfkomi 4`,
    `position startpos moves ${moves}`,
    `go depth ${depth}`,
  ];
}

/** The same for two of them, without networks: nobody waits for those. */
export const PAIR = [2, 3].map((index) => ["setoption name EvalFile value none", ...linesOf(POSITIONS[index])]);

const DATA = new URL("../../../tests/data/", import.meta.url);

/** Positions with and without a forced road. */
export const LISTED = readFileSync(new URL("tinue.txt", DATA), "utf8")
  .split("\n")
  .filter((row) => row && !row.startsWith("#"))
  .map((row) => row.split("|"))
  .map(([, size, halfKomi, tps]) => ({ size: Number(size), halfKomi: Number(halfKomi), tps }));

/** A long game that the engine has played with itself after a random opening. */
export const GAME = {
  size: 5,
  halfKomi: 4,
  moves: `d2 c1 Sc5 Ce1 Cd4 Sa1 b4 c2 c4 Sa4 b3 a3 b2 b1 d5 a1> b2> b1> e5 a2 a5 b5 b2 2c1+ c1 3c2< c3 a1 d1 e1<
    e1 e2 c1< c1 e3 3b2- e3- 5b1+14 Sb1 2d1> b1+ b1 2b2- 3e1+ d1 e1 d1< 5b3> b3 d1 3b1< a4> b1 a4 e3 a3> 4a1+ d1<
    d4< 3c1<12 b2- a3 2b1+11 2b4- 5a2> 5e2<131 c4+ b5< 2c5<11 5b3+23 4c2>31 5b2>113 b1+ 5d2+113`.split(/\s+/),
};

/**
 * Positions with and without a forced road, and the lines that ask for one. The solver
 * answers first, then the search; for the last one it is asked in the middle of the search.
 */
export const THREATS = [...LISTED.map(({ size, halfKomi, tps }) => [
  `teinewgame size ${size} halfkomi ${halfKomi}`,
  `position tps ${tps}`,
  "go mate 30 nodes 20000",
]), [
  "teinewgame size 5 halfkomi 4",
  "position tps 1,x3,2S/x2,2S,221221,x/2,1C,1,221,2/2,2C,12,21,1/x,1,1,x2 1 19",
  "go nodes 1000000",
]];

/** What stays the same on every machine of a line of the engine. */
export function reproducible(info) {
  return info.replace(/ time \d+/, "").replace(/ nps \d+/, "");
}

/**
 * A client: sends lines, and waits for lines.
 */
export class Client {
  lines = [];
  #waiting = [];

  constructor(send, close) {
    Object.assign(this, { send, close });
  }

  take(line) {
    this.lines.push(line);
    this.#waiting = this.#waiting.filter((check) => !check(line));
  }

  /** The next line that begins so. */
  next(start) {
    return new Promise((resolve) => {
      this.#waiting.push((line) => {
        const fits = line.startsWith(start);
        if (fits) resolve(line);
        return fits;
      });
    });
  }

  /** Sends a line and waits for another. */
  ask(line, start) {
    const answer = this.next(start);
    this.send(line);
    return answer;
  }

  /** Searches a position, and returns the lines of the engine. */
  search(position) {
    return this.answer(linesOf(position));
  }

  /** Sends lines that end with a move, and returns those of the engine. */
  async answer(lines) {
    const first = this.lines.length;
    const best = this.next("bestmove");
    lines.forEach((line) => this.send(line));
    await best;
    return this.lines.slice(first).map(reproducible);
  }
}

/** The program of this machine, which counts scores as the worker does or in flats. */
export function openNative(score = "result") {
  const engine = spawn(NATIVE, { stdio: ["pipe", "pipe", "inherit"] });
  const client = new Client(
    (line) => engine.stdin.write(`${line}\n`),
    () => engine.stdin.end(),
  );
  createInterface(engine.stdout).on("line", (line) => client.take(line));
  client.send(`setoption name Score value ${score}`);
  return client;
}

/** What the program finds: with networks, 16 MiB. */
export function nativeSearches() {
  return nativeAnswers(POSITIONS.map(linesOf));
}

/** What the program answers to each of these. */
export async function nativeAnswers(questions, score) {
  const client = openNative(score);
  client.send("setoption name Hash value 16");
  const found = [];
  for (const lines of questions) {
    found.push(await client.answer(lines));
  }
  client.close();
  return found;
}
