// Games: by clicks, by touch, by drags and keys, on the clock.

import assert from "node:assert/strict";
import { end, faults, open, SECONDS, serve, server } from "./browser.js";
import { ask, begin, CLICK, moves, myTurn, openText, play, square, TAP } from "./player.js";

/** All spreads of a position. */
const spreads = (state) => Object.values(state.spreads).flatMap((ways) => Object.values(ways).flatMap((drops) => Object.values(drops)));

/** The squares beside another one. */
function beside(name) {
  const [x, y] = [name.charCodeAt(0), Number(name[1])];
  return [[0, 1], [0, -1], [1, 0], [-1, 0]].map(([dx, dy]) => String.fromCharCode(x + dx) + (y + dy));
}

/** A move that leads to a crush, then to a spread over squares, then to the end. */
function choose(state, done) {
  const own = state.side === "white" ? "1" : "2";
  const [crush] = state.crushes;
  if (crush) return crush;
  const far = spreads(state).find((move) => /\d\d$/.test(move));
  if (done.crush && far && !done.far) return far;
  const walls = Object.keys(state.stacks).filter((name) => state.stacks[name].endsWith("S"));
  const mine = walls.filter((name) => beside(name).some((next) => state.places[next]));
  if (!done.crush && !state.opening) {
    const cap = Object.keys(state.stacks).find((name) => state.stacks[name].endsWith(`${own}C`));
    const room = cap ? beside(cap) : mine.flatMap(beside);
    const free = room.find((name) => state.places[name]);
    if (cap && free) return state.places[free].wall;
    if (!cap && free) return state.places[free].capstone;
    const [middle] = ["c3", "b3", "c2", "d3", "c4"].filter((name) => state.places[name]);
    if (!cap) return state.places[middle ?? Object.keys(state.places)[0]].wall;
  }
  return Object.values(state.places)[0]?.flat ?? spreads(state)[0];
}

/** A whole game against the engine at level 3. */
async function wholeGame(page, press) {
  const done = { crush: false, far: false };
  const size = 5;
  for (let plies = 0; await myTurn(page, plies); plies += 2) {
    const before = await moves(page);
    assert.equal(before.length, plies);
    const state = await ask(page, { size, moves: before });
    const move = choose(state, done);
    done.crush ||= state.crushes.includes(move);
    done.far ||= /\d\d$/.test(move);
    await play(page, move, press);
    await page.waitForFunction((plies) => document.querySelectorAll("#moves > button").length > plies, plies);
    assert.equal((await moves(page))[plies], move);
  }
  assert.ok(done.crush && done.far, JSON.stringify(done));
  const all = await moves(page);
  const state = await ask(page, { size, moves: all });
  const result = await page.textContent("#moves .result");
  assert.equal(result, state.result);
  const says = await page.textContent("#says");
  assert.ok(says.includes(`(${result})`), says);
  const road = await page.$$eval(".square.road", (squares) => squares.length);
  assert.equal(road, state.road.length);
}

export async function game() {
  const page = await open();
  await begin(page, { size: "5", you: "white", level: "3" });
  // What is not legal cannot be made: in the opening there are only flats.
  assert.ok(await page.locator("[data-kind=wall]").isDisabled());
  await wholeGame(page, CLICK);
}

export async function phone() {
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  await page.tap("#new-game");
  assert.ok(await fits());
  await page.tap("#new-dialog [value=start]");
  const { y, height } = await page.locator("#board").boundingBox();
  assert.ok(y >= 0 && y + height <= 740, `the board is seen: ${y}, ${height}`);
  const small = await page.$$eval("button", (buttons) => {
    const boxes = buttons.map((button) => button.getBoundingClientRect()).filter(({ width }) => width);
    return boxes.filter(({ width, height }) => width < 40 || height < 40).length;
  });
  assert.equal(small, 0, "every button is large enough for a finger");
  await wholeGame(page, TAP);
  await page.tap("[data-mode=analyse]");
  assert.ok(await fits());
}

