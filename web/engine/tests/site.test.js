// The board as a static site: without a network, and from one release to the next.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { drawn, framesOf, isPng } from "../../../tests/browser/board/saved.js";
import { solveTwenty } from "../../../tests/browser/board/twenty.js";
import { open as openAt, serve } from "./chromium.js";
import { HOME } from "./support.js";

/** The site as it was built, and the files that it was made of. */
const SITE = process.env.TAK_WEB_SITE;
const FILES = process.env.TAK_WEB_FILES;

const RELEASE = fileURLToPath(new URL("../../board/release", import.meta.url));

/** What the server has, and until when it can be reached: a number of requests. */
const server = { site: SITE, left: Infinity, refused: 0, asked: [], origin: "" };

function deploy(site, left = Infinity) {
  Object.assign(server, { site, left, refused: 0, asked: [] });
}

before(async () => {
  server.origin = await serve(
    (path) => `${server.site}/${path.slice("/tak/".length)}`,
    (request, response) => {
      server.asked.push(request.url);
      server.left -= 1;
      if (server.left >= 0) return false;
      server.refused += 1;
      // Within a file first, then before the first byte.
      if (server.left === -1) response.writeHead(200, { "Content-Length": 1e6 }).write("half");
      setTimeout(() => request.socket.destroy(), server.left === -1 ? 100 : 0);
      return true;
    },
  );
});

/** A tab of a new visitor; the page works. */
async function open(context) {
  const page = await openAt(context, `${server.origin}/tak/`);
  await page.waitForSelector("#engine[data-status=ready]");
  return page;
}

async function reload(page) {
  await page.reload();
  await page.waitForSelector("#engine[data-status=ready]");
}

/** Waits until the release that the page has come from is kept. */
const isKept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);

async function until(what, happens) {
  for (let tries = 0; tries < 100; tries++) {
    if (await happens()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail(`never happened: ${what}`);
}

/** Opens a game in which Black has a tinuë, without a network: the page, and what it asks for. */
async function openMissed(context, moves) {
  deploy(SITE);
  const page = await open(context);
  await isKept(page);
  await reload(page);
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  deploy(SITE, 0);
  await page.click("[data-mode=analyse]");
  await page.click("#open");
  const tps = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
  await page.fill("#open-text", `[Size "5"]\n[TPS "${tps}"]\n\n${moves}`);
  await page.click("#open-now");
  const count = moves.split(" ").filter((word) => !word.endsWith(".")).length;
  await page.waitForFunction((count) => document.querySelectorAll("#moves > button").length === count, count);
  return { page, asked };
}

/** A move of a new game, and the engine's answer. */
async function playFirst(page, size) {
  await page.click("#new-game");
  await page.locator(`#new-dialog [name=size][value="${size}"]`).evaluate((field) => (field.checked = true));
  await page.click("#new-dialog [value=start]");
  await page.waitForFunction((count) => document.querySelectorAll(".square").length === count, size ** 2);
  await page.waitForSelector("#board.active");
  await page.locator('[data-square="a1"]').click();
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length >= 2);
}

test("the cable is pulled after the first visit", async (context) => {
  deploy(SITE);
  const page = await open(context);
  await playFirst(page, 5);
  assert(await page.locator("#elsewhere").isHidden());
  await isKept(page);
  deploy(SITE, 0);
  await reload(page);
  // A network that was never asked for is there, too.
  await playFirst(page, 7);
  await until("a network for 7×7", () => page.evaluate(async () => Boolean(await caches.match("/tak-network-7"))));
});

test("tinuës are found by a chunk that is loaded when it is asked for, without a network", async (context) => {
  const { page, asked } = await openMissed(context, "5... e1 6. b3");
  const isSolver = (url) => /solver/.test(url);
  assert(!asked.some(isSolver), asked.join("\n"));
  await page.click("#tinues");
  await page.waitForSelector("#tinues-found", { state: "visible" });
  assert.match(await page.textContent("#tinues-found"), /Black missed a strict tinuë by 5\.\.\. e1: /);
  assert(asked.some((url) => url.endsWith("/engine/solver.wasm")), asked.join("\n"));
  await page.waitForFunction(() => document.querySelector("#moves").textContent.includes('b3"'));
  await page.click("#solve");
  await page.waitForFunction(() => /^Black has a strict tinuë in 3 plies\./.test(document.querySelector("#solved").textContent));
});

test("a game is reviewed in words without a network, and its mistake is tried again", async (context) => {
  const { page } = await openMissed(context, "5... e1 6. b4 b5 7. a5");
  await page.click("#whole");
  await page.waitForSelector("#review", { state: "visible", timeout: 120_000 });
  assert.match(await page.textContent("#accuracy"), /^Accuracy: White \d+ % · Black \d+ %$/);
  const first = page.locator("#moments li").first();
  const sentence = "Black had a tinuë in 3 plies: b4 forces a road, whatever White answers.";
  assert((await first.textContent()).includes(`${sentence} proven`), await first.textContent());
  assert.equal(await first.locator(".small .piece").count(), 9);
  await page.waitForSelector("#progress", { state: "hidden" });
  await first.locator("text=Try again").click();
  const says = (words) => page.waitForFunction((words) => document.querySelector("#says").textContent.includes(words), words);
  await says("In the game Black played e1 here. Find a better move.");
  await page.waitForSelector("#board.active");
  await page.locator('[data-square="b4"]').click();
  await says(`That is it! ${sentence}`);
});

test("the solver of a review that is given up ends, and so do those of tinuës and one position", async (context) => {
  const { page } = await openMissed(context, "5... e1 6. b4 b5 7. a5");
  // A solver that never hears what it is asked.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (typeof message === "string") postMessage.call(this, message, ...rest);
    };
  });
  const solvers = () => page.workers().filter((worker) => worker.url().endsWith("/engine/solver.worker.js")).length;
  for (const asks of ["#tinues", "#solve", "#whole"]) {
    await page.click(asks);
    await until(`a solver for ${asks}`, () => solvers() === 1);
    // This is "Stop" now.
    await page.click("#whole");
    await until(`the end of the solver for ${asks}`, () => solvers() === 0);
    await page.waitForSelector("#progress", { state: "hidden" });
    assert(await page.locator("#review").isHidden());
    assert.equal(await page.textContent("#solved"), "");
    assert(await page.locator("#tinues-found").isHidden(), await page.textContent("#tinues-found"));
  }
});

