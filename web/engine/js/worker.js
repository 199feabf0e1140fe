// The engine in a worker, a module: one TEI line for each message, both ways. A worker
// with the name `asyncify` suspends as old browsers must.

import { converse } from "./conversation.js";

const asyncify = self.name === "asyncify" || undefined;
const receive = converse((line) => self.postMessage(line), { asyncify });
self.onmessage = ({ data }) => receive(data);
