// The board on the page: squares, stacks, what a hand holds over them, and arrows.

import { beyond } from "./lift.js";
import { element, shape } from "./page.js";
import { readMove, readStack, squaresOf, stacksOf } from "./pieces.js";
import { spokenSquare } from "./words.js";

/** @import { Piece, Stacks } from "./pieces.js" */
/** @import { Side, State } from "./session.js" */

/**
 * @typedef {object} Arrow A move shown on the board.
 * @property {string} move
 * @property {Side} side Whose piece is placed.
 * @property {number} weight 0 to 1.
 * @property {string} [label]
 */

/** How long a piece travels, in milliseconds. */
const TRAVEL = 180;

/** The height and width of a piece and what a piece below adds, in parts of a square. */
const PIECE = 0.54;
const WIDTH = 0.6;
const RISE = 0.046;
/** Pieces in a column of those that no hand reaches, and its width at most. */
const COLUMN = 20;
const COLUMN_WIDTH = 0.09;
/** Where the numbers of moves that end on one square stand, from its middle. */
const LABELS = [[0, 0], [0.3, 0], [-0.3, 0], [0, 0.3], [0, -0.3]];

/** The ways on the screen. */
const WAYS = { "+": "up", "-": "down", "<": "left", ">": "right" };

export class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.size = 0;
    /** @type {Map<string, HTMLElement>} */
    this.squares = new Map();
    this.focused = "a1";
    /** @type {State | null} */
    this.state = null;
    /** Whether Black sits below. */
    this.isTurned = false;
    this.arrows = shape("svg", { class: "arrows", "aria-hidden": "true" });
    /** What people draw themselves. */
    this.drawn = shape("g", { class: "drawn" });
  }

  /**
   * An empty board of that size.
   * @param {number} size
   */
  resize(size) {
    this.size = size;
    this.squares.clear();
    this.root.style.setProperty("--size", String(size));
    this.root.setAttribute("aria-label", `Tak board, ${size} by ${size}`);
    const rows = [];
    const numbers = Array.from({ length: size }, (_, index) => index);
    for (const row of numbers) {
      const line = element("div", "row");
      line.setAttribute("role", "row");
      for (const column of numbers) {
        const [file, rank] = this.isTurned ? [size - 1 - column, row] : [column, size - 1 - row];
        const name = String.fromCharCode(97 + file) + (rank + 1);
        const square = element("div", (file + rank) % 2 ? "square" : "square dark");
        square.setAttribute("role", "gridcell");
        square.dataset.square = name;
        square.tabIndex = -1;
        if (column === 0) square.dataset.rank = String(rank + 1);
        if (row === size - 1) square.dataset.file = name[0];
        line.append(square);
        this.squares.set(name, square);
      }
      rows.push(line);
    }
    this.arrows.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.root.replaceChildren(...rows, this.arrows);
    if (!this.squares.has(this.focused)) this.focused = "a1";
    this.setFocus(this.focused, false);
  }

  /** Black below, or White again. */
  turn() {
    this.isTurned = !this.isTurned;
    const { state } = this;
    this.resize(this.size);
    if (state) this.show(state, null);
  }

  /**
   * Shows a position. The last move is marked, and its pieces travel if it has just been
   * played.
   * @param {State} state
   * @param {string | null} move
   * @param {boolean} [travels]
   */
  show(state, move, travels = false) {
    if (state.size !== this.size) this.resize(state.size);
    this.state = state;
    this.draw(stacksOf(state));
    const changed = new Set(move ? squaresOf(move) : []);
    for (const [name, square] of this.squares) {
      square.classList.toggle("last", changed.has(name));
      square.classList.toggle("road", state.road.includes(name));
      square.setAttribute("aria-label", spokenSquare(name, state));
    }
    if (move && travels) this.travel(move);
  }

  /**
   * Draws stacks that need not be those of the position.
   * @param {Stacks} stacks
   */
  draw(stacks) {
    for (const [name, square] of this.squares) {
      const pieces = stacks[name] ?? [];
      const strips = this.strips(name, stacks);
      const text = JSON.stringify([pieces, strips]);
      if (square.dataset.drawn === text) continue;
      square.dataset.drawn = text;
      const drawn = strips.map((way) => element("i", `strip ${WAYS[way]} ${topOf(pieces)?.side}`));
      square.replaceChildren(...drawn, ...drawStack(pieces, this.size));
    }
  }

  /**
   * The ways in which a square is joined to the next one: where a road could go on.
   * @param {string} name
   * @param {Stacks} stacks
   */
  strips(name, stacks) {
    const side = roadSide(stacks[name]);
    const ways = /** @type {(keyof typeof WAYS)[]} */ (Object.keys(WAYS));
    return side ? ways.filter((way) => roadSide(stacks[this.beside(name, way) ?? ""]) === side) : [];
  }

  /**
   * Marks squares: where a hand comes from, and where it may go.
   * @param {string | null} from
   * @param {Iterable<string>} targets
   */
  mark(from, targets) {
    const all = new Set(targets);
    for (const [name, square] of this.squares) {
      square.classList.toggle("from", name === from);
      square.classList.toggle("target", all.has(name));
      if (all.has(name)) square.setAttribute("aria-description", "can be moved to");
      else square.removeAttribute("aria-description");
    }
  }

  /**
   * Lets the pieces of the last move come from where they were.
   * @param {string} move
   */
  travel(move) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { square, direction, drops } = readMove(move);
    const options = { duration: TRAVEL, easing: "cubic-bezier(.2,.7,.3,1)" };
    if (!direction) {
      const placed = this.squares.get(square)?.querySelectorAll(".piece") ?? [];
      for (const piece of placed) piece.animate([{ opacity: 0, scale: 1.25 }, {}], options);
      return;
    }
    const start = this.squares.get(square)?.getBoundingClientRect();
    drops.forEach((count, index) => {
      const target = this.squares.get(beyond(square, direction, index + 1));
      if (!target || !start) return;
      const end = target.getBoundingClientRect();
      const from = `${start.x - end.x}px ${start.y - end.y}px`;
      target.classList.add("travelling");
      for (const piece of [...target.querySelectorAll(".piece")].slice(-count)) {
        const animation = piece.animate([{ translate: from }, { translate: "0 0" }], options);
        animation.onfinish = () => target.classList.remove("travelling");
      }
    });
  }

  /**
   * @param {string} name
   * @param {boolean} [moves] Whether the focus of the page moves too.
   */
  setFocus(name, moves = true) {
    const square = this.squares.get(name);
    if (!square) return;
    const old = this.squares.get(this.focused);
    if (old) old.tabIndex = -1;
    this.focused = name;
    square.tabIndex = 0;
    if (moves) square.focus();
  }

  /**
   * The square beside another one on the screen.
   * @param {string} name
   * @param {string} direction As White sees it.
   */
  beside(name, direction) {
    const turned = { "+": "-", "-": "+", "<": ">", ">": "<" };
    const way = this.isTurned ? turned[/** @type {keyof typeof turned} */ (direction)] : direction;
    const next = beyond(name, way, 1);
    return this.squares.has(next) ? next : null;
  }

  /**
   * The square under a point of the screen.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const found = document.elementFromPoint(x, y)?.closest(".square");
    return found instanceof HTMLElement ? (found.dataset.square ?? null) : null;
  }

  /**
   * The middle of a square, in squares from the top left.
   * @param {string} name
   * @returns {[number, number]}
   */
  middle(name) {
    const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
    const last = this.size - 1;
    return this.isTurned ? [last - file + 0.5, rank + 0.5] : [file + 0.5, last - rank + 0.5];
  }

  /**
   * Shows moves: arrows for spreads, ghosts for placements.
   * @param {Arrow[]} arrows The most important first.
   */
  point(arrows) {
    const drawn = arrows.toReversed().map((arrow) => this.drawArrow(arrow));
    this.arrows.replaceChildren(...drawn, this.drawn, ...this.drawDrops(arrows), ...this.drawLabels(arrows));
  }

  /**
   * How many pieces a spread drops on each square, on the arrow where it comes in: beside each other
   * where several arrows do.
   * @param {Arrow[]} arrows
   */
  drawDrops(arrows) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return arrows.flatMap(({ move }) => {
      const { drops } = readMove(move);
      // A single piece goes as far as its arrow.
      if (drops.join("") === "1") return [];
      const [from, ...squares] = squaresOf(move).map((square) => this.middle(square));
      return squares.map(([x, y], index) => {
        const [dx, dy] = [Math.sign(x - from[0]), Math.sign(y - from[1])];
        const key = `${x} ${y} ${dx} ${dy}`;
        const count = counts.get(key) ?? 0;
        counts.set(key, count + 1);
        const aside = Math.ceil(count / 2) * (count % 2 ? 0.2 : -0.2);
        const text = shape("text", { class: "drop", x: x - dx * 0.36 + dy * aside, y: y - dy * 0.36 + dx * aside, dy: "0.36em" });
        text.textContent = String(drops[index]);
        return text;
      });
    });
  }

  /**
   * The numbers of arrows, each where its move ends: no arrow or number covers another one.
   * @param {Arrow[]} arrows
   */
  drawLabels(arrows) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return arrows.filter(({ label }) => label).map(({ move, label }) => {
      const square = squaresOf(move).at(-1) ?? "";
      const count = counts.get(square) ?? 0;
      counts.set(square, count + 1);
      const [right, down] = LABELS[count % LABELS.length];
      const [x, y] = this.middle(square);
      const group = shape("g", { class: "label", transform: `translate(${x + right} ${y + down})` });
      // Not every browser centres a line on its middle by itself.
      const text = shape("text", { dy: "0.36em" });
      text.textContent = label ?? "";
      group.append(shape("circle", { r: 0.14 }), text);
      return group;
    });
  }

  /** @param {Arrow} arrow */
  drawArrow({ move, side, weight }) {
    const { square, direction, kind } = readMove(move);
    const group = shape("g", { class: `arrow ${side}`, opacity: 0.35 + 0.6 * weight });
    const [x, y] = this.middle(square);
    if (direction) {
      const squares = squaresOf(move);
      const [endX, endY] = this.middle(squares[squares.length - 1]);
      const [dx, dy] = [Math.sign(endX - x), Math.sign(endY - y)];
      const width = 0.06 + 0.07 * weight;
      const line = `M${x} ${y}L${endX - dx * 0.24} ${endY - dy * 0.24}`;
      group.append(shape("path", { d: line, class: "shaft", "stroke-width": width }));
      const tip = `M${endX} ${endY}l${-dx * 0.26 - dy * 0.16} ${-dy * 0.26 - dx * 0.16}l${dy * 0.32} ${dx * 0.32}z`;
      group.append(shape("path", { d: tip, class: "tip" }));
    } else if (kind === "capstone") {
      group.append(shape("circle", { cx: x, cy: y, r: 0.22 }));
    } else if (kind === "wall") {
      const turned = `rotate(-45 ${x} ${y})`;
      group.append(shape("rect", { x: x - 0.3, y: y - 0.09, width: 0.6, height: 0.18, rx: 0.04, transform: turned }));
    } else {
      group.append(shape("rect", { x: x - 0.25, y: y - 0.22, width: 0.5, height: 0.44, rx: 0.06 }));
    }
    return group;
  }
}

