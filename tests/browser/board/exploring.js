// The book of games beside an analysis.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import axe from "axe-core";
import { end, faults, open, serve } from "./browser.js";
import { openText } from "./player.js";

/** The second is the first in a mirror, as far as it goes. */
const GAMES = ["1. a1 e5 2. d2 c3 R-0", "1. e1 a5 2. b2 c3 0-F", "1. a1 a5 2. d4 1/2-1/2"];

/** A server with a book of these games, while something is done. */
async function withBook(use, port = 0) {
  const folder = mkdtempSync(join(tmpdir(), "book-"));
  try {
    const [games, book] = [join(folder, "games.ptn"), join(folder, "my.book")];
    writeFileSync(games, GAMES.map((game) => `[Size "5"]\n${game}\n`).join("\n"));
    execFileSync(join(dirname(process.argv[3]), "tak-tools"), ["book", "build", games, "-o", book], { stdio: "ignore" });
    const server = await serve(port, "--book", book);
    await use(server);
    await end(server);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rows, once there are so many: games, and the results as they are spoken. */
async function rows(page, count, says) {
  await page.waitForFunction((says) => document.querySelector("#book caption")?.textContent === says, says);
  const told = await page.$$eval("#book tr:has(button)", (rows) =>
    rows.map((row) => `${row.cells[1].textContent}: ${row.querySelector(".results").getAttribute("aria-label")}`),
  );
  assert.equal(told.length, count);
  return told;
}

/** Nothing scrolls but lists. */
const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the footer is seen");

/** What was played is listed, in any orientation, and a press plays it. */
export async function explored() {
  await withBook(async ({ address }) => {
    const page = await open({ viewport: { width: 1280, height: 800 } }, address);
    await page.click("[data-mode=analyse]");
    await page.waitForSelector("#book-button", { state: "visible" });
    assert.ok(await page.locator("#book").isHidden());
    await fits(page);
    // What lies below was there before the book had answered.
    const [early, late] = await page.evaluate(() => [true, false].map((hidden) => {
      document.querySelector("#book-button").hidden = hidden;
      return document.querySelector("#share").getBoundingClientRect().y;
    }));
    assert.equal(early, late);
    await page.click("#book-button");
    const all = "White won 1, Black 1, 1 drawn";
    assert.deepEqual(await rows(page, 1, `3 games: ${all}`), [`3: ${all}`]);
    await page.evaluate(axe.source);
    assert.deepEqual((await page.evaluate(() => window.axe.run("#book"))).violations, []);
    await fits(page);
    // By keys alone: the focus goes along.
    await page.focus("#book button");
    await page.keyboard.press("Enter");
    const even = "White won 1, Black 1, 0 drawn";
    await page.waitForFunction(() => document.querySelectorAll("#book button").length === 2);
    assert.deepEqual(await rows(page, 2, `3 games: ${all}`), [`2: ${even}`, "1: White won 0, Black 0, 1 drawn"]);
    await page.keyboard.press("Enter");
    assert.deepEqual(await rows(page, 1, `2 games: ${even}`), [`2: ${even}`]);
    const before = await page.textContent("#book button");
    // Until they are those of the position, the rows are faint.
    const [old, faint] = await page.evaluate(async () => {
      const book = document.querySelector("#book");
      const rows = book.innerHTML;
      const busy = new Promise((seen) => new MutationObserver(seen).observe(book, { attributeFilter: ["aria-busy"] }));
      document.activeElement.click();
      await busy;
      return [book.innerHTML === rows, getComputedStyle(book).opacity];
    });
    assert.deepEqual([old, faint], [true, "0.5"]);
    await page.waitForSelector("#book:not([aria-busy])");
    await page.waitForFunction((before) => document.querySelector("#book button").textContent !== before, before);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^No game/.test(document.querySelector("#book").textContent));
    assert.equal(await page.evaluate(() => document.activeElement.id), "book-button");
    // Another look at where they all began.
    await page.keyboard.press("Home");
    await rows(page, 1, `3 games: ${all}`);
    await page.click("[data-mode=play]");
    assert.ok(await page.locator("#book").isHidden());
  });
}

/** Without a book the page has what the engine has played against itself, in any orientation. */
export async function own() {
  const page = await open();
  const isLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("library.csv")));
  await openText(page, '[Size "6"]\n1. a1 f6');
  await page.waitForSelector("#book-button", { state: "visible" });
  assert.ok(!(await isLoaded()), "it is loaded when it is asked for");
  await page.click("#book-button");
  // Each list is told by the opening before it, and legal where it stands.
  const listed = async (move) => {
    await page.waitForFunction((move) => {
      const isThere = document.querySelectorAll("#moves > button").length === 2 && document.querySelector("#says").textContent.includes(`on ${move}.`);
      return isThere && document.querySelector("#book:not([aria-busy]) caption");
    }, move);
    assert.match(await page.textContent("#book caption"), /^The engine against itself, komi 2\. [1-9]\d* games?: White won \d+, Black \d+, \d+ drawn$/);
    return page.$$eval("#book tr:has(button)", (rows) => rows.map((row) => [row.cells[1].textContent, row.querySelector(".results").getAttribute("aria-label")].join()).sort());
  };
  const first = await listed("f6");
  assert.ok(await isLoaded());
  assert.ok(first.length > 1);
  // No opening twice in a row: what is listed then could be that of before.
  for (const [from, to] of [["a6", "f1"], ["f1", "a6"], ["f6", "a1"], ["a1", "f6"]]) {
    await openText(page, `[Size "6"]\n1. ${from} ${to}`);
    assert.deepEqual(await listed(to), first);
    await page.click("#book button");
    await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 3);
  }
  // Where it has not played nothing is said, and nothing of a game of other rules.
  await openText(page, '[Size "5"]\n[Opening "no-swap"]\n1. a1');
  await page.waitForFunction(() => document.querySelector("#book p")?.textContent === "The engine against itself, komi 2. No move was played here twice.");
  await openText(page, '[Size "8"]\n1. a1 h8');
  await page.waitForSelector("#book-button", { state: "hidden" });
  assert.ok(await page.locator("#book").isHidden());
}