test("a game is drawn without a network by a chunk that is loaded when it is asked for", async (context) => {
  const { page, asked } = await openMissed(context, "5... e1 6. b4 b5 7. a5");
  const isPainter = (url) => /pictures\.(worker|wasm)/.test(url);
  assert(!asked.some(isPainter), asked.join("\n"));
  await page.click("#share");
  const picture = await drawn(page, "Picture");
  assert.equal(picture.name, "tak.png");
  assert(isPng(picture.bytes));
  const game = await drawn(page, "GIF");
  assert.equal(game.name, "tak.gif");
  assert.equal(framesOf(game.bytes), 5);
  assert(asked.some((url) => url.endsWith("/engine/pictures.wasm")), asked.join("\n"));
});

test("twenty puzzles are solved and failed without a network, and move a rating", async (context) => {
  deploy(SITE);
  const page = await open(context);
  await isKept(page);
  deploy(SITE, 0);
  await reload(page);
  await solveTwenty(page);
});

test("the theme is kept, and is there before the program", async (context) => {
  deploy(SITE);
  const page = await open(context);
  await isKept(page);
  const shown = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
  await page.click("#theme");
  const chosen = await shown();
  assert.equal(chosen[0], "dark");
  await page.click("#theme");
  const other = await shown();
  assert.equal(other[0], "wood");
  assert.notEqual(other[1], chosen[1]);
  deploy(SITE, 0);
  await reload(page);
  assert.deepEqual(await shown(), other);
  // Whatever the program does: it is not there when the page is painted first.
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      window.painted ??= [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor];
    }).observe({ type: "paint", buffered: true });
  });
  await reload(page);
  await until("the first paint", () => page.evaluate(() => "painted" in window));
  assert.deepEqual(await page.evaluate(() => window.painted), other);
});

/** A release whose page, script, worker and WebAssembly say which one they are. */
function makeRelease(number) {
  const [files, site] = [`${HOME}/files-${number}`, `${HOME}/site-${number}`];
  cpSync(FILES, files, { recursive: true });
  const page = readFileSync(`${files}/index.html`, "utf8");
  writeFileSync(`${files}/index.html`, page.replace("<html", `<html data-page="${number}"`));
  appendFileSync(`${files}/style.css`, `:root { --release: ${number}; }\n`);
  appendFileSync(`${files}/main.js`, `document.documentElement.dataset.script = "${number}";\n`);
  appendFileSync(`${files}/engine/worker.js`, `self.release = "${number}";\n`);
  // A section without meaning, which has the number for its name.
  for (const name of ["engine.wasm", "engine-asyncify.wasm"]) {
    appendFileSync(`${files}/engine/${name}`, Buffer.from([0, 2, 1, 48 + number]));
  }
  execFileSync(RELEASE, [files, site]);
  return site;
}

