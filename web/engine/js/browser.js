// What the engine needs of a browser: its files, and a worker.

import { networkOf } from "./files.js";
import { VERSION } from "./networks.js";

/** Older networks are thrown away when there is a new one. */
const CACHE = `tak-networks-${VERSION}`;

/** @type {import("./host.js").Host} */
export const browser = { instantiate, giveNetwork, openWorker };

/**
 * @param {URL} program
 * @param {WebAssembly.Imports} imports
 * @returns {Promise<WebAssembly.Instance>}
 */
async function instantiate(program, imports) {
  const response = await checked(fetch(program));
  // Compiled while it arrives, if the server says what it is.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  }
  return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
}

/**
 * @param {Promise<Response>} answer
 * @returns {Promise<Response>}
 */
async function checked(answer) {
  const response = await answer;
  if (!response.ok) {
    throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  }
  return response;
}

/**
 * The network comes from the cache of the browser, or is fetched and, once it has been
 * taken, kept there.
 *
 * @param {number} size
 * @param {(network: Uint8Array<ArrayBuffer>) => void} take
 */
async function giveNetwork(size, take) {
  // Wherever a site puts the file, it is the same one.
  const key = new URL(`/tak-network-${size}`, location.origin);
  // There is none where the page is not secure, and it may be full or forbidden.
  const cache = await globalThis.caches?.open(CACHE).catch(() => undefined);
  const known = await cache?.match(key).catch(() => undefined);
  if (known) {
    try {
      return take(new Uint8Array(await known.arrayBuffer()));
    } catch {
      await cache?.delete(key); // damaged
    }
  }
  // Another release may have left its own in the browser.
  const response = await checked(fetch(networkOf(size), { cache: "no-cache" }));
  const copy = response.clone();
  take(new Uint8Array(await response.arrayBuffer()));
  await cache?.put(key, copy).catch(() => {});
  forgetOld();
}

async function forgetOld() {
  const names = await globalThis.caches?.keys().catch(() => []);
  const old = names?.filter((name) => name.startsWith("tak-networks-") && name !== CACHE);
  old?.forEach((name) => caches.delete(name));
}

/**
 * @param {boolean} asyncify
 * @returns {import("./host.js").LineWorker}
 */
function openWorker(asyncify) {
  const name = asyncify ? "asyncify" : "";
  // Bundlers look for this form.
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
  /** @type {import("./host.js").LineWorker} */
  const lines = {
    send: (line) => worker.postMessage(line),
    onLine: () => {},
    onFailure: () => {},
    close: () => worker.terminate(),
    failure: undefined,
  };
  worker.onmessage = ({ data }) => lines.onLine(data);
  worker.onerror = (event) => {
    lines.failure = new Error(`the engine failed: ${event.message ?? "its files are missing"}`);
    lines.onFailure(lines.failure);
  };
  return lines;
}
