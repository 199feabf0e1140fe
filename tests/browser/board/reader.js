// What a board owes its reader: nothing moves under the finger, all of it fits, what is not known is
// not shown as known, and nothing goes on unseen.

import assert from "node:assert/strict";
import { faults, open, SECONDS } from "./browser.js";
import { begin, CLICK, GAME, openText, play, plain, square, TAP } from "./player.js";

const says = (page, words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);

/** Two flats on b3, and one each of both beside. */
async function stack(page, press) {
  await begin(page, { size: "4", you: "both", opening: "no-swap" });
  for (const [index, move] of ["b2", "b3", "b2+", "a1"].entries()) {
    await play(page, move, press);
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
}

/** All is seen on a phone, upright and across, and at four times the size. */
export async function fits() {
  for (const viewport of [{ width: 390, height: 844 }, { width: 412, height: 915 }, { width: 500, height: 900 }, { width: 844, height: 390 }, { width: 320, height: 256 }]) {
    const page = await open({ viewport, hasTouch: true, isMobile: true });
    const fitsAcross = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await fitsAcross(), JSON.stringify(viewport));
    const [engine, theme] = [await page.locator("#engine-text").boundingBox(), await page.locator("#theme").boundingBox()];
    assert.ok(engine.x + engine.width <= theme.x && engine.height < 30, JSON.stringify({ viewport, engine, theme }));
    await stack(page, TAP);
    const place = () => page.$eval("#says", (says) => says.getBoundingClientRect().top + scrollY);
    const before = await place();
    await square(page, "b3").tap();
    await page.waitForSelector("#hand", { state: "visible" });
    assert.equal(await place(), before, "nothing moves when a piece is lifted");
    await page.tap("#put-back");
    for (const piece of await page.locator("#kinds i").all()) {
      const { width, height } = await piece.boundingBox();
      assert.deepEqual([Math.round(width), Math.round(10 * height)], [32, 288]);
    }
    await openText(page, GAME);
    await page.waitForFunction(() => document.querySelector("#far .name")?.textContent === "Bob");
    assert.ok(await fitsAcross(), JSON.stringify(viewport));
    if (viewport.height !== 390) continue;
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of ["#board", "#far", "#near", "#flats", "#worth"]) {
      const { x, y, width, height } = await page.locator(part).boundingBox();
      assert.ok(width && height && x >= 0 && y >= 0 && x + width <= 844 && y + height <= 390, part);
    }
  }
}

