// The puzzle trainer: one position after the other, of which one move is looked for. What is legal
// and what a move leads to the engine tells; that the solution is the only one its solver has shown.

import { Latest } from "./latest.js";
import { Mistakes } from "./mistakes.js";
import { byId } from "./page.js";
import { readMove } from "./pieces.js";
import { other } from "./play.js";
import { Progress } from "./progress.js";
import { dailyPuzzle, isOfTheme, keyOf, nextPuzzle, readPuzzles, shippedPuzzles, today } from "./puzzles.js";
import { Game } from "./tree.js";
import { counted, NAMES, spokenMove, winnerOf } from "./words.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @import { Info } from "./tei.js" */
/** @import { Table } from "./table.js" */
/** @import { Node } from "./tree.js" */

/** How long a move is seen before it is answered, in milliseconds. */
const SEEN = 500;
/** How far the answer to another move than the solution is searched. */
const REFUTE = "mate 12 movetime 1500";
/** What is known after a draw. */
const DRAWN = { chances: { win: 0, draw: 1000, loss: 0 } };

export class Trainer {
  /**
   * @param {Table} table
   * @param {() => void} changed
   * @param {(isTurned: boolean) => void} turn Puts the side whose move is looked for below.
   */
  constructor(table, changed, turn) {
    this.table = table;
    this.changed = changed;
    this.turn = turn;
    this.isOn = false;
    this.ofShipped = new Progress("tak-board-puzzles");
    this.ofFiles = new Progress("tak-board-own-puzzles");
    this.mistakes = new Mistakes();
    /** Those that come with the page: among them is the daily one. @type {Puzzle[]} */
    this.shipped = [];
    /** Those to choose from: the shipped ones, or a file of the user's own. @type {Puzzle[]} */
    this.puzzles = this.shipped;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Game | null} */
    this.game = null;
    /** What goes on: a try, one that failed, one that succeeded, or the proof is shown; where that is
     * one move, other moves may be tried.
     * @type {"try" | "failed" | "solved" | "proof" | "others"} */
    this.stage = "try";
    /** The moves from the start that solve it, as far as is known. @type {string[]} */
    this.line = [];
    /** What the first try is still worth; `null` once it is counted. @type {number | null} */
    this.score = null;
    /** The day whose puzzle it is, if it is one's. @type {number | null} */
    this.day = null;
    this.hinted = false;
    this.text = "";
    /** Answers that are looked for. */
    this.answers = new Latest();
    table.listen(({ isPlayed }) => this.isOn && (isPlayed ? this.moved() : this.changed()));
    this.wire();
  }

  wire() {
    for (const id of ["puzzle-kind", "puzzle-theme", "puzzle-size"]) byId(id).addEventListener("change", () => this.next());
    byId("puzzle-daily").addEventListener("click", () => this.daily());
    byId("puzzle-shipped").addEventListener("click", () => {
      this.puzzles = this.shipped;
      this.next();
    });
    const file = byId("puzzle-file", HTMLInputElement);
    file.addEventListener("change", async () => {
      const [first] = file.files ?? [];
      if (first) this.read(first.name, await first.text());
      file.value = "";
    });
  }

  /** Whether the puzzle comes from a file of the user's own. */
  get isOfFile() {
    return this.puzzle !== null && !this.puzzle.own && !this.shipped.includes(this.puzzle);
  }

  get progress() {
    return this.isOfFile ? this.ofFiles : this.ofShipped;
  }

  /** Whether the user may move. */
  get canMove() {
    const { table, puzzle, stage } = this;
    if (!puzzle || table.game !== this.game || !table.isThere || !table.state || table.state.result) return false;
    const isOwn = table.state.side === puzzle.side;
    return this.isOn && (stage === "proof" ? !isOwn : (stage === "try" || stage === "others") && isOwn);
  }

  get canHint() {
    return this.isOn && this.stage === "try" && !this.hinted && this.canMove;
  }

  /** Whether there is more of the proof to be seen. */
  get canShow() {
    return this.isOn && this.puzzle !== null && (this.stage !== "proof" || this.canMove);
  }

  /** @param {boolean} isOn */
  async turnOn(isOn) {
    this.isOn = isOn;
    this.answers.giveUp();
    if (!isOn) return;
    if (this.shipped.length === 0) this.shipped = await shippedPuzzles().catch(() => []);
    if (!this.isOn) return;
    if (this.puzzles.length === 0) this.puzzles = this.shipped;
    if (this.puzzles.length === 0) this.text = "The puzzles could not be loaded.";
    if (this.puzzle) this.show(this.puzzle, this.day);
    else this.next();
  }

  /** Puzzles of the user's own. @param {string} name @param {string} text */
  read(name, text) {
    const { puzzles, bad } = readPuzzles(text);
    if (puzzles.length === 0) {
      this.text = `${name} holds no puzzles: expected lines of \`tak-tools puzzles find --json\`, or TPS|plies|line|kind|rating|half komi.`;
      return this.changed();
    }
    this.puzzles = puzzles;
    this.next();
    const left = bad ? `; ${counted(bad, "line")} left out` : "";
    this.text = `${counted(puzzles.length, "puzzle")} of ${name}${left}. ${this.text}`;
    this.changed();
  }

  /** Those that the user wants. */
  get wanted() {
    const kind = byId("puzzle-kind", HTMLSelectElement).value;
    const theme = byId("puzzle-theme", HTMLSelectElement).value;
    const size = Number(byId("puzzle-size", HTMLSelectElement).value);
    const all = kind === "own" ? this.mistakes.due : this.puzzles;
    const isWanted = (/** @type {Puzzle} */ puzzle) => (!kind || puzzle.kind === kind) && (!size || puzzle.size === size) && (!theme || isOfTheme(puzzle, theme));
    return all.filter(isWanted);
  }

  next() {
    const puzzle = nextPuzzle(this.wanted, this.puzzles === this.shipped ? this.ofShipped : this.ofFiles, this.puzzle);
    // A mistake that was counted and is due again is tried again.
    if (puzzle?.own) this.score ??= 1;
    if (puzzle) return this.show(puzzle);
    const { due, next } = this.mistakes;
    if (byId("puzzle-kind", HTMLSelectElement).value === "own" && !due.length) {
      this.text = next
        ? `None of your mistakes comes back before ${next.toLocaleString()}. Another kind of puzzle may be had meanwhile.`
        : "No mistakes of yours are kept. The review of a game has them: Try again there.";
    } else if (this.puzzles.length) this.text = "There is no such puzzle: choose another kind, theme or board.";
    this.changed();
  }

  daily() {
    const day = today();
    const puzzle = dailyPuzzle(this.shipped, day);
    if (puzzle) this.show(puzzle, day);
  }

  /** @param {Puzzle} puzzle @param {number | null} day */
  async show(puzzle, day = null) {
    const isSame = this.puzzle !== null && keyOf(puzzle) === keyOf(this.puzzle);
    Object.assign(this, { puzzle, day, stage: "try", line: puzzle.line, hinted: false });
    // Only the first try counts, in whatever tab.
    this.progress.read();
    if (!isSame) this.score = this.progress.resultOf(puzzle) === undefined ? 1 : null;
    this.answers.giveUp();
    this.text = taskOf(puzzle);
    this.turn(puzzle.side === "black");
    await this.lay(puzzle);
  }

  /** Lays a puzzle on the table. @param {Puzzle} puzzle */
  async lay({ size, halfKomi, tps, own }) {
    this.game = new Game(own?.rules ?? { size, halfKomi, opening: "no-swap" }, tps);
    await this.table.open(this.game).catch((error) => this.say(`This puzzle cannot be read: ${error.message}.`));
  }

  again() {
    if (this.puzzle) this.show(this.puzzle, this.day);
  }

  /** A move was played, by the user or by us. */
  moved() {
    const { table, game, puzzle, stage } = this;
    const { node } = table;
    if (table.game !== game || !puzzle || !node.parent) return;
    const isOwn = node.parent.state?.side === puzzle.side;
    const isTry = stage === "try" || stage === "others";
    if (isTry && isOwn) this.judge(node);
    // Their move too may end the game in our favour: by the flats, or by a road of ours.
    else if (isTry && isWin(node, puzzle)) this.solved();
    else if (stage === "proof" && !isOwn) this.attack(node);
    this.changed();
  }

  /** Looks at the user's move. @param {Node} node */
  async judge(node) {
    const { line } = this;
    const isLine = node.line.every((move, index) => line[index] === move);
    if (isLine && node.depth === line.length) return this.solved();
    if (isLine) return this.play(line[node.depth]);
    const result = node.state?.result;
    if (result) {
      const isGood = isWin(node, this.puzzle) || (isDraw(result) && (await this.isAsGood(DRAWN)));
      if (isGood === null) return;
      return isGood ? this.solved() : this.failed(node, null);
    }
    this.text = "Let us see …";
    const found = await this.answer(node);
    if (!found) return;
    const isGood = await this.isAsGood(found);
    if (isGood === null) return;
    if (isGood) return this.solved();
    const { verdict, plies = 0 } = found.proof ?? {};
    // Later in the line there may be other ways to win.
    if (node.depth > 1 && verdict === "loss") {
      this.line = [...node.line, ...found.line];
      return this.play(found.line[0]);
    }
    if (verdict === "loss" && isFirstToWin(this.puzzle)) return this.winsLater(plies + 1);
    this.failed(node, found);
  }

  /** A win, but not the quick one that is looked for: no failure, and the position comes back. @param {number} plies */
  winsLater(plies) {
    const { puzzle, game, table } = this;
    this.say(`Wins too, in ${plies} plies; look for the quicker one.`);
    const counts = this.answers.begin();
    setTimeout(() => puzzle && counts() && this.isOn && table.game === game && this.lay(puzzle), 2 * SEEN);
  }

  /**
   * Whether another move than the better one is none that would be marked either; nothing if the user
   * has gone on meanwhile.
   * @param {Pick<Info, "chances">} found What is found after it.
   */
  async isAsGood({ chances: { win, draw, loss } }) {
    const own = this.puzzle?.own;
    if (!own) return false;
    const { chance } = own.moment;
    const counts = this.answers.begin();
    const { mark } = await this.table.session.ask(`mark ${chance} 0 ${1000 - chance} ${win} ${draw} ${loss}`);
    return counts() ? mark === "" : null;
  }

  /**
   * What the engine answers; nothing if the user has gone on meanwhile.
   * @param {Node} node
   */
  async answer(node) {
    const counts = this.answers.begin();
    /** @type {Info | null} */
    let best = null;
    const { table } = this;
    await table.session.search({
      position: table.game.position(node),
      level: 0,
      go: () => REFUTE,
      found: (info) => info.rank === 1 && (best = info),
    });
    return counts() ? /** @type {Info | null} */ (best) : null;
  }

  /** Plays a move for the other side, once the last one was seen. @param {string} move */
  play(move) {
    const counts = this.answers.begin();
    setTimeout(() => counts() && this.isOn && this.table.play(move), SEEN);
  }

  solved() {
    this.stage = "solved";
    this.progress.read();
    const before = Math.round(this.progress.player.rating);
    const isCounted = this.count(this.score ?? 0);
    const after = Math.round(this.progress.player.rating);
    const { own } = this.puzzle ?? {};
    const why = own ? ` ${own.moment.sentence}` : isCounted ? ` Your rating goes from ${before} to ${after}.` : "";
    this.text = `That is it!${why}`;
    this.changed();
  }

  /**
   * Shows why a move fails.
   * @param {Node} node
   * @param {Info | null} found
   */
  failed(node, found) {
    this.stage = "failed";
    this.count(0);
    const { state } = node;
    const before = node.parent?.state;
    if (!state || !before) return;
    const them = NAMES[state.side];
    const tried = `Not ${spokenMove(node.move, before)}`;
    if (!found) this.text = `${tried}: the game is over, and you have not won it.`;
    else {
      const { proof } = found;
      const proven = proof?.verdict === "win" ? `, and wins by force in ${proof.plies === 1 ? "1 ply" : `${proof.plies} plies`}` : "";
      this.text = `${tried}: ${them} answers ${spokenMove(found.line[0], state)}${proven}. Try again, or let the proof be shown.`;
      this.play(found.line[0]);
    }
    this.changed();
  }

  /** Counts the first try, if this is it. @param {number} score */
  count(score) {
    const { puzzle } = this;
    // The puzzle of the day may have been met before.
    if (this.day !== null) this.ofShipped.countDaily(this.day);
    if (!puzzle || this.score === null) return false;
    this.score = null;
    if (puzzle.own) {
      this.mistakes.count(puzzle, score === 1);
      return false;
    }
    return this.progress.count(puzzle, score);
  }

  hint() {
    const { table, line } = this;
    if (!this.canHint) return;
    this.hinted = true;
    if (this.score !== null) this.score = 0.5;
    const { square, direction } = readMove(line[table.node.depth] ?? line[0]);
    this.text = direction ? `Hint: what lies on ${square} moves.` : `Hint: something is placed on ${square}.`;
    this.changed();
  }

  /** Shows the solution; then, move by move, that it is one against whatever the user defends with. */
  async prove() {
    const { puzzle, table } = this;
    if (!puzzle) return;
    if (this.stage === "proof") return table.play(await this.defence());
    this.count(0);
    const counts = this.answers.begin();
    this.stage = "proof";
    this.line = puzzle.line;
    await this.lay(puzzle);
    if (!counts()) return;
    const first = table.state && spokenMove(puzzle.line[0], table.state);
    this.text = puzzle.own
      ? `Better was ${first}. ${puzzle.own.moment.sentence}`
      : puzzle.line.length > 1
        ? `The solution is ${first}. Defend as you like, or let "Go on" play the longest defence.`
        : `The solution is ${first}: ${["tinuë", "flats"].includes(puzzle.kind) ? "no other move wins at once" : "every other move loses"}. Try one, and see why.`;
    if (puzzle.line.length === 1) return this.showOnly(puzzle);
    await table.play(puzzle.line[0]);
    this.changed();
  }

  /** Shows a solution of one move, and then the position again, to try others. @param {Puzzle} puzzle */
  async showOnly({ line: [move] }) {
    const { table, game } = this;
    const counts = this.answers.begin();
    this.stage = "solved";
    await table.play(move);
    setTimeout(() => {
      if (!counts() || !this.isOn || table.game !== game) return;
      this.stage = "others";
      table.goTo(game?.root);
    }, 2 * SEEN);
  }

  /** The defence that holds out longest, as far as is known. */
  async defence() {
    const { line, table } = this;
    const { node } = table;
    if (node.depth < line.length && node.line.every((move, index) => line[index] === move)) return line[node.depth];
    return (await this.answer(node))?.line[0] ?? "";
  }

  /** Answers a defence. @param {Node} node */
  async attack(node) {
    if (node.state?.result) return this.say("The game is over.");
    const isLine = node.line.every((move, index) => this.line[index] === move);
    if (!isLine || node.depth >= this.line.length) {
      const found = await this.answer(node);
      if (!found) return;
      if (found.proof?.verdict !== "win") return this.say("The engine has not found the win in time.");
      this.line = [...node.line, ...found.line];
    }
    const left = this.line.length - node.depth - 1;
    this.say(left ? `Still ${left} to go: defend as you like.` : "And that wins.");
    this.play(this.line[node.depth]);
  }

  /** @param {string} text */
  say(text) {
    this.text = text;
    this.changed();
  }

  draw() {
    const { puzzle, progress, stage, isOfFile } = this;
    const { rating, deviation } = progress.player;
    byId("puzzle-rating").textContent = `${isOfFile ? "In files of your own: your" : "Your"} rating ${Math.round(rating)} ± ${Math.round(2 * deviation)} · ${progress.streak} in a row, ${progress.best} at best`;
    byId("puzzle-title").textContent = puzzle ? titleOf(puzzle, progress) : "";
    byId("puzzle-next").textContent = stage === "solved" || this.score === null ? "Next" : "Skip";
    byId("puzzle-next").classList.toggle("main", stage === "solved" || stage === "others");
    byId("puzzle-show").textContent = stage === "proof" ? "Go on" : "Show proof";
    byId("puzzle-daily").textContent = this.ofShipped.daily === today() ? "Daily ✓" : "Daily";
    byId("puzzle-shipped").hidden = this.puzzles === this.shipped;
  }
}

