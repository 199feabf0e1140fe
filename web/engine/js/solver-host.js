// Where the solver runs, as `host.js` says it of the engine: neither takes the other along.

import { listenTo } from "./beside.js";
import { instantiate } from "./fetching.js";

/**
 * @typedef {object} SolverHost
 * @property {(program: URL, imports: WebAssembly.Imports) => Promise<WebAssembly.Instance>} instantiate
 * @property {() => import("./beside.js").Beside<import("./solving.js").Question, import("./solving.js").News>} openSolver
 */

/** @type {SolverHost} */
export let solverHost = { instantiate, openSolver };

/** @param {SolverHost} other */
export function solveOn(other) {
  solverHost = other;
}

function openSolver() {
  // Bundlers look for this form.
  return listenTo(new Worker(new URL("./solver.worker.js", import.meta.url), { type: "module" }), "solver");
}
