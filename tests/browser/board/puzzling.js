// Puzzles: solved and failed by clicks and by keys, rated, and those of one's own.

import assert from "node:assert/strict";
import { open, SECONDS } from "./browser.js";
import { play, square } from "./player.js";
import { fail, lines, number, rating, ready, says, solve, solveTwenty } from "./twenty.js";

/** Twenty puzzles, solved and failed in turn. */
export const twenty = async () => solveTwenty(await open());

/** Where the page has loaded a file from. */
const loaded = (page, end) =>
  page.evaluate((end) => performance.getEntriesByType("resource").find(({ name }) => name.endsWith(end)).name, end);

/** Lays a puzzle of a kind on the board. @returns Its line. */
async function ofKind(page, kind) {
  await page.click("[data-mode=puzzles]");
  await ready(page);
  await page.selectOption("#puzzle-kind", kind);
  await page.waitForFunction((kind) => document.querySelector("#puzzle-title").textContent.toLowerCase().includes(kind), kind);
  await ready(page);
  return (await lines(page))[(await number(page)) - 1];
}

/** The proof is shown against the defence that is chosen, and a hint costs half. */
export async function proven() {
  const page = await open();
  const line = await ofKind(page, "tinuë");
  const before = await rating(page);
  await page.click("#puzzle-hint");
  await says(page, "Hint:");
  await solve(page, line);
  assert.notEqual(await rating(page), before);
  await page.click("#puzzle-show");
  await says(page, "The solution is");
  for (let plies = 1; plies < line.length; plies += 2) {
    await page.waitForFunction((plies) => {
      const isActive = document.querySelector("#board").classList.contains("active");
      return isActive && document.querySelectorAll("#moves > button").length === plies;
    }, plies);
    await page.click("#puzzle-show");
  }
  await page.waitForSelector("#says.over");
}

/** The example of the paper on Glicko-2. */
export async function glicko() {
  const page = await open();
  const after = await page.evaluate(async () => {
    const { rate } = await import(new URL("glicko.js", location.href).href);
    const results = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
    const opponent = ([rating, deviation]) => ({ rating, deviation, volatility: 0.06 });
    return rate({ rating: 1500, deviation: 200, volatility: 0.06 }, results.map((each) => ({ opponent: opponent(each), score: each[2] })));
  });
  assert.deepEqual([after.rating.toFixed(2), after.deviation.toFixed(2), after.volatility.toFixed(5)], ["1464.05", "151.52", "0.06000"]);
}

/** With the keys alone, and with a file of one's own. */
export async function byKeys() {
  const page = await open();
  await page.focus("[data-mode=puzzles]");
  await page.keyboard.press("Enter");
  await ready(page);
  const first = await number(page);
  await page.keyboard.press("n");
  await page.waitForFunction((first) => !document.querySelector("#puzzle-title").textContent.startsWith(`No. ${first} `), first);
  await ready(page);
  const own = { tps: "x4/x4/1,1,1,x/2,2,x,2 1 5", plies: 1, line: ["d2"], rating: 700, half_komi: 0 };
  const file = (text) => ({ name: "own.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.setInputFiles("#puzzle-file", file(`${JSON.stringify(own)}\n{"tps": 3}\n`));
  await says(page, "1 puzzle of own.json; 1 line left out");
  await ready(page);
  await page.keyboard.press("h");
  await says(page, "d2");
  await page.keyboard.press("f");
  await square(page, "d2").focus();
  await page.keyboard.press("Enter");
  await says(page, "That is it!");
  await page.setInputFiles("#puzzle-file", file("1. a1 b2\n"));
  await says(page, "own.json holds no puzzles");
  // The game on the table comes back.
  await page.click("[data-mode=play]");
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 25);
}

/** A file of one's own leaves the daily puzzle and the rating of the shipped ones alone. */
export async function daily() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  const before = await rating(page);
  const own = "x4/x4/1,1,1,x/2,2,x,2 1 5|1|d2|tinuë|700|0";
  await page.setInputFiles("#puzzle-file", { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from(own) });
  await says(page, "1 puzzle of own.txt");
  await ready(page);
  await solve(page, ["d2"]);
  assert.match(await page.textContent("#puzzle-rating"), /^In files of your own/);
  assert.equal(await page.textContent("#puzzle-daily"), "Daily");
  // Another move than that of one ply may win too, only later.
  await page.click("#puzzle-show");
  await says(page, "The solution is flat on d2: no other move wins at once. Try one");
  await page.click("#puzzle-daily");
  const expected = await page.evaluate(async (address) => {
    const { dailyPuzzle, shippedPuzzles, today } = await import(address);
    return dailyPuzzle(await shippedPuzzles(), today());
  }, await loaded(page, "puzzles.js"));
  await page.waitForFunction((number) => document.querySelector("#puzzle-title").textContent.startsWith(`No. ${number} `), expected.number);
  await ready(page);
  assert.equal(await rating(page), before);
  await page.click("#puzzle-show");
  await says(page, "The solution is");
  assert.equal(await page.textContent("#puzzle-daily"), "Daily ✓");
  // It counts once, whatever was looked at meanwhile.
  const after = await rating(page);
  assert.notEqual(after, before);
  await page.setInputFiles("#puzzle-file", { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from(own) });
  await says(page, "1 puzzle of own.txt");
  await page.click("#puzzle-daily");
  await page.waitForFunction((number) => document.querySelector("#puzzle-title").textContent.startsWith(`No. ${number} `), expected.number);
  await page.click("#puzzle-show");
  await says(page, "The solution is");
  assert.equal(await rating(page), after);
  // And back to those of the page.
  await page.click("#puzzle-shipped");
  await ready(page);
  assert.equal(await rating(page), after);
  assert.ok(await page.locator("#puzzle-shipped").isHidden());
}