/** @param {Node} node @param {Puzzle | null} puzzle */
function isWin({ state }, puzzle) {
  const result = state?.result;
  return Boolean(result) && !isDraw(result ?? "") && winnerOf(result ?? "") === puzzle?.side;
}

/** @param {string} result As in PTN. */
const isDraw = (result) => result.startsWith("1/2");

/** Whether other moves may win too, only later. @param {Puzzle | null} puzzle */
const isFirstToWin = (puzzle) => puzzle?.kind === "best" || puzzle?.kind === "flats";

/** @param {Puzzle} puzzle @param {Progress} progress */
function titleOf(puzzle, progress) {
  const { kind, size, line, plies, number } = puzzle;
  if (kind === "own") return `A mistake of your own, ${size}×${size}`;
  const name = { tinuë: "Tinuë", avoidance: "Avoidance", flats: "Flats", best: "Best move" }[kind];
  const rating = Math.round(progress.ratingOf(puzzle).rating);
  return `No. ${number} · ${name}${line.length > 1 ? ` in ${plies}` : ""}, ${size}×${size} · ${rating}`;
}

/** What is looked for. @param {Puzzle} puzzle */
function taskOf({ kind, side, plies, line, halfKomi, own }) {
  const us = NAMES[side];
  const them = NAMES[other(side)];
  const moves = counted(Math.ceil(plies / 2), "move");
  const komi = halfKomi && kind !== "tinuë" && kind !== "avoidance" ? ` Black has ${halfKomi / 2} points of komi.` : "";
  switch (kind) {
    case "tinuë":
      return `${us} forces a road in ${moves}, whatever ${them} does. Find the only way.`;
    case "avoidance":
      return `${them} threatens to force a road. Only one move of ${us} prevents it.`;
    case "flats":
      return `${us} wins on flats. Only one move does so within ${moves}.${komi}`;
    case "own":
      return `In the game ${us} played ${own?.moment.move} here. Find a better move.`;
    case "best":
      return line.length > 1 ? `Only one move of ${us} wins within ${moves}.${komi}` : `All moves of ${us} but one lose within ${plies + 1} plies.${komi}`;
  }
}
