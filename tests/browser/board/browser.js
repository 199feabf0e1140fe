// The engine and the browser of a scenario.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [, engine, executablePath] = process.argv.slice(2);
export const SECONDS = 1000;

const children = [];

// What is left running would keep whoever reads the errors waiting.
process.on("uncaughtException", (error) => {
  console.error(error);
  children.forEach((child) => child.kill("SIGKILL"));
  process.exit(1);
});

/** Starts the engine, on any port or on that one. */
export const serve = (port = 0, ...options) => start(engine, port, ...options);

/** Starts that engine. */
export async function start(program, port = 0, ...options) {
  const child = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^ *(http:\S+)/.exec(line)?.[1];
    if (!address) continue;
    child.stdout.resume();
    return { child, address, port: Number(new URL(address).port) };
  }
  throw new Error("the engine says no address");
}

export async function end({ child }) {
  child.kill();
  await once(child, "exit");
}

export const server = await serve();
export const browser = await chromium.launch({
  executablePath,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** What no page may do, for whatever reason. */
export const faults = [];

/** Opens the page. Whatever it asks for comes from the engine, and it never complains. */
export async function open(options = {}, address = server.address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(20 * SECONDS);
  const page = await context.newPage();
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = url.hostname === "127.0.0.1" && url.port === new URL(address).port;
    if (!isOwn && url.protocol !== "blob:") faults.push(`asked for ${url}`);
  });
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(`${error.stack}`));
  await page.goto(address);
  await page.waitForSelector("#engine[data-status=ready]");
  await page.waitForFunction(() => document.querySelector("#says").textContent.includes("White"));
  return page;
}
