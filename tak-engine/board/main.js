// The page: puts the parts together and shows what they say.

import { Analysis } from "./analysis.js";
import { BestLines } from "./best.js";
import { Board, element } from "./board.js";
import { clockText } from "./clock.js";
import { asks, byId, NewGame, OpenGame, Share, storedSettings, wireDialogs } from "./dialogs.js";
import { EarlierGames } from "./earlier.js";
import { findEngine, isServed, NO_ROOM } from "./engine.js";
import { Graph } from "./graph.js";
import { Moves } from "./moves.js";
import { keepOffline } from "./offline.js";
import { readStack } from "./pieces.js";
import { other, Play } from "./play.js";
import { Pointer } from "./pointer.js";
import { Session } from "./session.js";
import { keep, kept } from "./storage.js";
import { Table } from "./table.js";
import { Game } from "./tree.js";
import { counted, NAMES, spokenFaults, spokenMove, spokenResult } from "./words.js";

/** @typedef {import("./session.js").Side} Side */
/** @typedef {import("./board.js").Arrow} Arrow */
/** @typedef {import("./earlier.js").Snapshot} Snapshot */

wireDialogs();
const { connect, isLocal } = await findEngine();
// Only a program on this machine can be reached from other pages.
byId("elsewhere").hidden = isLocal;
if (isLocal) keepOffline();
const session = new Session(connect);
const settings = storedSettings();
const { size, halfKomi, opening } = settings;
const table = new Table(session, new Game({ size, halfKomi, opening, flats: null, caps: null }));
const board = new Board(byId("board"));
board.resize(size);
const pointer = new Pointer(board, (move) => table.play(move), showHand);
const play = new Play(table, settings, show);
const analysis = new Analysis(table, show);
const moves = new Moves(byId("moves"), (node) => table.goTo(node));
const bestLines = new BestLines(byId("found"), (move) => table.play(move));
const graph = new Graph(byId("graph"), (node) => table.goTo(node));
const newGame = new NewGame(replace);
const openGame = new OpenGame(session, opened, () => table.game.rules.size, () => setMode(mode));
const earlier = new EarlierGames(byId("earlier"), restore);
const share = new Share(session);

/** @type {"play" | "analyse"} */
let mode = "play";
/** A move that was asked for. */
let hint = "";
/** The move that the field for a comment is about. @type {import("./tree.js").Node | null} */
let commented = null;
/** Games that were opened or begun: what was being read before the last one is too late. */
let openings = 0;

session.onStatus = () => {
  play.connectionChanged();
  openGame.connectionChanged();
  show();
};
table.listen(({ isPlayed }) => {
  const { state, node } = table;
  hint = "";
  if (!state) return;
  board.show(state, node.move || null, isPlayed);
  remember();
});

// ---- What is shown ----

const says = byId("says");

/** Shows all that may have changed. */
function show() {
  showEngine();
  showPlayers();
  showMove();
  showButtons();
  moves.draw(table);
  if (mode === "analyse") showAnalysis();
  // Whatever the players agreed, as long as the board goes on one may try how.
  const canMove = table.state && !table.state.result && session.isReady;
  const mine = mode === "analyse" ? canMove : canMove && play.isMyTurn;
  const state = mine ? table.state : null;
  if (state !== pointer.state) pointer.enable(state);
  showHand();
  showArrows();
}

function showEngine() {
  const { status, name, problem } = session;
  byId("engine").dataset.status = status;
  const text = { opening: "Engine …", ready: name, gone: "Engine gone" }[status];
  byId("engine-text").textContent = text;
  byId("engine").title = status === "gone" ? problem : "";
}

function showPlayers() {
  const { state, game } = table;
  /** @type {Side} */
  const near = board.isTurned ? "black" : "white";
  for (const [id, side] of /** @type {const} */ ([["near", near], ["far", other(near)]])) {
    const bar = byId(id);
    const hand = state?.hands[side];
    const name = mode === "play" ? (play.isEngine(side) ? play.engineName.replace("Tak e", "E") : "You") : (game.tag(side === "white" ? "Player1" : "Player2") ?? NAMES[side]);
    const shown = play.settings.you === "both" && mode === "play" ? NAMES[side] : name;
    const caps = hand?.caps ? ` + ${counted(hand.caps, "cap")}` : "";
    const stock = hand ? `${hand.flats}${caps} left · ${counted(state.flats[side], "flat")}` : "";
    bar.dataset.turn = String(state?.side === side && !table.result);
    const parts = [element("i", `stone ${side}`), element("span", "name"), element("span", "stock")];
    parts[1].textContent = shown;
    parts[2].textContent = stock;
    if (mode === "play" && play.clock) {
      const left = play.clock.remaining(side);
      const time = element("span", `time${play.clock.running === side ? " runs" : ""}${left < 20_000 ? " short" : ""}`);
      time.dataset.clock = side;
      time.textContent = clockText(left);
      parts.push(time);
    }
    bar.replaceChildren(...parts);
  }
}

