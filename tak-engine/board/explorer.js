// What was played in the position on the board, by a book of games: loaded with the first analysis.

import { Latest } from "./latest.js";
import { byId, element } from "./page.js";
import { counted } from "./words.js";

/** @import { Table } from "./table.js" */
/** @import { Node } from "./tree.js" */

/** @typedef {{ games: number, white: number, draws: number, black: number }} Results */

/** @typedef {Results & { moves: (Results & { move: string })[] }} Known The moves, the most played first. */

/** How long a position must rest before it is looked up, in milliseconds. */
const REST = 150;

export class Explorer {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.root = byId("book", HTMLDetailsElement);
    this.isOn = false;
    /** Whether the engine has said if there is a book. */
    this.isKnown = false;
    this.looks = new Latest();
    this.root.addEventListener("toggle", () => this.look());
    table.listen(() => this.look());
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.isKnown = false;
    this.look();
  }

  /** Looks the position up, if the book is open; else only whether there is a book. A page that is not
   * seen asks nothing. */
  async look() {
    const { root, table } = this;
    const counts = this.looks.begin();
    if (!this.isOn || document.hidden || !table.state || (this.isKnown && !root.open)) return;
    await new Promise((rested) => setTimeout(rested, REST));
    if (!counts()) return;
    const { node } = table;
    const known = await table.session.ask(`explore ${table.game.position(node)}`);
    if (!counts()) return;
    this.isKnown = true;
    root.hidden = !known;
    if (known) this.draw(node, known);
  }

  /**
   * @param {Node} node
   * @param {Known & { error?: string }} known
   */
  draw(node, known) {
    const [summary, body] = /** @type {HTMLCollectionOf<HTMLElement>} */ (this.root.children);
    const hadFocus = body.contains(document.activeElement);
    body.replaceChildren(known.error ? element("p", "error", known.error) : this.drawMoves(node, known));
    // A press has changed the position, and with it the list.
    if (hadFocus) (body.querySelector("button") ?? summary).focus();
  }

  /**
   * @param {Node} node
   * @param {Known} known
   */
  drawMoves(node, known) {
    if (!known.moves.length) return element("p", "soft", "No game of the book has come here.");
    const table = element("table");
    table.append(element("caption", "soft", `${counted(known.games, "game")}: ${spoken(known)}`));
    const head = element("tr");
    for (const words of ["Move", "Games", "Results"]) {
      const cell = element("th", "", words);
      cell.setAttribute("scope", "col");
      head.append(cell);
    }
    table.append(head, ...known.moves.map((played) => this.drawMove(node, played)));
    return table;
  }

  /**
   * @param {Node} node
   * @param {Results & { move: string }} played
   */
  drawMove(node, played) {
    const play = element("button", "", played.move);
    play.title = `Play ${played.move}`;
    // Who has gone on meanwhile does not mean this position.
    play.addEventListener("click", () => this.table.node === node && this.table.play(played.move));
    const move = element("th");
    move.setAttribute("scope", "row");
    move.append(play);
    const results = element("td");
    results.append(drawBar(played));
    const row = element("tr");
    row.append(move, element("td", "", String(played.games)), results);
    return row;
  }
}

/** @param {Results} results */
const spoken = ({ white, draws, black }) => `White won ${white}, Black ${black}, ${draws} drawn`;

/** The shares of White, draws and Black. @param {Results} results */
function drawBar(results) {
  const bar = element("span", "results");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", spoken(results));
  bar.title = spoken(results);
  for (const share of [results.white, results.draws, results.black]) {
    const part = element("i");
    part.style.flexGrow = String(share);
    bar.append(part);
  }
  return bar;
}
