// The static site without a network: what was loaded once stays in the browser.

/** How long to wait for that, in milliseconds: after a forced reload it never is. */
const PATIENCE = 2000;

/** Waits until the worker that keeps the files is in charge, so that it keeps them all. */
export async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    const inCharge = new Promise((done) => {
      serviceWorker.addEventListener("controllerchange", done, { once: true });
      setTimeout(done, PATIENCE);
    });
    await serviceWorker.register("service-worker.js");
    if (!serviceWorker.controller) await inCharge;
    const entries = performance.getEntriesByType("resource").map(({ name }) => name);
    // A cache refuses what it is given twice.
    const all = new Set([location.href.split("#")[0], ...entries, ...(await networks())]);
    serviceWorker.controller?.postMessage([...all]);
  } catch {
    // A browser that keeps nothing needs the network again.
  }
}

/** Where the networks of the engine are: for sizes that are played later. */
async function networks() {
  const list = "./engine/networks.js";
  const { NETWORKS } = await import(list).catch(() => ({ NETWORKS: {} }));
  return Object.values(NETWORKS).map(String);
}
