// White's chances over the game, with the moves that lost most.

import { judge } from "./analysis.js";
import { element, shape } from "./page.js";
import { numberOf } from "./tree.js";

/** @import { Table } from "./table.js" */
/** @import { Node } from "./tree.js" */

const HEIGHT = 100;
/** How many numbers of moves stand below the graph, at most. */
const NUMBERS = 8;
/** How many moves may lie between two of them. */
const STRIDES = [1, 5, 10, 20, 50, 100];

export class Graph {
  /**
   * @param {HTMLElement} root
   * @param {(node: Node) => void} chosen
   */
  constructor(root, chosen) {
    this.root = root;
    this.svg = shape("svg", { preserveAspectRatio: "none", role: "img" });
    /** @type {Node[]} */
    this.nodes = [];
    /** @type {import("./tree.js").Game | null} */
    this.game = null;
    /** The numbers of moves. */
    this.numbers = element("div");
    /** The move under the mouse. */
    this.told = element("span", "axis told");
    const [up, down] = [element("span", "axis white", "White wins"), element("span", "axis black", "Black wins")];
    // The curve has words of its own for those who hear it.
    for (const each of [up, down, this.numbers, this.told]) each.setAttribute("aria-hidden", "true");
    root.append(this.svg, up, down, this.numbers, this.told);
    this.svg.addEventListener("click", (event) => {
      const node = this.under(/** @type {MouseEvent} */ (event));
      if (node) chosen(node);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const node = this.under(/** @type {PointerEvent} */ (event));
      this.told.textContent = node ? this.describe(node) : "";
    });
    this.svg.addEventListener("pointerleave", () => (this.told.textContent = ""));
  }

  /** @param {MouseEvent} event */
  under({ clientX }) {
    const { left, width } = this.svg.getBoundingClientRect();
    return this.nodes[Math.round(((clientX - left) / width) * (this.nodes.length - 1))];
  }

  /** A move and what it left, such as `12… c3+? 34 %`. @param {Node} node */
  describe(node) {
    const chance = node.worth ? ` ${Math.round(100 * node.worth.chance)} %` : "";
    if (!this.game || !node.parent) return `Start${chance}`;
    const { number, side } = numberOf(this.game, node);
    return `${number}${side === "white" ? "." : " …"} ${node.move}${judge(node)}${chance}`;
  }

  /** @param {Table} table */
  draw(table) {
    const { game, node } = table;
    // What lay under the mouse may be another move now.
    if (this.game !== game) this.told.textContent = "";
    this.game = game;
    // The line on the board, to its end.
    this.nodes = [...node.path, ...node.end.path.slice(node.path.length)];
    const last = Math.max(1, this.nodes.length - 1);
    this.svg.setAttribute("viewBox", `0 0 ${last} ${HEIGHT}`);
    const known = this.nodes.map((each, x) => ({ each, x })).filter(({ each }) => each.worth);
    const at = (/** @type {Node} */ each) => HEIGHT * (1 - (each.worth?.chance ?? 0.5));
    const parts = [];
    // Nothing is drawn over positions of which nothing is known.
    for (const run of runs(known)) {
      const points = run.map(({ each, x }) => `${x} ${at(each)}`);
      const [first, end] = [run[0].x, run[run.length - 1].x];
      parts.push(
        shape("rect", { class: "below", x: first, width: end - first, height: HEIGHT }),
        shape("path", { class: "area", d: `M${first} ${HEIGHT}L${points.join("L")}L${end} ${HEIGHT}z` }),
        // A curve of one point is a dot.
        shape("path", { class: "curve", d: `M${points.join("L")}L${points[points.length - 1]}` }),
      );
    }
    const middle = HEIGHT / 2;
    parts.push(shape("line", { class: "middle", x1: 0, x2: last, y1: middle, y2: middle }));
    const now = node.depth;
    parts.push(shape("line", { class: "now", x1: now, x2: now, y1: 0, y2: HEIGHT }));
    // Circles, though a unit across is not one down.
    const { width, height } = this.root.getBoundingClientRect();
    const [rx, ry] = [(4 * last) / (width || 1), (4 * HEIGHT) / (height || 1)];
    for (const { each, x } of known.filter(({ each }) => judge(each))) {
      const scale = judge(each) === "??" ? 1.3 : 0.9;
      parts.push(shape("ellipse", { class: "bad", cx: x, cy: at(each), rx: rx * scale, ry: ry * scale, "vector-effect": "non-scaling-stroke" }));
    }
    this.svg.replaceChildren(...parts);
    this.drawNumbers(last);
    const bad = known.filter(({ each }) => judge(each)).map(({ each }) => each.move + judge(each));
    const searched = known.length === this.nodes.length ? "" : known.length ? " so far" : null;
    const none = searched === null ? "Not searched yet" : `No bad moves found${searched}`;
    const text = bad.length ? `Bad moves: ${bad.join(", ")}` : none;
    this.svg.setAttribute("aria-label", `White's chances over ${game.root.end.depth} plies. ${text}`);
  }

  /** @param {number} last The number of plies. */
  drawNumbers(last) {
    const { game } = this;
    if (!game) return;
    const step = STRIDES.find((each) => last <= 2 * each * NUMBERS) ?? last;
    const marks = [];
    for (const [at, node] of this.nodes.entries()) {
      // Those at the edges would be cut, and the left one lie over what down means.
      const isInside = at >= 0.2 * last && at <= 0.95 * last;
      const { number, side } = numberOf(game, node);
      if (!isInside || side === "black" || number % step) continue;
      const mark = element("span", "axis move", String(number));
      mark.style.setProperty("--at", `${(100 * at) / last}%`);
      marks.push(mark);
    }
    this.numbers.replaceChildren(...marks);
  }
}

/**
 * Neighbours put together.
 * @template {{ x: number }} T
 * @param {T[]} known In ascending order.
 */
function runs(known) {
  /** @type {T[][]} */
  const found = [];
  for (const each of known) {
    const last = found.at(-1);
    if (last?.at(-1)?.x === each.x - 1) {
      last.push(each);
    } else {
      found.push([each]);
    }
  }
  return found;
}
