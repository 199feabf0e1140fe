// Analysis of a game: lines, arrows, the curve, variations and comments.

import assert from "node:assert/strict";
import { open, SECONDS } from "./browser.js";
import { GAME, openText, plain, play } from "./player.js";

export async function analysis() {
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
  // It may be drawn anew while the button is down.
  await page.locator("#graph svg").hover({ position: { x: 3, y: 25 } });
  const curve = await page.$("#graph .curve");
  await page.mouse.down();
  await page.waitForFunction((curve) => document.querySelector("#graph .curve") !== curve, curve);
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector("#moves [aria-current=true]"));
  // What its axes mean, and what lies under the mouse.
  assert.equal(await page.locator("#graph .axis").first().textContent(), "White wins");
  assert.deepEqual(await page.locator("#graph .move").allTextContents(), ["2", "3", "4"]);
  const { width } = await page.locator("#graph svg").boundingBox();
  await page.locator("#graph svg").hover({ position: { x: (4 / 9) * width, y: 25 } });
  await page.waitForFunction(() => /^2 … c4\?* \d+ %$/.test(document.querySelector("#graph .told").textContent));
  // A variation of one's own, with a comment and a mark, and all of it comes back.
  await play(page, "e1");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent === "e1");
  await page.fill("#comment", "another corner");
  await page.click("[data-mark='!?']");
  await page.click("#share");
  await page.uncheck("#share-found input");
  await page.waitForFunction(() => document.querySelector("#share-link").value);
  const ptn = await page.inputValue("#share-ptn");
  for (const part of ["{Two who know each other.}", "{1w1} 1. e1!? {another corner}", "e5 $3 {corners}", "{1b1} 1. -- a5 2. c3! {the middle} d3 {1b1/2w1} 2. c2 c3", "5. d2'", '[Player1 "Ada"]']) {
    assert.ok(plain(ptn).includes(part), `${part} in ${ptn}`);
  }
  const here = await page.inputValue("#share-here");
  assert.match(await page.inputValue("#share-link"), /^https:\/\/ptn\.ninja\//);
  await page.click("#share-dialog .main");
  const other = await open({}, here);
  await other.waitForFunction(() => document.querySelector("#moves").textContent.includes("another corner"));
  await other.click("#share");
  assert.equal(plain(await other.inputValue("#share-ptn")), plain(ptn));
}

/** A move that gives the game away has a mark, and the one that wins it has none. */
export async function marked() {
  const page = await open();
  await openText(page, '[Size "5"]\n[Opening "no-swap"]\n1. a1 a5 2. b1 b5 3. c1 c5 4. d1 d5 5. a3 e5 0-R');
  await page.waitForSelector("#says.over");
  await page.click("#whole");
  await page.waitForFunction(() => [...document.querySelectorAll("#moves > button")].some((each) => each.textContent === "a3'??"), null, { timeout: 60 * SECONDS });
  assert.equal(await page.locator("#moves > button").last().textContent(), "e5");
  assert.match(await page.getAttribute("#graph svg", "aria-label"), /Bad moves: .*a3\?\?/);
}

export async function lines() {
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
}

/** Black has a tinuë and lets it go, then White makes a threat. */
const LET_GO = '[Size "5"]\n[TPS "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5"]\n\n5... e1 6. b3 b4 7. a3 R-0';

