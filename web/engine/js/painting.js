// What draws on the thread of its worker: one picture.

import { makeInstance } from "./instance.js";
import { makeGlue } from "./pictures-glue.js";
import { picturesHost } from "./pictures-host.js";
import { makeStart } from "./position.js";

const PICTURES = new URL("./pictures.wasm", import.meta.url);

/**
 * What is to be drawn.
 *
 * @typedef {object} Order
 * @property {"png" | "gif"} format
 * @property {import("./rules.js").Position} position
 * @property {string[]} tags names and values, by turns
 * @property {string} [result]
 * @property {string} theme
 * @property {boolean} isTurned
 */

/** @typedef {{ picture?: Uint8Array, problem?: unknown }} Delivery */

/**
 * @param {Order} order
 * @returns {Promise<Delivery>}
 */
export async function paint({ format, position, tags, result, theme, isTurned }) {
  try {
    const { glue } = await makeInstance(picturesHost, makeGlue, PICTURES, {});
    const drawing = new glue.Drawing(makeStart(glue, position), position.moves ?? [], tags, result);
    return { picture: drawing[format](theme, isTurned) };
  } catch (problem) {
    return { problem };
  }
}
