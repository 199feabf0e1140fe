// The conversation with the engine: questions, searches, and coming back when it was gone.

/** @typedef {import("./engine.js").Connect} Connect */
/** @typedef {import("./engine.js").Channel} Channel */

/**
 * @typedef {"white" | "black"} Side
 * @typedef {"flat" | "wall" | "capstone" | "two flats"} Placed
 * @typedef {Record<string, Record<string, Record<string, string>>>} Spreads
 *   By square, direction and drops, such as `21`: the move.
 */

/**
 * @typedef {object} State A position as the engine tells it.
 * @property {number} size
 * @property {string} tps
 * @property {number} ply
 * @property {number} move The number of the full move.
 * @property {Side} side Who is to move.
 * @property {Side} colorToPlace Whose stones the side to move places.
 * @property {boolean} opening
 * @property {number} halfKomi
 * @property {number} carry
 * @property {Record<string, string>} stacks Bottom to top as in TPS, like `12S`.
 * @property {Record<Side, { flats: number, caps: number }>} hands
 * @property {Record<Side, number>} flats
 * @property {Record<string, Partial<Record<Placed, string>>>} places
 * @property {Spreads} spreads
 * @property {string[]} crushes
 * @property {string | null} result
 * @property {string[]} road
 * @property {string} hash
 * @property {string} key
 */

/**
 * @typedef {object} Rules
 * @property {number} size
 * @property {number} halfKomi
 * @property {string} opening
 * @property {[number, number] | null} flats White's and Black's, if they are not the usual ones.
 * @property {[number, number] | null} caps
 */

/**
 * @typedef {object} Info What a search has found.
 * @property {number} rank 1 for the best line.
 * @property {number} depth
 * @property {number} nodes
 * @property {number} speed Nodes a second.
 * @property {number} score Centiflats for the side to move.
 * @property {number | null} plies To the end, if it is proven who wins.
 * @property {number} expected The expected result of the side to move, 0 to 1.
 * @property {string[]} line
 */

/**
 * @typedef {object} Search
 * @property {string} position As in `position`.
 * @property {() => string} go What follows `go`, asked for when it is sent.
 * @property {number} [lines] How many lines to report.
 * @property {number} [level] 1 to 10, 0 for the best play.
 * @property {(info: Info) => void} [found]
 */

/** @typedef {"opening" | "ready" | "gone"} Status */

/** How long to wait before the next attempt, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/** How often the engine is asked whether it is there, in milliseconds, and how often in vain at most. */
const PULSE = 4000;
const MOST_MISSED = 3;

/** The bytes of the longest game that is opened, and of the longest line to an engine. */
const LONGEST_RECORD = 256 * 1024;
const LONGEST_LINE = 1024 * 1024;

export class Session {
  /** @param {Connect} connect */
  constructor(connect) {
    this.connect = connect;
    /** @type {Channel | null} */
    this.channel = null;
    /** @type {Status} */
    this.status = "opening";
    this.name = "";
    /** Why it has gone. */
    this.problem = "";
    this.pause = FIRST_PAUSE;
    /** Called when the status changes. */
    this.onStatus = () => {};
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {Map<string, string>} */
    this.options = new Map();
    /** Questions without an answer yet. @type {{ line: string, word: string, answer: (json: any) => void }[]} */
    this.questions = [];
    /** @type {Running | null} */
    this.running = null;
    /** @type {Running | null} */
    this.next = null;
    /** Says that the channel is of no more use, and why. @type {(why: string) => void} */
    this.lose = () => {};
    /** How often the engine has been asked whether it is there since it last said anything. */
    this.missed = 0;
    this.open();
    setInterval(() => this.feel(), PULSE);
  }

  get isReady() {
    return this.status === "ready";
  }

  open() {
    let isOpen = true;
    this.missed = 0;
    this.lose = (why) => {
      if (!isOpen) return;
      isOpen = false;
      this.leave(why);
    };
    this.channel = this.connect({
      opened: () => this.channel?.send("tei"),
      said: (line) => isOpen && this.hear(line),
      closed: this.lose,
    });
  }

  /** Asks the engine whether it is there: one that hangs is given up, and sought again. */
  feel() {
    if (!this.isReady) return;
    if (this.missed === MOST_MISSED) {
      const { channel } = this;
      this.lose("it does not answer");
      channel?.close();
      return;
    }
    this.missed += 1;
    this.send("isready");
  }

