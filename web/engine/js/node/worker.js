// The engine in a worker of Node: one TEI line for each message, both ways.

import { parentPort, workerData } from "node:worker_threads";
import { converse } from "./conversation.js";

const asyncify = workerData?.asyncify || undefined;
const receive = converse((line) => parentPort?.postMessage(line), { asyncify });
parentPort?.on("message", receive);
