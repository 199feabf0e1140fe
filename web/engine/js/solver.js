// Forced wins: the solver in a worker of its own, which is loaded when it is asked for.

import { checkNumber, checkObject } from "./checks.js";
import { checkPosition } from "./position.js";
import { solverHost } from "./solver-host.js";

/** @typedef {import("./rules.js").Position} Position */

/**
 * What counts as a forced win: a road by moves that each threaten one, a road by any moves, a
 * win by threats, any win at all.
 *
 * @typedef {"strict" | "tinue" | "threats" | "win"} Scope
 */

/**
 * When to give up: whichever comes first. Without any it takes ten seconds.
 *
 * @typedef {object} SolveLimits
 * @property {number} [plies] of the longest win that is looked for
 * @property {number} [nodes]
 * @property {number} [moveTime] in milliseconds, from the start of the worker on
 */

/**
 * @typedef {object} SolveOptions
 * @property {Scope} [scope] `tinue` if left out
 * @property {"white" | "black"} [winner] the player to move if left out
 * @property {SolveLimits} [limits]
 * @property {number} [hash] the memory for what is searched, in MiB: 64 if left out
 * @property {AbortSignal} [signal] ends it
 */

/** @typedef {{ verdict: "yes" | "no" | "unknown", plies?: number, shortest?: boolean }} Verdict */

/** @typedef {{ move: string, plies: number }} Defence */

/**
 * A strict tinuë of the player who was not asked about, which cannot be prevented.
 *
 * @typedef {Verdict & { winner: "white" | "black", line: string[], defences: Defence[] }} Lost
 */

/**
 * What is known: what `tak-engine solve --json` prints, but for the form of the game.
 *
 * @typedef {object} Found
 * @property {string} tps
 * @property {number} half_komi
 * @property {"white" | "black"} winner who was asked about
 * @property {Scope} mode
 * @property {number | null} max_plies
 * @property {string[]} line against the longest defence
 * @property {Defence[]} defences to the first move, the longest first
 * @property {string[]} lost_on_flats the defences that lose, but not to a road
 * @property {number} nodes
 * @property {string | null} ptn the proof as a game, its variations in parentheses
 * @property {string | null} certificate the proof for `tak-tools verify`
 */

/**
 * @typedef {object} Sometimes
 * @property {Verdict} [strict] in the scope `tinue`: whether threats alone do
 * @property {Lost} [lost]
 * @property {boolean} [short_of_memory] whether more `hash` would help
 */

/**
 * What is known so far, with the milliseconds since the question. Only the last word, which is
 * `final`, has all of it.
 *
 * @typedef {Verdict & Sometimes & { time: number } & (Partial<Found> & { final: false } | Found & { final: true })} Answer
 */

/**
 * A strict tinuë.
 *
 * @typedef {object} Tinue
 * @property {"white" | "black"} winner
 * @property {number} plies
 * @property {boolean} shortest
 * @property {string[]} line
 */

/**
 * Who has a strict tinuë in a position of a game, and what the move did that led there.
 *
 * @typedef {object} Standing
 * @property {Tinue | null} tinue
 * @property {boolean} tinue_is_known false if its limit came first
 * @property {"'" | "\"" | null} threat the mark of that move: Tak, or tinuë
 * @property {Tinue | null} missed what that move let go
 */

/**
 * What a search has found in a position of a game: the chances of the side to move in
 * thousandths, and the best line. It does not matter where the game is over.
 *
 * @typedef {object} Seen
 * @property {{ win: number, draw: number, loss: number }} chances
 * @property {string[]} line
 */

/**
 * A move that decided a game.
 *
 * @typedef {object} Moment
 * @property {number} ply of the position before it, 0 for the first
 * @property {string} tps that position
 * @property {"white" | "black"} side who moved
 * @property {string} move
 * @property {string} sentence
 * @property {boolean} proven by the rules or the solver; else the search has judged so
 * @property {string[]} better
 * @property {number} chance what the mover could expect, in thousandths
 * @property {number} loss of that
 */