  /** @param {string} why */
  leave(why) {
    this.problem = why;
    this.setStatus("gone");
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** @param {Status} status */
  setStatus(status) {
    this.status = status;
    this.onStatus();
  }

  /** The engine is there, perhaps again: everything goes on where it was. */
  begin() {
    this.pause = FIRST_PAUSE;
    this.options.clear();
    this.setStatus("ready");
    this.send("setoption name Score value flats");
    this.sendRules();
    for (const { line } of this.questions) this.send(line);
    if (this.running?.isStopped) {
      this.finish(null);
    } else if (this.running) {
      this.start(this.running);
    }
  }

  /** @param {string} line */
  send(line) {
    this.channel?.send(line);
  }

  /** @param {string} line */
  hear(line) {
    this.missed = 0;
    const [word] = line.split(" ", 1);
    const rest = line.slice(word.length + 1);
    switch (word) {
      case "id":
        if (rest.startsWith("name ")) this.name = rest.slice(5);
        break;
      case "teiok":
        this.begin();
        break;
      case "state":
      case "record": {
        const index = this.questions.findIndex((question) => question.word === word);
        const [question] = index < 0 ? [] : this.questions.splice(index, 1);
        question?.answer(JSON.parse(rest));
        break;
      }
      case "info": {
        const info = readInfo(rest);
        if (info && this.running && !this.running.isStopped) this.running.hear(info);
        break;
      }
      case "bestmove":
        this.finish(rest === "--" ? null : rest);
        break;
    }
  }

  /**
   * Asks something that is answered in JSON.
   * @param {string} line
   * @returns {Promise<any>}
   */
  ask(line) {
    return new Promise((answer) => {
      const [word] = line.split(" ", 1);
      this.questions.push({ line, word, answer });
      if (this.isReady) this.send(line);
    });
  }

  /**
   * What a text of a game means.
   * @param {string} text
   */
  async record(text) {
    // What the engine would not read.
    if (new Blob([text]).size > LONGEST_RECORD) return { error: "a text of more than 256 KiB, expected one game" };
    const line = `record ${JSON.stringify(text)}`;
    // What would cost the connection: written as JSON, a control character is six long.
    if (new Blob([line]).size >= LONGEST_LINE) return { error: "a text of control characters, expected one game" };
    return this.ask(line);
  }

  /** @param {Rules} rules */
  setRules(rules) {
    this.rules = rules;
    // A new game takes a search with it, which answers only if it is told to stop before.
    this.stop();
    if (this.isReady) this.sendRules();
  }

  sendRules() {
    if (!this.rules) return;
    const { size, halfKomi, opening, flats, caps } = this.rules;
    this.send(`teinewgame size ${size} halfkomi ${halfKomi} opening ${opening}`);
    for (const [name, counts] of /** @type {const} */ ([["Flats", flats], ["Caps", caps]])) {
      counts?.forEach((count, index) => this.send(`setoption name ${name}${index + 1} value ${count}`));
    }
  }

  /**
   * Searches, and stops what is being searched. Gives the move, or `null` if the search
   * has been given up for another one.
   * @param {Search} search
   * @returns {Promise<string | null>}
   */
  search(search) {
    return new Promise((resolve) => {
      const running = new Running(search, resolve);
      this.next?.resolve(null);
      this.next = null;
      if (this.running) {
        this.next = running;
        this.stop();
      } else {
        this.start(running);
      }
    });
  }

  /** Gives up what is being searched. */
  stop() {
    if (!this.running || this.running.isStopped) return;
    this.running.isStopped = true;
    if (this.isReady) {
      this.send("stop");
    } else {
      this.finish(null);
    }
  }

  /** Gives up what is being searched and what would be searched next. */
  rest() {
    this.next?.resolve(null);
    this.next = null;
    this.stop();
  }

  /** @param {Running} running */
  start(running) {
    this.running = running;
    if (!this.isReady) return;
    const { position, go, lines = 1, level = 0 } = running.search;
    this.setOption("MultiPV", lines);
    this.setOption("Level", level);
    this.send(`position ${position}`);
    this.send(`go ${go()}`);
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  setOption(name, value) {
    if (this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.send(`setoption name ${name} value ${value}`);
  }

  /** @param {string | null} move */
  finish(move) {
    const done = this.running;
    this.running = null;
    const { next } = this;
    this.next = null;
    if (next) this.start(next);
    done?.resolve(done.isStopped ? null : move);
  }
}

/** A search that runs or waits for its turn. */
class Running {
  /**
   * @param {Search} search
   * @param {(move: string | null) => void} resolve
   */
  constructor(search, resolve) {
    this.search = search;
    this.resolve = resolve;
    this.isStopped = false;
  }

  /** @param {Info} info */
  hear(info) {
    this.search.found?.(info);
  }
}

/**
 * Reads what follows `info`; `null` if there is no line of play in it.
 * @param {string} text
 * @returns {Info | null}
 */
export function readInfo(text) {
  const words = text.split(" ");
  const after = (/** @type {string} */ name) => words[words.indexOf(name) + 1];
  const pv = words.indexOf("pv");
  if (pv < 0 || text.startsWith("string")) return null;
  const ends = ["string", "error"].map((word) => words.indexOf(word, pv)).filter((at) => at > 0);
  const [win, draw, loss] = words.slice(words.indexOf("wdl") + 1).map(Number);
  const proven = words.indexOf("solved");
  return {
    rank: Number(after("multipv")),
    depth: Number(after("depth")),
    nodes: Number(after("nodes")),
    speed: Number(after("nps")),
    score: words.includes("cp") ? Number(after("cp")) : 0,
    plies: proven < 0 ? null : Number(words[proven + 2]),
    expected: (win + draw / 2) / (win + draw + loss),
    line: words.slice(pv + 1, Math.min(words.length, ...ends)),
  };
}
