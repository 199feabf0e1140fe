// The engine in a worker, a module: one TEI line for each message, both ways.

import { converse } from "./conversation.js";
import { isNode } from "./files.js";

const asyncify = new URL(import.meta.url).searchParams.has("asyncify") || undefined;

if (isNode) {
  const { parentPort } = await import("node:worker_threads");
  const receive = converse((line) => parentPort?.postMessage(line), { asyncify });
  parentPort?.on("message", receive);
} else {
  const receive = converse((line) => self.postMessage(line), { asyncify });
  self.onmessage = ({ data }) => receive(data);
}
