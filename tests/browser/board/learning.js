// How to play: the course to its end, and a first game with a coach.

import assert from "node:assert/strict";
import { open, SECONDS } from "./browser.js";
import { moves, myTurn, play, square } from "./player.js";

/** A move that misses the goal of a lesson, if it has one, and one that reaches it. */
const DONE = [
  ["a3", "d2"],
  ["d4", "d3"],
  ["d3", "Sd3"],
  ["a1", "b2>"],
  ["3a2>12", "3a2>111"],
  ["2a2>", "3a2>"],
  ["d4", "c2>"],
  ["Sc1", "c1"],
  [null, "a1"],
];

const says = (page, words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);

/** A lesson for a reader who has no mouse: the same with the keys alone. */
async function byKeys(page, name) {
  await page.keyboard.press("f");
  await square(page, name).focus();
  await page.keyboard.press("Enter");
}

/** The course by clicks; what misses the goal is taken back; then a first game, with advice. */
export async function course() {
  const page = await open();
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("course.js")));
  assert.ok(!(await loaded()), "loaded when it is asked for");
  await page.waitForSelector("#offer", { state: "visible" });
  await page.click("#learn");
  for (const [index, [miss, move]] of DONE.entries()) {
    await page.waitForFunction((start) => document.querySelector("#lesson-title").textContent.startsWith(start), `${index + 1} of ${DONE.length}`);
    await page.waitForSelector(".board.active");
    if (miss) {
      await play(page, miss);
      await says(page, "Not yet.");
      await page.waitForSelector(".board.active");
    }
    if (index === 1) await byKeys(page, move);
    else await play(page, move);
    await page.waitForSelector("#lesson-next.main");
    await page.click("#lesson-next");
    // Where the page is loaded again the course goes on at the lesson that was reached.
    if (index === 2) await page.reload().then(() => page.click("[data-mode=learn]"));
  }
  // A first game.
  await says(page, "Put it into a corner");
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  await says(page, "Connect two opposite edges");
  await page.reload();
  await says(page, "Connect two opposite edges");
  assert.equal((await moves(page)).length, 2);
}

/** The game on the table comes back when the course is left, and a stranger is not asked twice. */
export async function left() {
  const page = await open();
  assert.ok(await page.locator("#offer").isVisible());
  await page.click("#new-game");
  await page.click("#new-dialog [value=start]");
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  const before = await moves(page);
  await page.click("[data-mode=learn]");
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 16);
  await page.click("#lesson-next");
  await page.click("[data-mode=play]");
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 25);
  assert.ok(await myTurn(page, 2));
  assert.deepEqual(await moves(page), before);
  await page.reload();
  assert.ok(await myTurn(page, 2));
  assert.ok(!(await page.locator("#offer").isVisible()));
  await page.waitForTimeout(SECONDS / 4);
}

/** The coach names a road that is threatened, which the engine has proven. */
export async function coached() {
  const page = await open();
  const told = await page.evaluate(async () => {
    const { Coach } = await import(new URL("coach.js", location.href).href);
    const { findEngine } = await import(new URL("engine.js", location.href).href);
    const { Session } = await import(new URL("session.js", location.href).href);
    const session = new Session((await findEngine()).connect);
    session.setRules({ size: 4, halfKomi: 0, opening: "no-swap" });
    const coach = new Coach({ session, listen() {} }, {}, () => {});
    const all = [];
    for (const tps of ["x4/2,2,2,x/1,1,x2/x4 1 4", "x4/2,2,x2/1,1,1,x/x4 1 4", "2,1,2,1/1,2,1,2/2,1,2,1/1,2,x2 1 9"]) {
      all.push(await coach.advise(await session.ask(`state tps ${tps}`)));
    }
    return all;
  });
  assert.deepEqual(told.slice(0, 2), [
    "Black threatens to win: flat on d3. Place there, or move a wall there.",
    "You can complete a road or win the count now: flat on d2.",
  ]);
  assert.match(told[2], /^2 squares left: if the board fills, most flats win/);
}