/** The release that everything in this tab is of. */
async function releaseOf(page) {
  await page.waitForFunction(() => document.documentElement.dataset.script);
  const told = await page.evaluate(() => {
    const { documentElement } = document;
    const style = getComputedStyle(documentElement).getPropertyValue("--release").trim();
    return [documentElement.dataset.page, documentElement.dataset.script, style];
  });
  await until("the end of the worker before", () => page.workers().length === 1);
  const worker = await page.workers()[0].evaluate(async () => {
    const program = await fetch(new URL("engine.wasm", self.location.href));
    const last = new Uint8Array(await program.arrayBuffer()).at(-1);
    return [self.release, String.fromCharCode(last)];
  });
  const all = new Set([...told, ...worker]);
  assert.equal(all.size, 1, `a mixture: page, script, style, worker, WebAssembly ${[...told, ...worker]}`);
  return Number([...all][0]);
}

test("an update comes whole or not at all", async (context) => {
  const [first, second, torn] = [1, 2, 3].map(makeRelease);
  deploy(first);
  const page = await open(context);
  await isKept(page);
  await reload(page);
  assert.equal(await releaseOf(page), 1);

  // The server has a file of another release, as in the midst of a copy.
  const folder = `${torn}/${/[0-9a-f]{16}/.exec(readFileSync(`${torn}/index.html`, "utf8"))[0]}`;
  writeFileSync(`${folder}/main.js`, readFileSync(`${HOME}/files-1/main.js`));
  deploy(torn);
  await reload(page);
  const keptReleases = async () => {
    const names = await page.evaluate(() => caches.keys());
    return names.filter((name) => name.startsWith("tak-board"));
  };
  const isUpdating = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration()).installing));
  const isAsked = () => server.asked.some((url) => url.endsWith("main.js"));
  await until("an update that fails", async () => isAsked() && !(await isUpdating()));
  await reload(page);
  assert.equal(await releaseOf(page), 1);

  // The network goes in the midst of the update.
  deploy(second, 3);
  await reload(page);
  await until("an update that is cut off", async () => server.refused > 0 && !(await isUpdating()));
  await reload(page);
  assert.equal(await releaseOf(page), 1);
  await playFirst(page, 7);

  // It comes back: another tab gets the second release, this one stays as it is.
  deploy(second);
  const tab = await page.context().newPage();
  await until("the second release", async () => {
    // Chromium has lost a navigation that began as one service worker followed another.
    const response = await tab.goto(page.url(), { timeout: 10_000 }).catch(() => null);
    if (!response) return false;
    await tab.waitForSelector("#engine[data-status=ready]");
    return (await releaseOf(tab)) === 2;
  });
  assert((await keptReleases()).length > 1);
  assert.equal(await releaseOf(page), 1);
  await playFirst(page, 8);
  assert.equal(await releaseOf(page), 1);

  // Until it is loaded again. Then nothing is left of the first.
  await reload(page);
  assert.equal(await releaseOf(page), 2);
  await until("the end of the first release", async () => (await keptReleases()).length === 1);
  deploy(second, 0);
  await reload(page);
  assert.equal(await releaseOf(page), 2);
  await playFirst(page, 6);
});

test("a link to a site whose address is told is previewed with a picture", () => {
  const [site, address] = [`${HOME}/site-told`, "https://example.org/tak/"];
  execFileSync(RELEASE, [FILES, site, address]);
  const page = readFileSync(`${site}/index.html`, "utf8");
  const [, picture] = /property="og:image" content="([^"]*)"/.exec(page);
  assert(picture.startsWith(address) && existsSync(`${site}/${picture.slice(address.length)}`), picture);
  assert.doesNotMatch(page, /(href|src)="https:/);
});

test("the page without the engine is small", () => {
  const files = readdirSync(FILES, { withFileTypes: true }).filter((each) => each.isFile());
  const brotli = ({ name }) => brotliCompressSync(readFileSync(`${FILES}/${name}`)).length;
  // Loaded when they are asked for.
  const later = ["puzzles.txt", "library.csv"];
  const page = files.filter(({ name }) => !later.includes(name)).reduce((sum, each) => sum + brotli(each), 0);
  const [puzzles, library] = later.map((name) => brotli({ name }));
  console.log(`${files.length} files, brotli ${page}, puzzles ${puzzles}, the engine's games ${library}`);
  assert(page < 90_000);
  assert(puzzles < 150_000);
  assert(library < 50_000);
});
