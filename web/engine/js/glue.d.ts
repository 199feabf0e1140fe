// `glue.js` is written by the build: what wasm-bindgen makes for one instance of the
// WebAssembly, in a function.

import type * as bindings from "./bindings.js";

export type Session = bindings.Session;
export type Position = bindings.Position;
export type Glue = typeof bindings & { __wbg_set_wasm(exports: unknown): void };
export function makeGlue(): Glue;
