// Puzzles: solved and failed by clicks and by keys, rated, and those of one's own.

import assert from "node:assert/strict";
import { open } from "./browser.js";
import { myTurn, play, square } from "./player.js";

const says = (page, words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);
const rating = async (page) => Number(/Your rating (\d+)/.exec(await page.textContent("#puzzle-rating"))[1]);
const number = async (page) => Number(/No\. (\d+)/.exec(await page.textContent("#puzzle-title"))[1]);

/** The puzzles that the page has loaded: the moves of each. */
async function lines(page) {
  const text = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("puzzles.txt"));
    return (await fetch(loaded.name)).text();
  });
  return text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("|")[2].split(" "));
}

/** A puzzle lies on the table, and nothing has been played. */
async function ready(page) {
  await page.waitForFunction(() => {
    const isActive = document.querySelector("#board").classList.contains("active");
    return isActive && document.querySelectorAll("#moves > button").length === 0 && document.querySelector("#puzzle-title").textContent;
  });
}

/** Another puzzle than the one before. */
async function next(page) {
  const before = await page.textContent("#puzzle-title");
  await page.click("#puzzle-next");
  await page.waitForFunction((before) => document.querySelector("#puzzle-title").textContent !== before, before);
  await ready(page);
}

/** Plays the solution; the other side answers. */
async function solve(page, line) {
  for (let index = 0; index < line.length; index += 2) {
    if (index) assert.ok(await myTurn(page, index));
    await play(page, line[index]);
  }
  await says(page, "That is it!");
}

/** A flat on an empty square that is no solution; whether there is one. */
async function fail(page, [solution]) {
  const isFree = await page.locator("[data-kind=flat]").isEnabled();
  const empty = await page.$$eval(".square", (all) => all.filter((each) => each.getAttribute("aria-label").endsWith(", empty")).map((each) => each.dataset.square));
  const target = empty.find((name) => name !== solution);
  if (!isFree || !target) return false;
  await play(page, target);
  await says(page, "Not flat on");
  return true;
}

/** Twenty puzzles, solved and failed in turn: the rating goes up and down, and stays in the browser. */
export async function twenty() {
  const page = await open();
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("puzzles.txt")));
  assert.ok(!(await loaded()), "loaded when it is asked for");
  await page.click("[data-mode=puzzles]");
  await ready(page);
  const all = await lines(page);
  let [solved, failed] = [0, 0];
  const seen = new Set();
  while (solved + failed < 20) {
    const which = await number(page);
    assert.ok(!seen.has(which), "each comes once");
    seen.add(which);
    const line = all[which - 1];
    const before = await rating(page);
    if (solved > failed && (await fail(page, line))) {
      failed += 1;
      assert.ok((await rating(page)) < before);
      assert.match(await page.textContent("#puzzle-rating"), / 0 in a row/);
      // A second try is not counted.
      const after = await rating(page);
      await page.click("#puzzle-again");
      await ready(page);
      await solve(page, line);
      assert.equal(await rating(page), after);
    } else {
      await solve(page, line);
      solved += 1;
      assert.ok((await rating(page)) > before);
    }
    await next(page);
  }
  assert.ok(failed >= 8, `${failed} failed`);
  const last = await page.textContent("#puzzle-rating");
  await page.reload();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  assert.equal(await page.textContent("#puzzle-rating"), last);
}

/** The proof is shown against the defence that is chosen, and a hint costs half. */
export async function proven() {
  const page = await open();
  await page.click("[data-mode=puzzles]");
  await ready(page);
  await page.selectOption("#puzzle-kind", "tinuë");
  await page.waitForFunction(() => document.querySelector("#puzzle-title").textContent.includes("Tinuë"));
  await ready(page);
  const line = (await lines(page))[(await number(page)) - 1];
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
