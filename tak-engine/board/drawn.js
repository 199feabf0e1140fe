// Arrows and marks that people draw with the right button: they belong to the position that is shown.

import { shape } from "./page.js";

/** @import { Board } from "./board.js" */
/** @import { Table } from "./table.js" */

const RIGHT = 2;

export class Drawn {
  /**
   * @param {Board} board
   * @param {Table} table
   */
  constructor(board, table) {
    this.board = board;
    /** From where to where, such as `a1c3`; a mark stays where it is. @type {Set<string>} */
    this.shapes = new Set();
    /** What is being drawn: where it began, and where it is. @type {[string, string] | null} */
    this.press = null;
    let { node } = table;
    table.listen(() => {
      if (node !== table.node) this.clear();
      node = table.node;
    });
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.set(null));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  clear() {
    this.shapes.clear();
    this.set(null);
  }

  /** @param {[string, string] | null} press */
  set(press) {
    this.press = press;
    this.draw();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== RIGHT) return this.clear();
    const square = this.board.at(event.clientX, event.clientY);
    if (!square) return;
    // Whoever lets go beside the board draws nothing.
    this.board.root.setPointerCapture(event.pointerId);
    this.set([square, square]);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [from, to] = this.press ?? [];
    const square = this.board.at(event.clientX, event.clientY) ?? from;
    if (from && square && square !== to) this.set([from, square]);
  }

  /** The same again takes it away. @param {PointerEvent} event */
  up(event) {
    const { press, shapes } = this;
    const isMeant = event.button === RIGHT && this.board.at(event.clientX, event.clientY) === press?.[1];
    const drawn = press?.join("") ?? "";
    if (isMeant && !shapes.delete(drawn)) shapes.add(drawn);
    if (press) this.set(null);
  }

  draw() {
    const all = new Set(this.shapes);
    if (this.press) all.add(this.press.join(""));
    this.board.drawn.replaceChildren(...[...all].map((each) => this.shape(each.slice(0, 2), each.slice(2))));
  }

  /**
   * An arrow, or the ring of a mark.
   * @param {string} from
   * @param {string} to
   */
  shape(from, to) {
    const [[x, y], [endX, endY]] = [this.board.middle(from), this.board.middle(to)];
    if (from === to) return shape("circle", { cx: x, cy: y, r: 0.43 });
    const length = Math.hypot(endX - x, endY - y);
    const turn = (Math.atan2(endY - y, endX - x) * 180) / Math.PI;
    return shape("path", { d: `M0 0H${length}m-.26-.18L${length} 0l-.26.18`, transform: `translate(${x} ${y}) rotate(${turn})` });
  }
}