export async function hands() {
  const page = await open();
  await begin(page, { size: "4", you: "both", opening: "no-swap" });
  for (const [index, move] of ["b2", "b3", "b2+", "a1"].entries()) {
    await play(page, move);
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
  const shown = (text) => page.waitForFunction((text) => document.querySelector("#moves [aria-current=true]")?.textContent === text, text);
  // A drag drops one piece on each square that it passes and the rest at its end.
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle("b3")));
  await page.mouse.down();
  await page.mouse.move(...(await middle("c3")), { steps: 4 });
  await page.mouse.move(...(await middle("d3")), { steps: 4 });
  assert.equal(await square(page, "c3").locator(".piece").count(), 1, "shown before it is played");
  assert.equal((await moves(page)).length, 4);
  await page.mouse.up();
  await shown("2b3>11");
  await page.click("#undo");
  await shown("a1");
  // With the keys alone.
  await square(page, "b3").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  assert.match(await page.textContent("#hand-text"), /^1 piece/);
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+Enter");
  await shown("2b3<");
  assert.match(await page.textContent("#says"), /2 pieces from b3 left/);
  assert.match(await square(page, "a3").getAttribute("aria-label"), /a3, White flat on a stack of 2/);
  await page.keyboard.press("u");
  await shown("a1");
  // The footer names every key.
  const keys = await page.textContent("footer details");
  for (const key of ["arrows", "Enter", "Space", "Shift+Enter", "1–8", "Esc", "F", "S", "W", "C", "←", "→", "PageUp", "PageDown", "Home", "End", "N", "O", "U", "H"]) {
    assert.ok(keys.match(/[\w←→+–]+/g).includes(key), `${key} in ${keys}`);
  }
  // A hint is shown and not played.
  await page.click("#hint");
  await page.waitForSelector(".arrow");
  assert.equal((await moves(page)).length, 4);
  // The next piece is a flat again.
  await page.click("[data-kind=wall]");
  await square(page, "c1").click();
  await shown("Sc1");
  assert.equal(await page.getAttribute("[data-kind=flat]", "aria-pressed"), "true");
  await page.click("#undo");
  await shown("a1");
  await page.click("#resign");
  await page.waitForSelector("#says.over");
  for (const _ of [1, 2]) {
    assert.match(await page.textContent("#says"), /Black wins by resignation \(0-1\)/);
    await page.reload();
    await page.waitForSelector("#says.over");
  }
  // So may Black before the first move.
  await begin(page, { size: "4", you: "black", level: "1" });
  assert.ok(await myTurn(page, 1));
  await page.click("#resign");
  await page.waitForSelector("#says.over");
  assert.match(await page.textContent("#says"), /White wins by resignation \(1-0\)/);
}

/** Drags by a finger, which a page must not take for scrolling. */
export async function fingers() {
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await begin(page, { size: "4", you: "both", opening: "no-swap" });
  for (const [index, move] of ["b2", "b3", "b2+", "a1"].entries()) {
    await play(page, move, TAP);
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
  const finger = await page.context().newCDPSession(page);
  const touch = async (type, name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    const touchPoints = type === "touchEnd" ? [] : [{ x: x + width / 2, y: y + height / 2 }];
    await finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const scrolled = () => page.evaluate(() => [scrollX, scrollY]);
  const before = await scrolled();
  await touch("touchStart", "b3");
  await touch("touchMove", "c3");
  await touch("touchMove", "d3");
  // Shown before it is played.
  await page.waitForFunction(() => ["c3", "d3"].every((name) => document.querySelectorAll(`[data-square=${name}] .piece`).length === 1));
  assert.equal((await moves(page)).length, 4);
  await touch("touchEnd", "d3");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent === "2b3>11");
  // Up and down, where a page would scroll.
  for (const name of ["a1", "a2"]) await touch(name === "a1" ? "touchStart" : "touchMove", name);
  await touch("touchEnd", "a2");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent === "a1+");
  assert.deepEqual(await scrolled(), before);
  // Who lets go where nothing can fall has thought better of it.
  for (const name of ["a2", "c4"]) await touch(name === "a2" ? "touchStart" : "touchMove", name);
  await touch("touchEnd", "c4");
  await page.waitForTimeout(SECONDS / 4);
  assert.equal((await moves(page)).length, 6);
}

