// Which game lies on the table: a new one, one from elsewhere, or one that comes back.

import { EarlierGames } from "./earlier.js";
import { Latest } from "./latest.js";
import { OpenGame } from "./open.js";
import { byId } from "./page.js";
import { keep, kept } from "./storage.js";
import { Game } from "./tree.js";
import { spokenFaults, spokenKomi } from "./words.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Board } from "./board.js" */
/** @import { Snapshot } from "./earlier.js" */
/** @import { Mode } from "./mode.js" */
/** @import { Play, Settings } from "./play.js" */
/** @import { Table } from "./table.js" */

const GAME = "tak-board-game";

export class Games {
  /**
   * @param {Table} table
   * @param {Board} board
   * @param {Play} play
   * @param {Analysis} analysis
   * @param {Mode} mode
   */
  constructor(table, board, play, analysis, mode) {
    this.table = table;
    this.board = board;
    this.play = play;
    this.analysis = analysis;
    this.mode = mode;
    /** The game that comes back when whoever teaches has gone, until it or another one lies on the table. @type {Snapshot | null} */
    this.held = null;
    /** The same with what was found in it. @type {Game | null} */
    this.heldGame = null;
    /** What will lie there. @type {Game | null} */
    this.coming = null;
    /** Games that were opened or begun. */
    this.openings = new Latest();
    this.dialog = new OpenGame(table.session, (record) => this.open(record), () => table.game.rules.size, () => mode.set(mode.now));
    this.earlier = new EarlierGames(byId("earlier"), (last) => this.restore(last));
    table.listen(() => {
      this.settle();
      this.remember();
    });
    window.addEventListener("hashchange", () => this.openLink());
    // The clocks as they are then.
    window.addEventListener("pagehide", () => this.remember());
  }

  /** The game that the address holds, or that this tab had, or a new one. */
  async start() {
    // Behind the words about a link that cannot be read lies the game as it was.
    if (!(await this.openLink())) await this.goOn(kept("sessionStorage", GAME));
  }

  /** A new game in place of the one on the table. @param {Settings} chosen */
  replace(chosen) {
    this.setAside();
    return this.begin(chosen);
  }

  /** @param {Settings} chosen */
  async begin(chosen) {
    this.openings.giveUp();
    forgetLink();
    byId("left-out").textContent = "";
    this.turn(chosen.you === "black");
    // Even where it was one: a game that was to come back may have stopped it.
    this.mode.set("play");
    await this.lay(this.play.begin(chosen));
  }

  /** A game from elsewhere, whose moves no clock of ours has timed. @param {any} record */
  async open(record) {
    this.setAside();
    this.play.goOn(this.settingsOf(null), null);
    await this.analyse(record);
  }

  /**
   * Shows a game for analysis.
   * @param {any} record
   * @param {string[]} [line] The moves that lead to the position to show, which is else the end.
   * @param {Game} [game] The game of the record, if there is one already.
   */
  async analyse(record, line, game = Game.of(record)) {
    const { table } = this;
    this.openings.giveUp();
    forgetLink();
    this.mode.set("analyse");
    byId("left-out").textContent = spokenFaults(record.leftOut);
    await this.lay(game, line ? game.follow(line) : game.start ? game.root : game.end);
    if (table.game === game && table.isThere) byId("left-out").textContent += spokenKomi(game.rules, table.state);
    // All positions of the main line are asked for at once: the list of moves needs them.
    await Promise.all(game.root.end.path.map((node) => table.stateOf(node)));
    this.analysis.changed();
  }

  /** Puts back a game that was set aside. @param {Snapshot} last */
  async restore(last) {
    this.setAside();
    if (await this.goOn(last)) this.earlier.remove(last);
  }

  /** Opens the game that the address holds. Whether there was one that can be opened. */
  async openLink() {
    const packed = location.hash.slice(1);
    if (!packed) return false;
    const isOpened = await this.dialog.read(`ptn.ninja/${packed}`);
    forgetLink();
    return isOpened;
  }