setInterval(() => {
  const { clock } = play;
  if (mode !== "play" || !clock?.running) return;
  const shown = document.querySelector(`[data-clock=${clock.running}]`);
  const left = clock.remaining(clock.running);
  if (shown) shown.textContent = clockText(left);
  shown?.classList.toggle("short", left < 20_000);
}, 100);

/** What happened and whose turn it is, in words. */
function showMove() {
  const text = spokenTurn();
  says.classList.toggle("over", Boolean(table.result));
  says.classList.toggle("gone", session.status === "gone");
  // Said only once: a screen reader reads it out each time it is set.
  if (says.textContent !== text) says.textContent = text;
}

function spokenTurn() {
  const { state, node } = table;
  if (session.status === "gone") return spokenLoss();
  if (!state) return "Waiting for the engine …";
  const before = node.parent?.state;
  const last = before ? `${NAMES[before.side]}: ${spokenMove(node.move, before)}. ` : "";
  if (table.result) {
    return last + (mode === "play" ? play.ending : `${spokenResult(table.result, state.result === table.result)} (${table.result}).`);
  }
  const side = NAMES[state.side];
  if (mode === "analyse") return `${last}${side} to move.`;
  if (!play.isLive) {
    const where = node.isMain ? "an earlier position" : "another line";
    return `${last}You look at ${where}${play.isThinking ? " while the engine thinks" : ""}: » goes back to the game.`;
  }
  if (play.isThinking) return `${last}The engine thinks …`;
  if (hint) return `Hint: ${spokenMove(hint, state)}.`;
  if (state.opening && state.colorToPlace !== state.side) {
    const what = state.places.a1?.["two flats"] || Object.values(state.places)[0]?.["two flats"] ? "two flats" : "a flat";
    return `${last}${side} begins by placing ${what} of ${NAMES[state.colorToPlace]}.`;
  }
  return `${last}${side} to move.`;
}

/** What became of the engine, and what to do. */
function spokenLoss() {
  if (isLocal) return "The engine has stopped. It begins again by itself.";
  const after = "; this page then goes on by itself.";
  if (session.problem === NO_ROOM) return `The engine has no room for another page. Close one${after}`;
  return `The engine has gone. Start it again with \`tak-engine serve\`${after}`;
}

function showButtons() {
  const { node, game } = table;
  byId("undo", HTMLButtonElement).disabled = !play.canUndo;
  byId("hint", HTMLButtonElement).disabled = !play.isMyTurn;
  byId("resign", HTMLButtonElement).disabled = !play.canResign;
  for (const button of document.querySelectorAll("[data-go]")) {
    const { go } = /** @type {HTMLElement} */ (button).dataset;
    const to = walks[/** @type {keyof typeof walks} */ (go)]();
    /** @type {HTMLButtonElement} */ (button).disabled = !to || to === node;
  }
  for (const button of document.querySelectorAll("[data-mark]")) {
    const { mark } = /** @type {HTMLElement} */ (button).dataset;
    button.setAttribute("aria-pressed", String(node.marks === mark));
    /** @type {HTMLButtonElement} */ (button).disabled = !node.parent;
  }
  byId("promote", HTMLButtonElement).disabled = node.isMain;
  byId("delete", HTMLButtonElement).disabled = !node.parent;
  const comment = byId("comment", HTMLTextAreaElement);
  // Who writes is not disturbed, unless it is about another move now.
  if (commented !== node || document.activeElement !== comment) comment.value = node.comments.join("\n");
  commented = node;
  document.title = game.root.children.length ? `Tak ${game.rules.size}×${game.rules.size}, move ${table.state?.move}` : "Tak";
}

