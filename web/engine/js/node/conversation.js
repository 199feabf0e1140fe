// A TEI session on this thread, in Node.

import "./host.js";

export * from "../conversation.js";