/** Where the proof is one move, another one may be tried at once, and is answered without a rating. */
export async function others() {
  const page = await open();
  const line = await ofKind(page, "avoidance");
  await page.click("#puzzle-show");
  await says(page, "Try one, and see why.");
  const before = await rating(page);
  await page.waitForSelector("#board.active");
  assert.ok(await fail(page, line));
  assert.equal(await rating(page), before);
}

/** A move that wins too, only later, is no failure: the next try counts as the first. */
export async function later() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  const shipped = await page.evaluate(async (address) => (await fetch(address)).text(), await loaded(page, "puzzles.txt"));
  // No. 402: after a1 Black still wins, in five plies instead of three.
  const [puzzle] = shipped.split("\n").filter((line) => line && !line.startsWith("#")).slice(401);
  await page.setInputFiles("#puzzle-file", { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from(puzzle) });
  // Of three plies two are Black's: not one and a half.
  await says(page, "1 puzzle of own.txt. Only one move of Black wins within 2 moves.");
  await ready(page);
  const before = await page.textContent("#puzzle-rating");
  await play(page, "a1");
  await says(page, "Wins too, in 5 plies; look for the quicker one.");
  await ready(page);
  await says(page, "Wins too");
  assert.equal(await page.textContent("#puzzle-rating"), before);
  await solve(page, puzzle.split("|")[2].split(" "));
  assert.match(await page.textContent("#puzzle-rating"), / 1 in a row/);
}

/** A puzzle is solved too where the other side's move ends the game. */
export async function theirs() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  const shipped = await page.evaluate(async (address) => (await fetch(address)).text(), await loaded(page, "puzzles.txt"));
  const puzzles = shipped.split("\n").filter((line) => line && !line.startsWith("#"));
  const ends = puzzles.filter((line) => line.split("|")[2].split(" ").length % 2 === 0);
  assert.ok(ends.length > 0);
  await page.setInputFiles("#puzzle-file", { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from(ends[0]) });
  await says(page, "1 puzzle of own.txt");
  await ready(page);
  await solve(page, ends[0].split("|")[2].split(" "));
  assert.match(await page.textContent("#puzzle-rating"), / 1 in a row/);
}

/** A newcomer's first five puzzles are short ones on small boards. */
export async function firstFive() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  const all = await page.evaluate(async (address) => {
    const { shippedPuzzles } = await import(address);
    return (await shippedPuzzles()).map(({ plies, size }) => ({ plies, size }));
  }, await loaded(page, "puzzles.js"));
  for (let tried = 0; tried < 5; tried += 1) {
    const before = await page.textContent("#puzzle-title");
    const { plies, size } = all[(await number(page)) - 1];
    assert.ok(plies <= 3 && size <= 5, before);
    await page.click("#puzzle-show");
    await says(page, "The solution is");
    await page.click("#puzzle-next");
    await page.waitForFunction((before) => document.querySelector("#puzzle-title").textContent !== before, before);
    await ready(page);
  }
}

