// The engine's own page, used as people use it. Ends with an error if anything is wrong.
//
//   node board.js SCENARIO ENGINE CHROMIUM [FOLDER]

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [scenario, engine, executablePath, folder] = process.argv.slice(2);
const SECONDS = 1000;

// ---- The engine and the browser ----

const children = [];

// What is left running would keep whoever reads the errors waiting.
process.on("uncaughtException", (error) => {
  console.error(error);
  children.forEach((child) => child.kill("SIGKILL"));
  process.exit(1);
});

/** Starts the engine, on any port or on that one. */
async function serve(port = 0, ...options) {
  const child = spawn(engine, ["serve", "--listen", `127.0.0.1:${port}`, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^ *(http:\S+)/.exec(line)?.[1];
    if (!address) continue;
    child.stdout.resume();
    return { child, address, port: Number(new URL(address).port) };
  }
  throw new Error("the engine says no address");
}

async function end({ child }) {
  child.kill();
  await once(child, "exit");
}

const server = await serve();
const browser = await chromium.launch({
  executablePath,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** What no page may do, for whatever reason. */
const faults = [];

/** Opens the page. Whatever it asks for comes from the engine, and it never complains. */
async function open(options = {}, address = server.address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(20 * SECONDS);
  const page = await context.newPage();
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = url.hostname === "127.0.0.1" && url.port === new URL(address).port;
    if (!isOwn && url.protocol !== "blob:") faults.push(`asked for ${url}`);
  });
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(`${error.stack}`));
  await page.goto(address);
  await page.waitForSelector("#engine[data-status=ready]");
  await page.waitForFunction(() => document.querySelector("#says").textContent.includes("White"));
  return page;
}

// ---- What a player does ----

/** Starts a game as the dialog offers it. */
async function begin(page, choices = {}) {
  await page.click("#new-game");
  for (const [name, value] of Object.entries(choices)) {
    const field = page.locator(`#new-dialog [name="${name}"]`);
    if ((await field.first().evaluate((node) => node.tagName)) === "SELECT") {
      await field.selectOption(value);
    } else {
      await page.locator(`#new-dialog [name="${name}"][value="${value}"]`).check({ force: true });
    }
  }
  await page.click("#new-dialog [value=start]");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
}

/** The moves of the main line as the page lists them. */
const moves = (page) => page.$$eval("#moves > button", (buttons) => buttons.map((each) => each.firstChild.textContent));

/** What the engine says about a position, over a connection of the test's own. */
function ask(page, position) {
  return page.evaluate((question) => {
    const address = new URL(".", location.href);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    return new Promise((resolve) => {
      socket.onopen = () => socket.send(question);
      socket.onmessage = ({ data }) => {
        if (!data.startsWith("state ")) return;
        resolve(JSON.parse(data.slice(6)));
        socket.close();
      };
    });
  }, `teinewgame size ${position.size}\nstate startpos moves ${position.moves.join(" ")}`);
}

const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** A way to press something: a click of the mouse, or a finger. */
const CLICK = (locator) => locator.click();
const TAP = (locator) => locator.tap();

/** Makes a move, square by square. */
async function play(page, move, press = CLICK) {
  const [, count, letter, from, direction, drops] = /^(\d?)([SC]?)([a-h]\d)([-+<>]?)(\d*)$/.exec(move);
  if (!direction) {
    const kind = { S: "wall", C: "capstone" }[letter] ?? "flat";
    const isFree = await page.locator(`[data-kind=${kind}]`).isEnabled();
    if (isFree) await press(page.locator(`[data-kind=${kind}]`));
    await press(square(page, from));
    return;
  }
  await press(square(page, from));
  const carried = Number(count || 1);
  while (Number(/^\d+/.exec(await page.textContent("#hand-text"))?.[0]) > carried) await press(square(page, from));
  const [file, rank] = { "+": [0, 1], "-": [0, -1], ">": [1, 0], "<": [-1, 0] }[direction];
  let [x, y] = [from.charCodeAt(0), Number(from[1])];
  for (const drop of drops || count || "1") {
    [x, y] = [x + file, y + rank];
    for (let left = Number(drop); left > 0; left -= 1) {
      // The rest falls by itself where it can go nowhere else.
      const isOver = await page.locator("#hand").isHidden();
      if (!isOver) await press(square(page, `${String.fromCharCode(x)}${y}`));
    }
  }
}

