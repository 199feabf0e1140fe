// Puzzles are solved and failed by clicks, wherever the page comes from.

import assert from "node:assert/strict";
import { myTurn, play } from "./player.js";

export const says = (page, words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);
export const rating = async (page) => Number(/Your rating (\d+)/.exec(await page.textContent("#puzzle-rating"))[1]);
export const number = async (page) => Number(/No\. (\d+)/.exec(await page.textContent("#puzzle-title"))[1]);

/** The puzzles that the page has loaded: the moves of each. */
export async function lines(page) {
  const text = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("puzzles.txt"));
    return (await fetch(loaded.name)).text();
  });
  return text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("|")[2].split(" "));
}

/** A puzzle lies on the table, and nothing has been played. */
export async function ready(page) {
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
export async function solve(page, line) {
  for (let index = 0; index < line.length; index += 2) {
    if (index) assert.ok(await myTurn(page, index));
    await play(page, line[index]);
  }
  await says(page, "That is it!");
}

/** A flat on an empty square that is no solution; whether there is one. */
export async function fail(page, [solution]) {
  const isFree = await page.locator("[data-kind=flat]").isEnabled();
  const empty = await page.$$eval(".square", (all) => all.filter((each) => each.getAttribute("aria-label").endsWith(", empty")).map((each) => each.dataset.square));
  const targets = empty.filter((name) => name !== solution);
  // The last flat, or the last square, ends the game: that may win it.
  const left = Number(/(\d+) left/.exec(await page.textContent("#near"))?.[1]);
  if (!isFree || empty.length === 1 || left === 1) return false;
  for (const target of targets) {
    await play(page, target);
    // What was said of the last try stands until this one has been played.
    const said = await page.waitForFunction(() => {
      const isPlayed = document.querySelector("#moves [aria-current]");
      return isPlayed && /Not flat on|Wins too/.exec(document.querySelector("#says").textContent)?.[0];
    });
    if ((await said.jsonValue()) === "Not flat on") return true;
    await ready(page);
  }
  return false;
}

/** Twenty puzzles, solved and failed in turn: the rating goes up and down, and stays in the browser. */
export async function solveTwenty(page) {
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
