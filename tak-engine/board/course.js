// How to play: lessons on small boards, which are done by moves. Whether a move is legal and what it
// does the engine tells; a lesson tells what counts as done.

import { LESSONS } from "./lessons.js";
import { buttons, byId } from "./page.js";
import { readMove } from "./pieces.js";
import { keep, kept } from "./storage.js";
import { Game } from "./tree.js";

/** @import { Goal } from "./lessons.js" */
/** @import { State } from "./session.js" */
/** @import { Table } from "./table.js" */

const REACHED = "tak-board-course";
/** How long a move that misses the goal is seen, in milliseconds. */
const SEEN = 900;

export class Course {
  /**
   * @param {Table} table
   * @param {() => void} changed
   * @param {() => void} ended Called when the learner has done all and goes on to a game.
   */
  constructor(table, changed, ended) {
    this.table = table;
    this.changed = changed;
    this.ended = ended;
    this.isOn = false;
    /** Which lesson. */
    this.index = 0;
    this.isDone = false;
    /** The board of the lesson, once it lies on the table. @type {Game | null} */
    this.game = null;
    /** What is said. */
    this.text = "";
    table.listen(({ isPlayed }) => this.isOn && (isPlayed ? this.judge() : this.changed()));
    byId("lesson-before").addEventListener("click", () => this.show(this.index - 1));
    byId("lesson-again").addEventListener("click", () => this.show(this.index));
    byId("lesson-next").addEventListener("click", () => this.next());
  }

  get lesson() {
    return LESSONS[this.index];
  }

  /** Whether the learner may move. */
  get canMove() {
    return this.isOn && !this.isDone && this.table.node === this.game?.root;
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    const reached = this.isOn ? this.index : Number(kept("localStorage", REACHED)) || 0;
    this.isOn = isOn;
    if (isOn) return this.show(Math.min(reached, LESSONS.length - 1));
  }

  /** @param {number} index */
  async show(index) {
    this.index = index;
    this.isDone = false;
    const { size, start = null, caps, task } = this.lesson;
    this.text = task;
    this.draw();
    this.game = new Game({ size, halfKomi: 0, opening: start ? "no-swap" : "swap", caps }, start);
    await this.table.open(this.game);
  }

  next() {
    const isLast = this.index === LESSONS.length - 1;
    keep("localStorage", REACHED, isLast ? 0 : this.index + 1);
    if (isLast) this.ended();
    else this.show(this.index + 1);
  }

  /** Looks at what the learner has done. */
  judge() {
    const { table, lesson } = this;
    const { node, game } = table;
    const before = node.parent?.state;
    if (game !== this.game || !before || !node.state) return;
    this.isDone = isReached(lesson.goal, before, node.move, node.state);
    this.text = this.isDone ? lesson.reply : `Not yet. ${lesson.hint}`;
    // Long enough to see what it did; then the board is as it was.
    if (!this.isDone) setTimeout(() => game === table.game && table.goTo(game.root), SEEN);
    this.draw();
    this.changed();
  }

  draw() {
    const { index, isDone, lesson } = this;
    const isLast = index === LESSONS.length - 1;
    byId("lesson-title").textContent = `${index + 1} of ${LESSONS.length}: ${lesson.title}`;
    byId("lesson-done", HTMLProgressElement).value = (index + Number(isDone)) / LESSONS.length;
    byId("lesson-before", HTMLButtonElement).disabled = index === 0;
    for (const button of buttons("#lesson-next")) {
      button.textContent = isLast ? "Play a first game" : isDone ? "Next" : "Skip";
      button.classList.toggle("main", isDone);
    }
  }
}

/**
 * Whether a move does all that is asked for.
 * @param {Goal} goal
 * @param {State} before
 * @param {string} move
 * @param {State} after
 */
function isReached({ result, moves, crushes, carries, opens }, before, move, after) {
  const carried = readMove(move).drops.reduce((sum, drop) => sum + drop, 0);
  return (
    (result === undefined || after.result === result) &&
    (moves === undefined || moves.includes(move)) &&
    (crushes === undefined || before.crushes.includes(move) === crushes) &&
    (carries === undefined || carried === carries) &&
    (opens === undefined || before.opening === opens)
  );
}