  /**
   * Goes on with a game; without one, with a new one.
   * @param {Snapshot | null} last
   * @param {Game} [known] The same game, where it was on the table before.
   * @returns {Promise<boolean>} Whether it lies on the table.
   */
  async goOn(last, known) {
    const { table, play, analysis } = this;
    const counts = this.openings.begin();
    const record = last && (await table.session.record(last.ptn));
    if (!counts()) return false;
    if (!record || record.error) {
      if (last && table.state) {
        // It is in the dialog, and does not stand in the way of another one.
        this.held = this.heldGame = null;
        this.dialog.say(last.ptn, record?.error ?? "This game cannot be read.");
      } else await this.begin(unwatched(play.settings));
      return false;
    }
    this.turn(last.isTurned);
    analysis.isThinking = last.isThinking ?? true;
    analysis.lines = last.lines ?? analysis.lines;
    byId("left-out").textContent = "";
    if (last.mode === "play") return this.goOnPlaying(record, last, counts);
    play.goOn(this.settingsOf(last), last.left, last.isPaused);
    await this.analyse(record, last.line, known);
    return true;
  }

  /**
   * @param {any} record
   * @param {Snapshot} last
   * @param {() => boolean} counts Whether no other game was begun or opened.
   */
  async goOnPlaying(record, last, counts) {
    const { table, play, mode } = this;
    if (!mode.isPlay) mode.set("play");
    // No clock runs, and nobody moves, before the game lies on the table.
    play.turnOn(false);
    const game = Game.of(record);
    table.session.setRules(game.rules);
    await Promise.all(game.root.end.path.map(async (node) => {
      node.state = await table.session.ask(`state ${game.position(node)}`);
    }));
    if (!counts()) return false;
    play.goOn(this.settingsOf(last), last.left, last.isPaused);
    await this.lay(game, game.end);
    return true;
  }

  /**
   * The settings of a game in place of the one on the table, which may be a beginner's first.
   * @param {Snapshot | null} last
   * @returns {Settings}
   */
  settingsOf(last) {
    return { ...this.play.settings, isFirst: false, ...last?.settings };
  }

  /** Lays one's own game on the table. @param {Game} game @param {import("./tree.js").Node} [node] */
  async lay(game, node) {
    this.coming = game;
    await this.table.open(game, node);
  }

  /** Once one's own game lies on the table nothing is held any more, and who is to move may. */
  settle() {
    const { table, play, mode } = this;
    if (table.game !== this.coming || !table.isThere) return;
    this.coming = this.held = this.heldGame = null;
    if (play.isOn !== mode.isPlay) play.turnOn(mode.isPlay);
  }

  /** Whoever teaches takes the table, even from a game that is on its way back. */
  hold() {
    if (!this.held) {
      this.heldGame = this.table.state ? this.table.game : null;
      this.held = this.latest ?? this.snapshot;
    }
    this.coming = null;
    this.openings.giveUp();
    this.turn(false);
  }

  /** They give it back. @param {Snapshot["mode"]} mode What comes then. */
  async putBack(mode) {
    const { held, heldGame } = this;
    await this.goOn(held && { ...held, mode }, heldGame ?? undefined);
  }

  /** @param {boolean} isTurned Whether Black sits below. */
  turn(isTurned) {
    if (isTurned !== this.board.isTurned) this.board.turn();
  }

  /** @returns {Snapshot} */
  get snapshot() {
    if (this.held) return this.held;
    const { table, board, play, analysis, mode } = this;
    return {
      ptn: table.game.toPtn(),
      mode: mode.isAnalyse ? "analyse" : "play",
      settings: play.settings,
      left: play.clock?.now ?? null,
      isPaused: play.isPaused,
      isTurned: board.isTurned,
      line: table.node.line,
      lines: analysis.lines,
      isThinking: analysis.isThinking,
    };
  }

  /**
   * The game on the table, or the one that the tab had and that is not back yet, if it had one.
   * @returns {Snapshot | null}
   */
  get latest() {
    return this.table.state ? this.snapshot : kept("sessionStorage", GAME);
  }

  /** Each tab remembers its own game: loaded again, it goes on. */
  remember() {
    // Before the engine has answered, what is kept is still to come.
    if (this.table.state) keep("sessionStorage", GAME, this.snapshot);
  }

  /** Keeps the game that another one takes the place of: it can be had again. */
  setAside() {
    this.earlier.add(this.latest);
    // On a phone the buttons lie below the board.
    byId("board").scrollIntoView({ block: "nearest" });
  }
}

/** A game that nobody asked for waits for its player. @param {Settings} settings @returns {Settings} */
const unwatched = (settings) => (settings.you === "none" ? { ...settings, you: "white" } : settings);

/** From here on the game is this tab's own: loaded again, it goes on with what was done to it. */
const forgetLink = () => history.replaceState(null, "", location.pathname + location.search);
