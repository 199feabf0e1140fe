// What was played in the position on the board, by a book of games, or else by the engine against itself:
// loaded with the first analysis.

import { Latest } from "./latest.js";
import { byId, element } from "./page.js";
import { counted } from "./words.js";

/** @import { State } from "./session.js" */
/** @import { Table } from "./table.js" */
/** @import { Rules } from "./tei.js" */
/** @import { Node } from "./tree.js" */

/** @typedef {{ games: number, white: number, draws: number, black: number }} Results */

/** @typedef {Results & { moves: (Results & { move: string })[] }} Known The moves, the most played first. */

/** @typedef {Known | { error: string, moves?: undefined }} Found What is known, or why nothing is. */

/** How long a position must rest before it is looked up, in milliseconds. */
const REST = 150;

/** Whether the engine's own games, `library.csv`, are of these rules; their komi is 2. @param {Rules} rules */
const hasOwn = ({ size, flats, caps }) => size >= 4 && size <= 6 && !flats && !caps;

export class Explorer {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.root = byId("book");
    this.button = byId("book-button");
    this.isOn = false;
    this.isOpen = false;
    /** Whether the engine has a book, once it has said so. @type {boolean | null} */
    this.hasBook = null;
    this.looks = new Latest();
    this.button.addEventListener("click", () => {
      this.isOpen = !this.isOpen;
      this.look();
    });
    table.listen(() => this.look());
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.hasBook = null;
    this.look();
  }

  /** Looks the position up, if the book is open; else only whether there is one. A page that is not
   * seen asks nothing. */
  async look() {
    const { root, table } = this;
    const counts = this.looks.begin();
    if (!this.isOn || document.hidden || !table.state) return;
    const { node, state, game } = table;
    if (this.hasBook !== null && !this.isShown()) return;
    root.setAttribute("aria-busy", "true");
    await new Promise((rested) => setTimeout(rested, REST));
    if (!counts()) return;
    /** @type {Found | null} */
    const ofBook = this.hasBook === false ? null : await table.session.ask(`explore ${game.position(node)}`);
    if (!counts()) return;
    this.hasBook = ofBook !== null;
    if (!this.isShown()) return;
    const known = ofBook ?? (await own(state, game.rules.opening));
    if (counts()) this.draw(node, known, ofBook ? "" : "The engine against itself, komi 2. ");
  }

  /** Whether the book of the game on the table is open; its button is there if there is one. */
  isShown() {
    const { root, button, isOpen } = this;
    button.hidden = !this.hasBook && !hasOwn(this.table.game.rules);
    button.setAttribute("aria-expanded", String(isOpen));
    root.hidden = button.hidden || !isOpen;
    return !root.hidden;
  }

  /**
   * @param {Node} node
   * @param {Found} known
   * @param {string} of Whose games they are.
   */
  draw(node, known, of) {
    const { root } = this;
    const hadFocus = root.contains(document.activeElement);
    root.removeAttribute("aria-busy");
    root.replaceChildren(known.moves ? this.drawMoves(node, known, of) : element("p", "error", known.error));
    // A press has changed the position, and with it the list.
    if (hadFocus) (root.querySelector("button") ?? this.button).focus();
  }

  /**
   * @param {Node} node
   * @param {Known} known
   * @param {string} of
   */
  drawMoves(node, known, of) {
    if (!known.moves.length) return element("p", "soft", of ? `${of}No move was played here twice.` : "No game of the book has come here.");
    const table = element("table");
    table.append(element("caption", "soft", `${of}${counted(known.games, "game")}: ${spoken(known)}`));
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

/** @param {State} state @param {string} opening @returns {Promise<Found>} */
async function own(state, opening) {
  try {
    const { playedByEngine } = await import("./library.js");
    return await playedByEngine(state, opening);
  } catch {
    return { error: "The engine's games could not be loaded." };
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
