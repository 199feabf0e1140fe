// What the engine thinks of the positions of a game.

import { Latest } from "./latest.js";
import { Lines } from "./lines.js";
import { byId } from "./page.js";
import { review } from "./review.js";
import { expected } from "./tei.js";
import { spokenScore, winnerOf } from "./words.js";

/** @import { Side, State } from "./session.js" */
/** @import { Table } from "./table.js" */
/** @import { Info } from "./tei.js" */
/** @import { Game, Node, Worth } from "./tree.js" */

/** @typedef {{ game: Game, end: Node, problem: string }} Asked A line, and why nothing is known about it. */

/** How far each position is searched when a whole game is, in nodes. */
const NODES = 150_000;
/** How long the position on the board is searched, in milliseconds. */
const LONGEST = 60_000;

export class Analysis {
  /**
   * @param {Table} table
   * @param {boolean} isLocal Whether the engine is part of the page.
   * @param {() => void} changed Called when there is something new to show.
   */
  constructor(table, isLocal, changed) {
    this.table = table;
    this.isLocal = isLocal;
    this.changed = changed;
    this.isOn = false;
    this.isThinking = true;
    /** Whether the position on the board is being searched. */
    this.isRunning = false;
    this.lines = 3;
    /** What has been found in the position on the board. */
    this.found = new Lines();
    /** How much of a whole game has been searched, 0 to 1; `null` while none is. @type {number | null} */
    this.progress = null;
    this.frame = 0;
    /** The line that was last asked about tinuës, and why they were not found. @type {Asked | null} */
    this.asked = null;
    /** Lists those that were let go: loaded with what finds them. @type {(table: Table, asked: Asked) => void} */
    this.drawMisses = () => {};
    /** Shows what the solver has said: loaded with what asks it. @type {(table: Table) => void} */
    this.drawSolved = () => {};
    /** Searches of a whole game. */
    this.wholes = new Latest();
    /** Searches of the position on the board. */
    this.looks = new Latest();
    /** Whether such a search waits until the page is seen again. */
    this.isPaused = false;
    document.addEventListener("visibilitychange", () => this.seen());
    table.listen(() => {
      if (this.isOn && this.progress === null) this.look();
      // A search of the whole game goes on, and what it found elsewhere is not shown here.
      else this.found = new Lines();
    });
  }

  /** Nobody sees what is found while the page is hidden; a search of the whole game has an end. */
  seen() {
    if (document.hidden && this.isRunning) {
      // It may be seen again before the engine has stopped.
      this.isPaused = true;
      this.table.session.rest();
    } else if (!document.hidden && this.isOn && this.isPaused) this.look();
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.progress = null;
    this.wholes.giveUp();
    if (isOn) this.look();
  }

  /** @param {boolean} isThinking */
  think(isThinking) {
    this.isThinking = isThinking;
    this.progress = null;
    this.look();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    // A search of the whole game reports one line.
    if (this.progress === null) this.look();
  }

  /** Searches the position on the board, while it lies there, and is seen, and not for ever. */
  look() {
    const { table } = this;
    const { state, node } = table;
    this.wholes.giveUp();
    this.looks.giveUp();
    this.found = new Lines();
    this.isRunning = this.isPaused = false;
    if (!state || state.result || !this.isThinking) {
      if (state?.result) this.learn(node, worthOf(state.result, state.side));
      table.session.rest();
      this.changed();
      return;
    }
    this.search(node, state);
    this.changed();
  }

  /**
   * @param {Node} node
   * @param {State} state
   */
  async search(node, state) {
    const { table } = this;
    const counts = this.looks.begin();
    this.isRunning = true;
    await table.session.search({
      position: table.game.position(node),
      lines: this.lines,
      level: 0,
      go: () => `movetime ${LONGEST}`,
      found: (info) => this.hear(node, state, info),
    });
    if (!counts()) return;
    this.isRunning = false;
    this.isPaused = document.hidden;
    this.changed();
  }

  /**
   * @param {Node} node
   * @param {State} state
   * @param {Info} info
   */
  hear(node, state, info) {
    const { worth } = node;
    const isBetter = !worth || info.depth > worth.depth || info.nodes > worth.nodes;
    if (info.rank === 1 && isBetter) this.learn(node, worthIn(info, state.side));
    if (node !== this.table.node) return;
    this.found.add(info);
    this.changeSoon();
  }

