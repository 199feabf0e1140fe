// Pictures of a game, as one sends them to others.

import assert from "node:assert/strict";
import { browser, open, server } from "./browser.js";
import { GAME, moves, openText } from "./player.js";
import { drawn, framesOf, isPng } from "./saved.js";

export async function pictured() {
  const page = await open();
  await openText(page, GAME);
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 9);
  assert.equal((await moves(page)).length, 9);
  await page.click("[data-go=start]");
  await page.waitForSelector("[data-go=back]:disabled");
  await page.click("#share");
  const start = await drawn(page, "Picture");
  assert.equal(start.name, "Ada – Bob.png");
  assert.ok(isPng(start.bytes));
  const game = await drawn(page, "GIF");
  assert.equal(game.name, "Ada – Bob.gif");
  assert.equal(framesOf(game.bytes), 10);
  await page.click("#share-dialog .main");
  // A branch is a line of its own.
  await page.locator("#moves button", { hasText: "a5" }).click();
  await page.waitForSelector("#moves [aria-current]:text('a5')");
  await page.click("#share");
  assert.equal(framesOf((await drawn(page, "GIF")).bytes), 5);
  const light = await drawn(page, "Picture");
  assert.notDeepEqual(light.bytes, start.bytes);
  await page.click("#share-dialog .main");
  // As the page shows it: turned, and in its theme.
  await page.click("#turn");
  await page.click("#share");
  const turned = await drawn(page, "Picture");
  assert.notDeepEqual(turned.bytes, light.bytes);
  await page.click("#share-dialog .main");
  await page.click("#theme");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.click("#share");
  // Who pressed it by a key goes on there.
  await page.focus("text=GIF");
  const dark = await drawn(page, "Picture");
  assert.notDeepEqual(dark.bytes, turned.bytes);
  const themes = [turned.bytes, dark.bytes];
  for (const theme of ["wood", "contrast"]) {
    await page.click("#share-dialog .main");
    await page.click("#theme");
    assert.equal(await page.getAttribute("html", "data-theme"), theme);
    await page.click("#share");
    themes.push((await drawn(page, "Picture")).bytes);
  }
  assert.equal(new Set(themes.map((bytes) => bytes.toString("base64"))).size, 4);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("[data-draws=gif]").press("Enter")]);
  assert.equal(file.suggestedFilename(), "Ada – Bob.gif");
  await page.waitForFunction(() => document.activeElement?.textContent === "GIF");
  await page.context().close();

  // What is not drawn says why, and can be asked for again.
  const other = await (await browser.newContext()).newPage();
  await other.goto(server.address);
  await other.waitForSelector("#engine[data-status=ready]");
  const there = ["c1>", "c2>", "d1<", "d2<"];
  const long = ["a6", "f6", "c1", "c2", ...Array.from({ length: 400 }, (_, ply) => there[ply % 4])];
  await openText(other, `[Size "6"]\n\n${long.join(" ")}`);
  await other.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, long.length);
  await other.click("#share");
  await other.click("text=GIF");
  const says = (words) => other.waitForFunction((words) => document.querySelector("#share-error").textContent === words, words);
  await says("This could not be drawn: a game of 404 plies, expected 400 at most.");
  await other.route("**/game.gif?*", (route) => route.abort());
  await other.click("text=GIF");
  await says("This could not be drawn: the engine does not answer.");
  await other.unroute("**/game.gif?*");
  assert.ok(await other.locator("[data-draws]:enabled:text('Picture')").isVisible());
  await other.context().close();
}
