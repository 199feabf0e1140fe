// What a search has found, written into a game as `tak-engine analyze --ptn` writes it, which PTN
// Ninja reads.

import { judge, threat } from "./analysis.js";

/** @import { Node, Worth } from "./tree.js" */

/** How such a comment begins. */
const NAME = 'name:"tak-engine"';

/**
 * The marks and comments of a move: the user's, and what was found. Whoever has marked a move knows
 * better, and what was found now replaces what was found before.
 * @param {Node} node
 */
export function annotated(node) {
  const { worth, comments } = node;
  const marks = node.marks + threat(node);
  if (!worth) return { marks, comments };
  const mark = /[?!]/.test(marks) ? "" : judge(node);
  const others = comments.filter((each) => !each.startsWith(NAME));
  return { marks: marks + mark, comments: [...others, commentOn(worth, mark)] };
}

/**
 * @param {Worth} worth
 * @param {string} mark
 */
function commentOn({ chance, depth, nodes, line }, mark) {
  const expected = 2 * chance - 1;
  const value = (expected < 0 ? "" : "+") + Number(expected.toFixed(3));
  const how = line.length ? [`${value}/${depth}`, `${nodes} nodes pv>`, ...line] : [value];
  return [NAME, mark, ...how].filter(Boolean).join(" ");
}
