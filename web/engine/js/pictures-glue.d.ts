// `pictures-glue.js` is written by the build, as `glue.js` is.

import type * as bindings from "./pictures-bindings.js";

export type Glue = typeof bindings & { __wbg_set_wasm(exports: unknown): void };
export function makeGlue(): Glue;
