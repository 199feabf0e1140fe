// An engine that goes, is full, stands beside the files, or whose page comes in part.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { browser, end, faults, open, SECONDS, serve, server } from "./browser.js";
import { begin, moves, myTurn, openText, play } from "./player.js";

/** What is said to an engine that is leaving is lost with it, and no fault of the page. */
async function farewell(page) {
  await page.evaluate(async () => {
    const { connectTo } = await import(new URL("engine.js", location.href).href);
    await new Promise((closed) => {
      const opened = () => {
        channel.close();
        channel.send("isready");
      };
      const channel = connectTo(location.href.replace(/^http/, "ws"))({ opened, said() {}, closed });
    });
  });
  assert.deepEqual(faults, []);
}

export async function restart() {
  const old = await serve();
  const page = await open({}, old.address);
  await farewell(page);
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  await end(old);
  await page.waitForSelector("#engine[data-status=gone]");
  assert.match(await page.textContent("#says"), /engine has gone.*by itself/);
  assert.equal(await page.locator(".board.active").count(), 0, "no move without an engine");
  const again = await serve(old.port);
  await page.waitForSelector("#engine[data-status=ready]");
  assert.ok(await myTurn(page, 2));
  const before = await moves(page);
  await play(page, ["c3", "b2", "d4"].find((name) => !before.includes(name)));
  assert.ok(await myTurn(page, 4), "the game goes on");
  // The page is loaded again: so it does then.
  const known = await moves(page);
  await page.reload();
  await myTurn(page, 4);
  assert.deepEqual(await moves(page), known);
  // What is opened meanwhile waits for the engine, unless it is cancelled.
  again.child.kill("SIGKILL");
  await page.waitForSelector("#engine[data-status=gone]");
  const waits = () => page.waitForFunction(() => /engine has gone.*once it is back/.test(document.querySelector("#open-error").textContent));
  await openText(page, "1. a1 e5 2. c3");
  await waits();
  await page.click("#open-dialog [data-close]");
  const third = await serve(old.port);
  await myTurn(page, 4);
  await page.waitForTimeout(SECONDS / 2);
  assert.deepEqual(await moves(page), known, "cancelled is cancelled");
  third.child.kill("SIGKILL");
  await page.waitForSelector("#engine[data-status=gone]");
  await openText(page, "1. a1 e5 2. c3");
  await waits();
  const fourth = await serve(old.port);
  await page.waitForSelector("#open-dialog", { state: "hidden" });
  await page.waitForFunction(() => document.querySelectorAll("#moves > button").length === 3);
  await end(fourth);
  faults.length = 0; // A browser notes each connection that fails.
}

/** An engine that is stopped, as by Ctrl-Z, and goes on. */
export async function hung() {
  const engine = await serve();
  const page = await open({}, engine.address);
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  engine.child.kill("SIGSTOP");
  await page.waitForSelector("#engine[data-status=gone]", { timeout: 30 * SECONDS });
  engine.child.kill("SIGCONT");
  await page.waitForSelector("#engine[data-status=ready]", { timeout: 30 * SECONDS });
  const before = await moves(page);
  await play(page, ["c3", "b2", "d4"].find((name) => !before.includes(name)));
  assert.ok(await myTurn(page, 4), "the game goes on");
  await end(engine);
  faults.length = 0; // A browser notes each connection that fails.
}

export async function full() {
  const small = await serve(0, "--max-clients", "1");
  const first = await open({}, small.address);
  const context = await browser.newContext();
  const second = await context.newPage();
  await second.goto(small.address);
  await second.waitForSelector("#engine[data-status=gone]");
  await second.waitForFunction(() => /no room for another page\. Close one; .* by itself/.test(document.querySelector("#says").textContent));
  await first.close();
  await second.waitForSelector("#engine[data-status=ready]");
  await play(second, "a1");
  assert.ok(await myTurn(second, 2));
  await end(small);
  faults.length = 0;
}

