// What the engine needs of Node: its files, and a worker.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { networkOf } from "../files.js";
import { runOn } from "../host.js";
import { drawOn } from "../pictures-host.js";
import { solveOn } from "../solver-host.js";

runOn({ instantiate, giveNetwork, openWorker });
solveOn({ instantiate, openSolver });
drawOn({ instantiate, openPainter });

/**
 * @param {URL} program
 * @param {WebAssembly.Imports} imports
 */
async function instantiate(program, imports) {
  const { instance } = await WebAssembly.instantiate(await read(program), imports);
  return instance;
}

/**
 * @param {number} size
 * @param {(network: Uint8Array<ArrayBuffer>) => void} take
 */
async function giveNetwork(size, take) {
  take(await read(networkOf(size)));
}

/** @param {URL} url */
async function read(url) {
  return new Uint8Array(await readFile(url));
}

/** @param {boolean} asyncify */
function openWorker(asyncify) {
  return listenTo(new Worker(new URL("./worker.js", import.meta.url), { workerData: { asyncify } }));
}

function openSolver() {
  return listenTo(new Worker(new URL("./solver.worker.js", import.meta.url)));
}

function openPainter() {
  return listenTo(new Worker(new URL("./pictures.worker.js", import.meta.url)));
}

/** @param {Worker} worker */
function listenTo(worker) {
  /** @type {import("../beside.js").Beside<any, any>} */
  const beside = {
    send: (question) => worker.postMessage(question),
    onLine: () => {},
    onFailure: () => {},
    close: () => void worker.terminate(),
    failure: undefined,
  };
  worker.on("message", (answer) => beside.onLine(answer));
  worker.on("error", (error) => {
    beside.failure = error;
    beside.onFailure(error);
  });
  return beside;
}