/** Tinuës are looked for when somebody asks, and told in the list of moves and in words. */
export async function tinues() {
  const page = await open();
  const loaded = [];
  page.on("request", (request) => loaded.push(request.url()));
  await openText(page, LET_GO);
  await page.waitForSelector("#found b:not(:empty)");
  assert.ok(!loaded.some((url) => url.endsWith("/tinues.js")), "it is loaded when it is asked for");
  assert.ok(!(await page.locator("#tinues-found").isVisible()));
  await page.click("#tinues");
  await page.waitForSelector("#tinues-found", { state: "visible", timeout: 60 * SECONDS });
  const told = await page.textContent("#tinues-found");
  assert.match(told, /^1 missed strict tinuë\.Black missed a strict tinuë by 5\.\.\. e1: \S+ \S+ \S+, in 3 plies\.$/);
  assert.deepEqual(await page.locator("#moves > button").allTextContents(), ["e1", 'b3"', "b4'", "a3"]);
  // The position before it, where it was.
  await page.click("#tinues-found button");
  await page.waitForFunction(() => /Black has a strict tinuë in 3 plies: /.test(document.querySelector("#says").textContent));
  // The analysis goes on.
  await page.waitForSelector("#found b:not(:empty)");
  await page.click("#share");
  await page.check("#share-found input");
  assert.match(plain(await page.inputValue("#share-ptn")), /6\. b3" b4'/);
  await page.keyboard.press("Escape");
  // Who gives it up goes on at once, and another game has no tinuës of this one.
  await openText(page, GAME);
  await page.waitForSelector("#found b:not(:empty)");
  await page.waitForSelector("#tinues-found", { state: "hidden" });
  await page.evaluate(() => ["#tinues", "#whole"].forEach((id) => document.querySelector(id).click()));
  await page.waitForSelector("#found b:not(:empty)");
  await page.click("#tinues");
  await page.waitForSelector("#tinues-found", { state: "visible", timeout: 60 * SECONDS });
}

/** The solver is asked about one position, in a scope; a lost one tells how long each defence holds. */
export async function solved() {
  const page = await open();
  const told = async () => {
    await page.click("#solve");
    await page.waitForFunction(() => document.querySelector("#progress").hidden, null, { timeout: 60 * SECONDS });
    await page.waitForFunction(() => document.querySelector("#solved p")?.textContent);
    return page.textContent("#solved");
  };
  const pieces = () => page.$$eval("[data-square]", (squares) => squares.map((each) => each.ariaLabel).join());
  // The solver is asked about the position on the board: it lies there first.
  const at = async (tps) => {
    const before = await pieces();
    await openText(page, `[Size "5"]\n[TPS "${tps}"]`);
    while ((await pieces()) === before) await page.waitForTimeout(20);
  };
  await at("x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5");
  await page.waitForSelector("#found b:not(:empty)");
  assert.equal(await page.textContent("#solved"), "");
  assert.match(await told(), /^Black has a strict tinuë in 3 plies\.\S+ \S+ \S+\d+ defences: 2 plies at most\.$/);
  // Its line is laid on the board; where it was asked, the answer stays.
  await page.click("#solved button");
  await page.waitForSelector("#says.over");
  assert.equal(await page.textContent("#solved"), "");
  assert.ok(await page.locator("#solve").isDisabled());
  await page.keyboard.press("Home");
  await page.waitForFunction(() => /^Black has/.test(document.querySelector("#solved").textContent));
  // White to move faces it.
  await at("x2,2,2,2/2,2,x3/x2,1,1,1/x2,1,x2/x2,1,x2 1 6");
  assert.match(await told(), /^Black has a strict tinuë whatever White plays, in 2 plies\.\S+ \S+\d+ defences: 2 plies at most\.$/);
  // Other scopes, and how long each defence holds.
  await at("2,2,x,x,1/2,2,x,1,x/x,212,1,x,x/x,1,1,x,x/1,x,x,x,x 2 8");
  assert.match(await told(), /^Black has a tinuë with quiet moves in (at most )?5 plies\..*Defences of at most 4 plies: .* e5<$/);
  await page.selectOption("#scope", "strict");
  assert.match(await told(), /^Black has no strict tinuë; another win is not excluded\.$/);
}

/** A game that was agreed to be over can be analysed further, and its record stays true. */
export async function resigned() {
  const page = await open();
  await openText(page, '[Size "5"]\n[Result "1-0"]\n[Termination "time forfeit"]\n1. a1 e5 2. c3! {so} c4 {done} 1-0');
  const current = (move) => page.waitForFunction((move) => document.querySelector("#moves [aria-current=true]")?.textContent.startsWith(move), move);
  await current("c4");
  await page.waitForSelector(".board.active");
  await play(page, "d5");
  await current("d5");
  await play(page, "d4");
  await current("d4");
  await page.click("[data-go=back]");
  await play(page, "e4");
  await current("e4");
  const record = async () => {
    await page.click("#share");
    const ptn = plain(await page.inputValue("#share-ptn"));
    await page.keyboard.press("Escape");
    return ptn;
  };
  const whole = '[Size "5"] [Result "1-0"] [Termination "time forfeit"] 1. a1 e5 2. c3! {so} c4 {done} 1-0 {2b1} 2. -- c4 3. d5 d4 {2b1/3b1} 3. -- e4';
  assert.equal(await record(), whole);
  // It is so when it is opened again.
  await page.reload();
  await current("e4");
  assert.equal(await record(), whole);
  await page.locator("#moves > button").last().click();
  await current("c4");
  assert.equal(await page.locator("#moves > button").count(), 4);
  assert.match(await page.textContent("#says"), /White wins on time \(1-0\)/);
  // In Play it is over.
  await page.click("[data-mode=play]");
  await page.waitForTimeout(SECONDS / 2);
  assert.equal(await page.locator(".board.active").count(), 0);
  assert.equal(await record(), whole);
  // A result that belongs to another end is not claimed.
  await page.click("[data-mode=analyse]");
  await page.click("#delete");
  await page.click("#ask-yes");
  await current("c3");
  assert.equal(await record(), '[Size "5"] 1. a1 e5 2. c3! {so}');
}

export async function edits() {
  const page = await open();
  await openText(page, '[Size "5"]\n1. a1 e5 2. c3 (2. b2 b3) (2. d4) d3 *');
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 7);
  const button = (move) => page.locator("#moves button", { hasText: move });
  await button("b2").click();
  await page.waitForFunction(() => !document.querySelector("#promote").disabled);
  await page.click("#promote");
  await page.waitForFunction(() => document.querySelectorAll("#moves > button")[2].firstChild.textContent === "b2");
  const shown = (move) => page.waitForFunction((move) => document.querySelector("#moves [aria-current=true]").textContent.startsWith(move), move);
  // Only the last move of a line is lost without a question.
  await button("c3").click();
  await shown("c3");
  await page.click("#delete");
  assert.equal(await page.textContent("#ask-text"), "Delete c3 and the move after it?");
  await page.click("#ask-dialog [data-close]");
  assert.equal(await page.locator("#moves button").count(), 7);
  await button("d4").click();
  await shown("d4");
  await page.click("#delete");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 6);
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#share-here").value.includes("#"));
  assert.match(await page.inputValue("#share-ptn"), /1\. a1 e5 2\. b2 b3\s+\{2w1\}\s+2\. c3 d3/);
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
    const pressed = await page.getAttribute("#found", "data-pressed");
    await page.waitForFunction((move) => document.querySelector("#moves [aria-current=true]").firstChild.textContent === move, pressed);
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
}

