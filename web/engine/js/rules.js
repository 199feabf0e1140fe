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
    return this.#ask(position, (there) => there.legalMoves());
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
    return checked(position);
  }

  /**
   * @template Answer
   * @param {Position} position
   * @param {(there: import("./glue.js").Position) => Answer} question
   * @returns {Answer}
   */
  #ask(position, question) {
    const { size, tps, moves = [], halfKomi = 0, opening, flats, caps } = checked(position);
    const counts = [flats, caps].map((pair) => pair && Uint8Array.from(pair));
    const there = new this.#glue.Position(size, tps, halfKomi, opening, ...counts);
    try {
      there.play(moves);
      return question(there);
    } finally {
      there.free();
    }
  }
}

/**
 * What each member of a position may be. A game is a position too: what else it says
 * does not matter.
 *
 * @type {Record<string, (value: any) => boolean>}
 */
const MEMBERS = {
  size: orNull((size) => isWhole(size, 0, 255)),
  tps: orNull((tps) => typeof tps === "string"),
  moves: (moves) => Array.isArray(moves) && moves.every((move) => typeof move === "string"),
  halfKomi: (komi) => isWhole(komi, -(2 ** 15), 2 ** 15 - 1),
  opening: orNull((opening) => typeof opening === "string"),
  flats: orNull(isPair),
  caps: orNull(isPair),
  end: () => true,
  result: () => true,
  tags: () => true,
};

/**
 * @param {Position} position
 * @returns {Position} without members that are null
 */
function checked(position) {
  if (typeof position !== "object" || position === null) {
    throw new Error(`position: expected an object, found ${JSON.stringify(position)}`);
  }
  for (const [name, value] of Object.entries(position)) {
    if (!Object.hasOwn(MEMBERS, name)) {
      throw new Error(`position: unknown member \`${name}\``);
    }
    if (value !== undefined && !MEMBERS[name](value)) {
      throw new Error(`position: ${name} cannot be ${JSON.stringify(value)}`);
    }
  }
  const told = Object.entries(position).filter(([, value]) => value !== null);
  return /** @type {Position} */ (Object.fromEntries(told));
}

/**
 * A check that null passes too: `URLSearchParams` gives it for what is not there.
 *
 * @param {(value: any) => boolean} check
 * @returns {(value: any) => boolean}
 */
function orNull(check) {
  return (value) => value === null || check(value);
}

function isWhole(/** @type {any} */ value, /** @type {number} */ least, /** @type {number} */ most) {
  return Number.isInteger(value) && least <= value && value <= most;
}

function isPair(/** @type {any} */ value) {
  return Array.isArray(value) && value.length === 2 && value.every((count) => isWhole(count, 0, 255));
}

/** @returns {[number, number]} */
function pair(/** @type {Uint8Array} */ counts) {
  return [counts[0], counts[1]];
}

async function loadGlue() {
  const program = hasPromiseIntegration ? PROGRAM : UNWINDING_PROGRAM;
  const { glue } = await makeInstance(program, () => {}); // nothing is searched here
  return glue;
}
