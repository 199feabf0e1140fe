// The engine behind the page: something that takes lines of TEI and gives lines. What it
// is, only this file knows.

/**
 * @typedef {object} Channel An open or opening connection to an engine.
 * @property {(line: string) => void} send
 * @property {() => void} close
 * @property {boolean} [loads] Whether it has to be loaded first, however long that takes.
 */

/**
 * @typedef {object} Listener Who hears what the engine says.
 * @property {() => void} opened It listens from now on.
 * @property {(line: string) => void} said One line, without its end.
 * @property {(why: string) => void} closed It has gone, and this channel is of no more use.
 */

/** @typedef {(listener: Listener) => Channel} Connect */

/** Why an engine that is there does not listen. */
export const NO_ROOM = "it has no room for another page";

/**
 * An engine at an address, over WebSocket.
 * @param {string | URL} address
 * @param {() => Promise<boolean>} [answers] Whether a server is there that refuses connections.
 * @returns {Connect}
 */
export const connectTo = (address, answers) => (listener) => {
  /** @type {WebSocket} */
  let socket;
  try {
    socket = new WebSocket(address);
  } catch (error) {
    queueMicrotask(() => listener.closed(String(error)));
    return { send: () => {}, close: () => {} };
  }
  let wasOpen = false;
  socket.onopen = () => {
    wasOpen = true;
    listener.opened();
  };
  socket.onmessage = ({ data }) => {
    for (const line of String(data).split("\n")) {
      if (line) listener.said(line);
    }
  };
  socket.onclose = async ({ code, reason }) => {
    if (code !== 1006) return listener.closed(reason || `it closed the connection (${code})`);
    // Browsers do not tell a page why a connection was refused.
    const isThere = !wasOpen && (await answers?.());
    listener.closed(isThere ? NO_ROOM : "it does not answer");
  };
  return {
    // Between the engine's end and the word of it, a line is lost with it.
    send: (line) => {
      if (socket.readyState <= WebSocket.OPEN) socket.send(line);
    },
    close: () => socket.close(),
  };
};

/** The engine at the address that the page came from. */
function here() {
  const address = new URL(".", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/** @param {string} address */
function answers(address) {
  const options = { method: "HEAD", signal: AbortSignal.timeout(2000) };
  return fetch(address, { ...options, cache: "no-store" }).then(({ ok }) => ok, () => false);
}

/** The engine as WebAssembly, in a worker of this page: one line a message, both ways. */
const WORKER = new URL("engine/worker.js", import.meta.url);

/** @type {Connect} */
export function connectWorker(listener) {
  const worker = new Worker(WORKER, { type: "module" });
  worker.onmessage = ({ data }) => listener.said(String(data).trimEnd());
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    listener.closed(event.message || "its program could not be loaded");
  };
  queueMicrotask(() => listener.opened());
  return { send: (line) => worker.postMessage(line), close: () => worker.terminate(), loads: true };
}

/** The solver that comes with that worker, as WebAssembly too: loaded when somebody asks. */
export const loadSolver = () => import(new URL("engine/solver.js", import.meta.url).href);

/** What draws pictures there: loaded when somebody asks. */
export const loadPictures = () => import(new URL("engine/pictures.js", import.meta.url).href);

/** Whether an engine serves this page: it says so in the page. */
export function isServed() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=engine]"));
  return meta?.content === "websocket";
}

/**
 * How to reach the engine of this page. A server that is an engine says so in the page;
 * a folder of files has the engine among them.
 * @returns {Promise<{ connect: Connect, isLocal: boolean }>}
 */
export async function findEngine() {
  const hasWorker = async () => {
    // Without a network it still lies in the browser, where only a GET finds it.
    const answer = await fetch(WORKER).catch(() => null);
    return answer?.ok ?? false;
  };
  if (!isServed() && (await hasWorker())) {
    return { connect: connectWorker, isLocal: true };
  }
  return { connect: connectTo(here(), () => answers(location.href)), isLocal: false };
}
