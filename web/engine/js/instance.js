// Instances of the WebAssembly. Each has memory and functions of its own, so that sessions
// and rules on one thread do not meet.

/**
 * Loads an instance.
 *
 * @template {{ __wbg_set_wasm(exports: unknown): void }} Glue
 * @param {{ instantiate: import("./host.js").Host["instantiate"] }} host
 * @param {() => Glue} makeGlue of the same WebAssembly
 * @param {URL} program
 * @param {Record<string, Function>} calls what the program calls while it runs
 * @returns {Promise<{ glue: Glue, exports: any }>}
 */
export async function makeInstance(host, makeGlue, program, calls) {
  const glue = makeGlue();
  const { exports } = await host.instantiate(program, {
    "./engine_bg.js": /** @type {any} */ (glue),
    host: /** @type {any} */ (calls),
  });
  glue.__wbg_set_wasm(exports);
  /** @type {any} */ (exports).__wbindgen_start();
  return { glue, exports };
}
