// The package in pages that Vite and webpack build, without a word of configuration, one of
// them in TypeScript.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open, serve } from "./chromium.js";
import { EXAMPLES, HOME } from "./support.js";

/** The folder where `npm install vite webpack` was run. */
const { resolve } = createRequire(`${process.env.TAK_BUNDLERS}/package.json`);
const load = (name) => import(pathToFileURL(resolve(name)));

/** A page that says all that the package can in a browser, to try both WebAssemblies. */
const WHOLE = `
import { Engine, Rules } from "@tak-toolkit/engine";

/** The solver, in a chunk of its own. */
async function solve() {
  const solver = await import("@tak-toolkit/engine/solver");
  for await (const { final, verdict, plies } of solver.solve({ tps: "x3/x3/1,1,x 1 3" })) {
    if (final) return verdict + " " + plies;
  }
}

async function answer() {
  const rules = await Rules.load();
  const told = { legal: rules.legalMoves({ size: 3 }).length, lines: [] };
  for (const asyncify of [false, true]) {
    const engine = await Engine.start({ asyncify });
    engine.onLine = (line) => told.lines.push(line);
    for (const size of [3, 4, 5, 6, 7, 8]) {
      told[size] = [...(told[size] ?? []), await engine.bestMove({ size, moves: ["a1"] }, { depth: 3 })];
    }
    engine.close();
  }
  return told;
}

function speak() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const best = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.startsWith("bestmove") && resolve(data);
    worker.onerror = reject;
  });
  worker.postMessage("teinewgame 5\\nposition startpos moves a1 e5\\ngo depth 3");
  return best;
}

Object.assign(window, { answer, solve, speak });
`;

/** A page in TypeScript. What the types must refuse is marked as an error. */
const TYPED = `
import { Engine, type Game, type Info, type Limits, type Position } from "@tak-toolkit/engine";
import { solve, type Answer, type Standing, tinues } from "@tak-toolkit/engine/solver";

export async function answer() {
  const engine: Engine = await Engine.start({ hash: 16 });
  const position: Position = { size: 5, halfKomi: 4, moves: ["a1", "e5"] };
  const limits: Limits = { depth: 4, lines: 2 };
  const found: Info[] = [];
  for await (const info of engine.analyze(position, limits)) found.push(info);
  const best: string | null = await engine.bestMove(position, limits);
  const legal: string[] = engine.legalMoves(position);
  const game: Game = engine.parsePtn('[Size "5"]\\n1. a1 e5');
  const same: boolean = engine.canonicalKey(position) === engine.canonicalKey({ ...position, moves: ["e5", "a1"] });
  let last: Answer | undefined;
  for await (const found of solve({ tps: "x3/x3/1,1,x 1 3" }, { scope: "strict", limits: { plies: 3 } })) last = found;
  const standings: Standing[] = [];
  for await (const each of tinues(game)) standings.push(each);
  // @ts-expect-error: no such scope
  void (() => solve(position, { scope: "full" }));
  // @ts-expect-error: moves are a list
  void ((): Position => ({ size: 5, moves: "a1 e5" }));
  // @ts-expect-error: a depth is a number
  void ((): Limits => ({ depth: "4" }));
  // @ts-expect-error: a move may be missing
  void ((): Promise<string> => engine.bestMove(position));
  engine.close();
  const solved = [last?.verdict, last?.plies, standings.length];
  return { best, same, solved, legal: legal.length, read: game.moves.length, ranks: [...new Set(found.map(({ rank }) => rank))].sort() };
}

Object.assign(window, { answer });
`;

/** The compiler that checks the package's own types. */
const TSC = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));

const PAGES = ["example", "whole"];

/** A folder with the page of the example, and one with the whole. */
function makePages(name) {
  const folder = `${HOME}/${name}`;
  cpSync(`${EXAMPLES}/bundled`, `${folder}/example`, { recursive: true });
  mkdirSync(`${folder}/whole`);
  cpSync(`${EXAMPLES}/bundled/index.html`, `${folder}/whole/index.html`);
  writeFileSync(`${folder}/whole/main.js`, WHOLE);
  // What a page has that speaks TEI to its worker.
  writeFileSync(`${folder}/whole/worker.js`, 'import "@tak-toolkit/engine/worker";\n');
  return folder;
}