/**
 * What decided a game.
 *
 * @typedef {object} Review
 * @property {(number | null)[]} accuracy White's and Black's in percent; `null` without moves
 * @property {Moment[]} moments in the order of the game
 */

/** The largest that each limit may be. @type {Record<string, number>} */
const MOST = { plies: 399, nodes: Number.MAX_SAFE_INTEGER, moveTime: 1e9 };

/** WebAssembly has 4 GiB for all. */
const LARGEST_HASH = 2048;

const LONGEST = 10_000;

/**
 * Whether a player can force a win. Gives what is known, again and again, and at last a word
 * that is `final`. Whoever leaves the loop ends the work.
 *
 * @param {Position} position
 * @param {SolveOptions} [options]
 * @returns {AsyncGenerator<Answer, void, undefined>}
 */
export async function* solve(position, options = {}) {
  checkObject("options", options, ["scope", "winner", "limits", "hash", "signal"]);
  const { scope = "tinue", winner, limits = {}, hash = 64, signal } = options;
  checkObject("limits", limits, Object.keys(MOST));
  const told = Object.entries(limits).filter(([, value]) => value !== undefined);
  told.forEach(([name, value]) => checkNumber(name, value, MOST[name], name !== "moveTime"));
  checkNumber("hash", hash, LARGEST_HASH);
  const within = told.length > 0 ? limits : { moveTime: LONGEST };
  const asked = { scope: String(scope), winner: winner === undefined ? winner : String(winner) };
  yield* ask({ position: checkPosition(position), ...asked, limits: within, hash }, signal);
}

/**
 * Who has a strict tinuë in each position of a game, from the first one on. Each takes
 * milliseconds, and a node limit ends what would take long.
 *
 * @param {Position} game
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {AsyncGenerator<Standing, void, undefined>}
 */
export async function* tinues(game, options = {}) {
  checkObject("options", options, ["signal"]);
  yield* ask({ position: checkPosition(game) }, options.signal);
}

/**
 * What decided a game whose positions have been searched, in sentences. The solver looks for
 * tinuës in each of them, as `tinues` does.
 *
 * @param {Position} game
 * @param {Seen[]} seen of each position, the first one first
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<Review>}
 */
export async function review(game, seen, options = {}) {
  checkObject("options", options, ["signal"]);
  const question = { position: checkPosition(game), seen: seen.map(checkSeen) };
  for await (const told of ask(question, options.signal)) return told;
  throw new Error("the solver has told nothing");
}

/**
 * @param {Seen} seen
 * @returns {Seen}
 */
function checkSeen({ chances: { win, draw, loss }, line }) {
  if (![win, draw, loss].every((part) => Number.isInteger(part) && part >= 0) || win + draw + loss !== 1000) {
    throw new TypeError(`chances: ${win}, ${draw}, ${loss}, expected thousandths`);
  }
  return { chances: { win, draw, loss }, line: line.map(String) };
}

/**
 * Asks a worker, which ends with the last answer or when nobody wants more of them.
 *
 * @param {import("./solving.js").Question} question
 * @param {AbortSignal} [signal]
 */
async function* ask(question, signal) {
  signal?.throwIfAborted();
  /** @type {import("./solving.js").News[]} not read yet */
  const news = [];
  let wake = () => {};
  const worker = solverHost.openSolver();
  worker.onLine = (heard) => {
    news.push(heard);
    // Even if nobody reads on.
    if (!("found" in heard)) worker.close();
    wake();
  };
  worker.onFailure = (error) => worker.onLine({ problem: error });
  const abort = () => wake();
  signal?.addEventListener("abort", abort);
  try {
    worker.send(question);
    for (;;) {
      signal?.throwIfAborted();
      const heard = news.shift();
      if (!heard) await /** @type {Promise<void>} */ (new Promise((resolve) => (wake = resolve)));
      else if ("problem" in heard) throw heard.problem;
      else if ("found" in heard) yield heard.found;
      else return;
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    worker.close();
  }
}
