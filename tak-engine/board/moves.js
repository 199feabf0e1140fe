// The list of moves, with other lines, comments and marks.

import { threat } from "./analysis.js";
import { marksOf, meaning } from "./annotate.js";
import { element } from "./page.js";
import { numberOf } from "./tree.js";

/** @import { Table } from "./table.js" */
/** @import { Node } from "./tree.js" */

export class Moves {
  /**
   * @param {HTMLElement} root
   * @param {(node: Node) => void} chosen
   */
  constructor(root, chosen) {
    this.root = root;
    this.chosen = chosen;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    /** What is listed: all but marks and verdicts. */
    this.listed = "";
    /** @type {Node | null} */
    this.selected = null;
    /** Whether the list is pressed: a click needs what the press began on. */
    this.isPressed = false;
    /** What to list after that. @type {Table | null} */
    this.waiting = null;
    // What the engine says takes space from the list.
    new ResizeObserver(() => this.show()).observe(root);
    root.addEventListener("pointerdown", ({ button }) => (this.isPressed = button === 0));
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => setTimeout(() => this.release()));
    }
  }

  /**
   * What has not changed stays, so that neither a press nor the focus is lost while the engine
   * thinks.
   * @param {Table} table
   */
  draw(table) {
    const listed = listOf(table.game);
    const isSame = this.listed === listed && this.buttons.has(table.game.root.end);
    if (isSame) {
      for (const [node, button] of this.buttons) label(button, node);
    } else if (this.isPressed) {
      this.waiting = table;
      return;
    } else {
      const focused = [...this.buttons].find(([, button]) => button === document.activeElement);
      this.list(table);
      if (focused) this.buttons.get(focused[0])?.focus({ preventScroll: true });
    }
    this.listed = listed;
    if (!isSame || this.selected !== table.node) this.select(table.node);
  }

  /** The press is over. */
  release() {
    const { waiting } = this;
    this.isPressed = false;
    this.waiting = null;
    if (waiting) this.draw(waiting);
  }

  /** @param {Table} table */
  list(table) {
    const { game } = table;
    this.buttons.clear();
    /** @type {HTMLElement[]} */
    const rows = game.root.comments.map((text) => comment(text));
    /** Where the row of a move has only White's. */
    let isOpen = false;
    const { end } = game;
    for (let each = game.root; each !== end; [each] = each.children) {
      const [main, ...others] = each.children;
      const { number, side } = numberOf(game, main);
      if (side === "white" || !isOpen) {
        rows.push(element("span", "number", `${number}.`));
        if (side === "black") rows.push(element("span", "", "…"));
      }
      rows.push(this.button(main));
      isOpen = side === "white";
      const asides = main.comments.map((words) => comment(words));
      asides.push(...others.map((other) => this.variation(table, other)));
      if (!asides.length) continue;
      if (isOpen) rows.push(element("span", "", ""));
      rows.push(...asides);
      isOpen = false;
    }
    if (game.ending) rows.push(element("span", "result", game.ending));
    // What was tried after a game that was agreed to be over.
    rows.push(...end.children.map((tried) => this.variation(table, tried)));
    this.root.replaceChildren(...rows);
  }

  /**
   * @param {Table} table
   * @param {Node} first
   */
  variation(table, first) {
    const box = element("div", "aside line");
    /** @type {(node: Node, needsNumber: boolean) => void} */
    const add = (node, needsNumber) => {
      const { number, side } = numberOf(table.game, node);
      if (side === "white" || needsNumber) box.append(`${number}${side === "white" ? "." : "…"} `);
      box.append(this.button(node), " ");
      for (const words of node.comments) box.append(element("em", "", words), " ");
    };
    add(first, true);
    let needsNumber = first.comments.length > 0;
    for (let node = first; node.children.length; [node] = node.children) {
      const [main, ...others] = node.children;
      add(main, needsNumber);
      needsNumber = main.comments.length > 0 || others.length > 0;
      box.append(...others.map((other) => this.variation(table, other)));
    }
    return box;
  }

  /** @param {Node} node */
  button(node) {
    const button = /** @type {HTMLButtonElement} */ (element("button"));
    button.type = "button";
    label(button, node);
    button.addEventListener("click", () => this.chosen(node));
    this.buttons.set(node, button);
    return button;
  }

  /** @param {Node} node */
  select(node) {
    for (const [each, button] of this.buttons) {
      if (each === node) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.selected = node;
    this.show();
  }

  /** Scrolls the list, and nothing else, to the selected move. */
  show() {
    const button = this.selected && this.buttons.get(this.selected);
    if (!button) {
      this.root.scrollTop = 0;
      return;
    }
    const { offsetTop, offsetHeight } = button;
    const { scrollTop, clientHeight } = this.root;
    const top = offsetTop - this.root.offsetTop;
    if (top < scrollTop || top + offsetHeight > scrollTop + clientHeight) {
      this.root.scrollTop = top - clientHeight / 2;
    }
  }
}

/**
 * The text of a button: move, marks, and what the engine says of them.
 * @param {HTMLElement} button
 * @param {Node} node
 */
function label(button, node) {
  const { user, mark: verdict } = marksOf(node);
  const move = node.move + user + threat(node) + node.glyphs.map(meaning).join("");
  if (button.textContent === move + verdict) return;
  button.replaceChildren(move, ...(verdict ? [element("span", "bad-move", verdict)] : []));
}

/**
 * A game's moves and comments: two games with the same look the same but for marks.
 * @param {import("./tree.js").Game} game
 */
function listOf(game) {
  const parts = [game.ending ?? "", game.end.depth, game.firstPly];
  const nodes = [game.root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    parts.push(node.depth, node.move, JSON.stringify(node.comments));
    nodes.push(...node.children.toReversed());
  }
  return parts.join(" ");
}

/** @param {string} words */
const comment = (words) => element("div", "aside", words);
