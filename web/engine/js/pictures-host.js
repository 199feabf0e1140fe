// Where pictures are drawn, as `host.js` says it of the engine: neither takes the other along.

import { listenTo } from "./beside.js";
import { instantiate } from "./fetching.js";

/**
 * @typedef {object} PicturesHost
 * @property {(program: URL, imports: WebAssembly.Imports) => Promise<WebAssembly.Instance>} instantiate
 * @property {() => import("./beside.js").Beside<import("./painting.js").Order, import("./painting.js").Delivery>} openPainter
 */

/** @type {PicturesHost} */
export let picturesHost = { instantiate, openPainter };

/** @param {PicturesHost} other */
export function drawOn(other) {
  picturesHost = other;
}

function openPainter() {
  // Bundlers look for this form.
  return listenTo(new Worker(new URL("./pictures.worker.js", import.meta.url), { type: "module" }), "painter");
}
