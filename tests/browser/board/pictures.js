// The pictures of the READMEs: `node board.js pictures ENGINE CHROMIUM FOLDER` draws them again, with a
// release build in a minute. With 256 colours they are a third as large.

import { readFileSync } from "node:fs";
import { playAsBeginner } from "./beginner.js";
import { open, SECONDS } from "./browser.js";
import { ask, begin, moves, myTurn, openText, play, square, TAP } from "./player.js";
import { lines, number, ready, solve } from "./twenty.js";

const [, , , folder] = process.argv.slice(2);
const WIDE = { viewport: { width: 1180, height: 800 } };
/** Three of them stand in a row. */
const NARROW = { viewport: { width: 400, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 };
const PICTURES = [light, dark, phone, tall, won, puzzle, review];

export async function pictures() {
  for (const picture of PICTURES) {
    const { page, clip } = await picture();
    await page.screenshot({ path: `${folder}/board-${picture.name}.png`, animations: "disabled", clip, fullPage: Boolean(clip) });
    await page.context().close();
  }
}

/** The part of a page from one element down to another. */
async function between(page, first, last) {
  const clip = await page.evaluate(([first, last]) => {
    const [from, to] = [first, last].map((each) => document.querySelector(each).getBoundingClientRect());
    return { x: 0, y: from.top + scrollY - 8, width: innerWidth, height: to.bottom - from.top + 16 };
  }, [first, last]);
  return { page, clip };
}

/** A game that the engine has played with itself, searched in full. */
async function searched(options) {
  const page = await open(options);
  await openText(page, readFileSync(new URL("../../../tak-engine/tests/data/game.ptn", import.meta.url), "utf8"));
  await page.click("#whole");
  await page.waitForSelector("#progress", { state: "visible" });
  await page.waitForSelector("#progress", { state: "hidden", timeout: 300 * SECONDS });
  return page;
}

async function light() {
  const page = await searched(WIDE);
  for (let back = 0; back < 11; back += 1) await page.click("[data-go=back]");
  await page.waitForTimeout(6 * SECONDS);
  return { page };
}

async function dark() {
  const page = await open({ ...WIDE, colorScheme: "dark" });
  await begin(page, { size: "6", you: "both" });
  const line = "a1 f6 c3 c4 d3 d4 e3 Ce4 c3+ d4< b4 b3 b4> d5 Sc2 e5 Cd2 c6";
  for (const [index, move] of line.split(" ").entries()) {
    await play(page, move);
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
  for (const name of ["c4", "c5", "c5"]) await square(page, name).click();
  return { page };
}

async function phone() {
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 });
  for (let plies = 0; plies < 10; plies += 2) {
    const state = await ask(page, { size: 5, moves: await moves(page) });
    const wanted = ["c3", "d3", "c4", "b3", "d2", "b2", "e1"].find((name) => state.places[name]);
    await play(page, plies ? state.places[wanted].flat : "a1", TAP);
    await myTurn(page, plies + 2);
  }
  await page.waitForTimeout(SECONDS); // the last piece comes to rest
  return { page };
}

async function tall() {
  const page = await open(WIDE);
  const stacks = ["12".repeat(24), "2111212212", "1212121S", "21112212C"];
  await openText(page, `x,1,x2,${stacks[0]},x,2S,1/x2,${stacks[2]},x2,1,1,x/2,x,${stacks[1]},x,1,x3/x2,2,x,${stacks[3]},1,x2/x3,2,x,12,x,1/2,2,x,1,x2,2,x/x,1,x,2S,x,1S,x2/2,x3,1,x,2,1 1 60`);
  await page.waitForFunction(() => document.querySelectorAll(".square").length === 64);
  await page.click("#think");
  await square(page, "e8").hover();
  return { page };
}

/** The first game that a beginner wins. */
async function won() {
  const page = await open(NARROW);
  for (let games = 0; games < 5 && !(await playAsBeginner(page)).startsWith("R-0"); games += 1);
  return between(page, "#far", "#after");
}

async function puzzle() {
  const page = await open(NARROW);
  await page.click("[data-mode=puzzles]");
  await ready(page);
  await page.selectOption("#puzzle-size", "5");
  await page.selectOption("#puzzle-kind", "tinuë");
  await page.waitForFunction(() => /Tinuë.*5×5/.test(document.querySelector("#puzzle-title").textContent));
  await ready(page);
  await solve(page, (await lines(page))[(await number(page)) - 1]);
  return between(page, "#far", "#says");
}

/** The first moments that decided a game. */
async function review() {
  const page = await searched({ ...NARROW, viewport: { width: 440, height: 860 } });
  return between(page, "#review", "#moments li:nth-child(4)");
}
