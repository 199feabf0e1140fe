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
  const { user, mark } = marksOf(node);
  const marks = user + threat(node);
  if (!worth) return { marks, comments };
  const others = comments.filter((each) => !each.startsWith(NAME));
  return { marks: marks + mark, comments: [...others, commentOn(worth, mark)] };
}

/**
 * The marks of a move that are the user's, and ours unless the user has judged it. Once it is judged
 * anew, what a comment of ours announces is not taken for the user's.
 * @param {Node} node
 */
export function marksOf(node) {
  const { worth, parent, marks, glyphs, comments } = node;
  const isJudged = worth && parent?.worth;
  const [, old = ""] = comments.find((each) => each.startsWith(NAME))?.split(" ") ?? [];
  const isOld = isJudged && /^\?\??$/.test(old) && marks.endsWith(old);
  const user = isOld ? marks.slice(0, -old.length) : marks;
  return { user, mark: /[?!]/.test(user + glyphs.map(meaning).join("")) ? "" : judge(node) };
}

/** What the glyphs with numbers stand for that have a mark. */
const MARKS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };

/** @param {string} glyph */
export const meaning = (glyph) => MARKS[/** @type {keyof typeof MARKS} */ (glyph)] ?? ` ${glyph}`;

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
