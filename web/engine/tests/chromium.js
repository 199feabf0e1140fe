// Chromium, and web servers for it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { chromium } from "../../../tests/browser/node_modules/playwright-core/index.mjs";

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

let browser;
const servers = [];

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.TAK_CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
});

after(async () => {
  await browser?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/**
 * Starts a web server without any special header, for all tests of this process. The file
 * of each path is what `place` says; `answer(request, response)` may come before it, and
 * returns true if it has answered. Returns the address.
 */
export async function serve(place, answer = () => false) {
  const server = createServer(async (request, response) => {
    if (answer(request, response)) return;
    const path = decodeURI(request.url.split("?")[0]);
    const file = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const body = await readFile(place(file));
      response.setHeader("Content-Type", TYPES[file.split(".").at(-1)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

/** A page of its own; whatever it complains of or asks of others ends the test. */
export async function open(context, address) {
  const own = await browser.newContext();
  const page = await own.newPage();
  const { host } = new URL(address);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.host !== host && !["blob:", "data:"].includes(url.protocol)) faults.push(`asked for ${url}`);
  });
  context.after(async () => {
    await own.close();
    assert.deepEqual(faults, []);
  });
  await page.goto(address);
  return page;
}