/** Who looks back does not stop the game. */
export async function back() {
  const page = await open();
  await begin(page, { size: "6", level: "0", clock: "3+2" });
  await play(page, "a1");
  await page.waitForFunction(() => /The engine thinks/.test(document.querySelector("#says").textContent));
  await page.click("[data-go=back]");
  await page.waitForFunction(() => /earlier position while the engine thinks/.test(document.querySelector("#says").textContent));
  // What it plays is shown, since the user's clock runs then.
  assert.ok(await myTurn(page, 2));
  assert.equal((await moves(page)).length, 2);
  assert.equal(await page.locator("#moves > button[aria-current=true]").textContent(), (await moves(page))[1]);
  // From a variation, too, there is a way back.
  await page.click("[data-mode=analyse]");
  await page.click("#ask-yes");
  await page.click("[data-go=start]");
  await page.waitForFunction(() => !document.querySelector("#moves [aria-current=true]"));
  await play(page, "c3");
  await page.waitForSelector("#moves .aside [aria-current=true]");
  await page.click("[data-mode=play]");
  assert.match(await page.textContent("#says"), /another line.*: » goes back to the game/);
  await page.click("[data-go=end]");
  await page.waitForSelector(".board.active");
  // Who only watches may look at what was.
  await begin(page, { size: "4", you: "none", level: "1", clock: "" });
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length >= 2);
  await page.click("[data-go=start]");
  const seen = (await moves(page)).length;
  await page.waitForFunction((seen) => document.querySelectorAll("#moves > button").length > seen + 1, seen);
  assert.equal(await page.locator("#moves [aria-current=true]").count(), 0, "the board stays where it is");
  assert.match(await page.textContent("#says"), /» goes back to the game/);
  await page.click("[data-go=end]");
  await page.waitForSelector("#moves [aria-current=true]");
}

/** What was tried instead of a move is no part of the game once that is taken back. */
export async function tried() {
  const page = await open();
  await begin(page, { size: "5", you: "white", level: "1" });
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  await play(page, "c3");
  assert.ok(await myTurn(page, 4));
  const before = await moves(page);
  await page.click("[data-mode=analyse]");
  await page.locator("#moves > button").nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll("#moves > button")[1].getAttribute("aria-current") === "true");
  const other = before[1] === "d4" ? "b4" : "d4";
  await play(page, other);
  await page.waitForSelector("#moves .aside [aria-current=true]");
  await page.click("[data-mode=play]");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await page.waitForSelector("#board.active");
  await page.waitForTimeout(SECONDS);
  assert.deepEqual(await moves(page), before.slice(0, 2));
  assert.ok(await page.locator("#board.active").count());
}

export async function clocks() {
  const page = await open();
  await begin(page, { size: "5", level: "1", clock: "3+2" });
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  assert.equal(await page.isDisabled("#hint"), true, "no advice in a game with clocks");
  const left = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("tak-board-game")).left);
  await page.waitForTimeout(1.5 * SECONDS);
  await page.reload();
  assert.ok(await myTurn(page, 2));
  const { white, black } = await left();
  assert.ok(white < 178.7 * SECONDS && white > 120 * SECONDS, `White has ${white} ms left`);
  assert.ok(black <= 182 * SECONDS, `Black has ${black} ms left`);
  assert.match(await page.textContent("[data-clock=white]"), /^2:\d\d$/);
}

export async function flags() {
  const old = await serve();
  const page = await open({}, old.address);
  faults.length = 0;
  await begin(page, { size: "5", level: "1", clock: "3+2" });
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  /** As if White had that much time. */
  const leave = async (left) => {
    await page.evaluate((left) => {
      // The page keeps its clocks when it goes.
      addEventListener("pagehide", () => {
        const kept = JSON.parse(sessionStorage.getItem("tak-board-game"));
        kept.left.white = left;
        sessionStorage.setItem("tak-board-game", JSON.stringify(kept));
      });
    }, left);
    await page.reload();
    assert.ok(await myTurn(page, 2));
  };
  await leave(12 * SECONDS);
  await end(old);
  await page.waitForSelector("#engine[data-status=gone]");
  const shown = () => page.textContent("[data-clock=white]");
  const stopped = await shown();
  await page.waitForTimeout(5 * SECONDS);
  assert.equal(await shown(), stopped, "no clock runs while nobody can move");
  const again = await serve(old.port);
  await page.waitForSelector("#engine[data-status=ready]");
  assert.ok(await myTurn(page, 2), "time was not lost");
  await page.waitForSelector("#says.over", { timeout: 30 * SECONDS });
  assert.match(await page.textContent("#says"), /Black wins on time \(0-1\)\. The engine wins\. Undo goes on without clocks\./);
  assert.equal(await page.locator(".board.active").count(), 0);
  await page.click("#share");
  assert.match(await page.inputValue("#share-ptn"), /\[Result "0-1"\]\n\[Termination "time forfeit"\]/);
  await page.keyboard.press("Escape");
  await page.click("#undo");
  await page.waitForSelector(".board.active");
  assert.equal(await page.locator("[data-clock]").count(), 0, "no clock ends the game again");
  await page.reload();
  assert.ok(await myTurn(page, 2));
  assert.equal(await page.locator("[data-clock]").count(), 0);
  // The next game has the clocks that were chosen; one that was opened has none.
  await page.click("#new-game");
  assert.equal(await page.inputValue("#new-dialog [name=clock]"), "3+2");
  await page.click("#new-dialog [value=start]");
  await page.waitForSelector("[data-clock]");
  await openText(page, '[Size "5"] 1. a1 e5 2. c3');
  await page.waitForSelector("#open-dialog", { state: "hidden" });
  await page.click("button[data-mode=play]");
  assert.equal(await page.locator("[data-clock]").count(), 0);
  await end(again);
  faults.length = 0; // A browser notes each connection that fails.
}

