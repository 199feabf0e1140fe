// The engine for pages and scripts that do not speak TEI.

import { checkNumber, checkObject } from "./checks.js";
import { host } from "./host.js";
import { Rules } from "./rules.js";
import { Client, Search } from "./tei.js";

export { Rules };

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Game} Game */
/** @typedef {import("./tei.js").Info} Info */

/**
 * When a search ends: whichever comes first. Without any it takes five seconds.
 *
 * @typedef {object} Limits
 * @property {number} [depth] in plies
 * @property {number} [nodes]
 * @property {number} [moveTime] in milliseconds
 * @property {boolean} [infinite] until it is told to stop
 * @property {number} [lines] how many lines to report, 1 if it is left out
 */

/**
 * @typedef {object} Options
 * @property {number} [hash] the memory for what is searched, in MiB: 32 if left out
 * @property {boolean} [networks] whether to fetch networks, which make it stronger
 * @property {boolean} [asyncify] suspends as old browsers must, to try that
 */

/** The engine in a worker of its own. It searches one position at a time. */
export class Engine {
  #worker;
  #rules;
  #client;
  /** The rules of the game that was begun last, as JSON. */
  #game = "";
  /** How often it was told to stop. */
  #stops = 0;
  /** @type {((line: string) => void) | undefined} */
  #waiting;
  /** @type {unknown} */
  #failure;

  /**
   * Starts an engine.
   *
   * @param {Options} [options]
   * @returns {Promise<Engine>}
   */
  static async start(options = {}) {
    const { hash, networks = true, asyncify = false } = checkOptions(options);
    if (hash !== undefined) {
      checkNumber("hash", hash, 2048);
    }
    const worker = host.openWorker(asyncify);
    let engine;
    try {
      engine = new Engine(worker, await Rules.load());
      await engine.#ask("tei", "teiok");
      engine.send("setoption name Score value flats");
    } catch (error) {
      worker.close();
      throw error;
    }
    if (hash !== undefined) {
      engine.send(`setoption name Hash value ${hash}`);
    }
    if (!networks) {
      engine.send("setoption name EvalFile value none");
    }
    return engine;
  }

  /**
   * Use {@link Engine.start}.
   *
   * @private
   * @param {import("./host.js").LineWorker} worker
   * @param {Rules} rules
   */
  constructor(worker, rules) {
    this.#worker = worker;
    this.#rules = rules;
    this.#client = new Client((line) => worker.send(line));
    worker.onLine = (line) => this.#take(line);
    worker.onFailure = (error) => this.#fail(error);
    this.#failure = worker.failure;
  }

  /**
   * Gets every line of the engine, if it is set.
   *
   * @type {((line: string) => void) | undefined}
   */
  onLine;

  /**
   * Sends a line of TEI. After `quit` nothing is answered any more.
   *
   * @param {string} line
   */
  send(line) {
    this.#worker.send(line);
    // Whatever it changes, the next search sets its own.
    this.#game = "";
    this.#client.forget();
    if (/^\s*quit\b/m.test(line)) {
      this.#fail(new Error("the engine was told to quit"));
    }
  }

