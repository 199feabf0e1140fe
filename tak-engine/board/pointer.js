// How players move: by click, touch, drag and keyboard. What would happen is shown before.

import { Lift } from "./lift.js";
import { withLift, withPlaced, stacksOf } from "./pieces.js";
import { whyNothing, whyNotThere } from "./why.js";

/** @import { Board } from "./board.js" */
/** @import { Placed, State } from "./session.js" */

/** @typedef {"flat" | "wall" | "capstone"} Kind */

/** How far a finger or a mouse goes before it drags, in pixels. */
const DRAG = 8;

export class Pointer {
  /**
   * @param {Board} board
   * @param {(move: string) => void} play
   * @param {() => void} changed Called when the hand or the piece to place has changed.
   */
  constructor(board, play, changed) {
    this.board = board;
    this.play = play;
    this.changed = changed;
    /** The position to move in; `null` while it is nobody's turn here. @type {State | null} */
    this.state = null;
    /** @type {Kind} */
    this.kind = "flat";
    /** @type {Lift | null} */
    this.lift = null;
    /** Why the last click did nothing; empty if it did something. */
    this.refusal = "";
    /** Where a press began. @type {{ square: string, x: number, y: number, isNew: boolean, drags: boolean } | null} */
    this.press = null;
    /** The square under the mouse or the focus. @type {string | null} */
    this.over = null;
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.release());
    root.addEventListener("pointerleave", () => this.press || this.hover(null));
    root.addEventListener("click", (event) => this.spokenClick(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focusIn(event));
    root.addEventListener("focusout", () => this.press || this.hover(null));
  }

  /**
   * Lets the user move here, or nowhere.
   * @param {State | null} state
   */
  enable(state) {
    this.state = state;
    this.press = null;
    this.lift = null;
    this.refusal = "";
    const hand = state?.hands[state.colorToPlace];
    if (this.kind === "capstone" ? !hand?.caps : hand?.flats === 0) this.kind = hand?.caps ? "capstone" : "flat";
    this.board.root.classList.toggle("active", state !== null);
    this.draw();
  }

  /** @param {Kind} kind */
  choose(kind) {
    this.kind = kind;
    this.setLift(null);
  }

  /** @param {Lift | null} lift */
  setLift(lift) {
    const move = lift?.move;
    this.refusal = "";
    this.lift = move ? null : lift;
    if (move) return this.commit(move);
    this.draw();
  }

  /** @param {string} move */
  commit(move) {
    this.lift = null;
    this.press = null;
    this.state = null;
    // Nobody places the next wall by mistake.
    this.kind = "flat";
    this.board.root.classList.remove("active");
    this.board.mark(null, []);
    this.play(move);
  }

  /**
   * Nothing is done, and the user hears why. What is in hand goes back.
   * @param {string} why
   */
  refuse(why) {
    this.lift = null;
    this.refusal = why;
    this.draw();
  }

  /** Puts the pieces in hand back. */
  cancel() {
    this.setLift(null);
  }

  /** Drops all that is in hand where the hand is. */
  dropHere() {
    const all = this.lift?.dropAll(this.lift.at);
    if (all) this.setLift(all);
  }

  /**
   * What would be placed on a square.
   * @param {string} square
   * @returns {Placed | null}
   */
  placedOn(square) {
    const places = this.state?.places[square];
    if (!places) return null;
    if (places["two flats"]) return "two flats";
    return places[this.kind] ? this.kind : null;
  }

  /** @param {string | null} square */
  hover(square) {
    if (this.over === square) return;
    this.over = square;
    this.draw();
  }

  /** Shows what is in hand and what a click would do. */
  draw() {
    const { state, lift, over, board } = this;
    if (!state) {
      if (board.state) board.draw(stacksOf(board.state));
      board.mark(null, []);
      this.changed();
      return;
    }
    const targets = lift?.targets() ?? new Map();
    if (lift) {
      const seen = over && over !== lift.from ? (this.drag(over) ?? targets.get(over)) : null;
      board.draw(withLift(state, seen ?? lift));
    } else {
      const placed = over && this.placedOn(over);
      board.draw(over && placed ? withPlaced(state, over, placed) : stacksOf(state));
    }
    board.mark(lift?.from ?? null, targets.keys());
    this.changed();
  }

