// Where the files of this package are. Each is named in full: bundlers find them so, and
// put them beside what they build.

import { NETWORKS } from "./networks.js";

/** The WebAssembly for those who have JavaScript Promise Integration. */
export const PROGRAM = new URL("./engine.wasm", import.meta.url);

/** The same for all others. */
export const UNWINDING_PROGRAM = new URL("./engine-asyncify.wasm", import.meta.url);

/** @returns {number[]} the board sizes that have a network */
export function networkSizes() {
  return Object.keys(NETWORKS).map(Number);
}

/**
 * @param {number} size a board size that has a network
 * @returns {URL}
 */
export function networkOf(size) {
  return /** @type {Record<number, URL>} */ (NETWORKS)[size];
}
