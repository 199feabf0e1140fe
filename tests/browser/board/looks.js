// How the page looks.

import assert from "node:assert/strict";
import { faults, open, SECONDS } from "./browser.js";
import { begin, GAME, moves, openText, play, square } from "./player.js";

/** The page's colour in each theme. */
const THEMES = { dark: "rgb(23, 25, 28)", wood: "rgb(230, 216, 192)", contrast: "rgb(0, 0, 0)", light: "rgb(243, 239, 230)" };

export async function looks() {
  const page = await open({ colorScheme: "light" });
  const painted = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const [theme, colour] of Object.entries(THEMES)) {
    await page.click("#theme");
    assert.equal(await page.getAttribute("html", "data-theme"), theme);
    assert.equal(await page.getAttribute("#theme", "aria-label"), `Theme: ${theme}`);
    assert.equal(await painted(), colour);
    const relief = await page.$eval("#kinds .flat", (piece) => getComputedStyle(piece).backgroundImage);
    assert.equal(/rgba\(0, 0, 0, 0\), rgba\(0, 0, 0, 0\) 50%/.test(relief), theme === "contrast", `${theme}: ${relief}`);
  }
  for (let clicks = 0; clicks < 3; clicks += 1) await page.click("#theme");
  const theme = "contrast";
  // It is there with the page, and so is the style.
  await page.route("**/*.{js,css}", (route) => route.abort());
  await page.reload();
  assert.equal(await page.getAttribute("html", "data-theme"), theme);
  assert.equal(await painted(), THEMES[theme]);
  await page.unroute("**/*.{js,css}");
  // Where the server does not know it, it is there before the program of the page.
  await page.context().clearCookies();
  await page.route("**/main.js", (route) => route.abort());
  await page.reload();
  assert.equal(await page.getAttribute("html", "data-theme"), theme);
  await page.unroute("**/main.js");
  faults.length = 0;
  await page.reload();
  await page.waitForSelector(`#theme[aria-label="Theme: ${theme}"]`);
  // It is kept twice, and either is enough.
  const forget = [() => page.context().clearCookies(), () => page.evaluate(() => localStorage.clear())];
  for (const part of forget) {
    await part();
    await page.reload();
    await page.waitForSelector("#engine[data-status=ready]");
    assert.equal(await page.getAttribute("html", "data-theme"), theme);
    const cookies = await page.context().cookies();
    assert.deepEqual(cookies.map(({ name, value }) => [name, value]), [["tak-board-theme", theme]]);
  }
  // The highest stack there can be.
  await openText(page, `x4,${"12".repeat(50)}1C,x3/x8/x8/x8/x8/x8/x8/x8 2 60`);
  await page.waitForFunction(() => document.querySelectorAll(".square").length === 64);
  assert.equal(await square(page, "e8").locator(".height").textContent(), "101");
  assert.equal(await square(page, "e8").locator(".buried .column > i").count(), 93);
  assert.match(await square(page, "e8").getAttribute("aria-label"), /White capstone on a stack of 101/);
  await square(page, "e8").hover();
  assert.equal(await page.locator("#inspector .whole > i").count(), 101);
  // The stack stays within its square.
  const outer = await square(page, "e8").boundingBox();
  for (const piece of await square(page, "e8").locator(".piece, .column").all()) {
    const inner = await piece.boundingBox();
    assert.ok(inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1, JSON.stringify({ inner, outer }));
  }
  // Black below: a1 lies where h8 did.
  const before = await square(page, "h8").boundingBox();
  await page.click("#turn");
  assert.deepEqual(await square(page, "a1").boundingBox(), before);
}