/** What lies on top, under all that is held above it or only thought of. @param {Piece[]} [pieces] */
const topOf = (pieces) => pieces?.findLast(({ look }) => !look);

/** Whose road a stack can be part of. @param {Piece[]} [pieces] */
function roadSide(pieces) {
  const top = topOf(pieces);
  return top && top.kind !== "wall" ? top.side : null;
}

/**
 * A small board that is only looked at.
 * @param {string} tps
 */
export function drawSmall(tps) {
  const rows = tps.split(" ")[0].split("/").map((row) => row.split(",").flatMap((part) => (part[0] === "x" ? Array(Number(part[1] ?? 1)).fill("") : part)));
  const size = rows.length;
  const board = element("div", "board small");
  board.style.setProperty("--size", String(size));
  board.setAttribute("aria-hidden", "true");
  board.append(
    ...rows.map((row, down) => {
      const line = element("div", "row");
      line.setAttribute("role", "row");
      line.append(
        ...row.map((/** @type {string} */ stack, /** @type {number} */ right) => {
          const square = element("div", `square${(size - 1 - down + right) % 2 ? "" : " dark"}`);
          if (stack) square.append(...drawStack(readStack(stack), size));
          return square;
        }),
      );
      return line;
    }),
  );
  return board;
}

/**
 * A stack: what a hand can reach piece by piece, the rest beside it in columns, and how
 * many there are.
 * @param {Piece[]} pieces
 * @param {number} reach
 */