/** Waits until it is the user's turn again, or the game is over. */
async function myTurn(page, plies) {
  await page.waitForFunction((plies) => {
    const shown = document.querySelectorAll("#moves > button").length;
    const isOver = document.querySelector("#says").classList.contains("over");
    return isOver || (shown >= plies && document.querySelector("#board").classList.contains("active"));
  }, plies, { timeout: 60 * SECONDS });
  return !(await page.locator("#says.over").count());
}

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

const GAME = `[Size "5"]
[Komi "2"]
[Player1 "Ada"]
[Player2 "Bob"]

{Two who know each other.}
1. a1 e5 $3 {corners} (1... a5 2. c3! {the middle} (2. c2 c3) 2... d3)
2. c3 c4? 3. d3 b3 4. c2 Cd4 5. d2' R-0
`;

async function openText(page, text) {
  await page.click("#open");
  await page.fill("#open-text", text);
  await page.click("#open-now");
}

/** A game in a few moves from the start, which differs in nothing else. */
const plain = (ptn) => ptn.replace(/\s+/g, " ").trim();

// ---- The scenarios ----

const scenarios = {
  async game() {
    const page = await open();
    await begin(page, { size: "5", you: "white", level: "3" });
    // What is not legal cannot be made: in the opening there are only flats.
    assert.ok(await page.locator("[data-kind=wall]").isDisabled());
    await wholeGame(page, CLICK);
  },

  async phone() {
    const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await fits());
    await page.tap("#new-game");
    assert.ok(await fits());
    await page.tap("#new-dialog [value=start]");
    const small = await page.$$eval("button", (buttons) => {
      const boxes = buttons.map((button) => button.getBoundingClientRect()).filter(({ width }) => width);
      return boxes.filter(({ width, height }) => width < 40 || height < 40).length;
    });
    assert.equal(small, 0, "every button is large enough for a finger");
    await wholeGame(page, TAP);
    await page.tap("[data-mode=analyse]");
    assert.ok(await fits());
  },

  async analysis() {
    const page = await open();
    await openText(page, GAME);
    await page.waitForSelector("#found b:not(:empty)");
    const listed = await page.textContent("#moves");
    for (const part of ["Two who know each other.", "e5!!", "corners", "the middle", "c2", "c4?", "d2'", "R-0"]) {
      assert.ok(listed.includes(part), `${part} in ${listed}`);
    }
    assert.equal(await page.locator("#moves .aside.line .aside.line").count(), 1, "a variation in another");
    assert.ok((await page.textContent("#far")).includes("Bob"));
    // The start of a variation.
    await page.locator("#moves .aside.line button").first().click();
    await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent === "a5");
    await page.waitForFunction(() => document.querySelectorAll("#found b:not(:empty)").length === 3);
    assert.equal(await page.locator(".arrow").count(), 3);
    assert.deepEqual((await page.$$eval(".label", (labels) => labels.map((each) => each.textContent))).sort(), ["1", "2", "3"]);
    await page.waitForFunction(() => /depth [1-9]/.test(document.querySelector("#speed").textContent));
    // All positions: a curve to click on.
    await page.click("#whole");
    await page.waitForSelector("#graph .curve", { state: "attached", timeout: 60 * SECONDS });
    await page.waitForSelector("#progress", { state: "hidden", timeout: 60 * SECONDS });
    assert.equal(await page.locator("#graph .curve").count(), 1, "no position is left out");
    const label = await page.getAttribute("#worth", "aria-label");
    assert.match(label, /White's chances: \d+ %/);
    await page.locator("#graph svg").click({ position: { x: 3, y: 50 } });
    await page.waitForFunction(() => !document.querySelector("#moves [aria-current=true]"));
    // A variation of one's own, with a comment and a mark, and all of it comes back.
    await play(page, "e1");
    await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent === "e1");
    await page.fill("#comment", "another corner");
    await page.click("[data-mark='!?']");
    await page.click("#share");
    await page.waitForFunction(() => document.querySelector("#share-link").value);
    const ptn = await page.inputValue("#share-ptn");
    for (const part of ["{Two who know each other.}", "(1. e1!? {another corner})", "e5 $3 {corners}", "(1... a5 2. c3! {the middle} (2. c2 c3) d3)", "5. d2'", '[Player1 "Ada"]']) {
      assert.ok(plain(ptn).includes(part), `${part} in ${ptn}`);
    }
    const here = await page.inputValue("#share-here");
    assert.match(await page.inputValue("#share-link"), /^https:\/\/ptn\.ninja\//);
    await page.click("#share-dialog .main");
    const other = await open({}, here);
    await other.waitForFunction(() => document.querySelector("#moves").textContent.includes("another corner"));
    await other.click("#share");
    assert.equal(plain(await other.inputValue("#share-ptn")), plain(ptn));
  },

  async lines() {
    const page = await open();
    const shown = (reports) => page.evaluate(async (reports) => {
      const { Lines } = await import(new URL("lines.js", location.href).href);
      const lines = new Lines();
      return reports.map(([rank, move]) => {
        lines.add({ rank, line: [move] });
        return lines.all.map((info) => `${info.rank} ${info.line[0]}`).join(", ");
      });
    }, reports);
    // At each depth the engine names the worst of its lines first.
    assert.deepEqual(await shown([[3, "c1"], [2, "b1"], [1, "a1"], [3, "a1"], [2, "d1"], [1, "c1"]]), [
      "3 c1",
      "2 b1, 3 c1",
      "1 a1, 2 b1, 3 c1",
      "1 b1, 2 c1, 3 a1",
      "1 b1, 2 d1, 3 a1",
      "1 c1, 2 d1, 3 a1",
    ]);
    assert.deepEqual((await shown([[1, "a1"], [2, "b1"], [3, "c1"], [1, "c1"], [2, "d1"], [4, "c1"]])).slice(3), [
      "1 c1, 2 a1, 3 b1",
      "1 c1, 2 d1, 3 b1",
      "1 d1, 2 b1, 4 c1",
    ]);
  },

  async errors() {
    const page = await open();
    for (const [text, part] of [
      [`[Size "5"]\n1. a1 e5 {${"x".repeat(1.2e6)}}`, "more than 256 KiB"],
      ["\u0001".repeat(250 * 1024), "control characters"],
      ['[Size "5"]\n1. a1 e6', "Line 2, column 7: move `e6`"],
      ['[Size "5"]\n1. a1 a1', "Line 2, column 7"],
      ["https://ptn.ninja/s/abc", "a short link"],
      ["x3/x3 1 1", "TPS"],
      ["P A1,P A1", "move 2"],
      ["", "nothing to open"],
    ]) {
      await openText(page, text);
      await page.waitForFunction((part) => document.querySelector("#open-error").textContent.includes(part), part);
      await page.click("#open-dialog [data-close]");
    }
    // Moves alone are those of a game on the board that is chosen.
    await page.click("#open");
    assert.equal(await page.inputValue("#open-size"), "5");
    await page.selectOption("#open-size", "4");
    await page.fill("#open-text", "1. a1 d4 2. b2 b2");
    await page.click("#open-now");
    await page.waitForFunction(() => document.querySelector("#open-error").textContent.includes("Line 1, column 16"));
    await page.fill("#open-text", "1. a1 d4 2. b2");
    await page.click("#open-now");
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 16);
    assert.deepEqual(await moves(page), ["a1", "d4", "b2"]);
    // A variation is kept up to what is not legal, and that is told.
    await openText(page, '[Size "5"]\n1. a1 e5 (1... a1 2. c3)\n2. c3 (2. c2 Sc9 3. d2) c4\n');
    await page.waitForFunction(() => document.querySelector("#moves").textContent.includes("c2"));
    assert.equal(await page.locator("#moves button").count(), 5);
    const leftOut = await page.textContent("#left-out");
    assert.match(leftOut, /`a1`: .*\(line 2, column 16\); .*`Sc9`: .*\(line 3, column 14\)\.$/);
    // A file, dropped text and a paste are read in the same way.
    await page.click("#open");
    await page.setInputFiles("#open-file", { name: "game.ptn", mimeType: "text/plain", buffer: Buffer.from(GAME) });
    await page.waitForFunction(() => document.querySelector("#moves").textContent.includes("Two who know"));
    assert.equal(await page.textContent("#left-out"), "");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "x3/x,1,x/2,x2 1 2");
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    });
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 9);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "P A1,P F6,P C3 W");
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    });
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 36);
    assert.deepEqual(await moves(page), ["a1", "f6", "Sc3"]);
  },

  async restart() {
    const old = await serve();
    const page = await open({}, old.address);
    faults.length = 0;
    await play(page, "a1");
    assert.ok(await myTurn(page, 2));
    await end(old);
    await page.waitForSelector("#engine[data-status=gone]");
    assert.match(await page.textContent("#says"), /engine has gone.*by itself/);
    assert.equal(await page.locator(".board.active").count(), 0, "no move without an engine");
    const again = await serve(old.port);
    await page.waitForSelector("#engine[data-status=ready]");
    assert.ok(await myTurn(page, 2));
    const before = await moves(page);
    await play(page, ["c3", "b2", "d4"].find((name) => !before.includes(name)));
    assert.ok(await myTurn(page, 4), "the game goes on");
    // The page is loaded again: so it does then.
    const known = await moves(page);
    await page.reload();
    await myTurn(page, 4);
    assert.deepEqual(await moves(page), known);
    await end(again);
    faults.length = 0; // A browser notes each connection that fails.
  },

  async clocks() {
    const page = await open();
    await begin(page, { size: "5", level: "1", clock: "3+2" });
    await play(page, "a1");
    assert.ok(await myTurn(page, 2));
    const left = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("tak-board-game")).left);
    await page.waitForTimeout(1.5 * SECONDS);
    await page.reload();
    assert.ok(await myTurn(page, 2));
    const { white, black } = await left();
    assert.ok(white < 178.7 * SECONDS && white > 120 * SECONDS, `White has ${white} ms left`);
    assert.ok(black <= 182 * SECONDS, `Black has ${black} ms left`);
    assert.match(await page.textContent("[data-clock=white]"), /^2:\d\d$/);
  },

  async hands() {
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
    assert.match(await page.textContent("#says"), /Black wins by resignation \(0-1\)/);
    // So may Black before the first move.
    await begin(page, { size: "4", you: "black", level: "1" });
    assert.ok(await myTurn(page, 1));
    await page.click("#resign");
    await page.waitForSelector("#says.over");
    assert.match(await page.textContent("#says"), /White wins by resignation \(1-0\)/);
  },

  async tabs() {
    const [first, second] = [await open(), await open()];
    await begin(first, { size: "5", level: "10" });
    await begin(second, { size: "3", level: "1", you: "black" });
    await play(first, "a1");
    assert.ok(await myTurn(second, 1));
    await first.click("[data-mode=analyse]");
    await play(second, "b2").catch(() => play(second, "a1"));
    await myTurn(second, 3);
    await first.waitForSelector("#found b:not(:empty)");
    assert.equal(await first.locator(".square").count(), 25);
    assert.equal(await second.locator(".square").count(), 9);
  },

  /** The files in a folder of any web server, with an engine in a worker beside them. */
  async folder() {
    const files = new URL("../../tak-engine/board/", import.meta.url);
    const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    // The lines go to the engine and back: what matters here is how the page speaks.
    const worker = `const socket = new WebSocket("ws://127.0.0.1:${server.port}");
      const early = [];
      onmessage = ({ data }) => socket.readyState === 1 ? socket.send(data) : early.push(data);
      socket.onopen = () => early.forEach((line) => socket.send(line));
      socket.onmessage = ({ data }) => data.trim().split("\\n").forEach((line) => postMessage(line));`;
    const beside = { "engine/worker.js": worker };
    const site = createServer((request, response) => {
      const path = request.url.slice("/tak/".length) || "index.html";
      response.setHeader("Content-Type", types[path.split(".").pop()] ?? "application/json");
      response.end(beside[path] ?? readFileSync(new URL(path, files)));
    });
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const page = await open({}, `http://127.0.0.1:${site.address().port}/tak/`);
    await play(page, "a1");
    assert.ok(await myTurn(page, 2));
    await page.reload();
    assert.ok(await myTurn(page, 2));
    assert.equal((await moves(page)).length, 2);
    site.close();
    site.closeAllConnections();
  },

  async flags() {
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
    assert.match(await page.textContent("#says"), /Black wins on time \(0-1\)\. The engine wins\./);
    assert.equal(await page.locator(".board.active").count(), 0);
    await end(again);
    faults.length = 0; // A browser notes each connection that fails.
  },

  async full() {
    const small = await serve(0, "--max-clients", "1");
    const first = await open({}, small.address);
    const context = await browser.newContext();
    const second = await context.newPage();
    await second.goto(small.address);
    await second.waitForSelector("#engine[data-status=gone]");
    assert.match(await second.textContent("#says"), /no room for another page\. Close one; .* by itself/);
    await first.close();
    await second.waitForSelector("#engine[data-status=ready]");
    await play(second, "a1");
    assert.ok(await myTurn(second, 2));
    await end(small);
    faults.length = 0;
  },

  async links() {
    const page = await open();
    await openText(page, '[Size "4"]\n1. a1 d4 2. b2 c3 3. c2 (3. b3 d2) *');
    await page.click("#share");
    await page.waitForFunction(() => document.querySelector("#share-here").value.includes("#"));
    const link = await page.inputValue("#share-here");
    const other = await open({}, link);
    await other.waitForFunction(() => document.querySelectorAll("#moves button").length === 7);
    await other.click("[data-mark='!']");
    await other.fill("#comment", "so far");
    await other.locator("#moves > button").first().click();
    await other.waitForFunction(() => document.querySelector("#comment").value === "");
    await other.reload();
    await other.waitForFunction(() => document.querySelectorAll("#moves button").length === 7);
    const told = await other.textContent("#moves");
    assert.match(told, /c2!/);
    assert.match(told, /so far/, "what was done to the game is kept");
    // What is no game says so, and the game stays.
    await other.evaluate(() => (location.hash = "garbage"));
    await other.waitForSelector("#open-dialog[open]");
    assert.notEqual(await other.textContent("#open-error"), "");
    await other.keyboard.press("Escape");
    assert.match(await other.textContent("#moves"), /c2!/);
    assert.equal(new URL(other.url()).hash, "", "it is told only once");
    // Loaded again and again before the engine has answered, a game is still there.
    await other.routeWebSocket(/./, () => {});
    for (let round = 0; round < 2; round += 1) await other.reload();
    await other.waitForTimeout(SECONDS / 4);
    await other.reload();
    const left = await other.evaluate(() => JSON.parse(sessionStorage.getItem("tak-board-game")).ptn);
    assert.match(left, /c2! \{so far\}/);
    const lost = await (await browser.newContext()).newPage();
    await lost.goto(`${server.address}#garbage`);
    await lost.waitForSelector("#open-dialog[open]");
    await lost.keyboard.press("Escape");
    await play(lost, "a1");
    assert.ok(await myTurn(lost, 2), "a new game lies behind it");
  },

  async bad() {
    const page = await open();
    await begin(page, { size: "5", you: "both", halfKomi: "5" });
    const line = ["a1", "e5", "c3"];
    for (const [index, move] of line.entries()) {
      await play(page, move);
      await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
    }
    const refused = async (text) => {
      await page.click("#open");
      await page.fill("#open-text", text);
      await page.click("#open-dialog [type=submit]");
      await page.waitForFunction(() => document.querySelector("#open-error").textContent);
      await page.keyboard.press("Escape");
    };
    // Its rules would be others.
    await refused("P F6,P F6");
    // In JSON it is longer than the engine takes.
    await refused("\u0001".repeat(250 * 1024));
    assert.equal(await page.getAttribute("#engine", "data-status"), "ready");
    await play(page, "d3");
    await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 4);
    assert.equal(await page.locator(".square").count(), 25);
    await page.click("#share");
    assert.match(await page.inputValue("#share-ptn"), /\[Komi "2.5"\]/);
    assert.match(await page.inputValue("#share-tps"), /^x4,1\/x5\/x2,1,2,x\/x5\/2,x4 1 3$/);

    // A browser that keeps nothing.
    const context = await browser.newContext();
    await context.addInitScript(() => {
      for (const store of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, store, { get: () => { throw new DOMException("no", "SecurityError"); } });
      }
    });
    const blocked = await context.newPage();
    blocked.on("pageerror", (error) => faults.push(`${error.stack}`));
    await blocked.goto(server.address);
    await blocked.waitForSelector("#engine[data-status=ready]");
    await blocked.click("#theme");
    await play(blocked, "a1");
    assert.ok(await myTurn(blocked, 2));

    // A page that comes in pieces begins when all of it is there.
    const whole = await (await fetch(server.address)).text();
    const cut = whole.indexOf("id=\"kinds\"");
    const slow = createServer(async (request, response) => {
      if (request.url !== "/") {
        const file = await fetch(new URL(request.url, server.address));
        response.writeHead(file.status, { "Content-Type": file.headers.get("Content-Type") });
        return response.end(Buffer.from(await file.arrayBuffer()));
      }
      response.writeHead(200, { "Content-Type": "text/html" });
      response.write(whole.slice(0, cut));
      setTimeout(() => response.end(whole.slice(cut)), SECONDS);
    });
    await new Promise((listens) => slow.listen(0, "127.0.0.1", listens));
    const pieces = await (await browser.newContext()).newPage();
    pieces.on("pageerror", (error) => faults.push(`${error.stack}`));
    await pieces.goto(`http://127.0.0.1:${slow.address().port}/`);
    await pieces.waitForFunction(() => document.querySelectorAll(".square").length === 25);
    slow.close();
    slow.closeAllConnections();

    // A page without its program says so.
    const half = await (await browser.newContext()).newPage();
    await half.route("**/main.js", (route) => route.fulfill({ status: 404 }));
    await half.goto(server.address);
    await half.waitForFunction(() => /could not start\. Load it again/.test(document.querySelector("#says").textContent));
  },

  async looks() {
    const page = await open();
    await page.click("#theme");
    const theme = await page.getAttribute("html", "data-theme");
    assert.match(theme, /^(light|dark)$/);
    // It is there before the program of the page.
    await page.route("**/main.js", (route) => route.abort());
    await page.reload();
    assert.equal(await page.getAttribute("html", "data-theme"), theme);
    await page.unroute("**/main.js");
    faults.length = 0;
    await page.reload();
    await page.waitForSelector("#engine[data-status=ready]");
    // The highest stack there can be.
    await openText(page, `x4,${"12".repeat(50)}1C,x3/x8/x8/x8/x8/x8/x8/x8 2 60`);
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 64);
    assert.equal(await square(page, "e8").locator(".height").textContent(), "101");
    assert.equal(await square(page, "e8").locator(".buried .column > i").count(), 93);
    assert.match(await square(page, "e8").getAttribute("aria-label"), /White capstone on a stack of 101/);
    await square(page, "e8").hover();
    assert.equal(await page.locator("#inspector .whole > i").count(), 101);
    // The stack stays within its square.
    const outer = await square(page, "e8").boundingBox();
    for (const piece of await square(page, "e8").locator(".piece, .column").all()) {
      const inner = await piece.boundingBox();
      assert.ok(inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1, JSON.stringify({ inner, outer }));
    }
    // Black below: a1 lies where h8 did.
    const before = await square(page, "h8").boundingBox();
    await page.click("#turn");
    assert.deepEqual(await square(page, "a1").boundingBox(), before);
  },

  async edits() {
    const page = await open();
    await openText(page, '[Size "5"]\n1. a1 e5 2. c3 (2. b2 b3) (2. d4) d3 *');
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 7);
    const button = (move) => page.locator("#moves button", { hasText: move });
    await button("b2").click();
    await page.waitForFunction(() => !document.querySelector("#promote").disabled);
    await page.click("#promote");
    await page.waitForFunction(() => document.querySelectorAll("#moves > button")[2].firstChild.textContent === "b2");
    await button("d4").click();
    await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]").textContent.startsWith("d4"));
    await page.click("#delete");
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 6);
    await page.click("#share");
    await page.waitForFunction(() => document.querySelector("#share-here").value.includes("#"));
    assert.match(await page.inputValue("#share-ptn"), /1\. a1 e5 2\. b2 \(2\. c3 2\.\.\. d3\) b3|1\. a1 e5 2\. b2 \(2\. c3 d3\) b3/);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#share-file")]);
    assert.match(file.suggestedFilename(), /\.ptn$/);
    await page.keyboard.press("Escape");
    // While the engine thinks, the focus stays where it is …
    await button("e5").focus();
    await page.waitForTimeout(SECONDS);
    assert.equal(await page.evaluate(() => document.activeElement?.firstChild?.textContent), "e5");
    // … and no press is lost, however long: it plays the move that stood there.
    await button("b3").click();
    const current = () => page.locator("#moves [aria-current=true]").evaluate((shown) => shown.firstChild?.textContent);
    await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]").textContent.startsWith("b3"));
    await page.evaluate(() => {
      const list = document.querySelector("#found");
      list?.addEventListener("pointerdown", ({ target }) => (list.dataset.pressed = target.closest("li").querySelector("span").textContent.split(" ")[0]));
    });
    const row = (index) => page.locator("#found button").nth(index);
    const over = async (index) => {
      const { x, y } = await row(index).boundingBox();
      await page.mouse.move(x + 20, y + 10);
    };
    const isThere = () => page.waitForFunction(() => document.querySelectorAll("#found button:not([disabled])").length === 3);
    for (let count = 7; count < 12; count += 1) {
      await isThere();
      await over(1);
      await page.mouse.down();
      await page.waitForTimeout(250);
      await page.mouse.up();
      await page.waitForFunction((count) => document.querySelectorAll("#moves button").length === count, count);
      assert.equal(await current(), await page.getAttribute("#found", "data-pressed"));
    }
    // Who lets go elsewhere has thought better of it.
    await isThere();
    const before = await current();
    await over(0);
    await page.mouse.down();
    await over(2);
    await page.mouse.up();
    await page.waitForTimeout(SECONDS / 4);
    assert.equal(await current(), before);
  },

  /** For the README: one picture each. */
  async pictures() {
    const game = readFileSync(new URL("../../tak-engine/tests/data/game.ptn", import.meta.url), "utf8");
    const save = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
    const light = await open({ viewport: { width: 1180, height: 800 } });
    await openText(light, game);
    await light.click("#whole");
    await light.waitForSelector("#progress", { state: "visible" });
    await light.waitForSelector("#progress", { state: "hidden", timeout: 100 * SECONDS });
    for (let back = 0; back < 11; back += 1) await light.click("[data-go=back]");
    await light.waitForTimeout(6 * SECONDS);
    await save(light, "board-light");

    const dark = await open({ viewport: { width: 1180, height: 800 }, colorScheme: "dark" });
    await begin(dark, { size: "6", you: "both" });
    const line = "a1 f6 c3 c4 d3 d4 e3 Ce4 c3+ d4< b4 b3 b4> d5 Sc2 e5 Cd2 c6";
    for (const [index, move] of line.split(" ").entries()) {
      await play(dark, move);
      await dark.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
    }
    for (const name of ["c4", "c5", "c5"]) await square(dark, name).click();
    await save(dark, "board-dark");

    const phone = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 });
    for (let plies = 0; plies < 10; plies += 2) {
      const state = await ask(phone, { size: 5, moves: await moves(phone) });
      const wanted = ["c3", "d3", "c4", "b3", "d2", "b2", "e1"].find((name) => state.places[name]);
      await play(phone, plies ? state.places[wanted].flat : "a1", TAP);
      await myTurn(phone, plies + 2);
    }
    await phone.waitForTimeout(SECONDS); // the last piece comes to rest
    await save(phone, "board-phone");

    const tall = await open({ viewport: { width: 1180, height: 800 } });
    const stacks = ["12".repeat(24), "2111212212", "1212121S", "21112212C"];
    await openText(tall, `x,1,x2,${stacks[0]},x,2S,1/x2,${stacks[2]},x2,1,1,x/2,x,${stacks[1]},x,1,x3/x2,2,x,${stacks[3]},1,x2/x3,2,x,12,x,1/2,2,x,1,x2,2,x/x,1,x,2S,x,1S,x2/2,x3,1,x,2,1 1 60`);
    await tall.waitForFunction(() => document.querySelectorAll(".square").length === 64);
    await tall.click("#think");
    await square(tall, "e8").hover();
    await save(tall, "board-tall");
  },
};

try {
  await scenarios[scenario]();
  assert.deepEqual(faults, []);
} finally {
  await browser.close();
  await end(server);
}
