// A worker with the engine, in browsers and in Node.

import { isNode } from "./files.js";

/**
 * @typedef {object} LineWorker
 * @property {(line: string) => void} send
 * @property {(line: string) => void} onLine
 * @property {(error: unknown) => void} onFailure
 * @property {() => void} close
 */

/**
 * @param {boolean} asyncify
 * @returns {Promise<LineWorker>}
 */
export async function openWorker(asyncify) {
  return isNode ? openInNode(asyncify) : openInBrowser(asyncify);
}

/** @param {boolean} asyncify */
function openInBrowser(asyncify) {
  // Bundlers look for this form.
  const worker = asyncify
    ? new Worker(new URL("./worker.js?asyncify", import.meta.url), { type: "module" })
    : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @type {LineWorker} */
  const lines = {
    send: (line) => worker.postMessage(line),
    onLine: () => {},
    onFailure: () => {},
    close: () => worker.terminate(),
  };
  worker.onmessage = ({ data }) => lines.onLine(data);
  worker.onerror = (event) =>
    lines.onFailure(new Error(`the engine failed: ${event.message ?? "its files are missing"}`));
  return lines;
}

/** @param {boolean} asyncify */
async function openInNode(asyncify) {
  const { Worker } = await import("node:worker_threads");
  const name = asyncify ? "./worker.js?asyncify" : "./worker.js";
  const worker = new Worker(new URL(name, import.meta.url));
  /** @type {LineWorker} */
  const lines = {
    send: (line) => worker.postMessage(line),
    onLine: () => {},
    onFailure: () => {},
    close: () => void worker.terminate(),
  };
  worker.on("message", (line) => lines.onLine(line));
  worker.on("error", (error) => lines.onFailure(error));
  return lines;
}
