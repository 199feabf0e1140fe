// What the analysis has found: its lines, how far it is, what the position and the game are worth.

import { BestLines } from "./best.js";
import { Graph } from "./graph.js";
import { byId, element } from "./page.js";
import { expected } from "./tei.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Arrow, Board } from "./board.js" */
/** @import { Table } from "./table.js" */

export class Findings {
  /**
   * @param {Table} table
   * @param {Board} board
   * @param {Analysis} analysis
   */
  constructor(table, board, analysis) {
    this.table = table;
    this.board = board;
    this.analysis = analysis;
    this.bestLines = new BestLines(byId("found"), (move) => table.play(move));
    this.graph = new Graph(byId("graph"), (node) => table.goTo(node));
    this.lines = byId("lines", HTMLSelectElement);
    this.lines.addEventListener("change", () => analysis.setLines(Number(this.lines.value)));
    byId("think").addEventListener("click", () => analysis.think(!analysis.isThinking));
    byId("whole").addEventListener("click", () => {
      if (analysis.progress === null) analysis.whole();
      else analysis.think(analysis.isThinking);
    });
  }

  draw() {
    const { isThinking, isRunning, progress, lines, found } = this.analysis;
    const think = byId("think");
    think.setAttribute("aria-pressed", String(isThinking));
    think.textContent = isThinking ? "Engine on" : "Engine off";
    if (this.lines.value !== String(lines)) this.lines.value = String(lines);
    byId("whole").textContent = progress === null ? "Whole game" : "Stop";
    const bar = byId("progress", HTMLProgressElement);
    bar.hidden = progress === null;
    bar.value = progress ?? 0;
    const { best } = found;
    const speed = best ? `depth ${best.depth} · ${short(best.nodes)} nodes · ${isRunning ? `${short(best.nodesPerSecond)}/s` : "searched"}` : "";
    byId("speed").textContent = speed;
    this.drawWorth();
    // Where the game is over nothing will be found.
    this.bestLines.draw(found.all, this.table.state?.result ? 0 : lines, this.table.state);
    this.graph.draw(this.table);
    const { game } = this.table;
    const { asked } = this.analysis;
    this.analysis.drawSolved(this.table);
    this.analysis.drawMisses(this.table, asked?.game === game ? asked : { game, end: game.end, problem: "" });
  }

  /** The bar beside the board. */
  drawWorth() {
    const { worth } = this.table.node;
    const bar = byId("worth");
    const percent = worth && `${Math.round(worth.chance * 100)} %`;
    bar.classList.toggle("turned", this.board.isTurned);
    bar.classList.toggle("unknown", !worth);
    if (worth) {
      bar.style.setProperty("--chance", String(worth.chance));
      // In the larger part there is room for it.
      bar.querySelector("b")?.remove();
      bar.append(element("b", worth.chance < 0.5 ? "black" : "white", worth.text || percent || ""));
    }
    bar.setAttribute("aria-label", `White's chances: ${worth ? `${percent}, ${worth.text}` : "not known yet"}`);
    bar.title = worth ? `${percent} for White` : "Not known yet";
  }

  /** The first moves of all lines. @returns {Arrow[]} */
  get arrows() {
    const { state } = this.table;
    const { found, isThinking } = this.analysis;
    if (!state || !isThinking || !found.best) return [];
    const most = expected(found.best.chances);
    return found.all.map(({ line, chances, rank }) => ({
      move: line[0],
      side: state.colorToPlace,
      weight: Math.max(0, 1 - 4 * (most - expected(chances)) - 0.12 * (rank - 1)),
      label: String(rank),
    }));
  }
}

/** @param {number} count */
function short(count) {
  if (count < 10_000) return String(count);
  if (count < 10_000_000) return `${Math.round(count / 1000)}k`;
  return `${Math.round(count / 1_000_000)}M`;
}
