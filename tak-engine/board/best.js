// The best lines of play as buttons. A report changes only their texts, so that neither a press nor
// the focus is lost, and a press plays the move that stood there when it began.

import { element } from "./page.js";
import { spokenScore } from "./words.js";

/** @import { State } from "./session.js" */
/** @import { Info } from "./tei.js" */

export class BestLines {
  /**
   * @param {HTMLElement} root A list.
   * @param {(move: string) => void} chosen
   */
  constructor(root, chosen) {
    this.root = root;
    /** The first move of each line. @type {string[]} */
    this.moves = [];
    /** The position that they are played in. @type {State | null} */
    this.state = null;
    /** @type {{ row: Element | null, move: string, state: State | null } | null} */
    this.pressed = null;
    const under = (/** @type {Event} */ event) => {
      const row = /** @type {Element} */ (event.target).closest("li");
      return { row, move: this.moves[[...root.children].findIndex((each) => each === row)], state: this.state };
    };
    root.addEventListener("pointerdown", (event) => (this.pressed = under(event)));
    root.addEventListener("click", (event) => {
      const released = under(event);
      // A key presses and lets go at once; who lets go elsewhere has thought better of it.
      const { row, move, state } = (event.detail && this.pressed) || released;
      this.pressed = null;
      if (move && row === released.row && state === this.state) chosen(move);
    });
  }

  /**
   * @param {Info[]} infos The best first.
   * @param {number} count How many there will be.
   * @param {State | null} state
   */
  draw(infos, count, state) {
    const { root } = this;
    const shown = state ? infos : [];
    this.state = state;
    this.moves = shown.map(({ line }) => line[0]);
    count = Math.max(count, shown.length);
    while (root.children.length < count) root.append(emptyRow());
    while (root.children.length > count) root.lastElementChild?.remove();
    for (let index = 0; index < count; index += 1) {
      const button = /** @type {HTMLButtonElement} */ (root.children[index].firstElementChild);
      const info = shown[index];
      // The focus would be lost with it.
      button.disabled = !info && button !== document.activeElement;
      const line = info?.line.join(" ") ?? "";
      button.title = info ? `Play ${info.line[0]} of ${line}` : "Not known yet";
      const score = info && state ? spokenScore(info, state.side) : "";
      const [first, second] = button.children;
      if (first.textContent !== score) first.textContent = score;
      if (second.textContent !== line) second.textContent = line;
    }
  }
}

/** Keeps the place of a line that is not there yet. */
function emptyRow() {
  const row = element("li");
  const button = /** @type {HTMLButtonElement} */ (element("button"));
  button.type = "button";
  button.append(element("b"), element("span"));
  row.append(button);
  return row;
}
