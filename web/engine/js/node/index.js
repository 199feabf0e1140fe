// The engine for scripts in Node.

import "./host.js";

export * from "../index.js";
