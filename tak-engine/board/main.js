// The page: makes the parts, wires them, and shows them when one of them has changed.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Commands, wireDoubleClicks } from "./commands.js";
import { asks, hasSettings, NewGame, Share, storedSettings, wireDialogs } from "./dialogs.js";
import { Drawn } from "./drawn.js";
import { findEngine } from "./engine.js";
import { Findings } from "./findings.js";
import { Games } from "./games.js";
import { Hand } from "./hand.js";
import { Mode } from "./mode.js";
import { Moves } from "./moves.js";
import { Notes } from "./notes.js";
import { keepOffline } from "./offline.js";
import { byId } from "./page.js";
import { Play } from "./play.js";
import { Players } from "./players.js";
import { Pointer } from "./pointer.js";
import { Review } from "./review.js";
import { Says } from "./says.js";
import { Session } from "./session.js";
import { Table } from "./table.js";
import { wireSound, wireTheme } from "./theme.js";
import { Game } from "./tree.js";

wireDialogs();
wireDoubleClicks();
const { connect, isLocal } = await findEngine();
// Only a program on this machine can be reached from other pages.
byId("elsewhere").hidden = isLocal;
if (isLocal) keepOffline();
wireTheme();

// ---- The parts. Those that listen to the table hear of it in this order. ----

const session = new Session(connect);
const settings = storedSettings();
const { size, halfKomi, opening } = settings;
// Nobody moves in a game that makes way.
const table = new Table(session, new Game({ size, halfKomi, opening }), () => pointer.enable(null));
const board = new Board(byId("board"));
board.resize(size);
table.listen(({ isPlayed }) => table.state && board.show(table.state, table.node.move || null, isPlayed));
wireSound(table);
const play = new Play(table, settings, show);
const analysis = new Analysis(table, isLocal, show);
const mode = new Mode(() => {
  session.rest();
  // Nobody moves on a board that makes way.
  play.turnOn(mode.isPlay && !games.held);
  analysis.turnOn(mode.isAnalyse);
  // Who stays with a teacher does not wait for a game to come back.
  if (!mode.isGame) games.openings.giveUp();
  openBook();
  course?.turnOn(mode.now === "learn");
  trainer?.turnOn(mode.now === "puzzles");
  show();
}, mayGo);
const games = new Games(table, board, play, analysis, mode);
/** Who teaches: loaded when somebody wants to learn. @type {import("./course.js").Course | null} */
let course = null;
/** @type {import("./trainer.js").Trainer | null} */
let trainer = null;
const teacher = () => (mode.now === "learn" ? course : mode.now === "puzzles" ? trainer : null);
/** @type {import("./coach.js").Coach | null} */
let coach = null;
/** @type {import("./explorer.js").Explorer | null} */
let explorer = null;
/** Whether nothing was ever chosen or learnt here. */
const isStranger = !hasSettings();
const newGame = new NewGame(session, (chosen) => games.replace(chosen));
const share = new Share(table, board, isLocal);
const pointer = new Pointer(board, (move) => table.play(move), showHand);
const drawn = new Drawn(board, table);

const hand = new Hand(table, pointer);
const says = new Says(table, play, mode, pointer, isLocal);
says.teacher = teacher;
const players = new Players(table, board, play, mode);
table.listen(() => hireCoach());
const moves = new Moves(byId("moves"), (node) => table.goTo(node));
const findings = new Findings(table, board, analysis);
const reviewed = new Review(table, tryAgain);
const notes = new Notes(table, () => {
  show();
  games.remember();
});

// ---- What can be done ----

/**
 * A step through the game.
 * @param {string} name
 * @param {string[]} keys
 * @param {() => import("./tree.js").Node | null | undefined} target
 */
const walk = (name, keys, target) => ({
  button: `[data-go=${name}]`,
  keys,
  act: () => table.goTo(target()),
  can: () => mode.isGame && Boolean(target()) && target() !== table.node,
});

/**
 * A piece to place.
 * @param {import("./pointer.js").Kind} kind
 * @param {string[]} keys
 */
