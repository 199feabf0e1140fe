// The solver for scripts in Node.

import "./host.js";

export * from "../solver.js";
