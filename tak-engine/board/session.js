// The conversation with the engine: questions, searches, and coming back when it was gone.

import { Client, Search } from "./tei.js";

/** @import { Channel, Connect } from "./engine.js" */
/** @import { Rules, Task } from "./tei.js" */

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
 * @property {string | null} last The move that led there, as PTN writes it.
 * @property {string} hash
 * @property {string} key
 */

/** @typedef {"opening" | "ready" | "gone"} Status */

/** How long to wait before the next attempt, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/** How often the engine is asked whether it is there, in milliseconds, and how often in vain at most: as
 * long it may take to say who it is. */
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
    this.client = new Client((line) => this.isReady && this.send(line));
    /** What is searched after that. @type {Search | null} */
    this.next = null;
    /** Questions without an answer yet. @type {{ line: string, word: string, answer: (json: any) => void }[]} */
    this.questions = [];
    /** Says that the channel is of no more use, and why. @type {(why: string) => void} */
    this.lose = () => {};
    /** How often the engine has been asked whether it is there since it last said anything. */
    this.missed = 0;
    this.isClosed = false;
    this.open();
    this.pulse = setInterval(() => this.feel(), PULSE);
  }

  get isReady() {
    return this.status === "ready";
  }

  open() {
    if (this.isClosed) return;
    let isOpen = true;
    this.missed = 0;
    this.client.offered?.clear();
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
    if (!this.isReady && this.channel?.loads) return;
    if (this.missed === MOST_MISSED) {
      const { channel } = this;
      this.lose("it does not answer");
      channel?.close();
      return;
    }
    this.missed += 1;
    if (this.isReady) this.send("isready");
  }

  /** Nobody needs the engine any more. */
  close() {
    this.isClosed = true;
    clearInterval(this.pulse);
    this.rest();
    this.onStatus = () => {};
    this.lose("");
    this.channel?.close();
  }

  /** @param {string} why */
  leave(why) {
    this.problem = why;
    this.setStatus("gone");
    if (this.isClosed) return;
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
    this.missed = 0;
    this.setStatus("ready");
    this.client.tell("Score", "flats");
    if (this.rules) this.client.newGame(this.rules);
    for (const { line } of this.questions) this.send(line);
    this.client.forget();
    const { search } = this.client;
    if (search?.isStopped) search.end(null);
    else if (search?.isRunning) this.client.start(search);
    this.startNext();
  }

  /** @param {string} line */
  send(line) {
    this.channel?.send(line);
  }

  /** @param {string} line */
  hear(line) {
    // Something else may be there, and talk.
    if (this.isReady) this.missed = 0;
    const [word] = line.split(" ", 1);
    const rest = line.slice(word.length + 1);
    switch (word) {
      case "id":
        if (rest.startsWith("name ")) this.name = rest.slice(5);
        break;
      case "option":
        this.client.offered?.add(rest.replace(/^name | type .*/g, ""));
        break;
      case "teiok":
        this.begin();
        break;
      case "state":
      case "explore":
      case "record":
      case "mark":
      case "review":
      case "tinues":
      case "solve":
      case "levels": {
        const index = this.questions.findIndex((question) => question.word === word);
        const [question] = index < 0 ? [] : this.questions.splice(index, 1);
        question?.answer(JSON.parse(rest));
        break;
      }
      default:
        this.client.hear(line);
        this.startNext();
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
    if (this.isReady) this.client.newGame(rules);
  }

  /**
   * Searches, and stops what is being searched. Gives the move, or `null` if the search
   * has been given up for another one.
   * @param {Task} task
   * @returns {Promise<string | null>}
   */
  search(task) {
    /** @type {Search} */
    const search = new Search({ ...task, found: (info) => search.isStopped || task.found?.(info) });
    this.rest();
    this.next = search;
    this.startNext();
    return search.best.then((move) => (search.isStopped ? null : move), () => null);
  }

  /** Gives up what is being searched and what would be searched next. */
  rest() {
    this.next?.end(null);
    this.next = null;
    this.stop();
  }

  /** Gives up what is being searched. */
  stop() {
    this.client.stop();
    // These come in place of a search, and answer where they are told to stop: if nobody is there to be
    // told, they are not asked again.
    const isSolver = (/** @type {{ word: string }} */ { word }) => ["review", "tinues", "solve"].includes(word);
    const asked = this.questions.filter(isSolver);
    if (this.isReady && asked.length) this.send("stop");
    if (!this.isReady) {
      this.questions = this.questions.filter((question) => !isSolver(question));
      for (const { answer } of asked) answer({ error: "the engine has gone" });
    }
    // Nobody is there to answer.
    if (!this.isReady) this.client.search?.end(null);
  }

  /** Nothing is searched any more: the next one has its turn. */
  startNext() {
    const { next } = this;
    if (!next || this.client.search?.isRunning) return;
    this.next = null;
    this.client.start(next);
  }
}
