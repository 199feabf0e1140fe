// Where the engine runs: in a browser, unless a file in `node/` says otherwise. Those
// alone know modules of Node, so that no bundler for browsers meets one.

import { browser } from "./browser.js";

/** @typedef {import("./beside.js").Beside<string, string>} LineWorker */

/**
 * @typedef {object} Host
 * @property {(program: URL, imports: WebAssembly.Imports) => Promise<WebAssembly.Instance>} instantiate
 * @property {(size: number, take: (network: Uint8Array<ArrayBuffer>) => void) => Promise<void>} giveNetwork
 *   hands over the network of a board size; `take` throws if it is none
 * @property {(asyncify: boolean) => LineWorker} openWorker a worker with the engine
 */

/** @type {Host} */
export let host = browser;

/** @param {Host} other */
export function runOn(other) {
  host = other;
}
