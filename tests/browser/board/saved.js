// What the page has drawn and the browser saved.

import { readFile } from "node:fs/promises";

/** Presses a button of the dialog *Share*: the name of what is saved, and its bytes. */
export async function drawn(page, button) {
  const press = page.locator("#share-dialog button", { hasText: button });
  const [file] = await Promise.all([page.waitForEvent("download"), press.click()]);
  await page.waitForFunction(() => document.querySelectorAll("[data-draws]:enabled").length === 2);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

export const isPng = (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n";

/** How many frames a GIF has: each begins with how long it is shown. */
export function framesOf(bytes) {
  if (bytes.subarray(0, 6).toString("latin1") !== "GIF89a") return 0;
  return bytes.toString("latin1").split("\x21\xf9\x04").length - 1;
}
