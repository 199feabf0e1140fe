// A game as a tree of moves: the main line, other lines, comments and marks.

/** @import { Side, State } from "./session.js" */
/** @import { Rules } from "./tei.js" */

/**
 * @typedef {object} Worth What a search says about a position.
 * @property {string} wdl The chances of the side to move, as in `wdl`.
 * @property {number} chance White's expected result, 0 to 1.
 * @property {string} text In flats, or how it ends.
 * @property {number} depth
 * @property {number} nodes
 * @property {string[]} line The best line; empty where the game is over.
 */

/**
 * @typedef {object} Branch A line that leaves another one.
 * @property {string} name As PTN Ninja makes names: `3w1`, or `3w1/4b1` for a branch of that branch.
 * @property {Node} first Its first move.
 * @property {Node} from What the line goes on from.
 */

/** @typedef {(node: Node) => { marks: string, comments: string[] }} Annotate */

/** A position, and the move that led there. */
export class Node {
  /**
   * @param {Node | null} parent
   * @param {string} move In PTN; empty for the start.
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.marks = "";
    /** Such as `$18`. @type {string[]} */
    this.glyphs = [];
    /** @type {string[]} */
    this.comments = [];
    /** What the clock of whoever moved showed, as a comment tells it. @type {number | undefined} */
    this.clock = undefined;
    /** What follows, the main line first. @type {Node[]} */
    this.children = [];
    /** @type {State | null} */
    this.state = null;
    /** @type {Worth | null} */
    this.worth = null;
    /** What the move earns by what is known before and after it: `?`, `??` or nothing. */
    this.verdict = "";
    /** Who has a tinuë here, once somebody has asked. @type {import("./tinues.js").Standing | null} */
    this.standing = null;
    /** What the solver has said, once somebody has asked. @type {import("./solve.js").Solved | null} */
    this.solved = null;
    /** Moves since the start. */
    this.depth = (parent?.depth ?? -1) + 1;
  }

  /** The moves from the start to here. */
  get line() {
    return this.path.slice(1).map((node) => node.move);
  }

  /** The nodes from the start to here, both included. */
  get path() {
    const path = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The end of the main line from here. */
  get end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** Whether the main line leads here. */
  get isMain() {
    let node = /** @type {Node} */ (this);
    while (node.parent?.children[0] === node) node = node.parent;
    return !node.parent;
  }

  /** How many moves follow, those of all variations. */
  get following() {
    let count = 0;
    for (const nodes = [...this.children]; nodes.length; count += 1) nodes.push(.../** @type {Node} */ (nodes.pop()).children);
    return count;
  }

  /**
   * The move played from here, added if it is new.
   * @param {string} move
   */
  child(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  /** Takes this node and what follows out of the game. */
  remove() {
    if (!this.parent) return;
    const siblings = this.parent.children;
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** Makes the line to here the main line. */
  promote() {
    for (const node of this.path) {
      if (!node.parent) continue;
      const siblings = node.parent.children;
      siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
    }
  }
}

/** A game: its rules, its start and its moves. */
export class Game {
  /**
   * @param {Rules} rules
   * @param {string | null} [start] A TPS, if the board is not empty at first.
   */
  constructor(rules, start = null) {
    this.rules = rules;
    this.start = start;
    /** @type {[string, string][]} */
    this.tags = [];
    this.root = new Node(null, "");
    /** Whether all its positions have been searched. */
    this.isSearched = false;
    /** What is to be said of it. @type {import("./review.js").Told | null} */
    this.review = null;
    /**
     * A resignation, or a clock that ran out; how is what the tag Termination says.
     * @type {{ result: string, how: string, after: Node } | null}
     */
    this.agreed = null;
  }

  /** The rules by which it is counted: an engine has a largest komi. @returns {Rules} */
  get counted() {
    return { ...this.rules, halfKomi: this.root.state?.halfKomi ?? this.rules.halfKomi };
  }

  /**
   * A game as the session tells it.
   * @param {any} record
   */
  static of(record) {
    const { size, halfKomi, opening, start, tags, hasUsualPieces } = record;
    const isEmpty = !/[12]/.test(start.split(" ")[0]) && start.endsWith(" 1 1");
    const { flats, caps } = hasUsualPieces ? {} : record;
    const game = new Game({ size, halfKomi, opening, flats, caps }, isEmpty ? null : start);
    const result = record.result && record.result !== "0" ? record.result : null;
    game.tags = tags;
    const how = game.tag("Termination") ?? "";
    // These tags are written anew while the game ends so.
    if (result) game.tags = game.tags.filter(([name]) => !/^(result|termination)$/i.test(name));
    game.root.comments = record.comments.map(ofBraces);
    /** @type {Node[]} */
    const nodes = [];
    // The main line comes first.
    let [isMain, end] = [true, game.root];
    for (const ply of record.plies) {
      const before = ply.after === null ? game.root : nodes[ply.after];
      const node = before.child(ply.move);
      // A variation may begin with a move of the line that it leaves.
      node.marks ||= ply.marks;
      node.glyphs.push(...ply.glyphs);
      node.comments.push(...ply.comments.map(ofBraces));
      node.clock ??= ply.clock;
      isMain &&= before === (nodes.at(-1) ?? game.root);
      if (isMain) end = node;
      nodes.push(node);
    }
    if (result) game.agreed = { result, how, after: end };
    return game;
  }

  /** The end of the game. What follows one that was agreed to be over has only been tried out. */
  get end() {
    const after = this.agreed?.after;
    return after?.parent && after.isMain ? after : this.root.end;
  }

  /** What was agreed there. */
  get result() {
    return this.agreed?.after === this.end ? this.agreed.result : null;
  }

  /**
   * Where moves from the start lead, as far as the game has them.
   * @param {string[]} line
   */
  follow(line) {
    let node = this.root;
    for (const move of line) {
      const next = node.children.find((child) => child.move === move);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /**
   * What the clock of a side shows in a position, as comments tell it.
   * @param {Node} node
   * @param {Side} side
   */
  clockOf(node, side) {
    const own = node.path.filter((each) => each.parent && numberOf(this, each).side === side);
    return own.findLast((each) => each.clock !== undefined)?.clock;
  }

  /**
   * @param {string} result
   * @param {string} how As the tag Termination says it.
   */
  agree(result, how) {
    this.agreed = { result, how, after: this.end };
  }

  /** Whether a node is part of this game. @param {Node} node */
  holds(node) {
    const [root, ...line] = node.path;
    return root === this.root && line.every((each) => each.parent?.children.includes(each));
  }

  /**
   * A position of the game, as `position` and `state` take it.
   * @param {Node} node
   */
  position(node) {
    const start = this.start ? `tps ${this.start}` : "startpos";
    const { line } = node;
    return line.length ? `${start} moves ${line.join(" ")}` : start;
  }

  /** Plies before the first move. */
  get firstPly() {
    const [, side, number] = (this.start ?? "x 1 1").split(" ");
    return (Number(number) - 1) * 2 + Number(side) - 1;
  }

  /**
   * @param {string} name
   * @returns {string | undefined}
   */
  tag(name) {
    return this.tags.find(([tag]) => tag.toLowerCase() === name.toLowerCase())?.[1];
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setTag(name, value) {
    const tag = this.tags.find(([tag]) => tag.toLowerCase() === name.toLowerCase());
    if (tag) {
      tag[1] = value;
    } else {
      this.tags.push([name, value]);
    }
  }

  /** How it ended, by agreement or on the board at the end of the main line. */
  get ending() {
    return this.end.state?.result ?? this.result;
  }

  /**
   * The game in PTN.
   * @param {Annotate} [annotate] What is written to each move, which is else what the user wrote.
   */
  toPtn(annotate = (node) => node) {
    return `${this.ptnTags()}\n\n${this.ptnMoves(annotate)}`;
  }

  ptnTags() {
    const { size, halfKomi, opening, flats, caps } = this.rules;
    const tags = new Map(this.tags);
    const set = (/** @type {string} */ name, /** @type {string | number} */ value) => {
      const known = [...tags.keys()].find((key) => key.toLowerCase() === name.toLowerCase());
      tags.set(known ?? name, String(value));
    };
    set("Size", size);
    if (halfKomi) set("Komi", halfKomi / 2);
    if (opening !== "swap") set("Opening", opening);
    if (this.start) set("TPS", this.start);
    for (const [name, counts] of /** @type {const} */ ([["Flats", flats], ["Caps", caps]])) {
      counts?.forEach((count, index) => set(`${name}${index + 1}`, count));
    }
    if (this.ending) set("Result", this.ending);
    if (this.result && this.agreed?.how) set("Termination", this.agreed.how);
    // There is no way to write a quote inside quotes.
    const lines = [...tags].map(([name, value]) => `[${name} "${value.replaceAll('"', "'")}"]`);
    return lines.join("\n");
  }

  /**
   * The main line and, behind it, the branches, each with its name: as PTN Ninja writes them.
   * @param {Annotate} annotate
   */
  ptnMoves(annotate) {
    const words = annotate(this.root).comments.map(inBraces);
    const open = this.writeLine(annotate, this.root, words, "", this.end);
    if (this.ending) words.push(this.ending);
    const lines = [words.join(" ")];
    for (let branch = open.shift(); branch; branch = open.shift()) {
      const { name, first, from } = branch;
      /** @type {string[]} */
      const moves = [];
      this.writeMove(annotate, first, moves);
      open.unshift(...this.writeLine(annotate, from, moves, `${name}/`));
      lines.push(`{${name}}\n${moves.join(" ")}`);
    }
    return lines.join("\n\n") + "\n";
  }

  /**
   * Writes the main line of what follows a node.
   * @param {Annotate} annotate
   * @param {Node} from
   * @param {string[]} words
   * @param {string} above What the names of its branches begin with.
   * @param {Node | null} [end] Where the game ends.
   * @returns {Branch[]} What could have been played instead.
   */
  writeLine(annotate, from, words, above, end = null) {
    /** @type {Branch[]} */
    const branches = [];
    for (let node = from; node.children.length; [node] = node.children) {
      const [main, ...others] = node.children;
      this.writeMove(annotate, main, words, words.length > 0 && node !== this.root);
      const firsts = others.map((first) => ({ first, from: first }));
      // Nothing can be written behind the last move: what was tried there begins with it again.
      const isOver = main === end && main.children.length > 0;
      if (isOver) firsts.push({ first: new Node(node, main.move), from: main });
      const { number, side } = numberOf(this, main);
      firsts.forEach((branch, index) => branches.push({ name: `${above}${number}${side[0]}${index + 1}`, ...branch }));
      if (main === end) break;
    }
    return branches;
  }

  /**
   * @param {Annotate} annotate
   * @param {Node} node
   * @param {string[]} words
   * @param {boolean} [goesOn] Whether the move before it stands before it.
   */
  writeMove(annotate, node, words, goesOn = false) {
    const { number, side } = numberOf(this, node);
    if (side === "white") {
      words.push(`${number}.`);
    } else if (!goesOn) {
      words.push(`${number}. --`);
    }
    const { marks, comments } = annotate(node);
    words.push(node.move + marks, ...node.glyphs, ...comments.map(inBraces));
  }
}

/** What would be read as the name of a variation, and stands behind a blank. */
const LINE_NAME = /^ *\{*\d+[-wb]\d+([/.]\d+[-wb]\d+)*\{*$/;

/** PTN has no way to write a closing brace in a comment: the wide one stands for it. */
const inBraces = (/** @type {string} */ comment) => `{${LINE_NAME.test(comment) ? " " : ""}${comment.replaceAll("}", "\uff5d")}}`;
const ofBraces = (/** @type {string} */ comment) => comment.replace(LINE_NAME, (name) => name.replace(" ", "")).replaceAll("\uff5d", "}");

/**
 * The number of a move, and whose it is.
 * @param {Game} game
 * @param {Node} node
 * @returns {{ number: number, side: Side }}
 */
export function numberOf(game, node) {
  const ply = game.firstPly + node.depth - 1;
  return { number: Math.floor(ply / 2) + 1, side: ply % 2 ? "black" : "white" };
}