/** What is in hand, or what can be placed. */
function showHand() {
  const { lift, kind, state } = pointer;
  byId("kinds").hidden = Boolean(lift);
  byId("hand").hidden = !lift;
  if (lift) {
    const where = lift.direction ? `, ${lift.left} in hand over ${lift.at}` : ` from ${lift.from}`;
    const text = `${counted(lift.carried, "piece")}${where}`;
    if (byId("hand-text").textContent !== text) byId("hand-text").textContent = text;
    byId("fewer", HTMLButtonElement).disabled = Boolean(lift.direction) || !lift.fewer();
    byId("drop", HTMLButtonElement).disabled = !lift.direction;
  }
  const hand = state?.hands[state.colorToPlace];
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-kind]"))) {
    const each = button.dataset.kind;
    const count = (each === "capstone" ? hand?.caps : hand?.flats) ?? 0;
    button.setAttribute("aria-pressed", String(each === kind));
    button.disabled = !state || count === 0 || (state.opening && each !== "flat");
    const piece = button.querySelector("i");
    piece?.classList.toggle("black", state?.colorToPlace === "black");
    piece?.classList.toggle("white", state?.colorToPlace !== "black");
  }
  inspect();
}

/** The stack under the mouse, the finger or the focus, piece by piece. */
function inspect() {
  const square = pointer.lift?.from ?? pointer.over ?? board.focused;
  const stack = table.state?.stacks[square] ?? "";
  const pieces = readStack(stack);
  const inspector = byId("inspector");
  if (inspector.dataset.shown === square + stack) return;
  inspector.dataset.shown = square + stack;
  if (pieces.length < 2) return inspector.replaceChildren();
  const whole = element("span", "whole");
  whole.append(...pieces.map(({ side }) => element("i", side)));
  inspector.replaceChildren(`${square}: ${pieces.length}`, whole, "top");
}

function showArrows() {
  const { state } = table;
  /** @type {Arrow[]} */
  let arrows = [];
  if (state && mode === "analyse" && analysis.isThinking && !pointer.lift) {
    const most = analysis.found.best?.expected ?? 0;
    arrows = analysis.found.all.map(({ line, expected, rank }) => ({
      move: line[0],
      side: state.colorToPlace,
      weight: Math.max(0, 1 - 4 * (most - expected) - 0.12 * (rank - 1)),
      label: String(rank),
    }));
  } else if (state && hint && mode === "play") {
    arrows = [{ move: hint, side: state.colorToPlace, weight: 1 }];
  }
  board.point(arrows);
}

function showAnalysis() {
  const { state, node } = table;
  const { best, all } = analysis.found;
  const think = byId("think");
  think.setAttribute("aria-pressed", String(analysis.isThinking));
  think.textContent = analysis.isThinking ? "Engine on" : "Engine off";
  const speed = best ? `depth ${best.depth} · ${short(best.nodes)} nodes · ${short(best.speed)}/s` : "";
  byId("speed").textContent = speed;
  const progress = byId("progress", HTMLProgressElement);
  progress.hidden = analysis.progress === null;
  progress.value = analysis.progress ?? 0;
  byId("whole").textContent = analysis.progress === null ? "Whole game" : "Stop";
  const worth = byId("worth");
  const chance = node.worth?.chance ?? 0.5;
  worth.classList.toggle("turned", board.isTurned);
  worth.style.setProperty("--chance", String(chance));
  worth.setAttribute("aria-label", `White's chances: ${Math.round(chance * 100)} %, ${node.worth?.text ?? ""}`);
  worth.title = `${Math.round(chance * 100)} % for White`;
  bestLines.draw(all, analysis.lines, state);
  graph.draw(table);
}

/** @param {number} count */
function short(count) {
  if (count < 10_000) return String(count);
  if (count < 10_000_000) return `${Math.round(count / 1000)}k`;
  return `${Math.round(count / 1_000_000)}M`;
}

// ---- What can be done ----

/** @param {"play" | "analyse"} next */
function setMode(next) {
  mode = next;
  for (const button of document.querySelectorAll("[data-mode]")) {
    if (button instanceof HTMLButtonElement) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }
  /** @type {HTMLElement} */ (document.querySelector("main")).dataset.mode = mode;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-only]"))) {
    part.hidden = part.dataset.only !== mode;
  }
  hint = "";
  session.rest();
  play.turnOn(mode === "play");
  analysis.turnOn(mode === "analyse");
  show();
}

/** A new game in place of the one on the table. @param {import("./play.js").Settings} chosen */
function replace(chosen) {
  setAside();
  return begin(chosen);
}