/** A hint is gone once a move is played, also where that ends the game. */
export async function hinted() {
  const page = await open();
  const says = (words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);
  const playHint = async () => {
    await page.click("#hint");
    await page.waitForSelector(".arrow");
    await square(page, /^Hint: flat.* on (\w\d)\.$/.exec(await page.textContent("#says"))[1]).click();
  };
  await begin(page, { size: "5", level: "0" });
  await playHint();
  await says("The engine thinks");
  assert.equal(await page.locator(".arrow").count(), 0);
  await begin(page, { size: "3", you: "both", opening: "no-swap" });
  for (const [index, move] of ["a1", "a3", "b1", "b3"].entries()) {
    await play(page, move);
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
  await playHint();
  await says("White wins by a road");
  assert.equal(await page.locator(".arrow").count(), 0);
}

/** Keys do nothing behind a dialog, whatever has the focus. */
export async function behind() {
  const page = await open();
  await begin(page, { size: "5", you: "both" });
  await play(page, "a1");
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 1);
  await page.keyboard.press("n");
  await page.waitForSelector("#new-dialog[open]");
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ["u", "o", "ArrowLeft"]) await page.keyboard.press(key);
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#new-dialog", { state: "hidden" });
  assert.deepEqual(await moves(page), ["a1"]);
  assert.equal(await page.textContent("#moves [aria-current=true]"), "a1");
  // As soon as it is closed they do again.
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 0);
}

/** Keys that have nothing to place, and clicks and keys without a pointer. */
export async function unpointed() {
  const page = await open();
  await begin(page, { size: "5", you: "both" });
  // Only flats are placed in the opening.
  for (const key of ["s", "w", "c"]) await page.keyboard.press(key);
  assert.equal(await page.getAttribute("[data-kind=flat]", "aria-pressed"), "true");
  // As a screen reader does it.
  await page.waitForSelector("#board.active");
  await page.evaluate(() => document.querySelector("[data-square=c3]").click());
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 1);
  await page.evaluate(() => document.querySelector("[data-square=d4]").focus());
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 2);
  assert.deepEqual(await moves(page), ["c3", "d4"]);
}

const says = (page, words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);

/** Waits for that many moves. */
const moved = (page, count) => page.waitForFunction((count) => document.querySelectorAll("#moves > button").length >= count, count);

/** Waits for the names of both beside the board. */
async function named(page, white, black) {
  const shows = ([id, name]) => document.querySelector(`#${id} .name`)?.textContent === name;
  for (const side of [["near", white], ["far", black]]) await page.waitForFunction(shows, side);
}