/** A theme is told by the first move of the solution; `tak-engine puzzle --theme` finds the same puzzles. */
export async function themed() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  const found = await page.evaluate(async (address) => {
    const { isOfTheme, shippedPuzzles } = await import(address);
    const all = await shippedPuzzles();
    const numbers = (theme) => all.filter((puzzle) => isOfTheme(puzzle, theme)).map(({ number }) => number);
    return ["spread", "wall", "capstone", "crush", "3"].map((theme) => [theme, numbers(theme)]);
  }, await loaded(page, "puzzles.js"));
  assert.deepEqual(found.map(([, numbers]) => numbers.length), [831, 96, 133, 32, 504]);
  // Files of one's own may have anything: the engine tells later what is illegal.
  const strange = await page.evaluate(async (address) => {
    const { isOfTheme, readPuzzles } = await import(address);
    const { puzzles, bad } = readPuzzles(["foo", "h8", "a1<", "Ch1"].map((move) => `x4/x4/x4/x4 1 1|3|${move}`).join("\n"));
    return [bad, ["capstone", "crush", "wall"].map((theme) => puzzles.map((puzzle) => isOfTheme(puzzle, theme)))];
  }, await loaded(page, "puzzles.js"));
  assert.deepEqual(strange, [1, [[false, false, true], [false, false, false], [false, false, false]]]);
  for (const [theme, numbers] of found) {
    await page.selectOption("#puzzle-theme", theme);
    await page.waitForFunction((numbers) => numbers.includes(Number(/No\. (\d+)/.exec(document.querySelector("#puzzle-title").textContent)[1])), numbers);
    await ready(page);
  }
  await page.selectOption("#puzzle-theme", "wall");
  await page.selectOption("#puzzle-kind", "tinuë");
  await says(page, "There is no such puzzle: choose another kind, theme or board.");
}

/** What is counted in one tab is not lost by what another one counts. */
export async function twoTabs() {
  const page = await open();
  const counted = await page.evaluate(async () => {
    const { Progress } = await import(new URL("progress.js", location.href).href);
    const { Mistakes } = await import(new URL("mistakes.js", location.href).href);
    const puzzles = ["a", "b", "c"].map((tps) => ({ tps, halfKomi: 0, rating: 1000 }));
    const tabs = [1, 2].map(() => ({ progress: new Progress("tabs"), mistakes: new Mistakes() }));
    puzzles.forEach((puzzle, index) => {
      const { progress, mistakes } = tabs[index % 2];
      progress.count(puzzle, 1);
      mistakes.count(puzzle, false);
    });
    // Nor is it counted again.
    const again = tabs[1].progress.count(puzzles[0], 0);
    const { done, streak, player } = new Progress("tabs");
    const opened = new Mistakes();
    return [Object.keys(done), again, streak, player.rating === tabs[0].progress.player.rating, Object.keys(opened.all)];
  });
  const all = ["a|0", "b|0", "c|0"];
  assert.deepEqual(counted, [all, false, 3, true, all]);
}

/** Who goes on while the solution is being laid out has the next puzzle, and nothing of the last one. */
export async function skipped() {
  const page = await open();
  await ofKind(page, "avoidance");
  const task = await page.textContent("#says");
  const before = await number(page);
  await page.evaluate(() => ["#puzzle-show", "#puzzle-next"].forEach((id) => document.querySelector(id).click()));
  await page.waitForFunction((before) => !document.querySelector("#puzzle-title").textContent.includes(`No. ${before}`), before);
  await ready(page);
  await page.waitForTimeout(SECONDS / 2);
  assert.ok(await page.locator("#puzzle-hint").isEnabled());
  assert.ok(!(await page.textContent("#says")).includes("The solution"), task);
}

