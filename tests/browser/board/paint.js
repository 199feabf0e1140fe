// How soon the page is painted and can be played on, beside the few lines of /ptn-ninja, which are the
// floor: what the browser takes to paint anything at all. BESIDE=PROGRAM names another build of the
// engine, whose page is measured by turns with this one.

import { browser, end, server, start } from "./browser.js";

const VISITS = 15;

/** Runs in the page: milliseconds from the beginning of the visit to the first content. */
function firstPaint() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint) resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true });
  });
}

/** Runs in the page: milliseconds until a move can be played. */
function playable() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(".board.active")) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** A visit of a browser that has never been here, and one more. */
async function* visits(name, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  for (const visit of ["first visit", "later"]) {
    await page.goto(address);
    const measured = { painted: firstPaint, playable };
    if (name === "/ptn-ninja") delete measured.playable;
    for (const [what, measure] of Object.entries(measured)) {
      yield [`${name}, ${visit}, ${what}`, await page.evaluate(measure)];
    }
    await page.goto("about:blank");
  }
  await context.close();
}

/** Prints milliseconds, the best and the median. A measurement for a quiet machine, no test. */
export async function paint() {
  const other = process.env.BESIDE ? await start(process.env.BESIDE) : null;
  const pages = {
    board: server.address,
    ...(other && { [process.env.BESIDE]: other.address }),
    "/ptn-ninja": new URL("/ptn-ninja", server.address).href,
  };
  const times = {};
  for (let round = 0; round < VISITS; round++) {
    for (const [name, address] of Object.entries(pages)) {
      for await (const [what, time] of visits(name, address)) (times[what] ??= []).push(time);
    }
  }
  for (const [what, each] of Object.entries(times)) {
    each.sort((one, other) => one - other);
    console.log(`${what}: best ${Math.round(each[0])}, median ${Math.round(each[VISITS >> 1])}`);
  }
  if (other) await end(other);
}
