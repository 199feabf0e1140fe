// A game against the engine, or one that it watches.

import { Clock } from "./clock.js";
import { Latest } from "./latest.js";
import { Game, Node } from "./tree.js";
import { addressOf, Watch } from "./watch.js";
import { spokenResult, winnerOf } from "./words.js";

/** @import { Control } from "./clock.js" */
/** @import { Side } from "./session.js" */
/** @import { Table } from "./table.js" */

/**
 * @typedef {object} Settings
 * @property {number} size
 * @property {"white" | "black" | "both" | "none"} you
 * @property {number} level From 1, 0 for the best play; White's where both sides are the engine's.
 * @property {number} [blackLevel] Black's then.
 * @property {string} [whiteAt] Where another engine is that plays White then.
 * @property {string} [blackAt]
 * @property {string} opening
 * @property {number} halfKomi
 * @property {Control | null} clock
 * @property {boolean} [isFirst] Whether each move comes with a sentence for a beginner.
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
    /** After which move the engine thinks. @type {Node | null} */
    this.thinksAt = null;
    /** @type {Clock | null} */
    this.clock = null;
    /** Whose clock ran when the engine went. @type {Side | null} */
    this.interrupted = null;
    /** A move that was asked for, until another one is played; `null` while the engine looks for it. @type {string | null} */
    this.hinted = "";
    /** Searches that were begun. */
    this.searches = new Latest();
    this.watch = new Watch(() => this.guestChanged());
    table.listen(() => this.isOn && this.look());
  }

  /** Whether the engine plays that side. @param {Side} side */
  isEngine(side) {
    const { you } = this.settings;
    return you === "none" || (you !== "both" && you !== side);
  }

  /** Whether engines play each other, which may rest. */
  get isWatched() {
    return this.settings.you === "none";
  }

  get isPaused() {
    return this.isWatched && this.watch.isPaused;
  }

  /** The level of the engine as it plays that side. @param {Side} side */
  levelOf(side) {
    const { level, blackLevel } = this.settings;
    return this.isWatched && side === "black" ? (blackLevel ?? level) : level;
  }

  /** Whether the board shows the end of the game as it stands, which goes on. */
  get isLive() {
    return this.table.node === this.table.game.end && !this.table.result;
  }

  get isThinking() {
    return this.thinksAt !== null;
  }

  /** Whether the user is to move. */
  get isMyTurn() {
    const { state } = this.table;
    return this.isOn && this.isLive && state !== null && !this.isEngine(state.side);
  }

  /** Begins a game, which is still to be laid on the table. @param {Settings} settings */
  begin(settings) {
    this.goOn(settings);
    const { size, halfKomi, opening } = settings;
    const game = new Game({ size, halfKomi, opening });
    for (const [tag, side] of /** @type {const} */ ([["Player1", "white"], ["Player2", "black"]])) {
      game.setTag(tag, this.isEngine(side) ? this.engineName(side) : "Player");
    }
    game.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    return game;
  }

  /**
   * Goes on with a game that was begun, or begins one.
   * @param {Settings} settings
   * @param {Record<Side, number> | null} [left] What the clocks say, if they have run; `null` for a
   *   game that goes on without them.
   * @param {boolean} isPaused Whether engines that play each other rest.
   */
  goOn(settings, left, isPaused = false) {
    this.giveUp();
    this.settings = settings;
    this.watch.isPaused = isPaused;
    if (!this.isWatched) this.watch.end();
    this.clock?.stop();
    this.interrupted = null;
    const { clock } = settings;
    this.clock = clock && left !== null ? new Clock(clock, (side) => this.lose(side, "time forfeit"), left) : null;
  }

  /** @param {Side} side */
  engineName(side) {
    const address = addressOf(side, this.settings);
    if (address) return `Engine at ${address.replace(/^ws:../i, "")}`;
    const level = this.levelOf(side);
    return level ? `Tak engine, level ${level}` : "Tak engine";
  }

  /** The engine that plays a side. @param {Side} side */
  engineOf(side) {
    const { table, settings } = this;
    return this.watch.engineOf(side, settings, table.game) ?? table.session;
  }

  /** An engine elsewhere has come or gone. */
  guestChanged() {
    this.connectionChanged();
    this.changed();
  }

  /** Lets engines that play each other rest, or go on. */
  pause() {
    this.watch.isPaused = !this.watch.isPaused;
    this.clock?.stop();
    this.look();
  }

  /** Looks whose turn it is at the end of the game, wherever the board is. */
  look() {
    const { table, clock } = this;
    const { session, game } = table;
    const { end } = game;
    // Who looks back does not stop the engine.
    if (this.thinksAt === end && !game.ending && !this.isPaused) return this.changed();
    this.giveUp();
    session.rest();
    this.watch.rest();
    if (game.ending || this.isPaused) {
      clock?.stop();
    } else if (end.state) {
      const { side } = end.state;
      // No clock runs before the first move, nor while who is to move is gone.
      const isThere = session.isReady && !this.watch.problemOf(side);
      if (clock && isThere && clock.running !== side && end.depth > 0) this.startClock(side);
      if (this.isEngine(side)) this.think(end);
    } else if (table.state) {
      // The game may have become another line, whose end nobody has seen yet.
      table.stateOf(end).then(() => this.isOn && this.look());
    }
    this.changed();
  }

  /** No search that was begun counts any more. */
  giveUp() {
    this.searches.giveUp();
    this.thinksAt = null;
    this.hinted = "";
  }

  /** No clock runs while the engine is gone: without it nobody can move. */
  connectionChanged() {
    const { session, game } = this.table;
    const { end } = game;
    if (this.isPaused) return;
    if (!session.isReady || (end.state && this.watch.problemOf(end.state.side))) {
      this.stopClock();
    } else if (this.isOn && end.state && end.depth > 0 && !game.ending) {
      this.startClock(end.state.side);
    }
  }

  /** Until it is known who is to move. */
  stopClock() {
    this.interrupted ??= this.clock?.running ?? null;
    this.clock?.stop();
  }

  /** Who has moved gets the increment. @param {Side} side */
  startClock(side) {
    const before = this.clock?.running ?? this.interrupted;
    this.interrupted = null;
    if (before && before !== side) this.clock?.add(before);
    this.clock?.start(side);
  }

  /** @param {Node} end The end of the game. */
  async think(end) {
    const { table, clock } = this;
    const counts = this.searches.begin();
    this.thinksAt = end;
    const side = /** @type {import("./session.js").State} */ (end.state).side;
    // The levels of an engine elsewhere, if it has any, are not ours.
    const level = addressOf(side, this.settings) ? undefined : this.levelOf(side);
    const pace = this.isWatched ? this.watch.pace : SOONEST;
    const patience = new Promise((done) => setTimeout(done, pace));
    const move = await this.engineOf(side).search({
      position: table.game.position(end),
      level,
      go: () => {
        if (clock) return clock.limits;
        // The level has a limit of its own.
        return level ? "nodes 1000000000" : `movetime ${BEST}`;
      },
    });
    if (!counts()) return;
    if (!move) {
      this.thinksAt = null;
      return;
    }
    // Who has moved does not pay for what is there to be seen.
    this.stopClock();
    // The rules are those of the page's engine, whoever plays: until it has answered, the move is not in the game.
    const state = await table.session.ask(`state ${table.game.position(new Node(end, move))}`);
    await patience;
    if (!counts()) return;
    if (state.error) {
      this.thinksAt = null;
      return this.lose(side, `illegal move ${move}`);
    }
    // Other engines may write moves otherwise.
    const next = end.child(state.last ?? move);
    next.state = state;
    // Who only watches may go on looking back; who plays sees what to answer.
    if (this.isWatched && table.node !== end) table.tell();
    else await table.goTo(next, { isPlayed: true });
  }

  /** Whether there is advice: a game that clocks decide is the player's own. */
  get canHint() {
    return this.isMyTurn && !this.isTimed;
  }

  /** Looks for what the engine would play for the user. */
  async hint() {
    const { table } = this;
    if (!this.canHint) return;
    const counts = this.searches.begin();
    this.hinted = null;
    this.changed();
    const move = await table.session.search({
      position: table.game.position(table.node),
      level: 0,
      go: () => `nodes ${NODES_OF_HINT}`,
    });
    if (!counts()) return;
    this.hinted = move ?? "";
    this.changed();
  }

  /** Takes back moves until it is the user's turn to play another one. */
  async undo() {
    const { game } = this.table;
    if (this.isAgreed) {
      // A clock that has run out would end it again at once.
      if (this.isFlagged) this.goOn(this.settings, null);
      // What was only tried after the end is not part of the game that goes on.
      game.end.children.length = 0;
      game.agreed = null;
      this.clock?.stop();
      return this.table.goTo(game.end);
    }
    let last = game.end;
    const isMine = (/** @type {Node} */ node) =>
      node.parent?.state && !this.isEngine(node.parent.state.side);
    while (last.parent && !isMine(last)) last = last.parent;
    const { parent } = last;
    if (!parent) return;
    this.table.session.rest();
    this.clock?.stop();
    // What was tried instead of it is not part of the game that goes on.
    parent.children.length = 0;
    await this.table.goTo(parent);
  }

  get canUndo() {
    const { game } = this.table;
    if (this.isAgreed) return true;
    return game.end.path.some((node) => node.parent?.state && !this.isEngine(node.parent.state.side));
  }

  /** Whether the clocks of a game decide it. */
  get isTimed() {
    return this.clock !== null && this.table.game.end.depth > 0 && !this.table.game.ending;
  }

  /** Whether the game ended by resignation or on time, not on the board. */
  get isAgreed() {
    const { game } = this.table;
    return game.result !== null && !game.end.state?.result;
  }

  /** Whether a clock has run out. */
  get isFlagged() {
    const left = this.clock?.now;
    return left !== undefined && Math.min(left.white, left.black) === 0;
  }

  get canResign() {
    return this.isLive && this.settings.you !== "none" && this.table.node.depth > 0;
  }

  resign() {
    const { state } = this.table;
    if (!state || !this.canResign) return;
    const { you } = this.settings;
    this.lose(you === "white" || you === "black" ? you : state.side, "resignation");
  }

  /**
   * @param {Side} side
   * @param {string} how As the tag Termination says it, in the words of PGN where it has some.
   */
  lose(side, how) {
    const { game } = this.table;
    if (game.ending) return;
    game.agree(side === "white" ? "0-1" : "1-0", how);
    this.clock?.stop();
    this.table.goTo(game.end);
  }

  /** Goes on or pauses, while the user does something else. @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.giveUp();
    this.watch.rest();
    if (isOn) {
      this.look();
    } else {
      this.clock?.stop();
    }
  }

  /** How the game ended, in words. */
  get ending() {
    const { result, state } = this.table;
    if (!result) return "";
    const text = spokenResult(result, state, this.table.game.agreed?.how);
    const { you } = this.settings;
    const mine = you === "both" || you === "none" || result.startsWith("1/2") ? "" : you === winnerOf(result) ? " You win!" : " The engine wins.";
    const goesOn = this.isFlagged ? " Undo goes on without clocks." : "";
    return `${text} (${result}).${mine}${goesOn}`;
  }
}