/** The reader's own size of letters, and room for the moves on a small screen and a large one. */
export async function sizes() {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  const letters = () => page.$eval("#moves", (moves) => parseFloat(getComputedStyle(moves).fontSize));
  const usual = await letters();
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  assert.equal(await letters(), 2 * usual);
  await roomIsLeft(page);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await openText(page, GAME);
  await page.waitForSelector("#moves .result");
  const { height } = await page.locator("#moves").boundingBox();
  const row = await page.locator("#moves > button").first().boundingBox();
  assert.ok(height >= 3.5 * row.height, `${height} for rows of ${row.height}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the footer is seen");
  await flatsAreCounted(page);
  await reservesAreDrawn(page);
  await movesAreSeen();
  await page.setViewportSize({ width: 2560, height: 1440 });
  assert.ok((await page.locator("#board").boundingBox()).height > 1000);
  await openText(page, '[Size "5"]\n[Komi "-1.5"]\n1. a1 e5 2. c3');
  await page.waitForSelector("#flats[aria-label='Flats: White 2, Black 1 and -1.5 of komi']");
  assert.deepEqual(await page.locator("#flats span").allTextContents(), ["2 flats", "1−1.5"]);
}

/** Large letters leave what can be placed beside the rest, and all of it on a phone. */
async function roomIsLeft(page) {
  const [{ x, width }, side] = await Promise.all(["[data-kind=capstone]", ".side"].map((part) => page.locator(part).boundingBox()));
  assert.ok(x + width <= side.x, `${x} + ${width} of ${side.x}`);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no room aside");
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Both have their part of the bar of flats, Black with komi. */
async function flatsAreCounted(page) {
  await page.click("[data-go=back]");
  await page.waitForSelector("#flats[aria-label='Flats: White 4, Black 3 and 2 of komi']");
  assert.deepEqual(await page.locator("#flats span").allTextContents(), ["4 flats", "3+2"]);
  assert.match(await page.$eval("#flats", (bar) => getComputedStyle(bar).backgroundImage), /44\.4\d*%/);
}

/** The last move of a long game is seen, also once the engine's lines have taken space from the list. */
async function movesAreSeen() {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await openText(page, '[Size "6"]\n1. a6 f1 2. d4 c3 3. d3 c4 4. d2 c2 5. d5 c5 6. Cc1 Cd1 7. e3 b3 8. e4 b4 9. f3 Sb2 10. e2 b5 11. Sa4 b6');
  await page.waitForFunction(() => /depth [1-9]\d/.test(document.querySelector("#speed").textContent));
  await page.waitForFunction(() => {
    const [list, move] = ["#moves", "#moves [aria-current=true]"].map((each) => document.querySelector(each).getBoundingClientRect());
    return list.top <= move.top && move.bottom <= list.bottom;
  });
}

/** What a player has left is read, and drawn as long as it is. */
async function reservesAreDrawn(page) {
  assert.equal(await page.textContent("#near .stock"), "17 + 1 cap left");
  assert.equal(await page.textContent("#far .stock"), "18 left");
  const are = (widths) => `${[...document.querySelectorAll(".reserve[aria-hidden=true] i:first-child")].map((row) => row.offsetWidth)}` === `${widths}`;
  await page.waitForFunction(are, [18 * 6, 17 * 6]);
  assert.deepEqual(await page.$$eval(".reserve", (all) => all.map((each) => each.querySelectorAll(".cap").length)), [0, 1]);
}

/** What is not known is not shown as even. */
export async function unknown() {
  const page = await open();
  await page.click("[data-mode=analyse]");
  await page.click("#think");
  await openText(page, '[Size "5"] 1. a1 e5 2. c3 c4');
  await page.waitForSelector("#moves button");
  assert.equal(await page.getAttribute("#worth", "aria-label"), "White's chances: not known yet");
  assert.equal(await page.locator("#worth i").isVisible(), false);
  assert.equal(await page.locator("#worth b:visible").count(), 0);
  assert.match(await page.getAttribute("#graph svg", "aria-label"), /Not searched yet/);
  await page.click("#think");
  await page.waitForFunction(() => /\d %/.test(document.querySelector("#worth").getAttribute("aria-label")));
  assert.match(await page.textContent("#worth b"), /^[+−±]\d+\.\d\d$|^(White|Black) /, "the bar says its number");
  assert.match(await page.getAttribute("#graph svg", "aria-label"), /No bad moves found so far|Bad moves/);
  // Where the game is over no lines are waited for.
  await openText(page, "1,1,1,1,1/x5/x5/x5/2,2,x3 2 7");
  await page.waitForFunction(() => document.querySelectorAll("#found li").length === 0);
}

/** What goes to the engine. */
async function listened(page) {
  const sent = [];
  await page.routeWebSocket(/./, (socket) => {
    const engine = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(String(message));
      engine.send(message);
    });
  });
  await page.reload();
  await page.waitForSelector("#engine[data-status=ready]");
  await page.waitForFunction(() => document.querySelector("#says").textContent.includes("White"));
  return sent;
}

/** Analysis ends, and rests while nobody sees it. */
export async function rests() {
  const page = await open();
  const sent = await listened(page);
  await page.click("[data-mode=analyse]");
  await page.waitForSelector("#found b:not(:empty)");
  const searches = () => sent.filter((line) => line.startsWith("go "));
  assert.deepEqual(searches(), ["go movetime 60000"]);
  const show = (isHidden) => page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
  await show(true);
  await page.waitForFunction(() => /searched/.test(document.querySelector("#speed").textContent));
  // The connection's pulse may come between.
  assert.equal(sent.findLast((line) => line !== "isready"), "stop");
  await show(false);
  await page.waitForFunction(() => /\/s$/.test(document.querySelector("#speed").textContent));
  assert.equal(searches().length, 2);
  // Who is back before the engine has stopped sees it go on.
  await page.evaluate(() => [true, false].forEach((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }));
  await page.waitForTimeout(SECONDS);
  assert.match(await page.textContent("#speed"), /\/s$/);
  assert.equal(searches().length, 3);
}

/** What the whole game's search found goes along, if it is wanted, and a comment stays as written. */
export async function found() {
  const page = await open();
  await openText(page, '[Size "5"]\n[Opening "no-swap"]\n1. a1 a5 2. b1 b5 3. c1 c5 4. d1 d5 5. a3 e5 0-R');
  await page.waitForSelector("#says.over");
  await page.fill("#comment", "a set {with braces}");
  await page.click("#whole");
  await page.waitForFunction(() => [...document.querySelectorAll("#moves > button")].some((each) => each.textContent === "a3'??"), null, { timeout: 60 * SECONDS });
  await page.waitForSelector("#progress", { state: "hidden", timeout: 60 * SECONDS });
  await page.click("#share");
  const link = () => page.waitForFunction(() => document.querySelector("#share-here").value.includes("#")).then(() => page.inputValue("#share-here"));
  const here = await link();
  assert.match(await page.inputValue("#share-ptn"), /5\. a3'\?\? \{name:"tak-engine" \?\? -1\/\d+ \d+ nodes pv> e5\}/);
  await page.click("#share-found input");
  assert.doesNotMatch(await page.inputValue("#share-ptn"), /tak-engine|\?\?/);
  const other = await page.context().newPage();
  await other.goto(here);
  await other.waitForFunction(() => document.querySelector("#moves").textContent.includes("a3'??"));
  assert.match(await other.inputValue("#comment"), /^a set \{with braces\}\n/);
  await other.click("#share");
  assert.match(plain(await other.inputValue("#share-ptn")), /e5 \{a set \{with braces\uff5d\}/);
  await other.keyboard.press("Escape");
  // What is found now takes the place of what was found before, not of what the user thinks.
  await openText(other, '[Size "5"] [Opening "no-swap"]\n1. a1 a5 2. b1 b5 3. c1 c5 4. d1?? {name:"tak-engine" ?? -1} d5 $5 5. a3? {name:"tak-engine" ? +0.1/3} e5 0-R');
  await other.waitForFunction(() => [...document.querySelectorAll("#moves > button")].some((each) => each.textContent === "d1??"));
  await other.click("#whole");
  await other.waitForSelector("#progress", { state: "visible" });
  await other.waitForSelector("#progress", { state: "hidden", timeout: 60 * SECONDS });
  const listed = await other.locator("#moves > button").allTextContents();
  assert.deepEqual(listed.slice(6), ["d1'", "d5'!?", "a3'??", "e5"]);
  await other.click("#share");
  assert.match(plain(await other.inputValue("#share-ptn")), /4\. d1' \{name:"tak-engine" [+-]\d.*\} d5' \$5 \{.*\} 5\. a3'\?\? \{name:"tak-engine" \?\? -1/);
  await other.keyboard.press("Escape");
  // What no link can hold has none.
  await other.fill("#comment", "x".repeat(300_000));
  await other.click("#share");
  await other.waitForFunction(() => document.querySelector("#share-error").textContent.startsWith("No link can hold this game: a text of more than 256 KiB"));
  assert.equal(await other.inputValue("#share-here"), "");
}

/** A game that is only watched begins when it is asked for. */
export async function unasked() {
  const page = await open();
  await begin(page, { size: "4", you: "none", level: "1" });
  await page.waitForSelector("#moves button");
  await page.evaluate(() => sessionStorage.clear());
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector(".board.active");
  await other.waitForTimeout(SECONDS);
  assert.equal(await other.locator("#moves button").count(), 0);
}

/** A click that does nothing says why. */
export async function reasons() {
  const page = await open();
  await stack(page, CLICK);
  const why = async (name, words) => {
    await square(page, name).click();
    await says(page, words);
  };
  await why("a1", "The top of a1 is Black's. White moves stacks with a white piece on top.");
  await square(page, "b3").click();
  await why("d4", "d4 is out of reach for 2 pieces");
  // What comes next takes the words away.
  await square(page, "b3").click();
  await says(page, "White to move");
  await page.click("#put-back");
  for (const [side, move] of [["d1", "Black"], ["Sb4", "White"]]) {
    await play(page, side);
    await says(page, `${move} to move`);
  }
  await square(page, "b3").click();
  await why("b4", "Only a capstone that comes alone flattens the wall on b4.");
  await begin(page, { size: "4", you: "both", opening: "swap" });
  await play(page, "a1");
  await says(page, "Black begins");
  await why("a1", "a1 is taken. The first move of each player places a flat on an empty square.");
}

/** Analysis is no pause of a game with clocks. */
export async function unpaused() {
  const page = await open();
  await begin(page, { size: "5", you: "both", clock: "3+2" });
  await play(page, "a1");
  await page.waitForSelector(".time.runs");
  await page.click("[data-mode=analyse]");
  assert.match(await page.textContent("#ask-text"), /goes on without them/);
  await page.click("#ask-dialog [data-close]");
  assert.equal(await page.locator("main[data-mode=play] .time.runs").count(), 1);
  await page.click("[data-mode=analyse]");
  await page.click("#ask-yes");
  await page.waitForSelector("main[data-mode=analyse]");
  await page.click("[data-mode=play]");
  assert.equal(await page.locator("[data-clock]").count(), 0);
}

/** Before the program of the page runs there are squares, and no button that does nothing. */
export async function early() {
  const page = await open();
  await page.route("**/main.js", (route) => route.abort());
  await page.reload();
  assert.match(await page.$eval("#board", (board) => getComputedStyle(board).backgroundImage), /conic/);
  assert.ok(await page.locator("#new-game").isDisabled());
  faults.length = 0;
  for (const name of ["apple-touch-icon", "icon"]) {
    const address = await page.getAttribute(`link[rel=${name}]`, "href");
    const icon = await page.request.get(new URL(address, page.url()).href);
    assert.ok((await icon.body()).toString("latin1").startsWith(name === "icon" ? "<svg" : "\x89PNG\r\n\x1a\n"), name);
  }
  assert.ok(await page.getAttribute("meta[property='og:image']", "content"));
}
