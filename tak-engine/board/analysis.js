// What the engine thinks of the positions of a game.

import { Lines } from "./lines.js";
import { spokenScore } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./session.js").Info} Info */
/** @typedef {import("./session.js").State} State */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Worth} Worth */

/** How far each position is searched when a whole game is, in nodes. */
const NODES = 150_000;

/** What a move gives away of the expected result, in half thousandths, and the mark that this earns. */
const MISTAKE = 100;
const BLUNDER = 250;

export class Analysis {
  /**
   * @param {Table} table
   * @param {() => void} changed Called when there is something new to show.
   */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.isOn = false;
    this.isThinking = true;
    this.lines = 3;
    /** What has been found in the position on the board. */
    this.found = new Lines();
    /** How much of a whole game has been searched, 0 to 1; `null` while none is. @type {number | null} */
    this.progress = null;
    this.frame = 0;
    /** Searches that were begun: only the last one counts. */
    this.turns = 0;
    table.listen(() => {
      if (this.isOn && this.progress === null) this.look();
      // A search of the whole game goes on, and what it found elsewhere is not shown here.
      else this.found = new Lines();
    });
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.progress = null;
    this.turns += 1;
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

  /** Searches the position on the board, for as long as it lies there. */
  look() {
    const { table } = this;
    const { state, node } = table;
    this.turns += 1;
    this.found = new Lines();
    this.changed();
    if (!state || state.result || !this.isThinking) {
      if (state?.result) node.worth = worthOf(state.result);
      table.session.rest();
      return;
    }
    table.session.search({
      position: table.game.position(node),
      lines: this.lines,
      go: () => "infinite",
      found: (info) => this.hear(node, state, info),
    });
  }

  /**
   * @param {Node} node
   * @param {State} state
   * @param {Info} info
   */
  hear(node, state, info) {
    keep(node, state, info);
    if (node !== this.table.node) return;
    this.found.add(info);
    // Many lines come in one frame.
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.changed();
    });
  }

  /** Searches all positions of the main line, from the end: what it learns there helps before. */
  async whole() {
    const { table } = this;
    const turn = ++this.turns;
    const { game } = table;
    const nodes = game.end.path.reverse();
    this.progress = 0;
    this.changed();
    for (const [index, node] of nodes.entries()) {
      const state = await table.stateOf(node);
      if (turn !== this.turns) return;
      if (state.result) {
        node.worth = worthOf(state.result);
      } else {
        await table.session.search({
          position: game.position(node),
          go: () => `nodes ${NODES}`,
          found: (info) => this.hear(node, state, info),
        });
      }
      if (turn !== this.turns) return;
      this.progress = (index + 1) / nodes.length;
      this.changed();
    }
    this.progress = null;
    this.look();
  }
}

/**
 * Remembers what is known best of a position.
 * @param {Node} node
 * @param {State} state
 * @param {Info} info
 */
function keep(node, state, info) {
  const isBetter = !node.worth || info.depth > node.worth.depth || info.nodes > node.worth.nodes;
  if (info.rank !== 1 || !isBetter) return;
  const { score, plies, expected } = info;
  node.worth = {
    chance: state.side === "white" ? expected : 1 - expected,
    text: spokenScore(score, plies, state.side, expected),
    depth: info.depth,
    nodes: info.nodes,
    best: info.line[0],
  };
}

/**
 * What a finished game is worth.
 * @param {string} result
 * @returns {Worth}
 */
function worthOf(result) {
  const chance = result.startsWith("1/2") ? 0.5 : result.startsWith("0") ? 0 : 1;
  return { chance, text: result, depth: Infinity, nodes: Infinity, best: "" };
}

/**
 * What a move has given away, where that is known: `?`, `??` or nothing.
 * @param {Node} node
 * @returns {"" | "?" | "??"}
 */
export function judge(node) {
  const before = node.parent?.worth;
  const side = node.parent?.state?.side;
  if (!before || !node.worth || !side || before.best === node.move) return "";
  const lost = Math.round(2000 * (before.chance - node.worth.chance) * (side === "white" ? 1 : -1));
  return lost >= BLUNDER ? "??" : lost >= MISTAKE ? "?" : "";
}
