// The rules of Tak on this thread: what a board on a page asks for.

import { PROGRAM, UNWINDING_PROGRAM } from "./files.js";
import { makeInstance } from "./instance.js";
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
    return this.#glue.legalMoves(JSON.stringify(position));
  }

  /**
   * A text that all symmetric positions share and no others; it stays the same in later
   * versions.
   *
   * @param {Position} position
   * @returns {string}
   * @throws {Error} if the position makes no sense
   */
  canonicalKey(position) {
    return this.#glue.canonicalKey(JSON.stringify(position));
  }

  /**
   * Reads a game in PTN.
   *
   * @param {string} text
   * @returns {Game}
   * @throws {Error} with line and column if something is wrong
   */
  parsePtn(text) {
    return JSON.parse(this.#glue.parsePtn(text));
  }

  /**
   * Checks a position.
   *
   * @param {Position} position
   * @throws {Error} if the position makes no sense
   */
  check(position) {
    this.#glue.check(JSON.stringify(position));
  }
}

async function loadGlue() {
  const program = hasPromiseIntegration ? PROGRAM : UNWINDING_PROGRAM;
  const { glue } = await makeInstance(program, () => {}); // nothing is searched here
  return glue;
}
