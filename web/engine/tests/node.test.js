// The package in Node: nodes, stops, and the typed interface.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, rmSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Worker } from "node:worker_threads";
import {
  Client, EXAMPLES, HOME, PACKAGE, PAIR, POSITIONS, THREATS, nativeAnswers, nativeSearches, reproducible,
} from "./support.js";

/** As `import` finds it for a script there. */
const load = (name) => import(createRequire(`${HOME}/`).resolve(name));
const { Engine, Rules } = await load("@tak-toolkit/engine");
const { converse } = await load("@tak-toolkit/engine/conversation");

/** How soon a running search answers, in milliseconds; usually it is five. */
const SOON = 50;

/** A client of a worker, which ends with the test, however that goes. */
function openWorker(context) {
  const worker = new Worker(new URL(`file://${PACKAGE}/node/worker.js`));
  const client = new Client(
    (line) => worker.postMessage(line),
    () => worker.terminate(),
  );
  worker.on("message", (line) => client.take(line));
  context.after(() => client.close());
  return client;
}

/** A client of a session on this thread. */
function converseHere(context) {
  const receive = converse((line) => client.take(line));
  const client = new Client(receive, () => receive("quit"));
  client.send("setoption name Hash value 16");
  context.after(() => client.close());
  return client;
}

test("nodes, scores and lines are those of the program", async (context) => {
  const client = openWorker(context);
  client.send("setoption name Hash value 16");
  const expected = await nativeSearches();
  for (const [index, position] of POSITIONS.entries()) {
    assert.deepEqual(await client.search(position), expected[index], `size ${position.size}`);
  }
});

test("forced wins are those of the program", async (context) => {
  const client = openWorker(context);
  client.send("setoption name Hash value 16");
  const expected = await nativeAnswers(THREATS);
  for (const [index, lines] of THREATS.entries()) {
    assert.deepEqual(await client.answer(lines), expected[index], lines.join("\n"));
  }
});

