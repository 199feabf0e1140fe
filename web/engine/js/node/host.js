// What the engine needs of Node: its files, and a worker.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { networkOf } from "../files.js";
import { runOn } from "../host.js";

runOn({ instantiate, giveNetwork, openWorker });

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

/**
 * @param {boolean} asyncify
 * @returns {import("../host.js").LineWorker}
 */
function openWorker(asyncify) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: { asyncify } });
  /** @type {import("../host.js").LineWorker} */
  const lines = {
    send: (line) => worker.postMessage(line),
    onLine: () => {},
    onFailure: () => {},
    close: () => void worker.terminate(),
    failure: undefined,
  };
  worker.on("message", (line) => lines.onLine(line));
  worker.on("error", (error) => {
    lines.failure = error;
    lines.onFailure(error);
  });
  return lines;
}