/** Another engine, after the first has gone, is asked for its book. */
export async function otherBook() {
  const first = await serve();
  const page = await open({}, first.address);
  await page.click("[data-mode=analyse]");
  await page.click("#book-button");
  await page.waitForFunction(() => /^The engine against itself/.test(document.querySelector("#book").textContent));
  await end(first);
  await page.waitForSelector("#engine[data-status=gone]");
  await withBook(async () => {
    await page.waitForSelector("#engine[data-status=ready]");
    await rows(page, 1, "3 games: White won 1, Black 1, 1 drawn");
  }, first.port);
  await page.context().close();
  faults.length = 0; // A browser notes each connection that fails.
}

/** The engine's games that cannot be loaded are asked for again when the list is opened again. */
export async function bookless() {
  const page = await open();
  await page.route(/library\.(js|csv)/, (route) => route.abort());
  await page.click("[data-mode=analyse]");
  await page.click("#book-button");
  await page.waitForFunction(() => document.querySelector("#book .error")?.textContent === "The engine's games could not be loaded.");
  await page.unroute(/library\.(js|csv)/);
  await page.click("#book-button");
  await page.click("#book-button");
  await page.waitForFunction(() => /^The engine against itself/.test(document.querySelector("#book").textContent));
  await page.context().close();
  faults.length = 0; // A browser notes what fails to load.
}

/** Openings have the names that players gave them, in any orientation; others have none. */
export async function named() {
  const page = await open();
  const corner = { opposite: "Opposite corner opening", adjacent: "Adjacent corner opening" };
  for (const [moves, name] of [
    ["1. a1 f6", corner.opposite],
    ["1. f1 a6 2. c4", `${corner.opposite}, close center`],
    ["1. a1 f1", corner.adjacent],
    ["1. a6 f6 2. d4", `${corner.adjacent}, close center`],
    ["1. a1 f1 2. d3 d4", `${corner.adjacent}, close center, far center`],
    ["1. a1 f1 2. f2", `${corner.adjacent}, edge crawl`],
    ["1. a1 f1 2. e2", ""],
    ["1. c3 d4", ""],
  ]) {
    await openText(page, `[Size "6"]\n${moves}`);
    const last = moves.split(" ").at(-1);
    const says = `on ${last}.${name && ` ${name}.`} ${moves.split(" ").length % 3 ? "Black" : "White"} to move.`;
    await page.waitForFunction((says) => document.querySelector("#says").textContent.endsWith(says), says);
  }
}
