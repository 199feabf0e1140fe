// What the user writes into a game: marks, comments, and which line is the main one.

import { asks } from "./dialogs.js";
import { buttons, byId } from "./page.js";

/** @import { Table } from "./table.js" */

export class Notes {
  /**
   * @param {Table} table
   * @param {() => void} changed Called when a mark or a comment is another one.
   */
  constructor(table, changed) {
    this.table = table;
    /** The move that the field for a comment is about. @type {import("./tree.js").Node | null} */
    this.node = null;
    this.comment = byId("comment", HTMLTextAreaElement);
    this.marks = buttons("[data-mark]");
    for (const button of this.marks) {
      button.addEventListener("click", () => {
        const { mark = "" } = button.dataset;
        table.node.marks = table.node.marks === mark ? "" : mark;
        changed();
      });
    }
    // As it is written: whoever leaves the page or opens another game loses nothing.
    this.comment.addEventListener("input", () => {
      const text = this.comment.value.trim();
      table.node.comments = text ? [text] : [];
      changed();
    });
    byId("promote").addEventListener("click", () => {
      table.node.promote();
      table.tell();
    });
    byId("delete").addEventListener("click", () => this.delete());
  }

  draw() {
    const { comment, table: { node } } = this;
    for (const button of this.marks) {
      button.setAttribute("aria-pressed", String(node.marks === button.dataset.mark));
      button.disabled = !node.parent;
    }
    byId("promote", HTMLButtonElement).disabled = node.isMain;
    byId("delete", HTMLButtonElement).disabled = !node.parent;
    // Who writes is not disturbed, unless it is about another move now.
    if (this.node !== node || document.activeElement !== comment) comment.value = node.comments.join("\n");
    this.node = node;
  }

  /** Deletes the move on the board and what follows. */
  async delete() {
    const { table } = this;
    const { node } = table;
    const { following } = node;
    const question = `Delete ${node.move} and the ${following === 1 ? "move" : `${following} moves`} after it?`;
    if (following && !(await asks(question, "Delete"))) return;
    node.remove();
    table.goTo(node.parent);
  }
}
