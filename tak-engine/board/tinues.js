// Strict tinuës: who has one in each position of a game, and who let one go. Loaded when somebody
// asks.

import { loadSolver } from "./engine.js";
import { byId, element } from "./page.js";
import { numberOf } from "./tree.js";
import { counted, lengthOf, NAMES } from "./words.js";

/** @import { Side } from "./session.js" */
/** @import { Table } from "./table.js" */
/** @import { Node } from "./tree.js" */

/** @typedef {{ winner: Side, plies: number, shortest: boolean, line: string[] }} Tinue */

/**
 * @typedef {object} Standing What is known of a position, and of the move that led there.
 * @property {Tinue | null} tinue
 * @property {boolean} tinue_is_known
 * @property {"'" | "\"" | null} threat
 * @property {Tinue | null} missed
 */

/**
 * The standings of all positions of a line, the first one first.
 * @param {Table} table
 * @param {Node} end
 * @param {boolean} isLocal Whether the engine is part of the page, and with it the solver.
 * @param {AbortSignal} signal Ends that solver; another engine is told to stop by its session.
 * @returns {AsyncIterable<Standing>}
 */
export async function* findTinues({ game, session }, end, isLocal, signal) {
  if (isLocal) {
    const solver = await loadSolver();
    yield* solver.tinues({ ...game.counted, tps: game.start, moves: end.line }, { signal });
  } else {
    const { positions, error } = await session.ask(`tinues ${game.position(end)}`);
    if (error) throw new Error(error);
    yield* positions;
  }
}

/** What is listed: it stays until that changes, and with it the focus. */
let listed = "";

/**
 * Lists the tinuës that were let go in a line, or says why they are not known.
 * @param {Table} table
 * @param {import("./analysis.js").Asked} asked
 */
export function drawMisses(table, { end, problem }) {
  const { path } = end;
  const known = path.filter(({ standing }) => standing);
  const list = JSON.stringify([problem, path.map(({ move, standing }) => [move, standing])]);
  if (list === listed) return;
  listed = list;
  const root = byId("tinues-found");
  root.hidden = !problem && known.length < path.length;
  if (problem) return root.replaceChildren(element("p", "error", problem));
  const items = known.flatMap((node) => (node.standing?.missed ? [drawMiss(table, node, node.standing.missed)] : []));
  const open = known.filter(({ standing }) => !standing?.tinue_is_known).length;
  const rest = open ? ` In ${counted(open, "position")} the solver did not come to its end.` : "";
  const none = open ? "No missed strict tinuë was found" : "No strict tinuë was missed";
  const summary = `${items.length ? counted(items.length, "missed strict tinuë") : none}.${rest}`;
  root.replaceChildren(element("p", "soft", summary), ...items);
}

/**
 * @param {Table} table
 * @param {Node} node The position after the move that let it go.
 * @param {Tinue} missed
 */
function drawMiss(table, node, missed) {
  const { number, side } = numberOf(table.game, node);
  const go = element("button", "", `${number}.${side === "white" ? "" : ".."} ${node.move}`);
  go.title = "Show the position before it";
  go.addEventListener("click", () => table.goTo(node.parent));
  const item = element("p");
  item.append(`${NAMES[missed.winner]} missed a strict tinuë by `, go, `: ${missed.line.join(" ")}, in ${lengthOf(missed)}.`);
  return item;
}