const choose = (kind, keys) => ({
  button: `[data-kind=${kind}]`,
  keys,
  act: () => pointer.choose(kind),
  can: () => hand.canPlace(kind),
});

const commands = new Commands([
  { button: "#new-game", keys: ["n"], act: () => newGame.open(play.settings), can: () => mode.now !== "puzzles" },
  { button: "#open", keys: ["o"], act: () => games.dialog.open() },
  { button: "#share", act: () => table.state && share.open(table.state), can: () => table.state !== null },
  { button: "#undo", keys: ["u"], act: () => play.undo(), can: () => mode.isPlay && play.canUndo },
  { button: "#hint", keys: ["h"], act: () => play.hint(), can: () => play.canHint },
  { button: "#pause", keys: ["p"], act: () => play.pause(), can: () => mode.isPlay && play.isWatched && !table.game.ending },
  { button: "#resign", act: () => play.resign(), can: () => play.canResign },
  walk("start", ["Home"], () => table.game.root),
  walk("back", ["ArrowLeft", "PageUp"], () => table.node.parent),
  walk("on", ["ArrowRight", "PageDown"], () => table.node.children[0]),
  walk("end", ["End"], () => (mode.isPlay || table.isInGame ? table.game.end : table.node.end)),
  choose("flat", ["f"]),
  choose("wall", ["s", "w"]),
  choose("capstone", ["c"]),
  { button: "#fewer", act: () => pointer.setLift(pointer.lift?.fewer() ?? null), can: () => hand.canLiftFewer },
  { button: "#drop", act: () => pointer.dropHere(), can: () => Boolean(pointer.lift?.direction) },
  { button: "#put-back", keys: ["Escape"], act: () => pointer.cancel() },
  { button: "#puzzle-hint", keys: ["h"], act: () => trainer?.hint(), can: () => trainer?.canHint ?? false },
  { button: "#puzzle-show", keys: ["p"], act: () => trainer?.prove(), can: () => trainer?.canShow ?? false },
  { button: "#puzzle-again", keys: ["a"], act: () => trainer?.again(), can: () => trainer?.puzzle != null },
  { button: "#puzzle-next", keys: ["n"], act: () => trainer?.next(), can: () => mode.now === "puzzles" },
  { button: "#tinues", act: () => analysis.tinues(), can: () => analysis.progress === null && session.isReady },
  { button: "#solve", act: () => analysis.solve(), can: () => analysis.progress === null && session.isReady && !table.state?.result },
  { button: "#review-game", act: reviewGame },
  { button: "#turn", act: turn },
  { button: "#learn", act: learn },
]);

// ---- What is shown ----

/** Shows all that may have changed. */
function show() {
  players.draw();
  notes.draw();
  moves.draw(table);
  if (mode.isAnalyse) {
    findings.draw();
    reviewed.draw();
  }
  if (mode.now === "puzzles") trainer?.draw();
  // Whatever the players agreed, as long as the board goes on one may try how.
  const mayMove = mode.isAnalyse || (mode.isGame ? play.isMyTurn : teacher()?.canMove);
  const canMove = session.isReady && table.isThere && !table.state?.result && mayMove;
  const state = canMove ? table.state : null;
  if (state !== pointer.state) pointer.enable(state);
  showHand();
  board.point(arrows());
  const { game } = table;
  byId("after").hidden = !(mode.isPlay && table.result && game.root.children.length);
  byId("watching").hidden = !play.isWatched;
  byId("pause").textContent = play.isPaused ? "Go on" : "Pause";
  byId("offer").hidden = !isStranger || game.root.children.length > 0;
  document.title = game.root.children.length ? `Tak ${game.rules.size}×${game.rules.size}, move ${table.state?.move}` : "Tak";
}

/** Whoever analyses a game has advice, and all the time there is: it goes on without clocks. */
async function mayLeave() {
  if (!mode.isPlay || !play.isTimed) return true;
  const isSure = await asks("The clocks of this game still run. If you leave it, it goes on without them.", "Leave");
  if (isSure && play.isTimed) play.goOn(play.settings, null);
  return isSure;
}

