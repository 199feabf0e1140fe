// A TEI session on this thread: lines in, lines out, whatever the search is doing.

import { networkSizes } from "./files.js";
import { makeGlue } from "./glue.js";
import { host } from "./host.js";
import { makeInstance } from "./instance.js";
import { byPromise, byUnwinding, hasPromiseIntegration } from "./suspension.js";

/** How long the first search waits for its network, in milliseconds; later ones do not. */
const NETWORK_PATIENCE = 2000;

/**
 * Answers lines. Loads the engine first; lines that come meanwhile wait.
 *
 * @param {(line: string) => void} answer gets each line of the engine
 * @param {{ asyncify?: boolean }} [options]
 * @returns {(line: string) => void} takes each line for the engine
 */
export function converse(answer, { asyncify = !hasPromiseIntegration } = {}) {
  const conversation = new Conversation(answer);
  conversation.start(asyncify).catch(fail);
  return (line) => conversation.receive(line);
}

/** Ends the worker as an exception would: its page learns of it. */
function fail(/** @type {unknown} */ error) {
  setTimeout(() => {
    throw error;
  });
}

class Conversation {
  /** @type {string[]} */
  #lines = [];
  /** @type {import("./glue.js").Session | undefined} */
  #session;
  /** @type {() => Promise<void>} */
  #run = async () => {};
  #isReading = false;
  #isSearching = false;
  #hasQuit = false;
  /** @type {() => void} called when there is a line */
  #wake = () => {};
  /** @type {Map<number, Promise<void>>} by board size */
  #networks = new Map();
  /** The networks that are no longer waited for. @type {Set<Promise<void>>} */
  #late = new Set();

  constructor(/** @type {(line: string) => void} */ answer) {
    this.#answer = answer;
  }
  #answer;

  /** @param {boolean} asyncify */
  async start(asyncify) {
    const pause = (/** @type {number} */ milliseconds) => this.#pause(milliseconds);
    const suspension = asyncify ? byUnwinding(pause) : byPromise(pause);
    const { glue, exports } = await makeInstance(host, makeGlue, suspension.program, { pause: suspension.pause });
    this.#run = suspension.runner(exports);
    this.#session = new glue.Session();
    await this.#read();
  }

  /** @param {string} line */
  receive(line) {
    if (!this.#hasQuit) {
      this.#lines.push(...String(line).split(/\r?\n/));
      this.#wake();
      this.#read().catch(fail);
    }
  }

  async #read() {
    const session = this.#session;
    if (!session || this.#isReading) {
      return;
    }
    this.#isReading = true;
    for (;;) {
      const line = this.#lines.shift();
      if (line === undefined || this.#hasQuit) {
        break;
      }
      const word = line.trim().split(/\s/, 1)[0];
      if (word === "go" || (word === "isready" && !this.#isSearching)) {
        await this.#awaitNetwork();
      }
      this.#hasQuit = !session.line(line);
      if (word === "position" || word === "teinewgame") {
        this.#fetchNetwork();
      }
      this.#tell();
      this.#search().catch(fail);
    }
    this.#isReading = false;
  }

  /** Runs the searches that wait, one after the other. */
  async #search() {
    if (this.#isSearching) {
      return;
    }
    this.#isSearching = true;
    while (this.#session?.takeSearch()) {
      await this.#run();
      this.#tell();
    }
    this.#isSearching = false;
  }

  #tell() {
    this.#session?.answers().forEach((line) => this.#answer(line));
  }

  /**
   * Lets the thread take its messages; a search with nothing to do waits for one.
   *
   * @param {number} milliseconds
   */
  async #pause(milliseconds) {
    if (milliseconds > 0) {
      await this.#nextLine(milliseconds);
    } else {
      await nextTask();
    }
    this.#tell();
  }

  /** @param {number} milliseconds how long to wait at most */
  #nextLine(milliseconds) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      })
    );
  }

  /** Begins to fetch the network of the position, if there is one. */
  #fetchNetwork() {
    const size = this.#session?.missingNetwork() ?? 0;
    if (networkSizes().includes(size) && !this.#networks.has(size)) {
      this.#networks.set(size, this.#addNetwork(size));
    }
    return this.#networks.get(size);
  }

  /** @param {number} size */
  async #addNetwork(size) {
    try {
      await host.giveNetwork(size, (network) => this.#session?.addNetwork(network));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const one_line = why.replace(/\s+/g, " ");
      this.#answer(`info string no network for ${size}×${size}: ${one_line}; playing without it`);
    }
  }

  /** Waits for the network, but not for long, and not once the search is to stop. */
  async #awaitNetwork() {
    const network = this.#fetchNetwork();
    const end = performance.now() + NETWORK_PATIENCE;
    let hasArrived = network === undefined || this.#late.has(network);
    const arrival = network?.then(() => {
      hasArrived = true;
    });
    const isToStop = () => this.#lines.some((line) => /^\s*(stop|quit)\b/.test(line));
    while (!hasArrived && !isToStop() && performance.now() < end) {
      await Promise.race([arrival, this.#nextLine(end - performance.now())]);
    }
    if (network && !hasArrived && !isToStop()) {
      this.#late.add(network);
      this.#answer("info string the network is still on its way; playing without it until then");
    }
  }
}

/** @type {() => Promise<void>} after the messages that have come */
const nextTask = makeNextTask();

function makeNextTask() {
  const { setImmediate } = /** @type {any} */ (globalThis);
  if (setImmediate) {
    return () => /** @type {Promise<void>} */ (new Promise((resolve) => setImmediate(resolve)));
  }
  // A timer would take four milliseconds.
  const { port1, port2 } = new MessageChannel();
  /** The sessions of this thread that wait for their turn. @type {(() => void)[]} */
  const waiting = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(null);
      })
    );
}