/** Who changes something while the whole game is searched, or goes on writing in another game. */
export async function hurried() {
  const page = await open();
  await openText(page, GAME);
  await page.waitForSelector("#found b:not(:empty)");
  const here = () => page.textContent("#moves [aria-current=true]");
  await page.click("#whole");
  // The lines are those of the position on the board, or none.
  await page.locator("#moves > button").nth(1).click();
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]"));
  const reached = await here();
  for (const line of await page.locator("#found button:enabled").all()) await line.click({ timeout: 500 }).catch(() => {});
  assert.equal(await page.locator("#board .square").count(), 25, `after ${reached}`);
  // Another number of lines does not end the search of the game.
  await page.selectOption("#lines", "2");
  await page.waitForSelector("#progress", { state: "hidden", timeout: 60 * SECONDS });
  await page.waitForFunction(() => document.querySelectorAll("#found b:not(:empty)").length === 2);
  // A comment is there as soon as it is written, and stays where it belongs.
  await page.locator("#moves > button").first().click();
  await page.locator("#comment").pressSequentially("begun here");
  const kept = await page.evaluate(() => sessionStorage.getItem("tak-board-game"));
  assert.ok(kept.includes("begun here"), kept);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, '[TPS "x3/x3/12,x,1 1 5"]');
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 9);
  await page.waitForFunction(() => document.querySelector("#comment").value === "");
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#share-link").value);
  assert.ok(!(await page.inputValue("#share-ptn")).includes("begun here"));
  await page.click("#share-dialog .main");
  // The stack beside the board is that of the position.
  for (const [stack, sides] of [["12", "white black"], ["21", "black white"]]) {
    await openText(page, `x3/x3/${stack},x,1 1 5`);
    await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 9);
    await page.evaluate(() => document.querySelector("[data-square=a1]").focus());
    await page.waitForFunction((sides) => [...document.querySelectorAll("#inspector i")].map((each) => each.className).join(" ") === sides, sides);
  }
}