  /**
   * What a drag that ends on a square drops.
   * @param {string} square
   */
  drag(square) {
    return this.press?.drags && this.lift ? this.lift.dropAll(square) : null;
  }

  /**
   * A click, or the key that stands for one.
   * @param {string} square
   * @param {boolean} all Whether all that is in hand is dropped there.
   */
  click(square, all) {
    const { state, lift } = this;
    if (!state) return;
    if (lift) {
      const next = all ? lift.dropAll(square) : lift.targets().get(square);
      if (next) return this.setLift(next);
      if (square === lift.from && !lift.direction) return this.setLift(lift.fewer());
      const other = square === lift.from ? null : Lift.of(state, square);
      return other || square === lift.from ? this.setLift(other) : this.refuse(whyNotThere(lift, square));
    }
    const placed = this.placedOn(square);
    const move = placed && state.places[square][placed];
    if (move) return this.commit(move);
    const lifted = Lift.of(state, square);
    if (lifted) this.setLift(lifted);
    else this.refuse(whyNothing(state, square, this.kind));
  }

  /** @param {PointerEvent} event */
  down(event) {
    const square = this.board.at(event.clientX, event.clientY);
    if (!square || event.button > 0) return;
    // The browser moves its own focus too, without a ring.
    this.board.setFocus(square, false);
    // Whoever cannot move can look into the stack.
    if (!this.state) return this.changed();
    const isNew = !this.lift && !this.placedOn(square) && Boolean(Lift.of(this.state, square));
    this.press = { square, x: event.clientX, y: event.clientY, isNew, drags: false };
    // A press lifts at once, so that a drag can begin.
    if (isNew) this.setLift(Lift.of(this.state, square));
    this.hover(square);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press } = this;
    const square = this.board.at(event.clientX, event.clientY);
    if (press && !press.drags && press.square === this.lift?.from && !this.lift.direction) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
      press.drags = far && square !== press.square;
    }
    if (press || event.pointerType === "mouse") this.hover(square);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    if (!press) return;
    const square = this.board.at(event.clientX, event.clientY);
    const dragged = square && press.drags ? this.lift?.dropAll(square) : null;
    this.press = null;
    if (event.pointerType !== "mouse") this.over = null;
    if (dragged) {
      this.setLift(dragged);
    } else if (!press.drags && square === press.square && !press.isNew) {
      this.click(square, event.shiftKey);
    } else {
      this.draw();
    }
  }

  /**
   * A click without a pointer, as a screen reader makes it.
   * @param {MouseEvent} event
   */
  spokenClick(event) {
    const square = /** @type {Element} */ (event.target).closest(".square");
    if (event.detail === 0 && square instanceof HTMLElement) this.click(square.dataset.square ?? "", false);
  }

  release() {
    this.press = null;
    this.over = null;
    this.draw();
  }

  /** @param {FocusEvent} event */
  focusIn(event) {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.dataset.square) return;
    this.board.setFocus(target.dataset.square, false);
    // A click has its own way to tell where it is.
    if (target.matches(":focus-visible") && !this.press) this.hover(target.dataset.square);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { board } = this;
    const ways = { ArrowUp: "+", ArrowDown: "-", ArrowLeft: "<", ArrowRight: ">" };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (way) {
      const next = board.beside(board.focused, way);
      if (next) board.setFocus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.click(board.focused, event.shiftKey);
    } else if (event.key === "Escape" && this.lift) {
      this.cancel();
    } else if (/^[1-8]$/.test(event.key) && this.lift && !this.lift.direction) {
      const other = this.lift.carrying(Number(event.key));
      if (other) this.setLift(other);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