/** A game of two levels: it may rest, and go slowly or fast. */
export async function watched() {
  const page = await open();
  await page.click("#new-game");
  assert.ok(await page.locator("#new-dialog [name=blackLevel]").isHidden());
  await page.click("#new-dialog [data-close]");
  assert.ok(await page.locator("#pause").isHidden());
  await begin(page, { size: "5", you: "none", level: "1", blackLevel: "3" });
  await named(page, "Engine, level 1", "Engine, level 3");
  await moved(page, 2);
  await page.click("#pause");
  await says(page, "Paused.");
  const rests = async (milliseconds) => {
    const before = (await moves(page)).length;
    await page.waitForTimeout(milliseconds);
    assert.equal((await moves(page)).length, before);
    return before;
  };
  const before = await rests(2.5 * SECONDS);
  // One may look back meanwhile.
  await page.click("[data-go=start]");
  await page.click("[data-go=end]");
  await says(page, "Paused.");
  // Or learn something, or come back later.
  await page.click("[data-mode=learn]");
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 16);
  await page.click("[data-mode=play]");
  await says(page, "Paused.");
  await page.reload();
  await says(page, "Paused.");
  assert.equal((await moves(page)).length, before);
  await page.selectOption("#pace", "350");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("p");
  await moved(page, before + 3);
  await page.selectOption("#pace", "3000");
  // The move that is under way still comes fast.
  await moved(page, (await moves(page)).length + 1);
  await rests(1.5 * SECONDS);
  // Loaded again it goes on, at the same levels and as slowly.
  await page.reload();
  await page.waitForSelector("#pause", { state: "visible" });
  assert.equal(await page.inputValue("#pace"), "3000");
  await named(page, "Engine, level 1", "Engine, level 3");
  await page.click("#share");
  assert.match(await page.inputValue("#share-ptn"), /\[Player1 "Tak engine, level 1"\]\s+\[Player2 "Tak engine, level 3"\]/);
  await page.keyboard.press("Escape");
  // Who moves at once loses no time, however slowly it is shown.
  await begin(page, { blackLevel: "1", clock: "3+2" });
  await moved(page, 4);
  const { black } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("tak-board-game")).left);
  assert.ok(black > 180 * SECONDS && black <= 184 * SECONDS, `Black has ${black} ms left`);
}

/** A game of the page's engine and one at that address, which has that side; or of two such. */
async function invite(page, address, side, otherAddress = "") {
  await page.click("#new-game");
  await page.check("#new-dialog [name=you][value=none]", { force: true });
  await page.evaluate(() => (document.querySelector("#new-dialog details").open = true));
  await page.fill("#new-dialog [name=whiteAt]", side === "white" ? address : otherAddress);
  await page.fill("#new-dialog [name=blackAt]", side === "black" ? address : otherAddress);
  await page.click("#new-dialog [value=start]");
}

/** Only engines on this machine can be reached, and the dialog says how they are named. */
async function addresses(page) {
  const field = page.locator("#new-dialog [name=whiteAt]");
  const told = {
    "WS://localhost:1/": "", "ws://127.0.0.1:7732": "", "ws://localhost": "",
    "wss://localhost:1": "Name", "ws://localhost:@example.org/": "Name", "ws://a@localhost": "Name", "ws://localhost:1/#x": "Name", "ws://[::1]:7732/": "Name",
  };
  for (const [address, message] of Object.entries(told)) {
    await field.fill(address);
    assert.equal(await field.evaluate((field) => field.validationMessage.slice(0, 4)), message, address);
    assert.ok(await page.locator("#new-dialog [name=level]").isDisabled(), "an engine elsewhere has no level of ours");
  }
  await field.fill("");
  assert.ok(await page.locator("#new-dialog [name=level]").isEnabled());
}

