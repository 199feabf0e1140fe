// How a search is suspended in the middle of its tree, so that its thread takes messages.
//
// JavaScript Promise Integration does it where the browser has it. Elsewhere the search
// unwinds its stack and winds it up again (Asyncify, of Binaryen): that needs another
// file, and is slower.

import { PROGRAM, UNWINDING_PROGRAM } from "./files.js";

/** @typedef {(milliseconds: number) => Promise<void>} Pause */

/**
 * @typedef {object} Suspension
 * @property {URL} program the WebAssembly that fits
 * @property {Function} pause what the WebAssembly imports
 * @property {(exports: any) => () => Promise<void>} runner what runs a search
 */

/** Room for the deepest stack of a search: it takes 10 kB. */
const STACK_BYTES = 1 << 18;

/** Where the stack of a suspended search begins and ends. */
const HEADER_BYTES = 8;

/** What `asyncify_get_state` says. */
const UNWINDING = 1;
const REWINDING = 2;

/** Whether this browser can suspend WebAssembly by itself. */
export const hasPromiseIntegration =
  "Suspending" in WebAssembly && "promising" in WebAssembly;

/**
 * @param {Pause} pause
 * @returns {Suspension}
 */
export function byPromise(pause) {
  const { Suspending, promising } = /** @type {any} */ (WebAssembly);
  return {
    program: PROGRAM,
    pause: new Suspending(pause),
    runner: (exports) => promising(exports.runSearch),
  };
}

/**
 * @param {Pause} pause
 * @returns {Suspension}
 */
export function byUnwinding(pause) {
  /** @type {any} */
  let exports;
  let stack = 0;
  let pausing = Promise.resolve();

  function unwind(/** @type {number} */ milliseconds) {
    if (exports.asyncify_get_state() === REWINDING) {
      return exports.asyncify_stop_rewind();
    }
    pausing = pause(milliseconds);
    const header = new Uint32Array(exports.memory.buffer, stack, 2);
    header.set([stack + HEADER_BYTES, stack + STACK_BYTES]);
    exports.asyncify_start_unwind(stack);
  }

  async function run() {
    exports.runSearch();
    while (exports.asyncify_get_state() === UNWINDING) {
      exports.asyncify_stop_unwind();
      await pausing;
      exports.asyncify_start_rewind(stack);
      exports.runSearch();
    }
  }

  return {
    program: UNWINDING_PROGRAM,
    pause: unwind,
    runner: (instance) => {
      exports = instance;
      stack = exports.__wbindgen_malloc(STACK_BYTES, 16);
      return run;
    },
  };
}
