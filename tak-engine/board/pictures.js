// Pictures of a game: a position as PNG, and the moves from the start to it as GIF. The engine that serves the page
// draws them, or a program beside the page. Loaded when somebody asks.

import { loadPictures } from "./engine.js";
import { Game } from "./tree.js";

/** @import { Node } from "./tree.js" */

/** @typedef {"png" | "gif"} Wanted */

/**
 * Draws the moves to a node, or the position there, and has the browser save it.
 * @param {Wanted} wanted
 * @param {Game} game
 * @param {Node} node
 * @param {boolean} isTurned
 * @param {boolean} isLocal Whether the engine is part of the page, and with it what draws.
 */
export async function save(wanted, game, node, isTurned, isLocal) {
  const picture = await (isLocal ? drawHere : askServer)(wanted, lineTo(game, node), themeNow(), isTurned);
  const players = ["Player1", "Player2"].map((tag) => game.tag(tag)?.trim()).filter(Boolean);
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(picture);
  anchor.download = `${players.join(" – ") || "tak"}.${wanted}`;
  anchor.click();
  // The browser takes it in its own time.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

/** Pictures have the themes of the page. */
function themeNow() {
  return document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/**
 * A game of the moves to a node alone.
 * @param {Game} game
 * @param {Node} node
 */
function lineTo(game, node) {
  const line = new Game(game.rules, game.start);
  line.tags = game.tags.filter(([name]) => /^player[12]$/i.test(name));
  node.line.reduce((at, move) => at.child(move), line.root);
  if (node === game.end && game.result) line.agree(game.result, "");
  return line;
}

/**
 * @param {Wanted} wanted
 * @param {Game} line
 * @param {string} theme
 * @param {boolean} turned
 */
async function drawHere(wanted, line, theme, turned) {
  const { drawPicture, drawGame } = await loadPictures();
  const { rules, start, tags, end, result } = line;
  const game = { ...rules, tps: start, moves: end.line, tags, result };
  return new Blob([await (wanted === "gif" ? drawGame : drawPicture)(game, { theme, turned })]);
}

/**
 * @param {Wanted} wanted
 * @param {Game} line
 * @param {string} theme
 * @param {boolean} turned
 */
async function askServer(wanted, line, theme, turned) {
  const query = `theme=${theme}${turned ? "&turned" : ""}`;
  const answer = await fetch(`game.${wanted}?${query}`, { method: "POST", body: line.toPtn() }).catch(() => null);
  if (!answer) throw new Error("the engine does not answer");
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.blob();
}
