// The table: a game, the position on the board, and who is told when either changes.

import { Latest } from "./latest.js";
import { Game, Node } from "./tree.js";

/** @import { Session, State } from "./session.js" */

/**
 * @typedef {object} Change
 * @property {boolean} isPlayed Whether the last move has just been played.
 * @property {boolean} isNew Whether there is another game.
 */

export class Table {
  /**
   * @param {Session} session
   * @param {Game} game
   * @param {() => void} makesWay Called when the game makes way for another one, which the engine
   *   must tell about before it can be shown.
   */
  constructor(session, game, makesWay) {
    this.session = session;
    this.game = game;
    this.makesWay = makesWay;
    this.node = game.root;
    /** @type {((change: Change) => void)[]} */
    this.listeners = [];
    this.steps = new Latest();
  }

  /** The position on the board, `null` before the engine has told the first one. */
  get state() {
    return this.node.state;
  }

  /** Whether the board shows the game, not yet the one that makes way for it. */
  get isThere() {
    return this.game.holds(this.node);
  }

  /** How the game ended, if this is its end. */
  get result() {
    if (this.state?.result) return this.state.result;
    return this.node === this.game.end ? this.game.result : null;
  }

  /** Whether the game goes on from the board to its end. */
  get isInGame() {
    return this.node.isMain && this.node.depth < this.game.end.depth;
  }

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {Partial<Change>} [change] */
  tell(change = {}) {
    for (const listener of this.listeners) listener({ isPlayed: false, isNew: false, ...change });
  }

  /**
   * What the engine says about a position of the game.
   * @param {Node} node
   * @returns {Promise<State>}
   */
  async stateOf(node) {
    if (node.state) return node.state;
    const state = await this.session.ask(`state ${this.game.position(node)}`);
    if (state.error) throw new Error(state.error);
    return (node.state = state);
  }

  /**
   * Puts another game on the table.
   * @param {Game} game
   * @param {Node} [node] The position to show.
   */
  async open(game, node = game.root) {
    this.session.rest();
    this.session.setRules(game.rules);
    this.game = game;
    this.makesWay();
    await this.goTo(node, { isNew: true });
  }

  /**
   * Shows a position of the game.
   * @param {Node | null | undefined} node
   * @param {Partial<Change>} [change]
   */
  async goTo(node, change = {}) {
    // What was taken out of the game may still be listed for a moment.
    if (!node || !this.game.holds(node)) return;
    const counts = this.steps.begin();
    const { game } = this;
    await this.stateOf(node);
    if (!counts() || game !== this.game) return;
    this.node = node;
    this.tell(change);
  }

  /**
   * Plays a move where the board is, if it is one that is legal there.
   * @param {string} move
   */
  async play(move) {
    if (!this.state || !isLegal(this.state, move)) return;
    const child = this.node.child(move);
    await this.goTo(child, { isPlayed: true });
  }
}

/**
 * @param {State} state
 * @param {string} move
 */
function isLegal({ places, spreads, result }, move) {
  const placements = Object.values(places).flatMap((kinds) => Object.values(kinds));
  const slides = Object.values(spreads).flatMap((ways) => Object.values(ways)).flatMap((drops) => Object.values(drops));
  return !result && [...placements, ...slides].includes(move);
}