  /**
   * Searches a position, and gives each line that it finds: a better one, or the same at
   * greater depth. Whoever leaves the loop stops the search, and so does the next one. A
   * game that is over has no lines.
   *
   * @param {Position} position
   * @param {Limits} [limits]
   * @returns {AsyncGenerator<Info, void, undefined>}
   */
  async *analyze(position, limits = {}) {
    checkLimits(limits);
    if (this.#isOver(position)) {
      return;
    }
    /** @type {Info[]} not read yet */
    const infos = [];
    /** Called when there is something to read, or will be nothing more. */
    let wake = () => {};
    const search = await this.#begin(position, limits, (info) => {
      infos.push(info);
      wake();
    });
    search.best.finally(() => wake()).catch(() => {});
    try {
      while (infos.length > 0 || search.isRunning) {
        const info = infos.shift();
        if (info) yield info;
        else await /** @type {Promise<void>} */ (new Promise((resolve) => (wake = resolve)));
      }
      await search.best;
    } finally {
      await this.#end(search);
    }
  }

  /**
   * The best move, in PTN; `null` if the game is over.
   *
   * @param {Position} position
   * @param {Limits} [limits]
   * @returns {Promise<string | null>}
   */
  async bestMove(position, limits = {}) {
    checkLimits(limits);
    if (this.#isOver(position)) {
      return null;
    }
    const search = await this.#begin(position, limits);
    return search.best;
  }

  /** Stops the search: it ends with what it has found. */
  stop() {
    this.#stops += 1;
    this.#client.stop();
  }

  /** Forgets what it has learned: the next search begins a new game. */
  newGame() {
    this.#game = "";
  }

  /**
   * The legal moves in PTN; none if the game is over.
   *
   * @param {Position} position
   * @returns {string[]}
   */
  legalMoves(position) {
    return this.#rules.legalMoves(position);
  }

  /**
   * Reads a game in PTN.
   *
   * @param {string} text
   * @returns {Game}
   */
  parsePtn(text) {
    return this.#rules.parsePtn(text);
  }

  /**
   * A text that all symmetric positions share, and no others: the board, whose turn it is, and in the
   * opening which one it is. Komi and the pieces in hand are no part of it.
   *
   * @param {Position} position
   * @returns {string}
   */
  canonicalKey(position) {
    return this.#rules.canonicalKey(position);
  }

  /** Ends the worker. */
  close() {
    this.#fail(new Error("the engine was closed"));
    this.#worker.close();
  }

  /**
   * The engine itself would name a move even then, for whoever waits for one.
   *
   * @param {Position} position
   */
  #isOver(position) {
    return this.legalMoves(position).length === 0;
  }

  /**
   * @param {Position} position
   * @param {Limits} limits
   * @param {(info: Info) => void} [found]
   */
  async #begin(position, limits, found) {
    const checked = this.#rules.check(position);
    const stops = this.#stops;
    while (this.#client.search?.isRunning) {
      await this.#end(this.#client.search);
    }
    if (this.#failure) {
      throw this.#failure;
    }
    const rules = rulesOf(checked);
    if (this.#game !== JSON.stringify(rules)) {
      this.#game = JSON.stringify(rules);
      this.#client.newGame(rules);
    }
    const start = checked.tps === undefined ? "startpos" : `tps ${checked.tps}`;
    const search = new Search({
      position: `${start} moves ${(checked.moves ?? []).join(" ")}`,
      go: () => go(limits),
      lines: limits.lines,
      found,
    });
    this.#client.start(search);
    // It was meant, too, while it waited for the one before to end.
    if (stops !== this.#stops) this.#client.stop();
    return search;
  }

  /** @param {Search} search */
  async #end(search) {
    if (search === this.#client.search) {
      this.#client.stop();
    }
    await search.best.catch(() => {});
  }

  /**
   * Sends a line and waits for one.
   *
   * @param {string} question
   * @param {string} answer
   */
  #ask(question, answer) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        this.#waiting = (line) => {
          if (this.#failure) {
            reject(this.#failure);
          } else if (line === answer) {
            this.#waiting = undefined;
            resolve();
          }
        };
        if (this.#failure) {
          reject(this.#failure);
        }
        this.send(question);
      })
    );
  }

  /** @param {string} line */
  #take(line) {
    this.onLine?.(line);
    this.#waiting?.(line);
    this.#client.hear(line);
    if (this.#client.search?.refusal) {
      this.#game = "";
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#failure = error;
    this.#waiting?.("");
    this.#client.search?.fail(error);
  }
}

/**
 * @param {Options} options
 * @returns {Options}
 */
function checkOptions(options) {
  checkObject("options", options, ["hash", "networks", "asyncify"]);
  return options;
}

/** The largest that each limit may be. @type {Record<string, number>} */
const MOST = { depth: 1000, nodes: Number.MAX_SAFE_INTEGER, moveTime: 1e9, lines: 1000 };

/**
 * What the engine would refuse: no move would ever come.
 *
 * @param {Limits} limits
 * @throws {TypeError} that names the limit, and what was expected
 */
function checkLimits(limits) {
  checkObject("limits", limits, [...Object.keys(MOST), "infinite"]);
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || name === "infinite") continue;
    checkNumber(name, value, MOST[name], name !== "moveTime");
  }
  const { infinite = false } = limits;
  if (typeof infinite !== "boolean") {
    throw new TypeError(`infinite: ${infinite}, expected true or false`);
  }
}

/**
 * @param {Position} position
 * @returns {import("./tei.js").Rules}
 */
function rulesOf({ size, tps = "", halfKomi = 0, opening = "swap", flats, caps }) {
  return { size: size ?? tps.trim().split(" ")[0].split("/").length, halfKomi, opening, flats, caps };
}

/**
 * What follows `go`.
 *
 * @param {Limits} limits
 */
function go({ depth, nodes, moveTime, infinite }) {
  const words = [];
  if (depth !== undefined) words.push("depth", String(depth));
  if (nodes !== undefined) words.push("nodes", String(nodes));
  if (moveTime !== undefined) words.push("movetime", String(Math.round(moveTime)));
  // Without an end only where there is no other.
  if (infinite && words.length === 0) words.push("infinite");
  return words.join(" ");
}
