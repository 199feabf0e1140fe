// What the solver says of the position on the board: a forced win in one scope or another, and how
// long each defence holds. Loaded when somebody asks.

import { loadSolver } from "./engine.js";
import { byId, element } from "./page.js";
import { counted, lengthOf, NAMES } from "./words.js";

/** @import { Side } from "./session.js" */
/** @import { Table } from "./table.js" */
/** @import { Node } from "./tree.js" */

/** @typedef {{ verdict: "yes" | "no" | "unknown", plies: number, shortest: boolean }} Verdict */

/**
 * @typedef {object} Win
 * @property {Side} winner Who was asked about.
 * @property {string[]} line Against the longest defence.
 * @property {{ move: string, plies: number }[]} defences To the first attack, the longest first.
 */

/**
 * @typedef {object} Scoped
 * @property {"strict" | "tinue" | "threats" | "win"} mode
 * @property {Verdict} [strict] Whether threats alone force a road, if any moves might.
 * @property {boolean} [short_of_memory] Whether that is why nothing is known.
 * @property {Verdict & Win} [lost] The strict tinuë of the other player, if it cannot be prevented.
 */

/** @typedef {Verdict & Win & Scoped} Answer */

/** @typedef {{ answer?: Answer, problem?: string }} Solved The answer, or why there is none. */

/** How long it may take, in seconds. */
const LONGEST = 10;

/** How many defences of one length are buttons. */
const MOST = 15;

const WINS = { strict: "strict tinuë", tinue: "tinuë", threats: "win by threats", win: "forced win" };

/**
 * Asks whether the player to move can force a win.
 * @param {Table} table
 * @param {Node} node
 * @param {string} scope
 * @param {boolean} isLocal Whether the engine is part of the page, and with it the solver.
 * @param {AbortSignal} signal Ends that solver; another engine is told to stop by its session.
 * @param {(share: number) => void} passed Told what share of the time has passed.
 * @returns {Promise<Answer>}
 */
export async function solve({ game, session }, node, scope, isLocal, signal, passed) {
  const start = performance.now();
  const timer = setInterval(() => passed((performance.now() - start) / LONGEST / 1000), 200);
  const milliseconds = LONGEST * 1000;
  try {
    if (!isLocal) {
      const answer = await session.ask(`solve ${scope} ${milliseconds} ${game.position(node)}`);
      if (answer.error) throw new Error(answer.error);
      return answer;
    }
    const solver = await loadSolver();
    const position = { ...game.counted, tps: game.start, moves: node.line };
    let last;
    for await (last of solver.solve(position, { scope, limits: { moveTime: milliseconds }, signal }));
    return last;
  } finally {
    clearInterval(timer);
  }
}

/** What is shown: it stays until that changes, and with it the focus. @type {Solved | null} */
let shown = null;

/**
 * Shows what is known of the position on the board.
 * @param {Table} table
 */
export function drawSolved(table) {
  const { solved } = table.node;
  if (solved === shown) return;
  shown = solved;
  const root = byId("solved");
  const [says, list] = root.children;
  const { answer, problem = "" } = solved ?? {};
  root.hidden = !solved;
  says.className = problem && "error";
  says.textContent = "";
  const text = answer ? sentence(answer) : problem;
  // It is read out only where its place has been there before.
  setTimeout(() => shown === solved && (says.textContent = text));
  const { lost } = answer ?? {};
  const win = answer && (lost ? drawWin(table, lost, [], false) : drawWin(table, answer, [answer.line[0]], isBound(answer)));
  list.replaceChildren(...(win ?? []));
}

/** Whether the defences to a win are only known to hold out at most so long. @param {Answer} answer */
const isBound = ({ mode, strict, plies }) => mode === "win" || (strict !== undefined && strict.plies !== plies);

/** @param {Answer} answer */
function sentence({ verdict, winner, mode, plies, shortest, strict, lost, short_of_memory }) {
  const who = NAMES[winner];
  if (verdict === "yes") {
    // A longer strict one is not what was found.
    const isStrict = strict?.plies === plies;
    const win = !strict ? WINS[mode] : isStrict ? WINS.strict : "tinuë with quiet moves";
    return `${who} has a ${win} in ${lengthOf({ plies, shortest: shortest || (isStrict && strict.shortest) })}.`;
  }
  if (lost) return `${NAMES[lost.winner]} has a strict tinuë whatever ${who} plays, in ${lengthOf(lost)}.`;
  if (verdict === "no") return `${who} has no ${WINS[mode]}${mode === "win" ? "" : "; another win is not excluded"}.`;
  const why = `was not settled ${short_of_memory ? "with the memory there is" : `in ${LONGEST} s`}.`;
  return strict?.verdict === "no" ? `${who} has no strict tinuë; one with quiet moves ${why}` : `Whether ${who} has a ${WINS[mode]} ${why}`;
}

/**
 * The line of a win, and how long each defence holds; a press lays them on the board.
 * @param {Table} table
 * @param {Win} win
 * @param {string[]} attack What comes before the defences.
 * @param {boolean} isBound Whether they hold out at most so long.
 */
function drawWin(table, { line, defences }, attack, isBound) {
  if (!line.length) return [];
  const { node } = table;
  const button = (/** @type {string} */ words, /** @type {string[]} */ moves) => {
    const made = element("button", "", words);
    made.title = `Play ${moves.join(" ")}`;
    made.addEventListener("click", async () => {
      await table.goTo(node);
      /** @type {Node | undefined} */
      let at = node;
      for (const move of moves) {
        // Who is faster than the line has left it.
        if (table.node !== at) return;
        await table.play(move);
        at = at.children.find((child) => child.move === move);
      }
    });
    return made;
  };
  const main = element("p");
  main.append(button(line.join(" "), line));
  const long = defences.filter(({ plies }) => plies > 2);
  const lengths = [...new Set(long.map(({ plies }) => plies))].map((length) => {
    const list = element("p", "buttons soft", `Defences of ${isBound ? "at most " : ""}${length} plies: `);
    const moves = long.filter(({ plies }) => plies === length);
    list.append(...moves.slice(0, MOST).map(({ move }) => button(move, [...attack, move])));
    list.append(moves.slice(MOST).map(({ move }) => move).join(" "));
    return list;
  });
  const others = counted(defences.length - long.length, long.length ? "other defence" : "defence");
  const rest = element("p", "soft", `${others}: 2 plies at most.`);
  return [main, ...lengths, ...(defences.length > long.length ? [rest] : [])];
}