/** @param {import("./play.js").Settings} chosen */
async function begin(chosen) {
  openings += 1;
  forgetLink();
  byId("left-out").textContent = "";
  const isTurned = chosen.you === "black";
  if (isTurned !== board.isTurned) board.turn();
  // Even where it was one: a game that was to come back may have stopped it.
  setMode("play");
  await play.begin(chosen);
}

/** A game from elsewhere, whose moves no clock of ours has timed. @param {any} record */
async function opened(record) {
  setAside();
  play.goOn(play.settings, null);
  await analyse(record);
}

/**
 * Shows a game for analysis.
 * @param {any} record
 * @param {string[]} [line] The moves that lead to the position to show, which is else the end.
 */
async function analyse(record, line) {
  openings += 1;
  forgetLink();
  const game = Game.of(record);
  setMode("analyse");
  byId("left-out").textContent = spokenFaults(record.leftOut);
  await table.open(game, line ? game.follow(line) : game.start ? game.root : game.end);
  // All positions of the main line are asked for at once: the list of moves needs them.
  await Promise.all(game.root.end.path.map((node) => table.stateOf(node)));
  show();
}

const walks = {
  start: () => table.game.root,
  back: () => table.node.parent,
  on: () => table.node.children[0],
  end: () => (mode === "play" || leadsToEnd() ? table.game.end : table.node.end),
};

/** Whether the game goes on from the board to its end. */
function leadsToEnd() {
  const { node, game } = table;
  return node.isMain && node.depth < game.end.depth;
}

/** Chooses what to place, if there is one to place. @param {import("./pointer.js").Kind} kind */
function chooseKind(kind) {
  if (!byId("kinds").querySelector(`[data-kind=${kind}]:disabled`)) pointer.choose(kind);
}

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => table.goTo(walks.back()),
  ArrowRight: () => table.goTo(walks.on()),
  PageUp: () => table.goTo(walks.back()),
  PageDown: () => table.goTo(walks.on()),
  Home: () => table.goTo(walks.start()),
  End: () => table.goTo(walks.end()),
  Escape: () => pointer.cancel(),
  f: () => chooseKind("flat"),
  s: () => chooseKind("wall"),
  w: () => chooseKind("wall"),
  c: () => chooseKind("capstone"),
  u: () => mode === "play" && play.undo(),
  h: () => mode === "play" && ask(),
  n: () => newGame.open(play.settings),
  o: () => openGame.open(),
};

document.addEventListener("keydown", (event) => {
  const isField = event.target instanceof Element && event.target.closest("textarea, input, select, dialog");
  if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

async function ask() {
  says.textContent = "The engine looks for a hint …";
  const move = await play.hint();
  if (!move) return;
  hint = move;
  show();
}

/** @param {string} id @param {() => void} act */
const click = (id, act) => byId(id).addEventListener("click", act);
click("new-game", () => newGame.open(play.settings));
click("undo", () => play.undo());
click("hint", ask);
click("resign", () => play.resign());
click("fewer", () => pointer.setLift(pointer.lift?.fewer() ?? null));
click("drop", () => pointer.dropHere());
click("put-back", () => pointer.cancel());
click("turn", () => {
  board.turn();
  show();
});
click("open", () => openGame.open());
click("share", () => table.state && share.open(table.game, table.state));
click("think", () => analysis.think(!analysis.isThinking));
click("whole", () => (analysis.progress === null ? analysis.whole() : analysis.think(analysis.isThinking)));
click("promote", () => {
  table.node.promote();
  table.tell();
});
click("delete", async () => {
  const { node } = table;
  const { following } = node;
  const question = `Delete ${node.move} and the ${following === 1 ? "move" : `${following} moves`} after it?`;
  if (following && !(await asks(question, "Delete"))) return;
  node.remove();
  table.goTo(node.parent);
});
byId("lines").addEventListener("change", (event) => {
  analysis.setLines(Number(/** @type {HTMLSelectElement} */ (event.target).value));
});
// As it is written: whoever leaves the page or opens another game loses nothing.
byId("comment").addEventListener("input", (event) => {
  const text = /** @type {HTMLTextAreaElement} */ (event.target).value.trim();
  table.node.comments = text ? [text] : [];
  moves.draw(table);
  remember();
});
byId("marks").addEventListener("click", (event) => {
  const { mark } = /** @type {HTMLElement} */ (event.target).dataset;
  if (!mark) return;
  table.node.marks = table.node.marks === mark ? "" : mark;
  show();
  remember();
});
byId("kinds").addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  const kind = /** @type {import("./pointer.js").Kind | undefined} */ (button?.dataset.kind);
  if (kind) pointer.choose(kind);
});
for (const button of document.querySelectorAll("button[data-mode]")) {
  const { mode: next } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => setMode(next === "analyse" ? "analyse" : "play"));
}
for (const button of document.querySelectorAll("[data-go]")) {
  const { go } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => table.goTo(walks[/** @type {keyof typeof walks} */ (go)]()));
}

