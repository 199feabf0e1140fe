// The files of this package, in browsers and in Node.

import { NETWORKS, VERSION } from "./networks.js";

/** @type {boolean} */
export const isNode = Boolean(/** @type {any} */ (globalThis).process?.versions?.node);

/** Older networks are thrown away when there is a new one. */
const CACHE = `tak-networks-${VERSION}`;

/**
 * @param {string} name
 * @returns {URL}
 */
function place(name) {
  return new URL(name, import.meta.url);
}

/**
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function readFile(url) {
  const files = await import("node:fs/promises");
  return new Uint8Array(await files.readFile(url));
}

/**
 * @param {string} name
 * @param {WebAssembly.Imports} imports
 * @returns {Promise<WebAssembly.Instance>}
 */
export async function instantiate(name, imports) {
  const url = place(name);
  if (isNode) {
    const { instance } = await WebAssembly.instantiate(await readFile(url), imports);
    return instance;
  }
  const response = await checked(fetch(url));
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

/** @returns {number[]} the board sizes that have a network */
export function networkSizes() {
  return Object.keys(NETWORKS).map(Number);
}

/**
 * The network of a board size, fetched once and kept in the cache of the browser.
 *
 * @param {number} size
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readNetwork(size) {
  const url = place(/** @type {Record<number, string>} */ (NETWORKS)[size]);
  if (isNode) {
    return readFile(url);
  }
  // There is none where the page is not secure, and it may be full or forbidden.
  const cache = await globalThis.caches?.open(CACHE).catch(() => undefined);
  const known = await cache?.match(url);
  if (known) {
    return new Uint8Array(await known.arrayBuffer());
  }
  const response = await checked(fetch(url));
  await cache?.put(url, response.clone()).catch(() => {});
  forgetOld();
  return new Uint8Array(await response.arrayBuffer());
}

async function forgetOld() {
  const names = await globalThis.caches?.keys().catch(() => []);
  const old = names?.filter((name) => name.startsWith("tak-networks-") && name !== CACHE);
  old?.forEach((name) => caches.delete(name));
}
