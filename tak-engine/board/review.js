// The review of a game: how well each player did, and the moments that decided it. Its sentences are
// the engine's, and so is what is proven of them.

import { drawSmall } from "./board.js";
import { loadSolver } from "./engine.js";
import { byId, element } from "./page.js";
import { numberOf } from "./tree.js";

/** @import { Table } from "./table.js" */
/** @import { Game, Node } from "./tree.js" */

/**
 * @typedef {object} Moment A move that decided the game, as the engine tells it.
 * @property {number} ply
 * @property {string} tps The position before it.
 * @property {"white" | "black"} side
 * @property {string} move
 * @property {string} sentence
 * @property {boolean} proven Else the search has judged so.
 * @property {string[]} better
 * @property {number} chance What the mover could expect, in thousandths.
 * @property {number} loss
 */

/** @typedef {{ accuracy: (number | null)[], moments: Moment[], path: Node[] }} Told The path is that of the game then. */

/**
 * What decided a game whose positions have been searched; nothing if the engine cannot tell.
 * @param {Table} table
 * @param {Node} end Where it ended.
 * @param {boolean} isLocal Whether the engine is part of the page, and with it the solver.
 * @param {AbortSignal} signal Ends that solver; another engine is told to stop by its session.
 * @returns {Promise<Told | null>}
 */
export async function review({ game, session }, end, isLocal, signal) {
  const { path } = end;
  if (isLocal) {
    const seen = path.map(({ worth }) => {
      const [win, draw, loss] = String(worth?.wdl).split(" ").map(Number);
      return { chances: { win, draw, loss }, line: worth?.line ?? [] };
    });
    const told = loadSolver().then((solver) => solver.review({ ...game.counted, tps: game.start, moves: end.line }, seen, { signal }));
    return told.then((told) => ({ ...told, path }), () => null);
  }
  const found = path.map(({ worth }) => `${worth?.wdl} ${worth?.line.join(" ")}`).join(" / ");
  const told = await session.ask(`review ${game.position(end)} found ${found}`);
  return told.error ? null : { ...told, path };
}

export class Review {
  /**
   * @param {Table} table
   * @param {(moment: Moment, game: Game) => void} tryAgain
   */
  constructor(table, tryAgain) {
    this.table = table;
    this.tryAgain = tryAgain;
    this.root = byId("review");
    /** @type {Told | null} */
    this.shown = null;
  }

  draw() {
    const told = this.table.game.review;
    if (told === this.shown) return;
    this.shown = told;
    this.root.hidden = !told;
    if (!told) return;
    const names = ["White", "Black"];
    const accuracies = told.accuracy.flatMap((percent, index) => (percent === null ? [] : `${names[index]} ${Math.round(percent)} %`));
    byId("accuracy").textContent = `Accuracy: ${accuracies.join(" · ")}`;
    const moments = told.moments.map((moment) => this.drawMoment(moment, told.path[moment.ply + 1]));
    byId("moments").replaceChildren(...moments);
  }

  /**
   * @param {Moment} moment
   * @param {Node} node The position after it.
   */
  drawMoment(moment, node) {
    const { game } = this.table;
    const { tps, sentence, proven, better } = moment;
    const { number, side } = numberOf(game, node);
    const name = `${number}.${side === "white" ? "" : ".."} ${node.move}`;
    const go = element("button", "", name);
    go.title = "Show the position before it";
    go.addEventListener("click", () => this.table.goTo(node.parent));
    const heading = element("h3");
    heading.append(go);
    const says = element("p", "", `${sentence} `);
    const mark = element("span", "mark", proven ? "proven" : "judged");
    mark.title = proven ? "By the rules, or by the solver" : "By a search, which may be wrong";
    says.append(mark);
    const again = element("button", "", "Try again");
    again.setAttribute("aria-label", `Try again: ${name}`);
    again.addEventListener("click", () => this.tryAgain(moment, game));
    const words = element("div");
    words.append(heading, says, element("p", "soft", `Better: ${better.slice(0, 7).join(" ")}`), again);
    const item = element("li");
    item.append(drawSmall(tps), words);
    return item;
  }
}