/** What a spread drops where stands on its arrow, beside what another one drops there. */
export async function drops() {
  const page = await open();
  const shown = (...moves) => page.evaluate(async (moves) => {
    const { Board } = await import(new URL("board.js", location.href).href);
    const board = new Board(document.querySelector("#board"));
    board.resize(6);
    board.point(moves.map((move) => ({ move, side: "white", weight: 1 })));
    return [...document.querySelectorAll(".drop")].map((each) => each.textContent).join("");
  }, moves);
  assert.equal(await shown("5c6-113"), "113");
  assert.equal(await shown("5c6-221", "2a1>", "a1+", "Sa1"), "2212", "a single piece needs no number");
  assert.equal(await shown("5c6-113", "5c6-221"), "113221");
  const places = await page.$$eval(".drop", (all) => all.map((each) => `${each.getAttribute("x")} ${each.getAttribute("y")}`));
  assert.equal(new Set(places).size, 6);
}

/** Flats and capstones of one colour beside each other are joined, from either side and while a hand is up. */
export async function strips() {
  const page = await open();
  const shown = () => page.$$eval("#board .strip", (all) => all.map((each) => `${each.parentElement.dataset.square} ${each.className.slice(6)}`).sort());
  await openText(page, "1,1C,1S,2,x/2,2,x3/x5/x5/x5 1 5");
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 6);
  assert.deepEqual(await shown(), ["a4 right black", "a5 right white", "b4 left black", "b5 left white"]);
  await page.click("#turn");
  assert.deepEqual(await shown(), ["a4 left black", "a5 left white", "b4 right black", "b5 right white"]);
  await square(page, "a5").click();
  await page.waitForSelector(".lifted");
  assert.deepEqual(await shown(), ["a4 left black", "b4 right black"]);
}

/** Arrows and marks of one's own go with the position, the same again, or a left click. */
export async function drawn() {
  const page = await open();
  await begin(page, { size: "4", you: "both", opening: "no-swap" });
  await page.waitForSelector("#board.active");
  const drag = async (from, to) => {
    await square(page, from).hover();
    await page.mouse.down({ button: "right" });
    if (to) await square(page, to).hover();
    await page.mouse.up({ button: "right" });
  };
  const shown = () => page.$$eval("#board .drawn > *", (all) => all.map((each) => each.tagName).join(" "));
  await drag("a1", "c2");
  await drag("b2");
  assert.equal(await shown(), "path circle");
  assert.equal((await moves(page)).length, 0, "nothing is played");
  // It points at what it means, whichever way the board lies.
  const tip = (name) => page.evaluate((name) => {
    const path = document.querySelector("#board .drawn path");
    const { x, y, width, height } = document.querySelector(`[data-square=${name}]`).getBoundingClientRect();
    const end = new DOMPoint(Math.hypot(2, 1), 0).matrixTransform(path.getScreenCTM());
    return Math.hypot(end.x - x - width / 2, end.y - y - height / 2);
  }, name);
  assert.ok((await tip("c2")) < 2);
  await page.click("#turn");
  assert.ok((await tip("c2")) < 2);
  await drag("b2");
  assert.equal(await shown(), "path");
  await drag("a1", "c2");
  assert.equal(await shown(), "");
  // Who lets go beside the board has thought better of it.
  await square(page, "d4").hover();
  await page.mouse.down({ button: "right" });
  await page.mouse.move(5, 5);
  await page.mouse.up({ button: "right" });
  assert.equal(await shown(), "");
  // Neither a move nor a walk through the game takes it along, and nobody keeps it.
  const playFirst = () => play(page, "a1").then(() => page.waitForSelector("#moves > button"));
  for (const next of [playFirst, () => page.keyboard.press("Home"), () => page.keyboard.press("End"), () => page.reload()]) {
    await drag("c3", "d4");
    assert.equal(await shown(), "path");
    await next();
    await page.waitForFunction(() => !document.querySelector("#board .drawn > *"));
  }
  await page.waitForSelector("#board.active");
  await drag("c3");
  await square(page, "a1").click();
  assert.equal(await shown(), "");
  const isSuppressed = (selector) => page.$eval(selector, (each) => !each.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })));
  assert.ok(await isSuppressed("[data-square=a2]"));
  assert.ok(!(await isSuppressed("#moves")), "only on the board");
}

