// What the page says: what happened, whose turn it is, and what became of the engine.

import { NO_ROOM } from "./engine.js";
import { byId } from "./page.js";
import { NAMES, spokenMove, spokenResult, spokenTinue } from "./words.js";

/** @import { Mode } from "./mode.js" */
/** @import { Play } from "./play.js" */
/** @import { Pointer } from "./pointer.js" */
/** @import { State } from "./session.js" */
/** @import { Table } from "./table.js" */

export class Says {
  /**
   * @param {Table} table
   * @param {Play} play
   * @param {Mode} mode
   * @param {Pointer} pointer
   * @param {boolean} isLocal Whether the engine is part of the page.
   */
  constructor(table, play, mode, pointer, isLocal) {
    this.table = table;
    this.play = play;
    this.mode = mode;
    this.pointer = pointer;
    this.isLocal = isLocal;
    this.root = byId("says");
    /** Who teaches, where somebody does. @type {() => { text: string } | null} */
    this.teacher = () => null;
    /** @type {{ text: string } | null} */
    this.coach = null;
    /** The name of an opening: loaded with the first analysis. @type {(state: State) => string} */
    this.spokenOpening = () => "";
  }

  draw() {
    const { status, name, problem } = this.table.session;
    const engine = byId("engine");
    engine.dataset.status = status;
    engine.title = status === "gone" ? problem : "";
    byId("engine-text").textContent = { opening: "Engine …", ready: name, gone: "Engine gone" }[status];
    const text = status === "gone" ? this.spokenLoss(problem) : this.pointer.refusal || this.spokenTurn();
    this.root.classList.toggle("over", Boolean(this.table.result));
    this.root.classList.toggle("gone", status === "gone");
    // Said only once: a screen reader reads it out each time it is set.
    if (this.root.textContent !== text) this.root.textContent = text;
  }

  spokenTurn() {
    const { state, node, result } = this.table;
    const teacher = this.teacher();
    if (teacher) return teacher.text;
    if (!state) return "Waiting for the engine …";
    const before = node.parent?.state;
    const last = before ? `${NAMES[before.side]}: ${spokenMove(node.move, before)}. ` : "";
    if (result && this.mode.isPlay) return last + this.play.ending;
    const how = this.table.game.agreed?.how;
    if (result) return `${last}${spokenResult(result, state, how)} (${result}).`;
    return this.spokenGame(state, last);
  }

  /**
   * A game that goes on.
   * @param {State} state
   * @param {string} last What was played.
   */
  spokenGame(state, last) {
    const { play, mode } = this;
    const side = NAMES[state.side];
    if (!mode.isPlay) {
      const tinue = this.table.node.standing?.tinue;
      return `${last}${this.spokenOpening(state)}${side} to move.${tinue ? ` ${spokenTinue(tinue)}` : ""}`;
    }
    if (!play.isLive) {
      const where = this.table.node.isMain ? "an earlier position" : "another line";
      return `${last}You look at ${where}${play.isThinking ? " while the engine thinks" : ""}: » goes back to the game.`;
    }
    const problem = mode.isPlay && play.isEngine(state.side) && play.watch.problemOf(state.side);
    if (problem) return problem;
    if (play.isPaused) return `${last}Paused.`;
    if (play.isThinking) return `${last}The engine thinks …`;
    if (play.hinted === null) return "The engine looks for a hint …";
    if (play.hinted) return `Hint: ${spokenMove(play.hinted, state)}.`;
    const advice = this.coach?.text ? ` ${this.coach.text}` : "";
    if (state.opening && state.colorToPlace !== state.side) {
      const what = Object.values(state.places)[0]?.["two flats"] ? "two flats" : "a flat";
      return `${last}${side} begins by placing ${what} of ${NAMES[state.colorToPlace]}.${advice}`;
    }
    return `${last}${side} to move.${advice}`;
  }

  /** What became of the engine, and what to do. @param {string} problem */
  spokenLoss(problem) {
    if (this.isLocal) return "The engine has stopped. It begins again by itself.";
    const after = "; this page then goes on by itself.";
    if (problem === NO_ROOM) return `The engine has no room for another page. Close one${after}`;
    return `The engine has gone. Start it again with \`tak-engine serve\`${after}`;
  }
}