/** The puzzle of the day is done, though it was met before. */
export async function known() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  await page.evaluate(async ([puzzles, progress]) => {
    const { dailyPuzzle, shippedPuzzles, today } = await import(puzzles);
    const { Progress } = await import(progress);
    new Progress("tak-board-puzzles").count(dailyPuzzle(await shippedPuzzles(), today()), 0);
  }, await Promise.all(["puzzles.js", "progress.js"].map((end) => loaded(page, end))));
  await page.click("#puzzle-daily");
  await page.waitForFunction(() => document.querySelector("#puzzle-next").textContent === "Next");
  assert.equal(await page.textContent("#puzzle-daily"), "Daily");
  await page.click("#puzzle-show");
  await says(page, "The solution is");
  assert.equal(await page.textContent("#puzzle-daily"), "Daily ✓");
}

/** A mistake of one's own on a board of that size, where White must not lose the count. */
function mistakeOn(tps, line) {
  const size = tps.split("/").length;
  const rules = { size, halfKomi: 0, opening: "no-swap" };
  const moment = { ply: 0, tps, side: "white", move: "a1", sentence: "It was even.", proven: false, better: line, chance: 500, loss: 500 };
  return { number: 0, tps, size, side: "white", halfKomi: 0, plies: 1, line, kind: "own", rating: 1500, own: { rules, moment } };
}

/** As if these mistakes of the user's were due, and no others. */
const keepMistakes = (page, ...puzzles) => page.evaluate((puzzles) => {
  const all = puzzles.map((puzzle) => [`${puzzle.tps}|0`, { puzzle, box: 1, due: 1 }]);
  localStorage.setItem("tak-board-mistakes", JSON.stringify(Object.fromEntries(all)));
}, puzzles);

/** Lays one of the user's own mistakes on the board, after the page is loaded again. */
async function openMistakes(page) {
  await page.reload();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  await page.selectOption("#puzzle-kind", "own");
  await says(page, "In the game White played a1 here.");
  await ready(page);
}

/** What comes late about one puzzle says nothing of the next. */
export async function tooLate() {
  const page = await open();
  /** What is said of a move, held back. @type {(() => void)[]} */
  const held = [];
  await page.routeWebSocket(() => true, (socket) => {
    socket.connectToServer().onMessage((line) => {
      if (/^mark /.test(line)) held.push(() => socket.send(line));
      else socket.send(line);
    });
  });
  await keepMistakes(page, mistakeOn("x4/2,2,2,x/1,1,x2/x4 1 4", ["d3"]), mistakeOn("x5/x5/2,2,2,x2/1,1,x3/x5 1 4", ["d3"]));
  await openMistakes(page);
  await play(page, "a1");
  for (let tries = 0; held.length === 0; tries += 1) {
    assert.ok(tries < 200, "the page asks what the move gave away");
    await page.waitForTimeout(SECONDS / 20);
  }
  const before = await page.textContent("#puzzle-title");
  await page.click("#puzzle-next");
  await page.waitForFunction((before) => document.querySelector("#puzzle-title").textContent !== before, before);
  await ready(page);
  held.splice(0).forEach((send) => send());
  await page.waitForTimeout(SECONDS / 4);
  assert.match(await page.textContent("#says"), /In the game White played a1 here/);
  assert.equal(await page.textContent("#puzzle-next"), "Skip", "nothing is counted");
}

/** The user's own mistakes: another one after each, a hint is not forgotten, and a draw may be as good. */
export async function ownOnes() {
  const page = await open();
  const small = mistakeOn("1,2,1/2,1,2/2,1,x 1 5", ["b1>"]);
  await keepMistakes(page, small, mistakeOn("x4/2,2,2,x/1,1,x2/x4 1 4", ["d3"]));
  await openMistakes(page);
  for (let tries = 0; tries < 8; tries += 1) {
    await ready(page);
    const before = await page.textContent("#puzzle-title");
    await page.click("#puzzle-next");
    await page.waitForFunction((before) => document.querySelector("#puzzle-title").textContent !== before, before);
  }
  // A draw of even chances gives nothing away.
  await keepMistakes(page, small);
  await openMistakes(page);
  await page.click("#puzzle-hint");
  await says(page, "Hint:");
  await page.click("#puzzle-next");
  await says(page, "In the game White played a1 here.");
  await ready(page);
  await play(page, "Sc1");
  await says(page, "That is it!");
  // With a hint it was not found.
  const [{ box }] = await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("tak-board-mistakes"))));
  assert.equal(box, 0);
}
