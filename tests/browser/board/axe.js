// What axe finds wrong with the page for those who cannot see, hear or point well: nothing, in any of its
// states and looks.

import assert from "node:assert/strict";
import axe from "axe-core";
import { open, SECONDS } from "./browser.js";
import { begin, openText, play } from "./player.js";
import { lines, number, ready, solve } from "./twenty.js";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced colours": { colorScheme: "dark", forcedColors: "active" },
};
/** What differs from one to the other is the colours. */
const THEMES = ["wood", "contrast"];
/** White misses a road in one. */
const LOST = '[Size "3"] [Opening "no-swap"] [Komi "0"] 1. a1 a3 2. b1 b3 3. a2 c3 0-R';

/** How the page comes into each state, from the one before. */
const STATES = {
  "first visit": async () => {},
  "a step of the course": async (page) => {
    await page.click("[data-mode=learn]");
    await page.waitForFunction(() => document.querySelector("#lesson-title").textContent);
    await page.waitForSelector("#board.active");
  },
  "a new game is chosen": (page) => page.click("[data-mode=play]").then(() => page.click("#new-game")),
  "a watched game is chosen": (page) => page.locator("#new-dialog [value=none]").check({ force: true }),
  "a game in play": async (page) => {
    await page.click("#new-dialog [data-close]");
    await begin(page, { size: "3", you: "both", opening: "no-swap", halfKomi: "0", clock: "15+10" });
    for (const move of ["a1", "c3", "b1"]) await play(page, move);
    await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 3);
    await page.waitForSelector("#board.active");
    await page.click("[data-square=c3]");
    await page.waitForSelector("#hand", { state: "visible" });
  },
  "a question": (page) => page.click("[data-mode=analyse]"),
  "a game that is over": async (page) => {
    await page.click("#ask-dialog [data-close]");
    await page.click("#put-back");
    for (const move of ["b3", "c1"]) await play(page, move);
    await page.waitForSelector("#says.over");
  },
  "a puzzle": async (page) => {
    await page.click("[data-mode=puzzles]");
    await ready(page);
  },
  "a puzzle that is solved": async (page) => solve(page, (await lines(page))[(await number(page)) - 1]),
  "a game is opened": (page) => page.click("[data-mode=play]").then(() => page.click("#open")),
  "what cannot be opened": async (page) => {
    await page.fill("#open-text", "1. z9");
    await page.click("#open-now");
    await page.waitForSelector("#open-error:not(:empty)");
  },
  "a review": async (page) => {
    await page.click("#open-dialog [data-close]");
    await openText(page, LOST);
    await page.waitForSelector("main[data-mode=analyse] #moves .result");
    await page.click("#whole");
    await page.waitForSelector("#moments li", { timeout: 60 * SECONDS });
  },
  "forced roads that were looked for": async (page) => {
    await page.click("#tinues");
    await page.waitForSelector("#tinues-found", { state: "visible", timeout: 60 * SECONDS });
  },
  "lines and arrows": async (page) => {
    await page.click("#moves button >> nth=2");
    await page.waitForSelector("#found li:nth-child(3) b:not(:empty)");
    await page.waitForSelector(".arrow");
    await page.click("[data-mark='!?']");
    await page.fill("#comment", "a set");
  },
  "no lines": (page) => page.click("#think"),
  "a game that is shared": (page) => page.click("#share"),
  "a watched game": async (page) => {
    await page.click("#share-dialog .main");
    await page.click("[data-mode=play]");
    await begin(page, { size: "4", you: "none", level: "1", blackLevel: "2" });
    await page.waitForSelector("#moves button");
    await page.click("#pause");
  },
  "the page about PTN Ninja": (page) => page.goto(new URL("ptn-ninja", page.url()).href),
};

/** What is wrong, a line each. */
async function violations(page, runOnly, { forcedColors }) {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  // Where colours are forced axe reads the page's own ones, which are not painted.
  const options = { runOnly, rules: { "color-contrast": { enabled: forcedColors === "none" } } };
  const { violations } = await page.evaluate((options) => window.axe.run(options), options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`));
}

/** In each state and look. */
export async function accessible() {
  const found = [];
  for (const [screen, options] of Object.entries(SCREENS)) {
    const page = await open(options);
    for (const [state, reach] of Object.entries(STATES)) {
      await reach(page);
      await page.evaluate(axe.source);
      for (const [look, media] of Object.entries(LOOKS)) {
        await page.emulateMedia(media);
        found.push(...(await violations(page, TAGS, media)).map((each) => `${state}, ${screen}, ${look}: ${each}`));
      }
      await page.emulateMedia(LOOKS.light);
      for (const theme of THEMES) {
        await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
        found.push(...(await violations(page, ["color-contrast"], LOOKS.light)).map((each) => `${state}, ${screen}, ${theme}: ${each}`));
      }
      await page.evaluate(() => delete document.documentElement.dataset.theme);
    }
    await page.context().close();
  }
  assert.deepEqual(found, []);
}
