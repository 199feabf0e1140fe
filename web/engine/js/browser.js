// What the engine needs of a browser: its files, and a worker.

import { listenTo } from "./beside.js";
import { checked, instantiate } from "./fetching.js";
import { networkOf } from "./files.js";
import { VERSION } from "./networks.js";

/** Older networks are thrown away when there is a new one. */
const CACHE = `tak-networks-${VERSION}`;

/** @type {import("./host.js").Host} */
export const browser = { instantiate, giveNetwork, openWorker };

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

/** @param {boolean} asyncify */
function openWorker(asyncify) {
  const name = asyncify ? "asyncify" : "";
  // Bundlers look for this form.
  return listenTo(new Worker(new URL("./worker.js", import.meta.url), { type: "module", name }), "engine");
}
