// How soon the page is painted, beside the few lines of /ptn-ninja, which are the floor: what the
// browser takes to paint anything at all.

import { browser, server } from "./browser.js";

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

/** A visit of a browser that has never been here, and one more. */
async function visits(address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const times = [];
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(address);
    times.push(await page.evaluate(firstPaint));
    await page.goto("about:blank");
  }
  await context.close();
  return times;
}

/** Prints milliseconds, the best and the median. A measurement for a quiet machine, no test. */
export async function paint() {
  const pages = { board: server.address, "/ptn-ninja": new URL("/ptn-ninja", server.address).href };
  const painted = {};
  for (let round = 0; round < VISITS; round++) {
    for (const [name, address] of Object.entries(pages)) {
      const [first, later] = await visits(address);
      (painted[`${name}, first visit`] ??= []).push(first);
      (painted[`${name}, later`] ??= []).push(later);
    }
  }
  for (const [name, times] of Object.entries(painted)) {
    times.sort((one, other) => one - other);
    console.log(`${name}: best ${Math.round(times[0])}, median ${Math.round(times[VISITS >> 1])}`);
  }
}
