// Positions as they are asked about, and as the WebAssembly has them.

/** @import { Position } from "./rules.js" */

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
export function checkPosition(position) {
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
  const told = Object.entries(position).filter(([, value]) => value !== null).map(([name, value]) => [name, plain(value)]);
  return /** @type {Position} */ (Object.fromEntries(told));
}

/**
 * Arrays as a worker takes them: those that tell of changes, as some libraries have, cannot be sent.
 *
 * @param {any} value
 * @returns {any}
 */
function plain(value) {
  return Array.isArray(value) ? value.map(plain) : value;
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

/**
 * A position in an instance. Whoever makes it frees it.
 *
 * @template {{ play(moves: string[]): void, free(): void }} There
 * @param {{ Position: new (...parts: any[]) => There }} glue
 * @param {Position} position
 * @returns {There} before its moves
 * @throws {Error} if the position makes no sense
 */
export function makeStart({ Position }, { size, tps, halfKomi = 0, opening, flats, caps }) {
  const counts = [flats, caps].map((pair) => pair && Uint8Array.from(pair));
  return new Position(size, tps, halfKomi, opening, ...counts);
}
