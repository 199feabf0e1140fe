// Opens WebSockets to the engine from pages of several origins, in a real
// browser, and prints what each page saw: one line of JSON a page.
//
//   node pages.js PORT CHROMIUM

import { createServer } from "node:http";
import { once } from "node:events";
import { chromium } from "playwright-core";

const [port, executablePath] = process.argv.slice(2);
const PAGE = "<!doctype html><title>A page</title>";
const SECONDS = 1000;

// A name that any other machine could have, and that leads to this one.
const FOREIGN = "other.example";

// Runs in the page. Connects as PTN Ninja does, has a short conversation, and
// returns the lines of the engine, or `null` where there is no connection.
function converse(url) {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const lines = [];
    const next = {
      teiok: ["isready"],
      readyok: ["position startpos moves a1", "go infinite"],
      info: ["stop"],
    };
    socket.onopen = () => socket.send("tei");
    socket.onerror = () => resolve(null);
    setTimeout(() => resolve({ lines, isLate: true }), 20_000);
    socket.onmessage = ({ data }) => {
      for (const line of data.split(/\r?\n/).filter(Boolean)) {
        lines.push(line);
        const word = line.split(" ")[0];
        (next[word] ?? []).forEach((command) => socket.send(command));
        delete next[word];
        if (word === "bestmove") {
          // Disconnecting must be quick: the page may connect again at once.
          const start = performance.now();
          socket.onclose = ({ code, wasClean }) =>
            resolve({ lines, code, wasClean, closing: performance.now() - start });
          socket.close();
        }
      }
    };
  });
}

async function visit(browser, address, host) {
  const context = await browser.newContext();
  context.setDefaultTimeout(30 * SECONDS);
  // What the user allows with a click on "Allow"; older browsers do not ask.
  await context.grantPermissions(["local-network-access"]).catch(() => {});
  const page = await context.newPage();
  // PTN Ninja lives elsewhere: its address gets a page of ours.
  await page.route("https://ptn.ninja/**", (route) =>
    route.fulfill({ contentType: "text/html", body: PAGE }),
  );
  await page.goto(address);
  const seen = await page.evaluate(converse, `ws://${host}:${port}`);
  await context.close();
  return seen;
}

const pages = createServer((request, response) => {
  response.setHeader("Content-Type", "text/html");
  if (request.url === "/sandboxed") {
    response.setHeader("Content-Security-Policy", "sandbox allow-scripts");
  }
  response.end(PAGE);
});
pages.listen(0, "127.0.0.1");
await once(pages, "listening");
const pagesPort = pages.address().port;

const browser = await chromium.launch({
  executablePath,
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`,
  ],
});
try {
  for (const [address, host] of [
    ["https://ptn.ninja/", "localhost"],
    [`http://localhost:${pagesPort}/`, "localhost"],
    [`http://127.0.0.1:${pagesPort}/`, "127.0.0.1"],
    [`http://${FOREIGN}:${pagesPort}/`, "localhost"],
    [`http://${FOREIGN}:${pagesPort}/`, "127.0.0.1"],
    [`http://localhost:${pagesPort}/sandboxed`, "localhost"],
  ]) {
    const seen = await visit(browser, address, host);
    console.log(JSON.stringify({ address, host, seen }));
  }
} finally {
  await browser.close();
  pages.close();
}