// ---- Light and dark ----

// What was chosen before is already there: `start.js` reads it, under the same name, and an engine
// that serves the page writes it into the page.
const THEME = "tak-board-theme";
const root = document.documentElement;

function tellServer() {
  const { theme } = root.dataset;
  if (theme && isServed()) document.cookie = `${THEME}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

// Browsers forget cookies sooner than what they store.
tellServer();
click("theme", () => {
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  keep("localStorage", THEME, root.dataset.theme);
  tellServer();
});

// ---- A page that is loaded again goes on ----

const GAME = "tak-board-game";

/** @returns {Snapshot} */
const snapshot = () => ({
  ptn: table.game.toPtn(),
  mode,
  settings: play.settings,
  left: play.clock?.now ?? null,
  isTurned: board.isTurned,
  line: table.node.line,
  lines: analysis.lines,
  isThinking: analysis.isThinking,
});

/** Each tab remembers its own game. */
function remember() {
  // Before the engine has answered, what is kept is still to come.
  if (table.state) keep("sessionStorage", GAME, snapshot());
}

/** Keeps the game that another one takes the place of: it can be had again. */
function setAside() {
  // A link may be opened before the game that the tab had is back.
  earlier.add(table.state ? snapshot() : kept("sessionStorage", GAME));
}

/** Puts back a game that was set aside. @param {Snapshot} last */
async function restore(last) {
  setAside();
  if (await goOn(last)) earlier.remove(last);
}

/** Opens the game that the address holds. Whether there was one that can be opened. */
async function openLink() {
  const packed = location.hash.slice(1);
  if (!packed) return false;
  const isOpened = await openGame.read(`ptn.ninja/${packed}`);
  forgetLink();
  return isOpened;
}

/** From here on the game is this tab's own: loaded again, it goes on with what was done to it. */
const forgetLink = () => history.replaceState(null, "", location.pathname + location.search);

/**
 * Goes on with a game; without one, with a new one.
 * @param {Snapshot | null} last
 * @returns {Promise<boolean>} Whether it lies on the table.
 */
async function goOn(last) {
  const turn = ++openings;
  const record = last && (await session.record(last.ptn));
  if (openings !== turn) return false;
  if (!record || record.error) {
    if (last && table.state) openGame.say(last.ptn, record?.error ?? "This game cannot be read.");
    else await begin(settings);
    return false;
  }
  if (last.isTurned !== board.isTurned) board.turn();
  analysis.isThinking = last.isThinking ?? true;
  analysis.lines = last.lines ?? analysis.lines;
  byId("lines", HTMLSelectElement).value = String(analysis.lines);
  byId("left-out").textContent = "";
  if (last.mode === "play") return goOnPlaying(record, last, turn);
  play.goOn({ ...settings, ...last.settings }, last.left);
  await analyse(record, last.line);
  return true;
}

/**
 * @param {any} record
 * @param {Snapshot} last
 * @param {number} turn What `openings` is while no other game is begun or opened.
 */
async function goOnPlaying(record, last, turn) {
  if (mode !== "play") setMode("play");
  // No clock runs, and nobody moves, before the game lies on the table.
  play.turnOn(false);
  play.goOn({ ...settings, ...last.settings }, last.left);
  const game = Game.of(record);
  session.setRules(game.rules);
  await Promise.all(game.root.end.path.map(async (node) => {
    node.state = await session.ask(`state ${game.position(node)}`);
  }));
  if (openings !== turn) return false;
  await table.open(game, game.end);
  play.turnOn(mode === "play");
  return true;
}

window.addEventListener("hashchange", openLink);
// The clocks as they are then.
window.addEventListener("pagehide", remember);
setMode("play");
// Behind the words about a link that cannot be read lies the game as it was.
if (!(await openLink())) await goOn(kept("sessionStorage", GAME));
