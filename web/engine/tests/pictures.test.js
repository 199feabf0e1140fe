// Pictures of the package in Node: those that the program draws.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { framesOf, isPng } from "../../../tests/browser/board/saved.js";
import { EXAMPLES, HOME, PACKAGE } from "./support.js";

const { drawGame, drawPicture } = await import(createRequire(`${HOME}/`).resolve("@tak-toolkit/engine/pictures"));

const GAME = { size: 5, moves: ["a1", "e5", "c3", "c4", "Sd3"] };

test("a position and a game are drawn", async () => {
  const pictures = await Promise.all([{}, { theme: "dark" }, { theme: "wood" }, { theme: "contrast" }, { turned: true }].map((look) => drawPicture(GAME, look)));
  assert(pictures.every((picture) => isPng(Buffer.from(picture))));
  assert.equal(new Set(pictures.map((picture) => Buffer.from(picture).toString("base64"))).size, 5);
  assert.equal(framesOf(Buffer.from(await drawGame(GAME))), 6);
  // Names and a result are those of the game.
  const named = await drawPicture({ ...GAME, tags: [["Player1", "Ada"]], result: "R-0" });
  assert.notDeepEqual(named, pictures[0]);
  assert.deepEqual(await drawPicture({ ...GAME, tags: [], result: null }), pictures[0]);
});

test("what cannot be drawn says why", async () => {
  await assert.rejects(drawGame({ ...GAME, moves: ["a1", "a1"] }), /move 2: /);
  await assert.rejects(drawPicture({ size: 9 }), /9/);
  await assert.rejects(drawPicture({ ...GAME, result: "won" }), /won/);
  await assert.rejects(drawPicture(GAME, { theme: "blue" }), /theme: blue, expected light, dark, wood or contrast/);
  await assert.rejects(drawPicture(GAME, { turned: 1 }), /turned: 1, expected true or false/);
  await assert.rejects(drawPicture(GAME, { width: 1 }), /width: expected one of theme, turned/);
});

test("the example of the pictures runs", () => {
  copyFileSync(`${EXAMPLES}/draw.mjs`, `${HOME}/draw.mjs`);
  execFileSync(process.execPath, ["draw.mjs"], { cwd: HOME });
  assert(isPng(readFileSync(`${HOME}/board.png`)));
  assert.equal(framesOf(readFileSync(`${HOME}/game.gif`)), 5);
});

test("what draws is a small chunk of its own", () => {
  const bytes = readFileSync(`${PACKAGE}/pictures.wasm`);
  const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  console.log(`pictures.wasm: ${bytes.length} bytes, gzip ${gzip}, brotli ${brotli}`);
  assert(brotli < 210_000 && gzip < 256_000);
});
