// Keeps the files of the static site: from the network where it can be reached, and from
// here where not.

const CACHE = "tak-board";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
// The page that is open waits for it, and tells what it has loaded already.
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(event.data)));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && isOurs) event.respondWith(answer(event));
});

/** @param {any} event */
async function answer(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    // Where it cannot be kept, it is still the answer.
    if (response.ok) event.waitUntil(cache.put(request, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