export async function tabs() {
  const [first, second] = [await open(), await open()];
  await begin(first, { size: "5", level: "10" });
  await begin(second, { size: "3", level: "1", you: "black" });
  await play(first, "a1");
  assert.ok(await myTurn(second, 1));
  await first.click("[data-mode=analyse]");
  const [taken] = await moves(second);
  await play(second, taken === "b2" ? "a1" : "b2");
  assert.ok(await myTurn(second, 3));
  await first.waitForSelector("#found b:not(:empty)");
  assert.equal(await first.locator(".square").count(), 25);
  assert.equal(await second.locator(".square").count(), 9);
}

/** The files in a folder of any web server, with an engine in a worker beside them. */
export async function folder() {
  const files = new URL("../../../tak-engine/board/", import.meta.url);
  const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  // The lines go to the engine and back: what matters here is how the page speaks.
  const worker = `const socket = new WebSocket("ws://127.0.0.1:${server.port}");
    const early = [];
    onmessage = ({ data }) => socket.readyState === 1 ? socket.send(data) : early.push(data);
    socket.onopen = () => early.forEach((line) => socket.send(line));
    socket.onmessage = ({ data }) => data.trim().split("\\n").forEach((line) => postMessage(line));`;
  const beside = { "engine/worker.js": worker };
  const site = createServer((request, response) => {
    const path = request.url.slice("/tak/".length) || "index.html";
    response.setHeader("Content-Type", types[path.split(".").pop()] ?? "application/json");
    response.end(beside[path] ?? readFileSync(new URL(path, files)));
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const page = await open({}, `http://127.0.0.1:${site.address().port}/tak/`);
  await play(page, "a1");
  assert.ok(await myTurn(page, 2));
  await page.reload();
  assert.ok(await myTurn(page, 2));
  assert.equal((await moves(page)).length, 2);
  site.close();
  site.closeAllConnections();
}

export async function pieces() {
  // A browser that keeps nothing.
  const context = await browser.newContext();
  await context.addInitScript(() => {
    for (const store of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, store, { get: () => { throw new DOMException("no", "SecurityError"); } });
    }
  });
  const blocked = await context.newPage();
  blocked.on("pageerror", (error) => faults.push(`${error.stack}`));
  await blocked.goto(server.address);
  await blocked.waitForSelector("#engine[data-status=ready]");
  await blocked.click("#theme");
  await play(blocked, "a1");
  assert.ok(await myTurn(blocked, 2));

  // A page that comes in pieces begins when all of it is there.
  const whole = await (await fetch(server.address)).text();
  const cut = whole.indexOf("id=\"kinds\"");
  const slow = createServer(async (request, response) => {
    if (request.url !== "/") {
      const file = await fetch(new URL(request.url, server.address));
      response.writeHead(file.status, { "Content-Type": file.headers.get("Content-Type") });
      return response.end(Buffer.from(await file.arrayBuffer()));
    }
    response.writeHead(200, { "Content-Type": "text/html" });
    response.write(whole.slice(0, cut));
    setTimeout(() => response.end(whole.slice(cut)), SECONDS);
  });
  await new Promise((listens) => slow.listen(0, "127.0.0.1", listens));
  const pieces = await (await browser.newContext()).newPage();
  pieces.on("pageerror", (error) => faults.push(`${error.stack}`));
  await pieces.goto(`http://127.0.0.1:${slow.address().port}/`);
  await pieces.waitForFunction(() => document.querySelectorAll(".square").length === 25);
  slow.close();
  slow.closeAllConnections();

  // A page without its program says so.
  const half = await (await browser.newContext()).newPage();
  await half.route("**/main.js", (route) => route.fulfill({ status: 404 }));
  await half.goto(server.address);
  await half.waitForFunction(() => /could not start\. Load it again/.test(document.querySelector("#says").textContent));
}