/** What a page with this plays is counted, not heard. */
function countSounds() {
  window.started = 0;
  const param = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = () => ({ frequency: {}, gain: param, connect: (next) => next, start: () => (window.started += 1), stop: () => {} });
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    createOscillator = node;
    createGain = node;
  };
}

/** A knock for each square that pieces fall on, three notes at the end, for what is seen and for whoever wants them. */
export async function sounds() {
  const page = await open();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.addInitScript(countSounds);
  await page.reload();
  await begin(page, { size: "4", you: "both", opening: "no-swap" });
  const hears = async (count, act, why) => {
    const before = await page.evaluate(() => window.started);
    await act();
    await page.waitForFunction((least) => window.started >= least, before + count);
    await page.waitForTimeout(SECONDS / 3);
    assert.equal((await page.evaluate(() => window.started)) - before, count, why);
  };
  const isOn = () => page.getAttribute("#sound", "aria-pressed");
  const isLoaded = () => asked.some((url) => url.endsWith("/sound.js"));
  await hears(0, () => play(page, "b2"));
  assert.equal(await isOn(), "false");
  assert.ok(!isLoaded(), "off at first");
  await hears(0, () => page.click("#sound"));
  assert.equal(await isOn(), "true");
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/sound.js")));
  assert.ok(isLoaded());
  await hears(1, () => play(page, "b3"));
  await hears(1, () => play(page, "b2+"));
  await hears(1, () => play(page, "a1"));
  await hears(2, () => play(page, "2b3>11"), "one for each square");
  // Whoever walks quickly hears where they stop, and nothing at the start.
  await hears(0, () => page.keyboard.press("Home"));
  const walk = () => page.evaluate(async () => {
    for (let step = 0; step < 5; step += 1) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
      await new Promise((shown) => setTimeout(shown));
    }
  });
  await hears(2, walk);
  await hears(1, () => page.keyboard.press("PageUp"));
  await hears(2, () => page.keyboard.press("End"));
  await hears(3, () => page.click("#resign"), "the end alone");
  const show = async () => {
    await openText(page, '[Size "3"] [Opening "no-swap"] 1. a1 a3 2. b1 b3 3. c1 R-0');
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 9);
  };
  await hears(0, show, "a game that is opened");
  await hears(0, () => page.keyboard.press("Home"));
  await hears(1 + 3, () => page.keyboard.press("End"));
  // It stays on, and waits for a gesture; whatever runs in the page from here counts as one to those
  // that load later.
  await page.reload({ waitUntil: "networkidle" });
  await page.waitForSelector("#engine[data-status=ready]");
  await page.waitForSelector("#sound[aria-pressed=true]");
  const stepBack = () => page.evaluate(() => document.querySelector("[data-go=back]").click());
  await hears(0, stepBack);
  await hears(1, () => page.keyboard.press("PageUp"));
  await page.click("#sound");
  await hears(0, () => page.keyboard.press("PageUp"));
  asked.length = 0;
  await page.reload();
  await page.waitForSelector("#engine[data-status=ready]");
  assert.equal(await isOn(), "false");
  assert.ok(!isLoaded(), "off again");
}

/** Sound that cannot be loaded stays off, and the next press tries again. */
export async function soundless() {
  const page = await open();
  await page.route("**/sound.js*", (route) => route.abort());
  await page.click("#sound");
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/sound.js")));
  await page.waitForSelector("#sound[aria-pressed=false]");
  await page.unroute("**/sound.js*");
  await page.click("#sound");
  await page.waitForTimeout(SECONDS / 2);
  assert.equal(await page.getAttribute("#sound", "aria-pressed"), "true");
  await page.context().close();
  faults.length = 0; // A browser notes what fails to load.
}

