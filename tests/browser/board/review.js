// The review of a game: what decided it, in sentences of the engine; mistakes are tried again, and come
// back.

import assert from "node:assert/strict";
import { open, SECONDS } from "./browser.js";
import { begin, openText, play } from "./player.js";

/** Black has a tinuë, by b4 and by b5 too, and lets it go. */
const MISSED = `[Size "5"]
[TPS "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5"]

5... e1 6. b4 b5 7. a5`;
const SENTENCE = "Black had a tinuë in 3 plies: b4 forces a road, whatever White answers.";

const says = (page, words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);

/** The mistakes that the browser keeps: in which box each is, and whether it is due. */
const kept = (page) => page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("tak-board-mistakes") ?? "{}")).map(({ box, due }) => [box, due <= Date.now()]));

/** A missed tinuë is told; the better move is found at the second try; the mistake comes back. */
export async function mistake() {
  const page = await open();
  await openText(page, MISSED);
  await page.waitForSelector("#moves button");
  assert.equal(await page.locator("#review").isVisible(), false, "nothing is told before it is known");
  await page.click("#whole");
  await page.waitForSelector("#review", { state: "visible", timeout: 60 * SECONDS });
  assert.match(await page.textContent("#accuracy"), /^Accuracy: White \d+ % · Black \d+ %$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  const list = await page.locator("#moves").boundingBox();
  assert.ok(list.y + list.height <= 800 && list.height >= 100, "the moves stay in sight");
  const first = page.locator("#moments li").first();
  assert.match(await first.textContent(), /^.*5\.\.\. e1/);
  assert.ok((await first.textContent()).includes(`${SENTENCE} proven`));
  assert.equal(await first.locator(".small .square").count(), 25);
  assert.equal(await first.locator(".small .piece").count(), 9);
  // Its position.
  await first.locator("h3 button").click();
  await page.waitForFunction(() => !document.querySelector("#moves [aria-current=true]"));

  // By the keys alone.
  await first.locator("text=Try again").focus();
  await page.keyboard.press("Enter");
  await says(page, "In the game Black played e1 here. Find a better move.");
  assert.equal(await page.textContent("#puzzle-title"), "A mistake of your own, 5×5");
  await play(page, "a1");
  await says(page, "Not flat on a1");
  assert.deepEqual(await kept(page), [[0, false]]);
  await page.click("#puzzle-again");
  await says(page, "Find a better move.");
  await play(page, "b4");
  await says(page, `That is it! ${SENTENCE}`);
  assert.deepEqual(await kept(page), [[0, false]], "only the first try counts");
  await page.selectOption("#puzzle-kind", "own");
  await says(page, "None of your mistakes comes back before");

  // The game is as it was, and so is what was told of it.
  await page.click("[data-mode=analyse]");
  await page.waitForSelector("#review", { state: "visible" });
  assert.ok((await page.textContent("#moments")).includes(SENTENCE));

  // Two days later it is there again, and another move that wins is as good.
  await page.evaluate((days) => {
    const all = JSON.parse(localStorage.getItem("tak-board-mistakes"));
    for (const each of Object.values(all)) each.due -= days * 86_400_000;
    localStorage.setItem("tak-board-mistakes", JSON.stringify(all));
  }, 2);
  await page.reload();
  await page.click("[data-mode=puzzles]");
  await page.waitForFunction(() => document.querySelector("#puzzle-title").textContent);
  const rating = await page.textContent("#puzzle-rating");
  await page.selectOption("#puzzle-kind", "own");
  await says(page, "In the game Black played e1 here.");
  await play(page, "b5");
  await says(page, "That is it!");
  assert.deepEqual(await kept(page), [[1, false]]);
  assert.equal(await page.textContent("#puzzle-rating"), rating, "it is not rated");
}

/** A game that was played here is reviewed when it is over. */
export async function afterwards() {
  const page = await open();
  await begin(page, { size: "3", you: "both", opening: "no-swap", halfKomi: "0" });
  assert.equal(await page.locator("#review-game").isVisible(), false);
  for (const [index, move] of ["a1", "a3", "b1", "b3", "a2", "c3"].entries()) {
    await play(page, move);
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
  await page.waitForSelector("#says.over");
  await page.click("#review-game");
  await page.waitForSelector("#review", { state: "visible", timeout: 60 * SECONDS });
  const told = await page.textContent("#moments");
  assert.ok(told.includes("White could complete a road at once, by c1. proven"), told);
  assert.match(await page.textContent("#accuracy"), /White \d+ % · Black \d+ %/);
}

/** A review that is given up says nothing, and what comes after it is answered. */
export async function givenUp() {
  const page = await open();
  await openText(page, MISSED);
  await page.click("#whole");
  await page.click("#whole");
  await page.waitForSelector("#progress", { state: "hidden" });
  assert.equal(await page.locator("#review").isVisible(), false);
  await page.click("#whole");
  await page.waitForSelector("#review", { state: "visible", timeout: 60 * SECONDS });
}

/** What is played while the game is searched is not part of what is told of it. */
export async function goesOn() {
  const page = await open();
  await openText(page, MISSED);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 4);
  await page.click("#whole");
  await page.waitForSelector("#progress", { state: "visible" });
  await page.click("[data-go=end]");
  await page.waitForFunction(() => [...document.querySelectorAll("#moves button")].at(-1).getAttribute("aria-current") === "true");
  await play(page, "e2");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 5);
  await page.waitForSelector("#review", { state: "visible", timeout: 60 * SECONDS });
  assert.ok((await page.textContent("#moments")).includes(SENTENCE));
}
