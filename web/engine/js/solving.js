// The solver on the thread of its worker. It answers one question, and takes no message
// until it has.

import { makeInstance } from "./instance.js";
import { makeStart } from "./position.js";
import { makeGlue } from "./solver-glue.js";
import { solverHost } from "./solver-host.js";

const SOLVER = new URL("./solver.wasm", import.meta.url);

/**
 * A question about a position; or about each position of a game, if a scope is missing; or what
 * decided a game, if it says what searches have seen.
 *
 * @typedef {object} Question
 * @property {import("./rules.js").Position} position
 * @property {string} [scope]
 * @property {import("./solver.js").Seen[]} [seen]
 * @property {string} [winner]
 * @property {import("./solver.js").SolveLimits} [limits]
 * @property {number} [hash]
 */

/** @typedef {{ found: any } | { problem: unknown } | { isOver: true }} News */

/** How long threats alone are tried before a first word, in milliseconds. */
const FIRST_WORD = 250;

/** The share of other limits that this may take. */
const FIRST_SHARE = 4;

/**
 * @param {Question} question
 * @param {(news: News) => void} tell
 */
export async function answer(question, tell) {
  try {
    const { position, scope, seen } = question;
    if (seen) tell({ found: await reviewOf(position, seen) });
    else if (scope === undefined) await tellTinues(position, (found) => tell({ found }));
    else await tellAnswer(question, scope, (found) => tell({ found }));
    tell({ isOver: true });
  } catch (problem) {
    tell({ problem });
  }
}

/**
 * @param {import("./rules.js").Position} game
 * @param {(found: any) => void} tell
 */
async function tellTinues(game, tell) {
  const { glue } = await makeInstance(solverHost, makeGlue, SOLVER, { progress() {} });
  const tinues = new glue.Tinues(makeStart(glue, game), game.moves ?? []);
  for (let told = tinues.tellNext(); told !== undefined; told = tinues.tellNext()) tell(JSON.parse(told));
}

/**
 * @param {import("./rules.js").Position} game
 * @param {import("./solver.js").Seen[]} seen
 */
async function reviewOf(game, seen) {
  const { glue } = await makeInstance(solverHost, makeGlue, SOLVER, { progress() {} });
  const chances = seen.flatMap(({ chances: { win, draw, loss } }) => [win, draw, loss]);
  const lines = seen.map(({ line }) => line.join(" "));
  return JSON.parse(glue.review(makeStart(glue, game), game.moves ?? [], Uint16Array.from(chances), lines));
}

/**
 * @param {Question} question
 * @param {string} scope
 * @param {(found: any) => void} tell
 */
async function tellAnswer({ position, winner, limits = {}, hash = 0 }, scope, tell) {
  const start = performance.now();
  const spent = () => Math.round(performance.now() - start);
  /** What is told again while the search goes on. */
  let known = { verdict: "unknown" };
  const progress = () => tell({ ...known, final: false, time: spent() });
  const { glue } = await makeInstance(solverHost, makeGlue, SOLVER, { progress });
  const there = makeStart(glue, position);
  there.play(position.moves ?? []);
  const solve = (/** @type {string} */ scope, /** @type {import("./solver.js").SolveLimits} */ { plies, nodes, moveTime }) =>
    JSON.parse(glue.solve(there, scope, winner, plies, nodes, moveTime, hash));
  const { nodes, moveTime } = limits;
  if (scope === "tinue") {
    const few = nodes && Math.ceil(nodes / FIRST_SHARE);
    const soon = Math.min(FIRST_WORD, (moveTime ?? Infinity) / FIRST_SHARE);
    known = firstWord(solve("strict", { ...limits, nodes: few, moveTime: soon }));
    progress();
  }
  const left = moveTime && Math.max(0, moveTime - spent());
  tell({ ...solve(scope, { ...limits, moveTime: left }), final: true, time: spent() });
}

/**
 * What threats alone tell of a tinuë by any moves.
 *
 * @param {any} strict
 */
function firstWord(strict) {
  const { verdict, plies, shortest } = strict;
  if (verdict === "yes") return { ...strict, mode: "tinue", strict: { verdict, plies, shortest }, shortest: false };
  return { verdict: "unknown", mode: "tinue", strict: { verdict } };
}
