// The pictures of the README: `node board.js pictures ENGINE CHROMIUM FOLDER` draws them again.

import { readFileSync } from "node:fs";
import { open, SECONDS } from "./browser.js";
import { openText } from "./player.js";
import { lines, number, ready, solve } from "./twenty.js";

/** A game of the engine with itself. */
const GAME = new URL("../../../tak-engine/tests/data/game.ptn", import.meta.url);

/** A puzzle that was solved, and what decided a game. */
export async function pictures() {
  const folder = process.argv[5];
  const draw = (part, name) => part.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  const page = await open({ viewport: { width: 860, height: 500 }, colorScheme: "light" });
  await page.click("[data-mode=puzzles]");
  await ready(page);
  await page.click("#puzzle-daily");
  await ready(page);
  await solve(page, (await lines(page))[(await number(page)) - 1]);
  await draw(page, "puzzles");
  await page.click("[data-mode=analyse]");
  await openText(page, readFileSync(GAME, "utf8"));
  await page.click("#whole");
  await page.waitForSelector("#review", { state: "visible", timeout: 600 * SECONDS });
  await page.waitForSelector("#progress", { state: "hidden", timeout: 60 * SECONDS });
  await page.$eval("#moments", (moments) => [...moments.children].slice(2).forEach((each) => each.remove()));
  await draw(page.locator("#review"), "review");
}
