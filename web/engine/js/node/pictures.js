// Pictures for scripts in Node.

import "./host.js";

export * from "../pictures.js";
