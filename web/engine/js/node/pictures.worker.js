// What draws in a worker of Node: one order, then the picture.

import { parentPort } from "node:worker_threads";
import "./host.js";
import { paint } from "../painting.js";

parentPort?.on("message", async (order) => parentPort?.postMessage(await paint(order)));
