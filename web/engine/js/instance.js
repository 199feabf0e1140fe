// Instances of the WebAssembly. Each has memory and functions of its own, so that sessions
// and rules on one thread do not meet.

import { makeGlue } from "./glue.js";
import { host } from "./host.js";

/**
 * Loads an instance.
 *
 * @param {URL} program
 * @param {Function} pause what a search calls to let its thread take messages
 * @returns {Promise<{ glue: import("./glue.js").Glue, exports: any }>}
 */
export async function makeInstance(program, pause) {
  const glue = makeGlue();
  const { exports } = await host.instantiate(program, {
    "./engine_bg.js": /** @type {any} */ (glue),
    host: { pause: /** @type {any} */ (pause) },
  });
  glue.__wbg_set_wasm(exports);
  /** @type {any} */ (exports).__wbindgen_start();
  return { glue, exports };
}
