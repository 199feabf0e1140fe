// What draws in a worker, a module: one order, then the picture.

import { paint } from "./painting.js";

self.onmessage = async ({ data }) => self.postMessage(await paint(data));