  /** Many lines come in one frame. */
  changeSoon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.changed();
    });
  }

  /**
   * Remembers what is known best of a position, and asks what the moves around it earn.
   * @param {Node} node
   * @param {Worth} worth
   */
  learn(node, worth) {
    const isNews = node.worth?.wdl !== worth.wdl;
    node.worth = worth;
    if (isNews) [node, ...node.children].forEach((each) => this.judge(each));
  }

  /** @param {Node} node */
  async judge(node) {
    const [before, after] = [node.parent?.worth, node.worth];
    if (!before || !after) return;
    const { mark = "" } = await this.table.session.ask(`mark ${before.wdl} ${after.wdl}`);
    node.verdict = mark;
    this.changeSoon();
  }

  /** Leaves the position on the board for all of them. @returns {() => boolean} Whether that counts. */
  beginWhole() {
    const counts = this.wholes.begin();
    this.looks.giveUp();
    this.table.session.rest();
    this.isRunning = this.isPaused = false;
    this.progress = 0;
    this.changed();
    return counts;
  }

  /** Looks for tinuës in all positions of the game, or of another line that is on the board. */
  async tinues() {
    const { node, game } = this.table;
    const counts = this.beginWhole();
    await this.findTinues(node.isMain ? game.end : node.end, counts);
    if (!counts()) return;
    this.progress = null;
    this.look();
  }

  /**
   * @param {Node} end
   * @param {() => boolean} counts
   */
  async findTinues(end, counts) {
    const { path } = end;
    let found = 0;
    /** @type {Asked} */
    const asked = { game: this.table.game, end, problem: "" };
    this.asked = asked;
    try {
      const { findTinues, drawMisses } = await import("./tinues.js");
      this.drawMisses = drawMisses;
      if (!counts()) return;
      for await (const standing of findTinues(this.table, end, this.isLocal, this.wholes.signal)) {
        if (!counts()) return;
        path[found].standing = standing;
        found += 1;
        this.progress = found / path.length;
        this.changeSoon();
      }
    } catch (error) {
      if (counts()) asked.problem = unanswered(error);
    }
  }

  /** Asks the solver about the position on the board. */
  async solve() {
    const { table, isLocal } = this;
    const { node } = table;
    const counts = this.beginWhole();
    /** @type {import("./solve.js").Solved} */
    let solved;
    try {
      const { solve, drawSolved } = await import("./solve.js");
      this.drawSolved = drawSolved;
      if (!counts()) return;
      const { value } = byId("scope", HTMLSelectElement);
      const answer = await solve(table, node, value, isLocal, this.wholes.signal, (share) => {
        if (!counts()) return;
        this.progress = share;
        this.changeSoon();
      });
      solved = { answer };
    } catch (error) {
      solved = { problem: unanswered(error) };
    }
    if (!counts()) return;
    node.solved = solved;
    this.progress = null;
    this.look();
  }

  /** Searches all positions of the main line, from the end: what it learns there helps before. */
  async whole() {
    const { table } = this;
    const counts = this.beginWhole();
    const { game } = table;
    // Moves that are played meanwhile are not asked about.
    const { end } = game;
    const nodes = end.path.reverse();
    for (const [index, node] of nodes.entries()) {
      const state = await table.stateOf(node);
      if (!counts()) return;
      if (state.result) {
        this.learn(node, worthOf(state.result, state.side));
      } else {
        await table.session.search({
          position: game.position(node),
          level: 0,
          go: () => `nodes ${NODES}`,
          found: (info) => this.hear(node, state, info),
        });
      }
      if (!counts()) return;
      this.progress = (index + 1) / nodes.length;
      this.changed();
    }
    const told = await review(table, end, this.isLocal, this.wholes.signal);
    if (!counts()) return;
    game.review = told;
    await this.findTinues(end, counts);
    if (!counts()) return;
    this.progress = null;
    game.isSearched = true;
    this.look();
  }
}

/** @param {unknown} error */
const unanswered = (error) => `The solver did not answer: ${error instanceof Error ? error.message : error}`;

/**
 * What a search says about a position.
 * @param {Info} info
 * @param {Side} side Who is to move.
 * @returns {Worth}
 */
function worthIn(info, side) {
  const { chances, depth, nodes, line } = info;
  const { win, draw, loss } = chances;
  const chance = side === "white" ? expected(chances) : 1 - expected(chances);
  return { wdl: `${win} ${draw} ${loss}`, chance, text: spokenScore(info, side), depth, nodes, line };
}

/**
 * What a finished game is worth.
 * @param {string} result
 * @param {Side} side Who would be to move.
 * @returns {Worth}
 */
function worthOf(result, side) {
  const known = { text: result, depth: Infinity, nodes: Infinity, line: /** @type {string[]} */ ([]) };
  if (result.startsWith("1/2")) return { ...known, wdl: "0 1000 0", chance: 0.5 };
  const winner = winnerOf(result);
  return { ...known, wdl: winner === side ? "1000 0 0" : "0 0 1000", chance: winner === "white" ? 1 : 0 };
}

/**
 * What a move has given away, where that is known: `?`, `??` or nothing. The best one gives away
 * nothing.
 * @param {Node} node
 */
export const judge = (node) => (node.parent?.worth?.line[0] === node.move ? "" : node.verdict);

/**
 * The mark of a move that threatens, unless somebody has written it: `'`, `"` or nothing.
 * @param {Node} node
 */
export const threat = ({ standing, marks }) => (/['"]/.test(marks) ? "" : (standing?.threat ?? ""));
