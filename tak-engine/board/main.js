// The page: makes the parts, wires them, and shows them when one of them has changed.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Commands } from "./commands.js";
import { NewGame, Share, storedSettings, wireDialogs } from "./dialogs.js";
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
import { Says } from "./says.js";
import { Session } from "./session.js";
import { Table } from "./table.js";
import { wireTheme } from "./theme.js";
import { Game } from "./tree.js";

wireDialogs();
const { connect, isLocal } = await findEngine();
// Only a program on this machine can be reached from other pages.
byId("elsewhere").hidden = isLocal;
if (isLocal) keepOffline();
wireTheme();

// ---- The parts. Those that listen to the table hear of it in this order. ----

const session = new Session(connect);
const settings = storedSettings();
const { size, halfKomi, opening } = settings;
const table = new Table(session, new Game({ size, halfKomi, opening }));
const board = new Board(byId("board"));
board.resize(size);
table.listen(({ isPlayed }) => table.state && board.show(table.state, table.node.move || null, isPlayed));
const play = new Play(table, settings, show);
const analysis = new Analysis(table, show);
const mode = new Mode(() => {
  session.rest();
  play.turnOn(mode.isPlay);
  analysis.turnOn(!mode.isPlay);
  show();
});
const games = new Games(table, board, play, analysis, mode);
const newGame = new NewGame((chosen) => games.replace(chosen));
const share = new Share(session);
const pointer = new Pointer(board, (move) => table.play(move), showHand);

const hand = new Hand(table, pointer);
const says = new Says(table, play, mode, isLocal);
const players = new Players(table, board, play, mode);
const moves = new Moves(byId("moves"), (node) => table.goTo(node));
const findings = new Findings(table, board, analysis);
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
  can: () => Boolean(target()) && target() !== table.node,
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
  { button: "#new-game", keys: ["n"], act: () => newGame.open(play.settings) },
  { button: "#open", keys: ["o"], act: () => games.dialog.open() },
  { button: "#share", act: () => table.state && share.open(table.game, table.state) },
  { button: "#undo", keys: ["u"], act: () => play.undo(), can: () => mode.isPlay && play.canUndo },
  { button: "#hint", keys: ["h"], act: () => play.hint(), can: () => play.isMyTurn },
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
  { button: "#turn", act: turn },
]);

// ---- What is shown ----

/** Shows all that may have changed. */
function show() {
  says.draw();
  players.draw();
  notes.draw();
  moves.draw(table);
  if (!mode.isPlay) findings.draw();
  // Whatever the players agreed, as long as the board goes on one may try how.
  const canMove = session.isReady && !table.state?.result && (!mode.isPlay || play.isMyTurn);
  const state = canMove ? table.state : null;
  if (state !== pointer.state) pointer.enable(state);
  showHand();
  board.point(arrows());
  const { game } = table;
  document.title = game.root.children.length ? `Tak ${game.rules.size}×${game.rules.size}, move ${table.state?.move}` : "Tak";
}

function turn() {
  board.turn();
  show();
}

function showHand() {
  hand.draw();
  commands.draw();
}

/** The moves that the engine points at. */
function arrows() {
  if (!mode.isPlay) return pointer.lift ? [] : findings.arrows;
  return table.state && play.hinted ? [{ move: play.hinted, side: table.state.colorToPlace, weight: 1 }] : [];
}

session.onStatus = () => {
  play.connectionChanged();
  games.dialog.connectionChanged();
  show();
};
mode.set("play");
await games.start();