/** Visits both pages as they are served. */
async function visit(context, example, whole) {
  const page = await open(context, example);
  await page.waitForFunction(() => document.querySelector("#out").textContent.startsWith("best move: "));
  assert.match(await page.textContent("#out"), /^best move: [SC]?\d?[a-f][1-6]/);

  const other = await open(context, whole);
  await other.waitForFunction(() => "answer" in window);
  const told = await other.evaluate(() => window.answer());
  assert.equal(told.legal, 9);
  for (const size of [3, 4, 5, 6, 7, 8]) {
    assert.match(told[size][0], /^[a-h][1-8]$/);
    assert.equal(told[size][1], told[size][0], "both ways find the same");
  }
  // No network is missing.
  const strange = told.lines.filter((line) => !/^(info multipv|bestmove|option|id |teiok)/.test(line));
  assert.deepEqual(strange, []);
  assert.equal(await other.evaluate(() => window.solve()), "yes 1");
  assert.match(await other.evaluate(() => window.speak()), /^bestmove [a-e][1-5]/);
}

/** The addresses of both, as they were built. */
function serveBuilt(folder) {
  return Promise.all(PAGES.map((page) => serve((path) => `${folder}/${page}/dist${path}`)));
}

/** Every file that was built, once: the solver where it is imported, and nowhere else. */
function checkFiles(folder, page) {
  const names = readdirSync(folder, { recursive: true }).map(String);
  assert.equal(names.filter((name) => name.endsWith(".wasm")).length, page === "whole" ? 3 : 2, names.join());
  assert.equal(names.filter((name) => name.endsWith(".net")).length, 6, names.join());
  for (const name of names.filter((name) => name.endsWith(".js"))) {
    assert(!/\bnode:/.test(readFileSync(`${folder}/${name}`, "utf8")), name);
  }
}

test("a page that Vite builds", async (context) => {
  const { build } = await load("vite");
  const folder = makePages("vite");
  for (const page of PAGES) {
    await build({ root: `${folder}/${page}`, logLevel: "warn" });
    checkFiles(`${folder}/${page}/dist`, page);
  }
  await visit(context, ...(await serveBuilt(folder)));
});

test("a page that Vite serves while it is written", async (context) => {
  const { createServer } = await load("vite");
  const folder = makePages("vite-server");
  const addresses = [];
  for (const page of PAGES) {
    const server = await createServer({ root: `${folder}/${page}`, logLevel: "warn", server: { host: "127.0.0.1", port: 0 } });
    context.after(() => server.close());
    await server.listen();
    addresses.push(server.resolvedUrls.local[0]);
  }
  // What it finds in a worker only, it prepares then, and has the page loaded again.
  const first = await open(context, addresses[1]);
  await first.waitForFunction(() => "speak" in window);
  await Promise.all([first.waitForEvent("load"), first.evaluate(() => window.speak()).catch(() => {})]);
  await visit(context, ...addresses);
});

test("a page that webpack builds", async (context) => {
  const { default: webpack } = await load("webpack");
  const folder = makePages("webpack");
  for (const page of PAGES) {
    const root = `${folder}/${page}`;
    const stats = await new Promise((resolve, reject) => {
      const settings = { mode: "production", context: root, entry: "./main.js", output: { path: `${root}/dist` } };
      // It would say that WebAssembly is large.
      webpack({ ...settings, performance: { hints: false } }, (error, stats) => (error ? reject(error) : resolve(stats)));
    });
    assert(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
    cpSync(`${root}/index.html`, `${root}/dist/index.html`);
    checkFiles(`${root}/dist`, page);
  }
  await visit(context, ...(await serveBuilt(folder)));
});

test("a page in TypeScript", async (context) => {
  const folder = `${HOME}/typed`;
  mkdirSync(folder);
  writeFileSync(`${folder}/page.ts`, TYPED);
  writeFileSync(`${folder}/index.html`, '<!doctype html><title>Tak</title><script type="module" src="./page.ts"></script>');
  const flags = ["--noEmit", "--strict", "--module", "esnext", "--moduleResolution", "bundler", "--target", "esnext"];
  const checked = spawnSync(TSC, [...flags, "--lib", "esnext,dom", "page.ts"], { cwd: folder, encoding: "utf8" });
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const { build } = await load("vite");
  await build({ root: folder, logLevel: "warn" });
  const page = await open(context, await serve((path) => `${folder}/dist${path}`));
  await page.waitForFunction(() => "answer" in window);
  const { best, ...told } = await page.evaluate(() => window.answer());
  assert.match(best, /^[a-e][1-5]$/);
  assert.deepEqual(told, { same: true, solved: ["yes", 1, 3], legal: 71, read: 2, ranks: [1, 2] });
});
