// A game against the engine, or one that it watches.

import { Clock } from "./clock.js";
import { Game } from "./tree.js";
import { NAMES, spokenResult } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./session.js").Side} Side */
/** @typedef {import("./clock.js").Control} Control */

/**
 * @typedef {object} Settings
 * @property {number} size
 * @property {"white" | "black" | "both" | "none"} you
 * @property {number} level 1 to 10, 0 for the best play.
 * @property {string} opening
 * @property {number} halfKomi
 * @property {Control | null} clock
 */

/** How long the engine thinks at its best, where there is no clock, in milliseconds. */
const BEST = 4000;
/** It moves no sooner: a player sees what has happened before. */
const SOONEST = 350;
/** How far a hint searches. */
const NODES_OF_HINT = 300_000;

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "white" ? "black" : "white");

export class Play {
  /**
   * @param {Table} table
   * @param {Settings} settings
   * @param {() => void} changed Called when it is another's turn, or the game is over.
   */
  constructor(table, settings, changed) {
    this.table = table;
    this.settings = settings;
    this.changed = changed;
    this.isOn = true;
    this.isThinking = false;
    /** @type {Clock | null} */
    this.clock = null;
    /** Whose clock ran when the engine went. @type {Side | null} */
    this.interrupted = null;
    /** Searches that were begun: only the last one counts. */
    this.turns = 0;
    table.listen(() => this.isOn && this.look());
  }

  /** Whether the engine plays that side. @param {Side} side */
  isEngine(side) {
    const { you } = this.settings;
    return you === "none" || (you !== "both" && you !== side);
  }

  /** Whether the board shows the end of the game as it stands, which goes on. */
  get isLive() {
    return this.table.node === this.table.game.root.end && !this.table.result;
  }

  /** Whether the user is to move. */
  get isMyTurn() {
    const { state } = this.table;
    return this.isOn && this.isLive && state !== null && !this.isEngine(state.side);
  }

  /** @param {Settings} settings */
  async begin(settings) {
    this.goOn(settings);
    const { size, halfKomi, opening } = settings;
    const game = new Game({ size, halfKomi, opening, flats: null, caps: null });
    for (const [tag, side] of /** @type {const} */ ([["Player1", "white"], ["Player2", "black"]])) {
      game.setTag(tag, this.isEngine(side) ? this.engineName : "Player");
    }
    game.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    await this.table.open(game);
  }

  /**
   * Goes on with a game that was begun, or begins one.
   * @param {Settings} settings
   * @param {Record<Side, number>} [left] What the clocks say, if they have run.
   */
  goOn(settings, left) {
    this.settings = settings;
    this.clock?.stop();
    this.clock = settings.clock && new Clock(settings.clock, (side) => this.lose(side), left);
  }

  get engineName() {
    const { level } = this.settings;
    return level ? `Tak engine, level ${level}` : "Tak engine";
  }

  /** Looks whose turn it is. */
  look() {
    const { table, clock } = this;
    const { state } = table;
    this.isThinking = false;
    this.turns += 1;
    if (!state || !this.isLive) {
      table.session.rest();
      if (table.node === table.game.root.end) clock?.stop();
    } else {
      // No clock runs before the first move.
      if (clock && table.session.isReady && clock.running !== state.side && table.node.depth > 0) {
        this.startClock(state.side);
      }
      if (this.isEngine(state.side)) this.think();
    }
    this.changed();
  }

  /** No clock runs while the engine is gone: without it nobody can move. */
  connectionChanged() {
    const { session, game } = this.table;
    const { end } = game.root;
    if (!session.isReady) {
      this.interrupted ??= this.clock?.running ?? null;
      this.clock?.stop();
    } else if (this.isOn && end.state && end.depth > 0 && !game.ending) {
      this.startClock(end.state.side);
    }
  }

  /** Who has moved gets the increment. @param {Side} side */
  startClock(side) {
    const before = this.clock?.running ?? this.interrupted;
    this.interrupted = null;
    if (before && before !== side) this.clock?.add(before);
    this.clock?.start(side);
  }

  async think() {
    const { table, settings, clock } = this;
    const turn = this.turns;
    this.isThinking = true;
    const patience = new Promise((done) => setTimeout(done, SOONEST));
    const move = await table.session.search({
      position: table.game.position(table.node),
      level: settings.level,
      go: () => {
        if (clock) return clock.limits;
        // The level has a limit of its own.
        return settings.level ? "nodes 1000000000" : `movetime ${BEST}`;
      },
    });
    await patience;
    if (move && turn === this.turns && this.isOn) await table.play(move);
  }

  /**
   * What the engine would play for the user; `null` if nobody waits for it any more.
   */
  async hint() {
    const { table } = this;
    if (!this.isMyTurn) return null;
    const turn = this.turns;
    const move = await table.session.search({
      position: table.game.position(table.node),
      go: () => `nodes ${NODES_OF_HINT}`,
    });
    return turn === this.turns ? move : null;
  }

  /** Takes back moves until it is the user's turn to play another one. */
  async undo() {
    const { game } = this.table;
    if (game.result) {
      game.result = null;
      this.clock?.stop();
      return this.table.goTo(game.root.end);
    }
    let last = game.root.end;
    const isMine = (/** @type {import("./tree.js").Node} */ node) =>
      node.parent?.state && !this.isEngine(node.parent.state.side);
    while (last.parent && !isMine(last)) last = last.parent;
    const { parent } = last;
    if (!parent) return;
    this.table.session.rest();
    this.clock?.stop();
    last.remove();
    await this.table.goTo(parent);
  }

  get canUndo() {
    const { game } = this.table;
    if (game.result) return true;
    return game.root.end.path.some((node) => node.parent?.state && !this.isEngine(node.parent.state.side));
  }

  get canResign() {
    return this.isLive && this.settings.you !== "none" && this.table.node.depth > 0;
  }

  resign() {
    const { state } = this.table;
    if (!state || !this.canResign) return;
    const { you } = this.settings;
    this.lose(you === "white" || you === "black" ? you : state.side);
  }

  /** @param {Side} side */
  lose(side) {
    const { game } = this.table;
    if (game.ending) return;
    game.result = side === "white" ? "0-1" : "1-0";
    this.clock?.stop();
    this.table.goTo(game.root.end);
  }

  /** Goes on or pauses, while the user does something else. @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.turns += 1;
    if (isOn) {
      this.look();
    } else {
      this.clock?.stop();
    }
  }

  /** How the game ended, in words. */
  get ending() {
    const { result } = this.table;
    if (!result) return "";
    const text = spokenResult(result);
    const flagged = this.clock && ["white", "black"].some((side) => !this.clock?.remaining(/** @type {Side} */ (side)));
    const how = /^[01]-[01]$/.test(result) ? (flagged ? " on time" : " by resignation") : "";
    const winner = text.startsWith(NAMES.white) ? "white" : "black";
    const { you } = this.settings;
    const mine = you === "both" || you === "none" || result.startsWith("1/2") ? "" : you === winner ? " You win!" : " The engine wins.";
    return `${text}${how} (${result}).${mine}`;
  }
}