/** Colours that the user's system forces on the page. */
export async function forced() {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ forcedColors: "active", colorScheme });
    await openText(page, "1,2,1S,2S/x4/x4/x4 1 5");
    await page.waitForFunction(() => document.querySelectorAll(".square").length === 16);
    // In one step: what is found may be drawn anew at any time.
    const styles = (selector, pseudo) => page.evaluate(([selector, pseudo]) => [...document.querySelectorAll(selector)].map((each) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(each, pseudo);
      return `${backgroundColor} ${borderTopColor}`;
    }), [selector, pseudo]);
    const [white, black] = await styles("#board .flat");
    assert.notEqual(white, black);
    const walls = await styles("#board .wall", "::before");
    assert.notEqual(walls[0], walls[1]);
    const [far, near] = await styles(".stone");
    assert.notEqual(far, near);
    const [bar] = await styles("#worth");
    const [part] = await styles("#worth i");
    assert.notEqual(bar, part, "the bar is not empty");
    const edges = (selector) => page.$eval(selector, (found) => {
      const { borderTopWidth, outlineStyle } = getComputedStyle(found);
      return { width: parseFloat(borderTopWidth), outline: outlineStyle };
    });
    assert.ok((await edges(".square")).width >= 1, "squares have lines");
    await page.locator("[data-kind=wall]").click();
    assert.equal((await edges("[data-kind=wall]")).outline, "solid", "the chosen piece is marked");
    assert.equal((await edges("[data-kind=capstone]")).outline, "none");
  }
}

/** On a phone that lies on its side both players are seen beside the board, also where a name is long. */
export async function across() {
  for (const [width, height] of [[844, 390], [740, 360], [667, 375], [568, 320]]) {
    const page = await open({ viewport: { width, height }, hasTouch: true, isMobile: true });
    for (const mode of ["play", "analyse"]) {
      await page.click(`[data-mode=${mode}]`);
      await page.waitForSelector("#near .name:not(:empty)");
      const [near, board, far] = await Promise.all(["#near", "#board", "#far"].map((id) => page.locator(id).boundingBox()));
      assert.ok(near.y + near.height <= height && near.y + near.height <= board.y + board.height + 6, `${mode}, ${width}×${height}: ${JSON.stringify({ near, board })}`);
      assert.ok(far.y >= board.y - 6, JSON.stringify({ far, board }));
      if (mode === "play") continue;
      const worth = await page.locator("#worth").boundingBox();
      assert.ok(Math.abs(worth.height - board.height) <= 8, `${width}×${height}: ${JSON.stringify({ worth, board })}`);
    }
  }
}

/** High stacks on small boards, and what a finger can hit. */
export async function small() {
  for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
    const page = await open({ viewport, hasTouch: true, isMobile: true });
    for (const [square, stack] of [["e8", `${"12".repeat(49)}1C`], ["e8", "12".repeat(16)]]) {
      await openText(page, `x4,${stack},x3/x8/x8/x8/x8/x8/x8/x8 2 60`);
      const count = String(stack.replace("C", "").length);
      await page.waitForFunction((count) => document.querySelector(".height")?.textContent === count, count);
      const outer = await page.locator(`[data-square=${square}]`).boundingBox();
      const number = await page.locator(".height").boundingBox();
      for (const piece of await page.locator(".column > i").all()) {
        const { y, height } = await piece.boundingBox();
        assert.ok(y >= number.y + number.height - 1 && y + height <= outer.y + outer.height, JSON.stringify({ y, height, number, outer }));
      }
    }
    await openText(page, GAME);
    await page.waitForFunction(() => document.querySelectorAll("#moves .aside button").length > 3);
    for (const button of await page.locator("#moves button, #found button, .notes button").all()) {
      const { width, height } = await button.boundingBox();
      assert.ok(width >= 40 && height >= 40, `${await button.textContent()}: ${width}×${height}`);
    }
  }
}
