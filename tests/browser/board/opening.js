// What is opened: text, files, links, and what is wrong with them.

import assert from "node:assert/strict";
import { browser, open, SECONDS, server } from "./browser.js";
import { begin, GAME, moves, myTurn, openText, play } from "./player.js";

export async function errors() {
  const page = await open();
  for (const [text, part] of [
    [`[Size "5"]\n1. a1 e5 {${"x".repeat(1.2e6)}}`, "more than 256 KiB"],
    ["\u0001".repeat(250 * 1024), "control characters"],
    ['[Size "5"]\n1. a1 e6', "Line 2, column 7: move `e6`"],
    ['[Size "5"]\n1. a1 a1', "Line 2, column 7"],
    ["https://ptn.ninja/s/abc", "a short link"],
    ["x3/x3 1 1", "This position cannot be read: board: found `x3/x3`"],
    ["here / there", "neither a game nor a position"],
    ["hello", "neither a game nor a position"],
    ["P A1,P A1", "move 2"],
    ["", "nothing to open"],
  ]) {
    await openText(page, text);
    await page.waitForFunction((part) => document.querySelector("#open-error").textContent.includes(part), part);
    await page.click("#open-dialog [data-close]");
  }
  // So does a file that is not a text.
  await page.click("#open");
  await page.setInputFiles("#open-file", { name: "board.png", mimeType: "image/png", buffer: Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1") });
  await page.waitForFunction(() => document.querySelector("#open-error").textContent === "board.png is not a text.");
  await page.click("#open-dialog [data-close]");
  // Nor can a folder be read; and what is cancelled meanwhile is not opened.
  await page.evaluate(() => (File.prototype.text = () => Promise.reject(new Error("folder"))));
  await page.click("#open");
  const file = { name: "games", mimeType: "", buffer: Buffer.from("1. a1 e5") };
  await page.setInputFiles("#open-file", file);
  await page.waitForFunction(() => document.querySelector("#open-error").textContent === "games cannot be read: is it a folder?");
  await page.evaluate(() => {
    File.prototype.text = () => new Promise((read) => (window.readNow = () => read("1. a1 e5")));
  });
  await page.setInputFiles("#open-file", file);
  await page.click("#open-dialog [data-close]");
  // The dialog tells that it closed a frame later.
  await page.evaluate(() => new Promise(requestAnimationFrame).then(() => window.readNow()));
  await page.waitForTimeout(SECONDS / 4);
  assert.deepEqual(await moves(page), []);
  await page.reload();
  await page.waitForSelector("#engine[data-status=ready]");
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
  for (const text of ['[Player1 "Ada"]\n1. a1 d4 2. b2', "{so} 1. a1 d4 2. b2", "Game#7 P A1\nGame#7 P D4\nGame#7 P B2"]) {
    await page.click("#open");
    await page.selectOption("#open-size", "4");
    await page.fill("#open-text", text);
    await page.click("#open-now");
    await page.waitForSelector("#open-dialog", { state: "hidden" });
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 16);
    assert.deepEqual(await moves(page), ["a1", "d4", "b2"]);
  }
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
  // The engine thinks on, whether such moves are opened or not.
  await page.waitForSelector("#found b:not(:empty)");
  await openText(page, "P A1,P A1");
  await page.waitForFunction(() => document.querySelector("#open-error").textContent.includes("move 2"));
  await page.keyboard.press("Escape");
  await page.waitForSelector("#found b:not(:empty)");
  // What is written behind a game is a claim, unless the board shows it.
  for (const [result, words] of [["1/2-1/2", "The game was drawn"], ["R-0", "Recorded as a win of White by a road"], ["1-0", "White wins"]]) {
    await openText(page, `[Size "5"] 1. a1 e5 2. c3 c4 ${result}`);
    await page.waitForFunction((says) => document.querySelector("#says").textContent.endsWith(says), `${words} (${result}).`);
  }
}

export async function links() {
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
  // A link that waits for the engine comes before the game as it was.
  const late = await open({}, link);
  await late.waitForFunction(() => document.querySelectorAll("#moves button").length === 7);
  let isGone = true;
  await late.routeWebSocket(/./, (socket) => (isGone ? socket.close() : socket.connectToServer()));
  await late.evaluate(() => history.replaceState(null, "", "#[Size%20%223%22]%0A1.%20a1%20c3"));
  await late.reload();
  await late.waitForSelector("#engine[data-status=gone]");
  isGone = false;
  await late.waitForFunction(() => document.querySelectorAll(".square").length === 9);
  await late.waitForTimeout(SECONDS);
  assert.deepEqual(await moves(late), ["a1", "c3"]);
  const lost = await (await browser.newContext()).newPage();
  await lost.goto(`${server.address}#garbage`);
  await lost.waitForSelector("#open-dialog[open]");
  await lost.keyboard.press("Escape");
  await play(lost, "a1");
  assert.ok(await myTurn(lost, 2), "a new game lies behind it");
}

/** What makes way for another game can be had again, as it was shown. */
export async function earlier() {
  const page = await open();
  await page.click("#open");
  assert.ok(await page.locator("#earlier").isHidden(), "there is none");
  await page.keyboard.press("Escape");
  await begin(page, { size: "3", you: "black", level: "1" });
  await myTurn(page, 1);
  const [first] = await moves(page);
  await play(page, first === "b2" ? "a1" : "b2");
  await myTurn(page, 3);
  const played = await moves(page);
  await begin(page, { size: "5", you: "white", level: "1" });
  // Who types moves may put commas between them; one who opens games has the game before still.
  await openText(page, "a1, e5, c3 b3,c2");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 5);
  assert.deepEqual(await moves(page), ["a1", "e5", "c3", "b3", "c2"]);
  // A variation, fewer lines and no engine: all of it is there when the page is loaded again.
  const button = (move) => page.locator("#moves button", { hasText: move });
  const isShown = (move) => page.waitForFunction((move) => document.querySelector("#moves [aria-current=true]")?.firstChild?.textContent === move, move);
  await button("c3").click();
  await isShown("c3");
  await play(page, "d2");
  await isShown("d2");
  await page.selectOption("#lines", "2");
  await page.click("#think");
  await page.reload();
  await isShown("d2");
  assert.equal(await page.inputValue("#lines"), "2");
  assert.equal(await page.textContent("#think"), "Engine off");
  // The game before the last comes back, with its player on her side.
  await page.click("#open");
  const name = await page.locator("#earlier button").first().textContent();
  assert.match(name, /^3×3 · 1\. .* · Tak engine, level 1 – Player$/);
  await page.locator("#earlier button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".square").length === 9);
  assert.equal(await page.getAttribute("main", "data-mode"), "play");
  assert.match(await page.textContent("#near"), /You/);
  assert.deepEqual((await moves(page)).slice(0, 3), played.slice(0, 3));
  // And the one that made way for it now.
  await page.click("#open");
  await page.locator("#earlier button", { hasText: "5×5" }).click();
  await isShown("d2");
  assert.equal(await page.getAttribute("main", "data-mode"), "analyse");
  assert.equal(await page.textContent("#think"), "Engine off");
  // Some begin with a comment, and one that is on the table again is not listed.
  await openText(page, '[Size "4"]\n{a fine game} 1. a1 d4 2. b2');
  await isShown("b2");
  await page.click("[data-mode=play]");
  await begin(page, { size: "5", you: "both", clock: "5+5" });
  const names = await page.locator("#earlier button").allTextContents();
  assert.match(names[0], /^4×4 · 1\. a1 d4 2\. b2( \S+)?$/); // the engine may have moved
  assert.equal(names.filter((each) => each.startsWith("5×5")).length, 1, `${names}`);
  // Nobody gets an increment for a game that made way.
  for (const move of ["a1", "e5", "c3"]) {
    await play(page, move);
    await isShown(move);
  }
  await openText(page, '[Size "5"] 1. a1 e5 2. c3 b3');
  await isShown("b3");
  const restore = async (name) => {
    await page.click("#open");
    await page.locator("#earlier button", { hasText: name }).first().click();
  };
  await restore("Player – Player");
  await page.waitForSelector("[data-clock=white]");
  await isShown("c3");
  assert.match(await page.textContent("[data-clock=white]"), /^5:0[0-5]$/);
  // The last one chosen is the one that comes, even from an engine that was away.
  let isGone = true;
  await page.routeWebSocket(/./, (socket) => (isGone ? socket.close() : socket.connectToServer()));
  await page.reload();
  await page.waitForSelector("#engine[data-status=gone]");
  await restore("4×4");
  await restore("3×3");
  isGone = false;
  await page.waitForFunction(() => document.querySelectorAll(".square").length === 9);
  await page.waitForTimeout(SECONDS);
  assert.equal(await page.locator(".square").count(), 9);
  assert.equal(await page.getAttribute("main", "data-mode"), "play");
  // Where the browser has no room for one more, the oldest one goes.
  const before = await page.locator("#earlier button").allTextContents();
  await page.evaluate(() => {
    for (let size = 1 << 23; size >= 1; size >>= 1) {
      try {
        sessionStorage.setItem("full", (sessionStorage.getItem("full") ?? "") + "x".repeat(size));
      } catch {}
    }
  });
  await openText(page, '[Size "4"] 1. a1 d4 2. c2');
  await page.waitForFunction(() => document.querySelectorAll(".square").length === 16);
  await isShown("c2");
  const left = await page.locator("#earlier button").allTextContents();
  assert.match(left[0], /^3×3 · 1\. /);
  assert.ok(left.length > 1 && left.length <= before.length, `${left}`);
  assert.deepEqual(left.slice(1), before.slice(0, left.length - 1));
}

export async function bad() {
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
}

/** What a comment says, and a komi that nobody plays with, are told as they are. */
export async function odd() {
  const page = await open();
  await openText(page, '[Size "4"]\n[Komi "25"]\n1. a1');
  await page.waitForFunction(() => document.querySelector("#left-out").textContent.includes("The komi is 25; counted is 10."));
  // A solver in the page is told so, too.
  const told = await page.evaluate(async () => {
    const { Game } = await import(new URL("tree.js", location.href).href);
    const game = new Game({ size: 4, halfKomi: 50, opening: "swap" });
    game.root.state = { halfKomi: 20 };
    return game.counted.halfKomi;
  });
  assert.equal(told, 20);
  await openText(page, '[Size "4"]\n1. a1 b2');
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent.startsWith("b2"));
  assert.equal(await page.textContent("#left-out"), "");
  // A draw is one of flats and komi.
  await openText(page, '[TPS "1,2,1/2,1,2/2,1,x 1 5"] [Komi "1"]');
  await play(page, "c1");
  await page.waitForFunction(() => document.querySelector("#says").textContent.includes("A draw: both have the same number of flats, komi included (1/2-1/2)."));
  await openText(page, '[Size "4"]\n1. a1 b2');
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent.startsWith("b2"));
  // Not the name of a variation.
  for (const comment of ["3w1", " 2b1/3w1", "1-1", "{3w1"]) {
    await page.fill("#comment", comment);
    await page.reload();
    await page.waitForFunction((comment) => document.querySelector("#comment").value.trim() === comment.trim(), comment);
  }
}

/** Who selects text beyond the edge of a dialog, or presses its own edge, has not left it. */
export async function selected() {
  const page = await open();
  await page.click("#open");
  await page.fill("#open-text", "1. a1 e5");
  const { x, y, height } = await page.locator("#open-text").boundingBox();
  await page.mouse.move(x + 60, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(20, y + height / 2);
  await page.mouse.up();
  assert.ok(await page.locator("#open-dialog").isVisible());
  const edge = await page.locator("#open-dialog").boundingBox();
  await page.mouse.click(edge.x + 5, edge.y + edge.height / 2);
  assert.ok(await page.locator("#open-dialog").isVisible());
  await page.mouse.click(edge.x - 20, edge.y + edge.height / 2);
  assert.ok(await page.locator("#open-dialog").isHidden());
}
