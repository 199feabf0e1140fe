// The package in Chromium: workers of both kinds, stops, and the example.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { open as openAt, serve } from "./chromium.js";
import {
  EXAMPLES, HOME, PAIR, POSITIONS, THREATS, linesOf, nativeAnswers, nativeSearches, openNative, reproducible,
} from "./support.js";

/** How soon a running search answers, in milliseconds; usually it is ten. */
const SOON = 50;

/** What a page that speaks PTN Ninja's way loads: it has no script of its own. */
const EMPTY = "<!doctype html><title>Tak</title>";

function placeOf(path) {
  return path === "/example.html" ? `${EXAMPLES}/page.html` : `${HOME}${path}`;
}

let origin;

before(async () => {
  origin = await serve(placeOf, (request, response) => {
    if (request.url !== "/empty") return false;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(EMPTY);
    return true;
  });
});

const open = (context, path) => openAt(context, origin + path);

/** Opens a worker in a page, with `ask(line, start)` to send a line and wait for one. */
async function openWorker(page, path, options) {
  await page.evaluate(
    ([path, options]) => {
      const worker = new Worker(path, options);
      const lines = [];
      let waiting = [];
      const next = (start) =>
        new Promise((resolve) => waiting.push((line) => line.startsWith(start) && (resolve(line), true)));
      worker.onmessage = ({ data }) => {
        lines.push(data);
        waiting = waiting.filter((check) => !check(data));
      };
      const send = (line) => worker.postMessage(line);
      const ask = (line, start) => {
        const answer = next(start);
        send(line);
        return answer;
      };
      Object.assign(window, { engine: { lines, next, send, ask } });
    },
    [path, options],
  );
}

/** Sends lines that end with a move, and returns those of the engine. */
function answer(page, lines) {
  return page.evaluate(async (text) => {
    const { engine } = window;
    const first = engine.lines.length;
    await engine.ask(text, "bestmove");
    return engine.lines.slice(first);
  }, lines.join("\n"));
}

const PACKAGE = "/node_modules/@tak-toolkit/engine";
const MODULE = { type: "module" };

/** The two ways in which a search is suspended, and the names of workers that choose one. */
const WAYS = { "by promises": "", "by unwinding": "asyncify" };

for (const [way, name] of Object.entries(WAYS)) {
  test(`nodes, scores and lines are those of the program, ${way}`, async (context) => {
    const expected = await nativeSearches();
    const page = await open(context, "/empty");
    await openWorker(page, `${PACKAGE}/worker.js`, { ...MODULE, name });
    await page.evaluate(() => window.engine.ask("setoption name Hash value 16\nisready", "readyok"));
    const speeds = [];
    for (const [index, position] of POSITIONS.entries()) {
      const told = await answer(page, linesOf(position));
      assert.deepEqual(told.map(reproducible), expected[index], `size ${position.size}`);
      speeds.push(Number(/ nps (\d+)/.exec(told.at(-2))[1]));
    }
    console.log(`nodes a second, sizes 3 to 8, ${way}: ${speeds.join(", ")}`);
  });

  test(`forced wins are those of the program, ${way}`, async (context) => {
    const expected = await nativeAnswers(THREATS);
    const page = await open(context, "/empty");
    await openWorker(page, `${PACKAGE}/worker.js`, { ...MODULE, name });
    await page.evaluate(() => window.engine.ask("setoption name Hash value 16\nisready", "readyok"));
    for (const [index, lines] of THREATS.entries()) {
      const told = await answer(page, lines);
      assert.deepEqual(told.map(reproducible), expected[index], lines.join("\n"));
    }
  });

  test(`a running search answers at once, ${way}`, async (context) => {
    const page = await open(context, "/empty");
    await openWorker(page, `${PACKAGE}/worker.js`, { ...MODULE, name });
    const times = await page.evaluate(async (moves) => {
      const { engine } = window;
      await engine.ask("teinewgame size 6 halfkomi 4\nisready", "readyok");
      const times = [];
      for (let round = 0; round < 10; round++) {
        await engine.ask(`position startpos moves ${moves}\ngo infinite`, "info");
        await new Promise((resolve) => setTimeout(resolve, 100));
        // The position is another one, without a stop: its first line comes at once.
        const questions = [
          ["isready", "readyok"],
          ["position startpos moves a1\ngo infinite", "info multipv 1 depth 1 "],
          ["stop", "bestmove"],
        ];
        for (const [line, answer] of questions) {
          const start = performance.now();
          await engine.ask(line, answer);
          times.push(performance.now() - start);
        }
      }
      return times.sort((a, b) => a - b);
    }, POSITIONS[3].moves);
    console.log(`slowest answers, ${way}: ${times.slice(-3).map((time) => time.toFixed(1))} ms`);
    assert(times[Math.floor(times.length / 2)] < SOON, `${times}`);
  });
}

