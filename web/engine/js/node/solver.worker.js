// The solver in a worker of Node: one question, then its answers.

import { parentPort } from "node:worker_threads";
import "./host.js";
import { answer } from "../solving.js";

parentPort?.on("message", (question) => answer(question, (news) => parentPort?.postMessage(news)));
