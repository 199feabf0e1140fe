// How the page looks, and the pictures of the README.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { faults, open, SECONDS } from "./browser.js";
import { ask, begin, GAME, moves, myTurn, openText, play, square, TAP } from "./player.js";

const [, , , folder] = process.argv.slice(2);

export async function looks() {
  const page = await open();
  await page.click("#theme");
  const theme = await page.getAttribute("html", "data-theme");
  assert.match(theme, /^(light|dark)$/);
  // It is there with the page, and so is the style.
  await page.route("**/*.{js,css}", (route) => route.abort());
  await page.reload();
  assert.equal(await page.getAttribute("html", "data-theme"), theme);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(background, { light: "rgb(243, 239, 230)", dark: "rgb(23, 25, 28)" }[theme]);
  await page.unroute("**/*.{js,css}");
  // Where the server does not know it, it is there before the program of the page.
  await page.context().clearCookies();
  await page.route("**/main.js", (route) => route.abort());
  await page.reload();
  assert.equal(await page.getAttribute("html", "data-theme"), theme);
  await page.unroute("**/main.js");
  faults.length = 0;
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

/** For the README: one picture each. */
export async function pictures() {
  const game = readFileSync(new URL("../../../tak-engine/tests/data/game.ptn", import.meta.url), "utf8");
  const save = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
  const light = await open({ viewport: { width: 1180, height: 800 } });
  await openText(light, game);
  await light.click("#whole");
  await light.waitForSelector("#progress", { state: "visible" });
  await light.waitForSelector("#progress", { state: "hidden", timeout: 100 * SECONDS });
  for (let back = 0; back < 11; back += 1) await light.click("[data-go=back]");
  await light.waitForTimeout(6 * SECONDS);
  await save(light, "board-light");

  const dark = await open({ viewport: { width: 1180, height: 800 }, colorScheme: "dark" });
  await begin(dark, { size: "6", you: "both" });
  const line = "a1 f6 c3 c4 d3 d4 e3 Ce4 c3+ d4< b4 b3 b4> d5 Sc2 e5 Cd2 c6";
  for (const [index, move] of line.split(" ").entries()) {
    await play(dark, move);
    await dark.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, index + 1);
  }
  for (const name of ["c4", "c5", "c5"]) await square(dark, name).click();
  await save(dark, "board-dark");

  const phone = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 });
  for (let plies = 0; plies < 10; plies += 2) {
    const state = await ask(phone, { size: 5, moves: await moves(phone) });
    const wanted = ["c3", "d3", "c4", "b3", "d2", "b2", "e1"].find((name) => state.places[name]);
    await play(phone, plies ? state.places[wanted].flat : "a1", TAP);
    await myTurn(phone, plies + 2);
  }
  await phone.waitForTimeout(SECONDS); // the last piece comes to rest
  await save(phone, "board-phone");

  const tall = await open({ viewport: { width: 1180, height: 800 } });
  const stacks = ["12".repeat(24), "2111212212", "1212121S", "21112212C"];
  await openText(tall, `x,1,x2,${stacks[0]},x,2S,1/x2,${stacks[2]},x2,1,1,x/2,x,${stacks[1]},x,1,x3/x2,2,x,${stacks[3]},1,x2/x3,2,x,12,x,1/2,2,x,1,x2,2,x/x,1,x,2S,x,1S,x2/2,x3,1,x,2,1 1 60`);
  await tall.waitForFunction(() => document.querySelectorAll(".square").length === 64);
  await tall.click("#think");
  await square(tall, "e8").hover();
  await save(tall, "board-tall");
}