/**
 * Whether there is somebody who teaches: not where the engine, which has them, is away.
 * @param {"learn" | "puzzles"} name
 */
async function hireTeacher(name) {
  if (name === "learn") {
    const loaded = await import("./course.js").catch(() => null);
    if (loaded) course ??= new loaded.Course(table, show, () => playFirst());
    return loaded !== null;
  }
  const loaded = await import("./trainer.js").catch(() => null);
  if (loaded) trainer ??= new loaded.Trainer(table, show, (isTurned) => games.turn(isTurned));
  return loaded !== null;
}

/** Makes what the user wants to do next possible. @param {import("./mode.js").ModeName} name */
async function mayGo(name) {
  if (name === "learn" || name === "puzzles") {
    if (!(await hireTeacher(name)) || !(await mayLeave())) return false;
    games.hold();
    return true;
  }
  if (!mode.isGame) {
    await games.putBack(name);
    return false;
  }
  return name === "play" || mayLeave();
}

/** Whoever analyses may see what was played, and what the opening is called; where that cannot be loaded,
 * once the engine is back. */
async function openBook() {
  if (mode.isAnalyse && !explorer) {
    const loaded = await Promise.all([import("./explorer.js"), import("./openings.js")]).catch(() => null);
    if (!loaded) return;
    const [{ Explorer }, { spokenOpening }] = loaded;
    explorer ??= new Explorer(table);
    says.spokenOpening = spokenOpening;
    show();
  }
  explorer?.turnOn(mode.isAnalyse);
}

async function learn() {
  if (!(await mayGo("learn"))) return;
  mode.set("learn");
  keepFocus();
}

/** What decided the game that is over. */
async function reviewGame() {
  if (!(await mayGo("analyse"))) return;
  mode.set("analyse");
  keepFocus();
  await analysis.whole();
}

/** Whoever has pressed a button that is gone goes on from the tab. */
function keepFocus() {
  if (document.activeElement?.checkVisibility()) return;
  /** @type {HTMLElement | null} */ (document.querySelector("[data-mode][aria-pressed=true]"))?.focus();
}

/**
 * A mistake as a puzzle.
 * @param {import("./review.js").Moment} moment
 * @param {import("./tree.js").Game} game
 */
async function tryAgain(moment, { rules }) {
  if (!(await mayGo("puzzles")) || !trainer) return;
  const { puzzleOf } = await import("./puzzles.js");
  trainer.puzzle = puzzleOf(moment, rules);
  trainer.score = 1;
  trainer.day = null;
  mode.set("puzzles");
}

/** A first game, with a coach, against the weakest engine. */
async function playFirst() {
  const begun = games.replace({ size: 5, you: "white", level: 1, opening: "swap", halfKomi: 0, clock: null, isFirst: true });
  keepFocus();
  await begun;
}

/** A first game has somebody who helps, also one that comes back. */
async function hireCoach() {
  if (coach || !play.settings.isFirst) return;
  const { Coach } = await import("./coach.js");
  says.coach = coach ??= new Coach(table, play, show);
  coach.look();
}

function turn() {
  board.turn();
  drawn.draw();
  show();
}

function showHand() {
  says.draw();
  hand.draw();
  commands.draw();
}

/** The moves that the engine points at. */
function arrows() {
  if (!mode.isGame) return [];
  if (mode.isAnalyse) return pointer.lift ? [] : findings.arrows;
  return table.state && play.hinted ? [{ move: play.hinted, side: table.state.colorToPlace, weight: 1 }] : [];
}

const pace = byId("pace", HTMLSelectElement);
pace.value = String(play.watch.pace);
pace.addEventListener("change", () => play.watch.setPace(Number(pace.value)));
session.onStatus = () => {
  play.connectionChanged();
  games.dialog.connectionChanged();
  // Another engine may have another book.
  if (session.isReady) openBook();
  show();
};
mode.set("play");
await games.start();