test("a running search answers at once", async (context) => {
  const client = openWorker(context);
  await client.ask("tei", "teiok");
  client.send("teinewgame size 6 halfkomi 4");
  await client.ask("isready", "readyok");
  const times = [];
  for (let round = 0; round < 10; round++) {
    client.send(`position startpos moves ${POSITIONS[3].moves}`);
    await client.ask("go infinite", "info");
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const [line, answer] of [["isready", "readyok"], ["stop", "bestmove"]]) {
      const start = performance.now();
      await client.ask(line, answer);
      times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  console.log(`slowest answers: ${times.slice(-3).map((time) => time.toFixed(1))} ms`);
  assert(times[Math.floor(times.length / 2)] < SOON, `${times}`);
});

test("the table outlives a stop", async (context) => {
  const client = openWorker(context);
  /** How many moves of a line the engine would play at once: it has time for what the table names. */
  const known = async ({ moves }, line) => {
    let count = 0;
    for (const [ply, move] of line.entries()) {
      const played = [moves, ...line.slice(0, ply)].join(" ");
      const answer = await client.answer([`position startpos moves ${played}`, "go nodes 1"]);
      if (answer.at(-1) === `bestmove ${move}`) count += 1;
    }
    return count;
  };
  let [moves, remembered, forgotten] = [0, 0, 0];
  for (const position of POSITIONS) {
    await client.search(position);
    await client.ask("go infinite", "info");
    await client.ask("stop", "bestmove");
    const last = client.lines.findLast((line) => line.includes(" pv "));
    const line = last.split(" pv ")[1].split(" ").slice(0, 4);
    moves += line.length;
    remembered += await known(position, line);
    client.send(`teinewgame size ${position.size} halfkomi 4`);
    forgotten += await known(position, line);
  }
  console.log(`of ${moves} moves the table knows ${remembered}, and ${forgotten} once it is empty`);
  assert(remembered > moves * 2 / 3);
  assert(forgotten < moves / 3);
});

test("a dropped search says nothing, a stopped one says its move once", async (context) => {
  const client = openWorker(context);
  client.send("teinewgame 5");
  client.send("go infinite");
  await client.next("info");
  client.send("go infinite");
  const stopped = client.next("bestmove");
  client.send("stop");
  client.send("stop");
  await stopped;
  client.send("position startpos moves a1");
  await client.ask("go depth 3", "bestmove");
  await client.ask("go depth 1", "bestmove");
  await client.ask("isready", "readyok");
  const best = client.lines.filter((line) => line.startsWith("bestmove"));
  assert.equal(best.length, 3, client.lines.join("\n"));
});

test("analyze, bestMove and the rules", async () => {
  const engine = await Engine.start({ hash: 16 });
  const game = engine.parsePtn('[Size "5"]\n\n1. e1 a5 2. a2 b1 3. a3 c1 4. a4 d1 *');
  const infos = [];
  for await (const info of engine.analyze(game, { depth: 3, lines: 3 })) {
    infos.push(info);
  }
  const last = infos.at(-1);
  assert.deepEqual(last.line, ["a1"]);
  assert.deepEqual(last.proof, { verdict: "win", plies: 1 });
  assert.equal(await engine.bestMove(game, { depth: 3 }), "a1");

  // A loop that is left stops the search.
  const start = { size: 6, moves: ["a1"] };
  for await (const { depth } of engine.analyze(start, { infinite: true })) {
    if (depth >= 3) break;
  }
  assert(engine.legalMoves(start).includes("f6"));
  assert.equal(engine.canonicalKey(start), engine.canonicalKey({ size: 6, moves: ["f6"] }));
  await assert.rejects(engine.bestMove({ size: 6, moves: ["z9"] }), /move 1/);
  for (const wrong of [{ depth: -1 }, { depth: NaN }, { depth: "2\nquit" }, { nodes: 1e30 }, { lines: 0 }, { dept: 3 }]) {
    await assert.rejects(engine.bestMove(start, wrong), TypeError);
  }
  await assert.rejects(Engine.start({ hash: "abc" }), /hash: abc, expected a number/);
  assert.throws(() => engine.parsePtn('[Size "5"]\n1. a1 a1'), /2/);

  // The next search ends the one before.
  const endless = engine.bestMove(start, { infinite: true });
  const next = engine.bestMove({ size: 3 }, { depth: 2 });
  assert.match(await endless, /^[a-f][1-6]$/);
  assert.match(await next, /^[a-c][1-3]$/);
  // Whichever limit comes first, and a stop is for the last search, also while it waits.
  assert.match(await engine.bestMove(start, { infinite: true, depth: 2 }), /^[a-f][1-6]$/);
  const both = [start, { size: 5 }].map((position) => engine.bestMove(position, { infinite: true }));
  engine.stop();
  await Promise.all(both);
  // Nothing goes on once the game is over.
  const over = { size: 5, moves: ["e5", "a1", "a2", "e4", "a3", "e3", "a4", "e2", "a5"] };
  assert.deepEqual(engine.legalMoves(over), []);
  assert.throws(() => engine.legalMoves({ ...over, moves: [...over.moves, "b1"] }), /move 10: .*the game has ended before it with R-0/);
  const lost = engine.bestMove(start, { infinite: true });
  setTimeout(() => engine.close(), 100);
  await assert.rejects(lost, /closed/);
});

test("a finished game has no best move and no line, and nothing is left waiting after quit", async () => {
  const engine = await Engine.start({ hash: 16 });
  const finished = { tps: "1,1,1/2,2,x/x3 2 4" };
  assert.equal(await engine.bestMove(finished, { depth: 1 }), null);
  for await (const { line } of engine.analyze(finished, { depth: 1 })) {
    assert.fail(`no move is legal: ${line}`);
  }
  const lost = engine.bestMove({ size: 5 }, { infinite: true });
  setTimeout(() => engine.send("quit"), 100);
  await assert.rejects(lost, /quit/);
  await assert.rejects(engine.bestMove({ size: 5 }, { depth: 1 }), /quit/);
  engine.close();
});

test("sessions on one thread are strangers to each other and to the rules", { timeout: 60_000 }, async (context) => {
  const expected = await nativeAnswers(PAIR);
  const rules = await Rules.load();
  const told = Promise.all(PAIR.map((lines) => converseHere(context).answer(lines)));
  let isOver = false;
  told.then(() => (isOver = true));
  while (!isOver) {
    assert.equal(rules.legalMoves({ size: 8 }).length, 64);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.deepEqual(await told, expected);
});

test("two engines at once are strangers to each other", async () => {
  const expected = await nativeAnswers(PAIR, "flats");
  const told = POSITIONS.slice(2, 4).map(async ({ size, depth, moves }) => {
    const engine = await Engine.start({ hash: 16, networks: false });
    const lines = [];
    engine.onLine = (line) => /^(info|bestmove) /.test(line) && lines.push(reproducible(line));
    await engine.bestMove({ size, halfKomi: 4, moves: moves.split(" ") }, { depth });
    engine.close();
    return lines;
  });
  assert.deepEqual(await Promise.all(told), expected);
});

test("missing files are an error, and may come later", async () => {
  const folder = `${HOME}/missing`;
  cpSync(PACKAGE, folder, { recursive: true });
  const engine = await import(`${folder}/node/index.js`);
  rmSync(`${folder}/node/worker.js`);
  await assert.rejects(engine.Engine.start(), /worker\.js/);
  for (const name of ["engine.wasm", "engine-asyncify.wasm"]) rmSync(`${folder}/${name}`);
  // Of a copy that has not been loaded yet.
  const { Rules } = await import(`${folder}/rules.js?again`);
  await assert.rejects(Rules.load(), /engine/);
  for (const name of ["engine.wasm", "engine-asyncify.wasm"]) {
    copyFileSync(`${PACKAGE}/${name}`, `${folder}/${name}`);
  }
  assert.equal((await Rules.load()).legalMoves({ size: 3 }).length, 9);
});

test("what says nothing changes nothing, and what makes no sense stops no later search", async () => {
  const engine = await Engine.start({ hash: 4 });
  const nothing = { tps: null, opening: null, flats: null, caps: null };
  const limits = { depth: 3 };
  const best = await engine.bestMove({ size: 5, moves: ["a1", "e5", "c3"] }, limits);
  assert.match(best, /^[SC]?[a-e][1-5]$/);
  engine.newGame();
  assert.equal(await engine.bestMove({ size: 5, ...nothing, moves: ["a1", "e5", "c3"] }, limits), best);
  for (const [position, told] of [[undefined, limits], [null, limits], [5, limits], [{ size: 5, moves: [7] }, limits], [{ size: 5 }, null], [{ size: 5 }, { deep: 3 }]]) {
    await assert.rejects(engine.bestMove(position, told), JSON.stringify([position, told]));
    await assert.rejects(engine.analyze(position, told).next());
  }
  // What the page sends itself is undone by the next search.
  engine.send("setoption name MultiPV value 3\nteinewgame 6");
  const ranks = new Set();
  for await (const { rank } of engine.analyze({ size: 5 }, limits)) ranks.add(rank);
  assert.deepEqual([...ranks], [1]);
  for (const text of [5, {}, null, undefined]) assert.throws(() => engine.parsePtn(text), /expected a text/);
  engine.close();
  await assert.rejects(Engine.start(null), /options: expected an object/);
  await assert.rejects(Engine.start({ hsh: 5 }), /hsh: expected one of hash, networks, asyncify/);
});

test("rules alone", async () => {
  const rules = await Rules.load();
  assert.equal(rules.legalMoves({ size: 3 }).length, 9);
  assert.deepEqual(rules.legalMoves({ tps: "1,1,1/2,2,x/x3 2 4" }), []);
  const nothing = { tps: null, opening: null, flats: null, caps: null };
  assert.deepEqual(rules.legalMoves({ size: 3, ...nothing }), rules.legalMoves({ size: 3 }));
  const game = rules.parsePtn('[Size "5"]\n[Komi "2"]\n[Flats "20"]\n\n1. a1 e5 2. Cc3 {!} 0-1');
  assert.deepEqual(game, {
    size: 5, halfKomi: 4, opening: "swap", flats: [20, 20], caps: [1, 1], tps: "x5/x5/x5/x5/x5 1 1",
    moves: ["a1", "e5", "Cc3"], end: game.end, result: "0-1",
    tags: [["Size", "5"], ["Komi", "2"], ["Flats", "20"]],
  });
  assert(rules.legalMoves(game).includes("Ca2") && !rules.legalMoves(game).includes("c3"));
  for (const [position, problem] of [
    [{}, /expected `size` or `tps`/],
    [{ size: 9 }, /9/],
    [{ size: 261 }, /size cannot be 261/],
    [{ size: "5" }, /size cannot be "5"/],
    [{ size: 5, komi: 2 }, /unknown member `komi`/],
    [{ size: 5, halfKomi: 1.5 }, /halfKomi cannot be 1.5/],
    [{ size: 5, moves: ["a1", "a1"] }, /move 2: /],
    [{ size: 5, moves: null }, /moves cannot be null/],
    [{ size: 5, moves: [1] }, /moves cannot be \[1\]/],
    [{ size: 5, flats: [1] }, /flats cannot be \[1\]/],
    [{ size: 8, flats: [255, 255] }, /511 pieces/],
  ]) {
    assert.throws(() => rules.check(position), problem, JSON.stringify(position));
  }
});

test("the example runs", () => {
  copyFileSync(`${EXAMPLES}/best_move.mjs`, `${HOME}/best_move.mjs`);
  const told = execFileSync(process.execPath, ["best_move.mjs"], { cwd: HOME, encoding: "utf8" });
  assert.match(told, /^best move: \S+$/m);
});

test("the download is small", () => {
  for (const file of ["engine.wasm", "engine-asyncify.wasm"]) {
    const bytes = readFileSync(`${PACKAGE}/${file}`);
    const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    console.log(`${file}: ${bytes.length} bytes, gzip ${gzip}, brotli ${brotli}`);
    assert(brotli < 280_000 && gzip < 376_000);
  }
});
