// What is in hand, what can be placed, and the stack that is looked at, piece by piece.

import { buttons, byId, element } from "./page.js";
import { readStack } from "./pieces.js";
import { counted } from "./words.js";

/** @import { Kind, Pointer } from "./pointer.js" */
/** @import { Table } from "./table.js" */

export class Hand {
  /**
   * @param {Table} table
   * @param {Pointer} pointer
   */
  constructor(table, pointer) {
    this.table = table;
    this.pointer = pointer;
    this.kinds = buttons("[data-kind]");
  }

  /** Whether there is one to place. @param {Kind} kind */
  canPlace(kind) {
    const { state } = this.pointer;
    const hand = state?.hands[state.colorToPlace];
    const count = kind === "capstone" ? hand?.caps : hand?.flats;
    return Boolean(state && count && (!state.opening || kind === "flat"));
  }

  /** Whether fewer pieces can be lifted. */
  get canLiftFewer() {
    const { lift } = this.pointer;
    return Boolean(lift && !lift.direction && lift.fewer());
  }

  draw() {
    const { lift, kind, state } = this.pointer;
    byId("kinds").hidden = Boolean(lift);
    byId("hand").hidden = !lift;
    if (lift) {
      const where = lift.direction ? `, ${lift.left} in hand over ${lift.at}` : ` from ${lift.from}`;
      const text = `${counted(lift.carried, "piece")}${where}`;
      if (byId("hand-text").textContent !== text) byId("hand-text").textContent = text;
    }
    for (const button of this.kinds) {
      button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
      const piece = button.querySelector("i");
      piece?.classList.toggle("black", state?.colorToPlace === "black");
      piece?.classList.toggle("white", state?.colorToPlace !== "black");
    }
    this.inspect();
  }

  /** The stack under the mouse, the finger or the focus. */
  inspect() {
    const { lift, over, board } = this.pointer;
    const square = lift?.from ?? over ?? board.focused;
    const stack = this.table.state?.stacks[square] ?? "";
    const pieces = readStack(stack);
    const inspector = byId("inspector");
    if (inspector.dataset.shown === square + stack) return;
    inspector.dataset.shown = square + stack;
    if (pieces.length < 2) return inspector.replaceChildren();
    const whole = element("span", "whole");
    whole.append(...pieces.map(({ side }) => element("i", side)));
    inspector.replaceChildren(`${square}: ${pieces.length}`, whole, "top");
  }
}
