// A client of an engine that speaks TEI, whatever carries the lines. The page speaks through it, and
// so does the npm package, whose build takes this file along.

/**
 * A line of play and how it was found.
 *
 * @typedef {object} Info
 * @property {number} rank 1 for the best of several lines
 * @property {number} depth plies of full depth
 * @property {number} selectiveDepth the deepest ply reached
 * @property {number} time since the start, in milliseconds
 * @property {number} nodes
 * @property {number} nodesPerSecond
 * @property {number} permilleFull how full the memory is
 * @property {number | null} score in hundredths of a flat, for the side to move; `null`
 *   if the result is proven
 * @property {{ verdict: "win" | "draw" | "loss", plies: number } | null} proof
 * @property {Chances} chances for the side to move
 * @property {string[]} line the moves in PTN
 * @property {string | null} note a remark
 */

/** @typedef {{ win: number, draw: number, loss: number }} Chances In thousandths. */

/**
 * @typedef {object} Rules
 * @property {number} size
 * @property {number} halfKomi
 * @property {string} opening
 * @property {[number, number] | null} [flats] White's and Black's, if they are not the usual ones.
 * @property {[number, number] | null} [caps]
 */

/**
 * What to search, and who hears of it.
 *
 * @typedef {object} Task
 * @property {string} position As in `position`.
 * @property {() => string} go What follows `go`, asked for when it is sent.
 * @property {number} [lines] How many lines to report.
 * @property {number} [level] From 1, 0 for the best play.
 * @property {(info: Info) => void} [found]
 */

const INFO =
  /^info multipv (\d+) depth (\d+) seldepth (\d+) time (\d+) nodes (\d+) nps (\d+) hashfull (\d+) score (?:cp (-?\d+)|solved (win|draw|loss) (\d+)) wdl (\d+) (\d+) (\d+) pv (.*)$/;

/** Where the moves end. */
const NOTE = / (?:string|error) /;

/**
 * @param {string} text a line of the engine
 * @returns {Info | undefined} nothing if it is about something else
 */
export function readInfo(text) {
  const found = INFO.exec(text);
  if (!found) return undefined;
  const [rank, depth, selectiveDepth, time, nodes, nodesPerSecond, permilleFull] = found.slice(1, 8).map(Number);
  const [score, verdict, plies] = found.slice(8, 11);
  const [win, draw, loss] = found.slice(11, 14).map(Number);
  const [moves, ...note] = found[14].split(NOTE);
  return {
    rank,
    depth,
    selectiveDepth,
    time,
    nodes,
    nodesPerSecond,
    permilleFull,
    score: score === undefined ? null : Number(score),
    proof: verdict ? { verdict: /** @type {"win" | "draw" | "loss"} */ (verdict), plies: Number(plies) } : null,
    chances: { win, draw, loss },
    line: moves.split(" "),
    note: note.length > 0 ? note.join(" ") : null,
  };
}

/**
 * The expected result, 0 to 1: a draw is half a win.
 * @param {Chances} chances
 */
export const expected = ({ win, draw, loss }) => (win + draw / 2) / (win + draw + loss);

/** One search, from `go` to `bestmove`. */
export class Search {
  isRunning = true;
  /** Whether it was told to stop. */
  isStopped = false;
  /** Why the engine searches another position than was meant. @type {Error | undefined} */
  refusal;
  /** @type {(move: string | null) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};
  /** The best move; `null` if the game is over. @type {Promise<string | null>} */
  best = new Promise((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  /** @param {Task} task */
  constructor(task) {
    this.task = task;
    this.best.catch(() => {}); // whoever waits is told
  }

  /** @param {string} line */
  hear(line) {
    const info = readInfo(line);
    if (info) this.task.found?.(info);
    const refused = /^info string ((?:teinewgame|position): .*)/.exec(line);
    if (refused) this.refusal = new Error(refused[1]);
    const best = /^bestmove (\S+)/.exec(line);
    if (best && this.refusal) this.fail(this.refusal);
    else if (best) this.end(best[1] === "--" ? null : best[1]);
  }

  /** @param {string | null} move */
  end(move) {
    this.isRunning = false;
    this.#resolve(move);
  }

  /** @param {unknown} error */
  fail(error) {
    this.isRunning = false;
    this.#reject(error);
  }
}

/** What is said to an engine, which searches one position at a time. */
export class Client {
  /** The last search. @type {Search | undefined} */
  search;
  /** What the engine was told last, by the names of options. @type {Map<string, number>} */
  #options = new Map();
  /** The options of an engine that is told of no others, once it has named them. @type {Set<string> | undefined} */
  offered;

  /** @param {(line: string) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** The engine may have been told something else, or be another one. */
  forget() {
    this.#options.clear();
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  setOption(name, value) {
    if (this.#options.get(name) === value) return;
    this.#options.set(name, value);
    this.tell(name, value);
  }

  /**
   * Sets an option that the engine has.
   * @param {string} name
   * @param {number | string} value
   */
  tell(name, value) {
    if (this.offered?.has(name) ?? true) this.send(`setoption name ${name} value ${value}`);
  }

  /** @param {Rules} rules */
  newGame({ size, halfKomi, opening, flats, caps }) {
    this.send(`teinewgame size ${size} halfkomi ${halfKomi} opening ${opening}`);
    for (const [name, counts] of /** @type {const} */ ([["Flats", flats], ["Caps", caps]])) {
      counts?.forEach((count, index) => this.tell(`${name}${index + 1}`, count));
    }
  }

  /** Begins a search, or tells of it again. @param {Search} search */
  start(search) {
    const { position, go, lines = 1, level } = search.task;
    this.search = search;
    this.setOption("MultiPV", lines);
    if (level !== undefined) this.setOption("Level", level);
    this.send(`position ${position}`);
    this.send(`go ${go()}`);
  }

  /** The search ends with what it has found. */
  stop() {
    if (!this.search?.isRunning || this.search.isStopped) return;
    this.search.isStopped = true;
    this.send("stop");
  }

  /** @param {string} line */
  hear(line) {
    if (!this.search?.isRunning) return;
    this.search.hear(line);
    if (this.search.refusal) this.stop();
  }
}