function drawStack(pieces, reach) {
  const lifted = pieces.filter(({ look }) => look === "lifted").length;
  const shown = pieces.slice(-reach - lifted);
  const buried = pieces.slice(0, -reach - lifted);
  const columns = Math.ceil(buried.length / COLUMN);
  const room = Math.min(columns * COLUMN_WIDTH, 1 - WIDTH - 0.1);
  const left = (1 - WIDTH - room) / 2;
  const bottom = (1 - PIECE - (shown.length - 1) * RISE) / 2;
  const elements = shown.map((piece, index) => {
    const made = element("i", `piece ${piece.side} ${piece.kind} ${piece.look ?? ""}`);
    const isHeld = piece.look === "lifted";
    const height = Math.max(bottom, 0.03) + index * RISE + (isHeld ? 0.1 : 0);
    made.style.setProperty("bottom", `${height * 100}%`);
    made.style.setProperty("left", `${left * 100}%`);
    return made;
  });
  if (buried.length) elements.push(drawBuried(buried, room));
  if (pieces.length > 3) {
    elements.push(element("b", "height", String(pieces.length)));
  }
  return elements;
}

/**
 * Columns from left to right, each from its foot up.
 * @param {Piece[]} pieces
 * @param {number} room Their width, in parts of a square.
 */
function drawBuried(pieces, room) {
  const box = element("i", "buried");
  box.style.setProperty("width", `${room * 100}%`);
  for (let first = 0; first < pieces.length; first += COLUMN) {
    const column = element("i", "column");
    column.append(...pieces.slice(first, first + COLUMN).map(({ side }) => element("i", side)));
    box.append(column);
  }
  return box;
}