for (const ways of [["", ""], ["", "asyncify"], ["asyncify", "asyncify"]]) {
  const title = ways.map((name) => name || "promises").join(" and ");
  test(`sessions on the thread of a page are strangers to each other, ${title}`, { timeout: 60_000 }, async (context) => {
    const expected = await nativeAnswers(PAIR);
    const page = await open(context, "/empty");
    const told = await page.evaluate(
      async ([path, searches]) => {
        const { converse } = await import(`${path}/conversation.js`);
        const { Rules } = await import(`${path}/rules.js`);
        const run = ({ asyncify, lines }) =>
          new Promise((resolve) => {
            const told = [];
            const take = (line) => {
              if (line === "readyok") return lines.forEach(receive);
              told.push(line);
              if (line.startsWith("bestmove")) resolve(told);
            };
            const receive = converse(take, { asyncify });
            receive("setoption name Hash value 16\nisready");
          });
        const rules = await Rules.load();
        const beside = setInterval(() => rules.legalMoves({ size: 8 }), 5);
        const told = await Promise.all(searches.map(run));
        clearInterval(beside);
        return told;
      },
      [PACKAGE, ways.map((name, index) => ({ asyncify: name === "asyncify", lines: PAIR[index] }))],
    );
    assert.deepEqual(told.map((lines) => lines.map(reproducible)), expected);
  });
}

test("how fast it is beside the program, which no test can promise", async (context) => {
  const position = { ...POSITIONS[3], depth: 11 };
  const native = openNative();
  native.send("setoption name Hash value 16");
  const page = await open(context, "/empty");
  for (const [way, name] of Object.entries(WAYS)) {
    await openWorker(page, `${PACKAGE}/worker.js`, { ...MODULE, name });
    await page.evaluate(() => window.engine.ask("setoption name Hash value 16\nisready", "readyok"));
    const ratios = [];
    for (let round = 0; round < 5; round++) {
      const best = native.next("bestmove");
      linesOf(position).forEach((line) => native.send(line));
      await best;
      const info = await page.evaluate(async (lines) => {
        await window.engine.ask(lines.join("\n"), "bestmove");
        return window.engine.lines.at(-2);
      }, linesOf(position));
      const speed = (line) => Number(/ nps (\d+)/.exec(line)[1]);
      ratios.push(speed(info) / speed(native.lines.at(-2)));
    }
    const list = ratios.sort((a, b) => a - b).map((ratio) => ratio.toFixed(2));
    console.log(`of the program's nodes a second, ${way}: ${list.join(", ")}`);
    assert(ratios[2] > 0.1);
  }
  native.close();
});

test("a spoiled network in the cache of the browser is fetched again", async (context) => {
  const page = await open(context, "/empty");
  await openWorker(page, `${PACKAGE}/worker.js`, MODULE);
  await page.evaluate(() => window.engine.ask("teinewgame 5\nisready", "readyok"));
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const [request] = await cache.keys();
      const length = request && (await (await cache.match(request)).arrayBuffer()).byteLength;
      return { url: request?.url, length };
    });
  const { url, length } = await kept();
  assert.match(url, /tak-network-5$/);
  await page.evaluate(async (url) => {
    const cache = await caches.open((await caches.keys())[0]);
    await cache.put(url, new Response("no network"));
  }, url);
  assert.notEqual((await kept()).length, length);
  await openWorker(page, `${PACKAGE}/worker.js`, MODULE);
  await page.evaluate(() => window.engine.ask("teinewgame 5\nisready", "readyok"));
  const lines = await page.evaluate(() => window.engine.lines);
  assert(!lines.some((line) => line.includes("network")), lines.join("\n"));
  assert.deepEqual(await kept(), { url, length });
});

test("a classic worker in a page that speaks as PTN Ninja does", async (context) => {
  const page = await open(context, "/empty");
  await openWorker(page, `${PACKAGE}/tak.worker.js`);
  // Nobody has said `tei`: the worker begins.
  await page.waitForFunction(() => window.engine.lines.includes("teiok"));
  const told = await page.evaluate(async () => {
    const { engine } = window;
    engine.send("setoption name MultiPV value 3");
    engine.send("setoption name HalfKomi value 4");
    engine.send("teinewgame 6");
    const first = engine.lines.length;
    engine.send("position tps x6/x6/x2,2,x3/x2,1,x3/x6/x6 1 2 moves d3");
    engine.send("isready");
    await engine.ask("go movetime 300", "bestmove");
    return engine.lines.slice(first);
  });
  assert(told.includes("readyok"));
  // The page marks a move by how far this number falls: it must be the expected result.
  const scores = told.map((line) => / score cp (-?\d+) wdl (\d+) (\d+) (\d+)/.exec(line)).filter(Boolean);
  assert(scores.length > 0);
  for (const [line, cp, win, , loss] of scores) {
    assert(Math.abs(cp - (win - loss) / 10) <= 1, line);
  }
  for (const rank of [1, 2, 3]) {
    assert(told.some((line) => line.startsWith(`info multipv ${rank} depth `)), told.join("\n"));
  }
  assert.match(told.at(-1), /^bestmove [SC]?[a-f][1-6]|^bestmove \d?[a-f][1-6][-+<>]/);
});

test("a network is fetched once, and then it is there", async (context) => {
  const page = await open(context, "/empty");
  const asked = [];
  page.context().on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (let visit = 0; visit < 2; visit++) {
    await openWorker(page, `${PACKAGE}/worker.js`, MODULE);
    const told = await answer(page, ["teinewgame 5", "go depth 2"]);
    assert(told.every((line) => /^info multipv|^bestmove/.test(line)), told.join("\n"));
    await page.reload();
  }
  const networks = asked.filter((path) => path.endsWith(".net"));
  assert.deepEqual(networks, [`${PACKAGE}/networks/five.net`]);
});

test("the example page", async (context) => {
  const page = await open(context, "/example.html");
  await page.waitForFunction(() => document.querySelector("#out").textContent.startsWith("depth 8: "));
});
