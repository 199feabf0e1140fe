// The static site without a network: a service worker keeps each release of it whole.

/** Keeps this release, if it is one: its files lie in a folder of their own. */
export function keepOffline() {
  const site = new URL(".", location.href).href;
  const files = new URL(".", import.meta.url).href;
  const { serviceWorker, locks } = navigator;
  if (!serviceWorker || files === site) return;
  const release = files.slice(site.length, -1);
  // As long as this page is open its files are kept, whatever comes after them.
  const untilClosed = () => new Promise(() => {});
  const held = locks.request(`tak-board ${site} ${release}`, { mode: "shared" }, untilClosed);
  const worker = serviceWorker.register(new URL("service-worker.js", site));
  const kept = worker.then((registration) => registration.update()); // at each visit
  // A browser that keeps nothing needs the network again.
  for (const promise of [held, kept]) promise.catch(() => {});
}
