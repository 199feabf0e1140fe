// How to play: the course to its end, and a first game with a coach.

import assert from "node:assert/strict";
import { end, faults, open, SECONDS, serve } from "./browser.js";
import { begin, moves, myTurn, openText, play, square } from "./player.js";

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
  // By keys: the focus goes along.
  await page.focus("#learn");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.dataset.mode === "learn");
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
  await page.click("[data-mode=learn]");
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 16);
  await page.click("[data-mode=play]");
  await says(page, "Connect two opposite edges");
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

/** A beginner's first game has a coach, and no other game. */
export async function oneCoached() {
  const page = await open();
  await begin(page, { size: "5", you: "white", level: "2" });
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  await page.evaluate(() => localStorage.setItem("tak-board-course", "8"));
  await page.click("[data-mode=learn]");
  await page.waitForFunction(() => document.querySelector("#lesson-next").textContent === "Play a first game");
  await page.click("#lesson-next");
  await says(page, "Put it into a corner");
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  await says(page, "Connect two opposite edges");
  const again = async () => {
    await page.click("#open");
    await page.locator("#earlier button").first().click();
    await page.waitForSelector("#open-dialog", { state: "hidden" });
  };
  const settings = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("tak-board-game")).settings);
  await again();
  await page.waitForFunction(() => document.querySelector("#far").textContent.includes("level 2"));
  await page.waitForSelector("#board.active");
  await page.waitForTimeout(SECONDS / 2);
  assert.doesNotMatch(await page.textContent("#says"), /Connect/);
  assert.equal((await settings()).isFirst, false);
  // It comes back with its coach, who was not there yet when the page was loaded.
  await page.reload();
  assert.ok(await myTurn(page, 2));
  await again();
  await says(page, "Connect two opposite edges");
  await openText(page, "1. a1 e5");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current=true]")?.textContent.startsWith("e5"));
  await page.click("[data-mode=play]");
  await page.waitForSelector("#board.active");
  await page.waitForTimeout(SECONDS / 2);
  assert.doesNotMatch(await page.textContent("#says"), /Connect/);
}

/** A text that cannot be read leaves the lesson as it is. */
export async function unread() {
  const page = await open();
  await page.evaluate(() => localStorage.setItem("tak-board-course", "3"));
  await page.click("[data-mode=learn]");
  const lesson = (number) => page.waitForFunction((number) => document.querySelector("#lesson-title").textContent.startsWith(number), `${number} of`);
  await lesson(4);
  await page.click("#lesson-before");
  await lesson(3);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "P Z9");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.waitForSelector("#open-error:not(:empty)");
  await lesson(3);
}

/** A page in which `hired` gives the coach's class and a session of its own. */
async function withCoach() {
  const page = await open();
  await page.evaluate(() => {
    globalThis.hired = async () => {
      const load = (name) => import(new URL(name, location.href).href);
      const [{ Coach }, { findEngine }, { Session }] = await Promise.all(["coach.js", "engine.js", "session.js"].map(load));
      return { Coach, session: new Session((await findEngine()).connect) };
    };
  });
  return page;
}

/** The coach names a road that is threatened, which the engine has proven. */
export async function coached() {
  const page = await withCoach();
  const told = await page.evaluate(async () => {
    const { Coach, session } = await globalThis.hired();
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

/** A game that is on its way back is not lost, whatever is pressed meanwhile. */
export async function hasty() {
  const server = await serve();
  const page = await open({}, server.address);
  await begin(page, { you: "both", size: "5", opening: "no-swap" });
  for (const move of ["a1", "b2", "c3"]) await play(page, move);
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 3);
  const before = await moves(page);
  const learn = async () => {
    await page.click("[data-mode=learn]");
    await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 16);
  };
  const press = (...modes) => page.evaluate((modes) => modes.forEach((mode) => document.querySelector(`[data-mode=${mode}]`).click()), modes);
  const isBack = async () => {
    await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, before.length);
    assert.deepEqual(await moves(page), before);
    await page.waitForSelector("#board.active");
  };
  await learn();
  await press("play", "play");
  await isBack();
  await learn();
  await press("play", "learn", "play", "learn", "play");
  await isBack();
  // What was pressed last counts.
  await learn();
  await press("play", "learn");
  await page.waitForTimeout(SECONDS / 2);
  assert.equal(await page.getAttribute("main", "data-mode"), "learn");
  await press("play");
  await isBack();
  await learn();
  await press("play");
  await page.reload();
  await isBack();
  // Where the engine is away as well.
  await learn();
  await end(server);
  await page.waitForSelector("#engine[data-status=gone]");
  await press("puzzles");
  await press("play", "play");
  const { child } = await serve(server.port);
  await isBack();
  await page.reload();
  await isBack();
  await end({ child });
  // It was asked for while it was away.
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("ERR_CONNECTION_REFUSED")));
}

/** What a coach looks for takes nothing from what is looked for later. */
export async function modest() {
  const page = await withCoach();
  const move = await page.evaluate(async () => {
    const { Coach, session } = await globalThis.hired();
    session.setRules({ size: 5, halfKomi: 0, opening: "no-swap" });
    const state = await session.ask("state tps x5/x5/x2,1,x2/x5/2,x4 1 3");
    const coach = new Coach({ session, state, listen() {} }, { isMyTurn: true, settings: { isFirst: true } }, () => {});
    coach.look();
    return session.search({ position: "startpos", level: 0, go: () => "movetime 300" });
  });
  assert.ok(move);
}

/** The second press of a double click is not for what has come to lie under it. */
export async function doubled() {
  const page = await open({ viewport: { width: 390, height: 844 } });
  const twice = async (selector) => {
    const button = page.locator(selector);
    await button.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await button.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    for (const clickCount of [1, 2]) {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
      await page.waitForTimeout(SECONDS / 5);
    }
  };
  await twice("#learn");
  await page.waitForFunction(() => document.querySelector("#lesson-title").textContent.startsWith("1 of"));
  await page.click("[data-mode=play]");
  await begin(page, { you: "both", size: "4", opening: "no-swap" });
  await play(page, "a1");
  await play(page, "b2");
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 2);
  await page.waitForSelector("#board.active");
  await twice("#resign");
  await page.waitForSelector("#says.over");
  assert.ok(await page.locator("#review-game").isVisible());
  await page.setViewportSize({ width: 1280, height: 800 });
  await twice("#review-game");
  await page.waitForFunction(() => document.querySelector("#accuracy").textContent.includes("%"), null, { timeout: 60 * SECONDS });
}
