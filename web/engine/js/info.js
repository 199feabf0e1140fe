// What a search reports.

/**
 * A line of play and how it was found.
 *
 * @typedef {object} Info
 * @property {number} rank 1 for the best of several lines
 * @property {number} depth plies of full depth
 * @property {number} selectiveDepth the deepest ply reached
 * @property {number} time since the start, in milliseconds
 * @property {number} nodes
 * @property {number} nodesPerSecond
 * @property {number} permilleFull how full the memory is
 * @property {number | null} score in hundredths of a flat, for the side to move; `null`
 *   if the result is proven
 * @property {{ verdict: "win" | "draw" | "loss", plies: number } | null} proof
 * @property {{ win: number, draw: number, loss: number }} chances in thousandths, for the
 *   side to move
 * @property {string[]} line the moves in PTN
 * @property {string | null} note a remark
 */

const SHAPE =
  /^info multipv (\d+) depth (\d+) seldepth (\d+) time (\d+) nodes (\d+) nps (\d+) hashfull (\d+) score (?:cp (-?\d+)|solved (win|draw|loss) (\d+)) wdl (\d+) (\d+) (\d+) pv (.*)$/;

const NOTE = / (?:string|error) /;

/**
 * @param {string} text a line of the engine
 * @returns {Info | undefined} nothing if it is about something else
 */
export function readInfo(text) {
  const found = SHAPE.exec(text);
  if (!found) {
    return undefined;
  }
  const [rank, depth, selectiveDepth, time, nodes, nodesPerSecond, permilleFull] = found
    .slice(1, 8)
    .map(Number);
  const [score, verdict, plies] = found.slice(8, 11);
  const [win, draw, loss] = found.slice(11, 14).map(Number);
  const [moves, ...note] = found[14].split(NOTE);
  return {
    rank,
    depth,
    selectiveDepth,
    time,
    nodes,
    nodesPerSecond,
    permilleFull,
    score: score === undefined ? null : Number(score),
    proof: verdict
      ? { verdict: /** @type {"win" | "draw" | "loss"} */ (verdict), plies: Number(plies) }
      : null,
    chances: { win, draw, loss },
    line: moves.split(" "),
    note: note.length > 0 ? note.join(" ") : null,
  };
}
