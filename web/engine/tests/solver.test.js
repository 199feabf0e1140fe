// The solver of the package in Node: the answers of the program, and ends that come early.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { EXAMPLES, GAME, HOME, LISTED, NATIVE, PACKAGE, openNative } from "./support.js";

const { review, solve, tinues } = await import(createRequire(`${HOME}/`).resolve("@tak-toolkit/engine/solver"));

/** Black can threaten two roads at once. */
const THREE = { tps: "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5" };

/** Black has no threat that wins, but 3b3+. */
const QUIET = { tps: "2,2,x,x,1/2,2,x,1,x/x,212,1,x,x/x,1,1,x,x/1,x,x,x,x 2 8" };

/** An empty board keeps the solver busy. */
const ENDLESS = [{ size: 6, moves: ["a1", "f6"] }, { scope: "win", limits: { moveTime: 600_000 } }];

/** What the program says, and its certificate. */
function nativeAnswer({ tps, halfKomi }, { scope, nodes }) {
  const certificate = `${mkdtempSync(`${HOME}/native-`)}/proof.txt`;
  const asked = ["--tps", tps, "--komi", String(halfKomi / 2), "--mode", scope, "--nodes", String(nodes)];
  const told = execFileSync(NATIVE, ["solve", ...asked, "--hash", "64", "--json", "--certificate", certificate], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const answer = JSON.parse(told);
  return { ...answer, certificate: answer.verdict === "yes" ? readFileSync(certificate, "utf8") : null };
}

async function lastOf(answers) {
  let last;
  for await (const each of answers) last = each;
  return last;
}

test("answers and certificates are those of the program", async () => {
  const nodes = 3000;
  const verdicts = new Set();
  for (const position of LISTED) {
    for (const scope of ["strict", "tinue"]) {
      const { time, final, ptn, ...told } = await lastOf(solve(position, { scope, limits: { nodes } }));
      // The program writes its game for PTN Ninja, which knows no parentheses.
      const { time: _, ptn: game, ...expected } = nativeAnswer(position, { scope, nodes });
      assert(final && time >= 0 && (ptn === null) === (game === null));
      assert.deepEqual(told, expected, JSON.stringify([position, scope]));
      verdicts.add(`${scope} ${told.verdict}`);
    }
  }
  assert(verdicts.has("strict yes") && verdicts.has("strict no") && verdicts.has("tinue yes"), [...verdicts].join());
});

test("the first word is about threats alone, and comes before all moves are tried", async () => {
  const answers = [];
  for await (const answer of solve({ size: 6, moves: ["a1", "f6"] }, { limits: { moveTime: 1500 } })) answers.push(answer);
  const [first, last] = [answers.find(({ strict }) => strict), answers.at(-1)];
  assert.deepEqual([first.verdict, first.strict, first.final], ["unknown", { verdict: "no" }, false]);
  assert.deepEqual([last.verdict, last.strict, last.final], ["unknown", { verdict: "no" }, true]);
  assert(answers.length > 3, "no progress was told");
  assert(answers.every(({ time }, index) => index === 0 || time >= answers[index - 1].time), "time goes on");
  assert(last.time >= 1300 && last.time < 2500, `${last.time} of 1500 ms`);
  const won = [];
  for await (const answer of solve(THREE)) won.push(answer);
  assert.deepEqual(won.map(({ verdict, plies, mode }) => `${verdict} ${plies} ${mode}`), ["yes 3 tinue", "yes 3 tinue"]);
});

test("whoever leaves the loop ends the work, and so does a signal", async () => {
  const start = performance.now();
  for await (const { time } of solve(...ENDLESS)) if (time > 0) break;
  const [position, options] = ENDLESS;
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  await assert.rejects(lastOf(solve(position, { ...options, signal: stop.signal })), { name: "AbortError" });
  await assert.rejects(lastOf(solve(THREE, { signal: stop.signal })), { name: "AbortError" });
  await assert.rejects(lastOf(tinues(THREE, { signal: stop.signal })), { name: "AbortError" });
  assert(performance.now() - start < 30_000);
});

test("each position of a game within a second", async () => {
  const { tinue, ...none } = await lastOf(tinues(THREE));
  assert.deepEqual(none, { tinue_is_known: true, threat: null, missed: null });
  assert.deepEqual([tinue.winner, tinue.plies, tinue.shortest, tinue.line.length], ["black", 3, true, 3]);
  const told = [];
  const times = [performance.now()];
  for await (const each of tinues(GAME)) {
    told.push(each);
    times.push(performance.now());
  }
  assert.equal(told.length, GAME.moves.length + 1);
  const longest = Math.max(...times.slice(1).map((time, index) => time - times[index]));
  console.log(`${told.length} positions in ${Math.round(times.at(-1) - times[0])} ms, the slowest in ${Math.round(longest)} ms`);
  assert(longest < 1000, `${longest} ms`);
  assert(told.some(({ tinue }) => tinue) && told.some(({ threat }) => threat === "'"));
});

test("who does not read to the end leaves no worker behind", () => {
  const script = `import { solve } from "@tak-toolkit/engine/solver";
    console.log((await solve(${JSON.stringify(THREE)}, { scope: "strict" }).next()).value.final);`;
  writeFileSync(`${HOME}/first.mjs`, script);
  const told = execFileSync(process.execPath, ["first.mjs"], { cwd: HOME, encoding: "utf8", timeout: 30_000 });
  assert.equal(told, "true\n");
});

test("a tinuë that a quiet move made is told", async () => {
  const told = [];
  for await (const { tinue } of tinues({ ...QUIET, moves: ["3b3+"] })) told.push(tinue && [tinue.winner, tinue.plies]);
  assert.deepEqual(told, [null, ["black", 4]]);
});

/** What a search may have seen: the tinuë, and then nothing. */
const SEEN = [
  { chances: { win: 1000, draw: 0, loss: 0 }, line: ["b4"] },
  { chances: { win: 400, draw: 100, loss: 500 }, line: ["a1"] },
];

test("a review is that of the program", async () => {
  const told = await review({ ...THREE, moves: ["e1"] }, SEEN);
  const { accuracy, moments } = told;
  assert.deepEqual([accuracy, moments.length, moments[0].proven, moments[0].better[0]], [[null, 0], 1, true, "b4"]);
  const found = SEEN.map(({ chances: { win, draw, loss }, line }) => [win, draw, loss, ...line].join(" ")).join(" / ");
  const native = openNative();
  native.send("teinewgame 5");
  const line = await native.ask(`review tps ${THREE.tps} moves e1 found ${found}`, "review ");
  native.close();
  assert.deepEqual(told, JSON.parse(line.slice("review ".length)));
});

test("what makes no sense is an error that says so", async () => {
  for (const [position, options, problem] of [
    [THREE, { scope: "full" }, /scope: full, expected one of strict, tinue, threats, win/],
    [THREE, { winner: "red" }, /winner: red, expected one of white, black/],
    [THREE, { winner: 1 }, /winner: 1, expected one of white, black/],
    [THREE, { winner: null }, /winner: null, expected one of white, black/],
    [THREE, { limits: { depth: 3 } }, /depth: expected one of plies, nodes, moveTime/],
    [THREE, { limits: { nodes: 0 } }, /nodes: 0, expected a number from 1/],
    [THREE, { hash: 1e9 }, /hash: 1000000000, expected a number from 1 to 2048/],
    [THREE, { scop: "win" }, /scop: expected one of scope, winner, limits, hash, signal/],
    [THREE, null, /options: expected an object/],
    [{}, {}, /expected `size` or `tps`/],
    [{ size: 5, moves: ["a1", "a1"] }, {}, /move 2: /],
    [null, {}, /position: expected an object/],
  ]) {
    await assert.rejects(lastOf(solve(position, options)), problem, JSON.stringify([position, options]));
  }
  await assert.rejects(lastOf(tinues({ size: 5, moves: ["a1", "a1"] })), /move 2: /);
  await assert.rejects(lastOf(tinues(THREE, { scope: "win" })), /scope: expected one of signal/);
  await assert.rejects(review(THREE, SEEN), /2 positions found, expected 1/);
  await assert.rejects(review({ ...THREE, moves: ["c5", "e1"] }, SEEN), /move 1: /);
  await assert.rejects(review(THREE, [{ chances: { win: 1, draw: 2, loss: 3 }, line: [] }]), /chances: 1, 2, 3, expected thousandths/);
});

test("arrays that tell of changes are taken as well", async () => {
  const told = { size: 4, moves: new Proxy(["a1", "d4"], {}), caps: new Proxy([1, 1], {}) };
  const { verdict } = await lastOf(solve(told, { limits: { nodes: 100 } }));
  assert.ok(verdict);
});

test("a game that is over is won or not", async () => {
  const over = { tps: "1,1,1/2,2,x/x3 2 4" };
  const { verdict, plies } = await lastOf(solve(over, { winner: "white" }));
  assert.deepEqual([verdict, plies], ["yes", 0]);
  assert.equal((await lastOf(solve(over))).verdict, "no");
  assert.deepEqual(await lastOf(tinues(over)), { tinue: null, tinue_is_known: true, threat: null, missed: null });
});

test("the example of the solver runs", () => {
  copyFileSync(`${EXAMPLES}/solve.mjs`, `${HOME}/solve.mjs`);
  const told = execFileSync(process.execPath, ["solve.mjs"], { cwd: HOME, encoding: "utf8" });
  assert.match(told, /^yes 3 \S+ \S+ \S+$/m);
  assert.match(told, /^1 .* missed$/m);
});

test("the solver is a small chunk of its own", () => {
  const bytes = readFileSync(`${PACKAGE}/solver.wasm`);
  const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  console.log(`solver.wasm: ${bytes.length} bytes, gzip ${gzip}, brotli ${brotli}`);
  assert(brotli < 156_000 && gzip < 213_000);
});
