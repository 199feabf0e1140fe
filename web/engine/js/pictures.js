// Pictures of games, drawn in a worker of their own, which is loaded when it is asked for.

import { checkObject } from "./checks.js";
import { picturesHost } from "./pictures-host.js";
import { checkPosition } from "./position.js";

/**
 * A position, or a game with what else its pictures show: the names of the players, and a result
 * that the board does not tell.
 *
 * @typedef {import("./rules.js").Position & { tags?: [string, string][], result?: string | null }} Drawn
 */

/**
 * @typedef {object} DrawOptions
 * @property {"light" | "dark" | "wood" | "contrast"} [theme] `light` if left out
 * @property {boolean} [turned] whether the board is drawn as Black sees it
 */

/**
 * Draws a position with its last move, flat counts and the pieces in hand.
 *
 * @param {Drawn} position
 * @param {DrawOptions} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>} a file in PNG
 * @throws {Error} if a move is illegal
 */
export async function drawPicture(position, options) {
  return draw("png", position, options);
}

/**
 * Draws a game from its start to the last of its moves: a second for each position.
 *
 * @param {Drawn} game
 * @param {DrawOptions} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>} an animated GIF
 * @throws {Error} if a move is illegal
 */
export async function drawGame(game, options) {
  return draw("gif", game, options);
}

/**
 * @param {"png" | "gif"} format
 * @param {Drawn} game
 * @param {DrawOptions} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
function draw(format, game, options = {}) {
  checkObject("options", options, ["theme", "turned"]);
  const { theme = "light", turned = false } = options;
  if (!["light", "dark", "wood", "contrast"].includes(theme)) throw new TypeError(`theme: ${theme}, expected light, dark, wood or contrast`);
  if (typeof turned !== "boolean") throw new TypeError(`turned: ${turned}, expected true or false`);
  const position = checkPosition(game);
  const { tags, result } = game;
  const worker = picturesHost.openPainter();
  const drawn = new Promise((resolve, reject) => {
    worker.onLine = ({ picture, problem }) => (picture ? resolve(picture) : reject(problem));
    worker.onFailure = reject;
    if (worker.failure) reject(worker.failure);
    worker.send({ format, position, tags: (tags ?? []).flat().map(String), result: result ?? undefined, theme, isTurned: turned });
  });
  return drawn.finally(() => worker.close());
}
