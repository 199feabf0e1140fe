// The rules of Tak on this thread: what a board on a page asks for.

import { PROGRAM, UNWINDING_PROGRAM } from "./files.js";
import { makeGlue } from "./glue.js";
import { host } from "./host.js";
import { makeInstance } from "./instance.js";
import { checkPosition, makeStart } from "./position.js";
import { hasPromiseIntegration } from "./suspension.js";

/**
 * A position: what it starts from, and the moves after that.
 *
 * @typedef {object} Position
 * @property {number} [size] 3 to 8; may be left out where there is a TPS
 * @property {string} [tps] the empty board if there is none
 * @property {string[]} [moves] in PTN
 * @property {number} [halfKomi] in half points; 4 is a komi of 2
 * @property {"swap" | "no-swap" | "double black stack"} [opening]
 * @property {[number, number]} [flats] White's and Black's, if not those of the size
 * @property {[number, number]} [caps] White's and Black's capstones
 */

/**
 * The main line of a game.
 *
 * @typedef {object} Game
 * @property {number} size
 * @property {number} halfKomi
 * @property {"swap" | "no-swap" | "double black stack"} opening
 * @property {[number, number]} flats
 * @property {[number, number]} caps
 * @property {string} tps where it starts
 * @property {string[]} moves in PTN
 * @property {string} end the TPS after the last move
 * @property {string | null} result as the game claims it, such as `R-0`
 * @property {[string, string][]} tags names and values, in order
 */

/** The rules, loaded. */
export class Rules {
  /** @type {Promise<Rules> | undefined} */
  static #loading;

  /**
   * Loads the rules, once for each page.
   *
   * @returns {Promise<Rules>}
   */
  static load() {
    this.#loading ??= loadGlue().then(
      (glue) => new Rules(glue),
      (error) => {
        this.#loading = undefined; // the next one may have more luck
        throw error;
      },
    );
    return this.#loading;
  }

  /**
   * Use {@link Rules.load}.
   *
   * @private
   * @param {import("./glue.js").Glue} glue
   */
  constructor(glue) {
    this.#glue = glue;
  }
  #glue;

  /**
   * The legal moves in PTN; none if the game is over.
   *
   * @param {Position} position
   * @returns {string[]}
   * @throws {Error} if the position makes no sense
   */
  legalMoves(position) {
    return this.#ask(position, (there) => there.legalMoves());
  }

  /**
   * A text that all symmetric positions share, and no others: the board, whose turn it is, and in the
   * opening which one it is. Komi and the pieces in hand are no part of it. It stays the same in later
   * versions.
   *
   * @param {Position} position
   * @returns {string}
   * @throws {Error} if the position makes no sense
   */
  canonicalKey(position) {
    return this.#ask(position, (there) => there.canonicalKey());
  }

  /**
   * Reads a game in PTN.
   *
   * @param {string} text
   * @returns {Game}
   * @throws {Error} with line and column if something is wrong
   */
  parsePtn(text) {
    if (typeof text !== "string") {
      throw new Error(`parsePtn: expected a text, found ${JSON.stringify(text)}`);
    }
    const game = this.#glue.parsePtn(text);
    const { size, halfKomi, tps, moves, end, tags } = game;
    const opening = /** @type {Game["opening"]} */ (game.opening);
    const result = game.result ?? null;
    const [flats, caps] = [pair(game.flats), pair(game.caps)];
    game.free();
    const pairs = Array.from({ length: tags.length / 2 }, (_, tag) => tags.slice(2 * tag, 2 * tag + 2));
    const named = /** @type {Game["tags"]} */ (pairs);
    return { size, halfKomi, opening, flats, caps, tps, moves, end, result, tags: named };
  }

  /**
   * Checks a position.
   *
   * @param {Position} position
   * @returns {Position} the same, without members that say nothing
   * @throws {Error} if the position makes no sense
   */
  check(position) {
    this.#ask(position, () => {});
    return checkPosition(position);
  }

  /**
   * @template Answer
   * @param {Position} position
   * @param {(there: import("./glue.js").Position) => Answer} question
   * @returns {Answer}
   */
  #ask(position, question) {
    const checked = checkPosition(position);
    const { moves = [] } = checked;
    const there = makeStart(this.#glue, checked);
    try {
      there.play(moves);
      return question(there);
    } finally {
      there.free();
    }
  }
}

/** @returns {[number, number]} */
function pair(/** @type {Uint8Array} */ counts) {
  return [counts[0], counts[1]];
}

async function loadGlue() {
  const program = hasPromiseIntegration ? PROGRAM : UNWINDING_PROGRAM;
  const { glue } = await makeInstance(host, makeGlue, program, { pause() {} }); // nothing is searched here
  return glue;
}
