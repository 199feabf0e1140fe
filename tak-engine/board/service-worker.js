// Keeps the static site in the browser, release by release. All that a release loads lies
// in a folder of its own, named by its contents: no page gets a file of another one,
// whichever of them this worker belongs to.

/** The release of this worker, which `web/board/release` writes here. */
const RELEASE = "";
/** The SHA-256 of each of its files, by path. @type {Record<string, string>} */
const FILES = {};

const worker = /** @type {any} */ (self);
/** Where the site lies. @type {string} */
const site = worker.registration.scope;

/** Each release has a cache; a page that uses it holds a lock of the same name. */
const PREFIX = `tak-board ${site} `;
const OWN = PREFIX + RELEASE;

/** How long a page may take until it holds its lock, in milliseconds. */
const LOADING = 5000;

/** @param {string} name @param {(event: any) => void} handle */
const on = (name, handle) => worker.addEventListener(name, handle);
// Whole or not at all: if a file is missing the browser drops this worker, and the one
// before it goes on.
on("install", (event) => event.waitUntil(keepAll().then(() => worker.skipWaiting())));
on("activate", (event) => event.waitUntil(worker.clients.claim()));
on("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(site)) return;
  event.respondWith(answer(request));
  if (request.mode === "navigate") event.waitUntil(forgetOlder());
});

/** @param {Request} request */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const path = (origin + pathname).slice(site.length);
  const folder = path.includes("/") ? path.split("/")[0] : RELEASE;
  const key = path === "index.html" ? site : site + path;
  const kept = await caches.match(key, { cacheName: PREFIX + folder });
  return kept ?? fetch(request);
}

// ---- What is kept ----

async function keepAll() {
  const cache = await caches.open(OWN);
  await Promise.all(Object.keys(FILES).map((path) => keep(cache, path)));
}

/**
 * Keeps a file, if it is not there from an update that was cut off.
 *
 * @param {Cache} cache
 * @param {string} path
 */
async function keep(cache, path) {
  const url = site + path;
  if (await isRight(path, await cache.match(url))) return;
  const response = (await sameOfOlder(path)) ?? (await fetch(url, { cache: "no-cache" }));
  // The server may have the files of another release by now, or of both.
  if (!(await isRight(path, response))) throw new Error(`${url} is not that of release ${RELEASE}`);
  // Without the address that it came from: what it imports would be looked for there.
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
  await cache.put(url, new Response(response.body, { headers }));
}

/** @param {string} path @param {Response | undefined} response */
async function isRight(path, response) {
  if (!response?.ok) return false;
  const sum = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const digits = [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("") === FILES[path];
}

/** The file as a release before has it: most do not change. @param {string} path */
async function sameOfOlder(path) {
  for (const cacheName of await older()) {
    const url = site + path.replace(RELEASE, cacheName.slice(PREFIX.length));
    const response = await caches.match(url, { cacheName });
    if (await isRight(path, response)) return response;
  }
}

/** The caches that were there before that of this release, oldest first. */
async function older() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  return names.slice(0, Math.max(0, names.indexOf(OWN)));
}

/** Throws away what no page uses any more. */
async function forgetOlder() {
  // The next worker cannot begin while this one waits.
  if ((await older()).length === 0) return;
  await new Promise((done) => setTimeout(done, LOADING));
  for (const name of await older()) {
    await worker.navigator.locks.request(name, { ifAvailable: true }, (/** @type {Lock?} */ lock) => lock && caches.delete(name));
  }
}