/** Engines at addresses of their own: one that goes and comes back, and one that knows no rules. */
export async function guests() {
  const other = await serve();
  const page = await open();
  const address = `ws://127.0.0.1:${other.port}`;
  await page.evaluate(() => localStorage.setItem("tak-board-pace", "350"));
  await page.reload();
  await page.waitForSelector("#board.active");
  await page.click("#new-game");
  await page.check("#new-dialog [name=you][value=none]", { force: true });
  await page.click("#new-dialog summary");
  await addresses(page);
  await page.fill("#new-dialog [name=whiteAt]", "wss://tak.example.org");
  await page.click("#new-dialog [value=start]");
  assert.ok(await page.locator("#new-dialog[open]").count());
  await page.fill("#new-dialog [name=whiteAt]", address);
  await page.selectOption("#new-dialog [name=blackLevel]", "1");
  await page.click("#new-dialog [value=start]");
  await named(page, `Engine at 127.0.0.1:${other.port}`, "Engine, level 1");
  await moved(page, 4);
  const second = await serve();
  await invite(page, address, "white", `ws://localhost:${second.port}`);
  await named(page, `Engine at 127.0.0.1:${other.port}`, `Engine at localhost:${second.port}`);
  await moved(page, 3);
  await end(second);
  await invite(page, address, "white");
  await named(page, `Engine at 127.0.0.1:${other.port}`, "Engine, level 1");
  await moved(page, 4);
  await end(other);
  // A move that it had found before is still played.
  await page.waitForTimeout(SECONDS);
  await says(page, `No engine answers at ${address}.`);
  const before = (await moves(page)).length;
  await page.waitForTimeout(SECONDS);
  assert.equal((await moves(page)).length, before);
  const again = await serve(other.port);
  await moved(page, before + 2);
  await end(again);
  // Only now, since the sockets of a page with routes are Playwright's, which speak on to an engine
  // that is leaving.
  /** What the page's engine says of positions, while that is held back. @type {(() => void)[] | null} */
  let held = null;
  await page.routeWebSocket(({ port }) => port === String(server.port), (socket) => {
    socket.connectToServer().onMessage((line) => {
      if (held && /^state /.test(line)) held.push(() => socket.send(line));
      else socket.send(line);
    });
  });
  const heard = [];
  let holds = false;
  let answer = "Fc3";
  await page.routeWebSocket("ws://localhost:1/", (socket) => {
    socket.onMessage((line) => {
      heard.push(line);
      if (line === "tei") socket.send("option name MultiPV type spin default 1 min 1 max 8\nteiok");
      if (holds && line.startsWith("go")) held ??= [];
      if (line.startsWith("go")) socket.send(`bestmove ${answer}`);
    });
  });
  await page.reload();
  await page.waitForSelector("#engine[data-status=ready]");
  await invite(page, "ws://localhost:1/", "white");
  // As PTN writes it.
  await page.waitForFunction(() => document.querySelector("#moves > button")?.textContent === "c3");
  answer = "z9";
  heard.length = 0;
  await invite(page, "ws://localhost:1/", "black");
  await page.waitForSelector("#says.over");
  const lost = /White wins, since z9 is no legal move \(1-0\)/;
  assert.match(await page.textContent("#says"), lost);
  assert.deepEqual(heard.filter((line) => line.startsWith("setoption")), ["setoption name MultiPV value 1"], "only what it has");
  await page.reload();
  await page.waitForSelector("#says.over");
  assert.match(await page.textContent("#says"), lost);
  // What was played in one game is nothing in the next one.
  holds = true;
  await invite(page, "ws://localhost:1/", "white");
  const holding = async (count) => {
    for (let tries = 0; (held?.length ?? 0) < count; tries += 1) {
      assert.ok(tries < 200, "the page asks for a position");
      await page.waitForTimeout(SECONDS / 20);
    }
  };
  await holding(1);
  await page.click("#new-game");
  await page.check("#new-dialog [name=you][value=white]", { force: true });
  await page.click("#new-dialog [value=start]");
  await holding(2);
  holds = false;
  held.forEach((send) => send());
  held = null;
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  // What is there but no engine, and what is no address after all.
  await page.routeWebSocket("ws://localhost:2/", (socket) => socket.send("Welcome!"));
  await invite(page, "ws://localhost:2/", "white");
  await page.waitForFunction(() => document.querySelector("#says").textContent.includes("No engine answers at ws://localhost:2/."), null, { timeout: 40 * SECONDS });
  await page.evaluate(() => (document.querySelector("#new-dialog form").noValidate = true));
  await invite(page, "ws://localhost:3/#x", "white");
  await says(page, "No engine answers at ws://localhost:3/#x.");
  // A browser notes each connection that fails.
  assert.deepEqual(faults.filter((fault) => !/^WebSocket connection to .* failed/.test(fault)), []);
  faults.length = 0;
}

/** No time is lost while an engine elsewhere is gone. */
export async function absent() {
  const page = await open();
  let isThere = true;
  await page.routeWebSocket("ws://localhost:4/", (socket) => {
    if (!isThere) socket.close();
    socket.onMessage((line) => {
      if (line === "tei") socket.send("teiok");
      if (!line.startsWith("go")) return;
      socket.send("bestmove e5");
      isThere = false;
      socket.close();
    });
  });
  // White is slow enough for the page to see that Black has gone.
  await page.evaluate(() => localStorage.setItem("tak-board-pace", "2000"));
  await page.reload();
  await page.waitForSelector("#board.active");
  await begin(page, { size: "5", you: "none", level: "1", clock: "3+2" });
  await invite(page, "ws://localhost:4/", "black");
  await moved(page, 3);
  await says(page, "No engine answers at ws://localhost:4/.");
  const shown = await page.textContent("[data-clock=black]");
  await page.waitForTimeout(2.5 * SECONDS);
  assert.equal(await page.textContent("[data-clock=black]"), shown);
}

/** Somebody who has never chosen is offered the weakest engine. */
export async function firstLevel() {
  const page = await open();
  await page.click("#new-game");
  assert.equal(await page.inputValue("#new-dialog [name=level]"), "1");
}
