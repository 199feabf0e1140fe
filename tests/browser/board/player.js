// What a player does on the page.

/** Starts a game as the dialog offers it. */
export async function begin(page, choices = {}) {
  await page.click("#new-game");
  for (const [name, value] of Object.entries(choices)) {
    const field = page.locator(`#new-dialog [name="${name}"]`);
    if ((await field.first().evaluate((node) => node.tagName)) === "SELECT") {
      await field.selectOption(value);
    } else {
      await page.locator(`#new-dialog [name="${name}"][value="${value}"]`).check({ force: true });
    }
  }
  // Marked in the task that begins the game: before it an engine may still move in the old one.
  await page.evaluate(() => document.querySelector("#new-dialog form").addEventListener("submit", () => {
    for (const each of document.querySelectorAll("#moves button")) each.dataset.before = "";
  }, { once: true }));
  await page.click("#new-dialog [value=start]");
  await page.waitForFunction(() => !document.querySelector("#moves [data-before], #says.over"));
}

/** The moves of the main line as the page lists them. */
export const moves = (page) => page.$$eval("#moves > button", (buttons) => buttons.map((each) => each.firstChild.textContent));

/** What the engine says about a position, over a connection of the test's own. */
export function ask(page, position) {
  return page.evaluate((question) => {
    const address = new URL(".", location.href);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    return new Promise((resolve) => {
      socket.onopen = () => socket.send(question);
      socket.onmessage = ({ data }) => {
        if (!data.startsWith("state ")) return;
        resolve(JSON.parse(data.slice(6)));
        socket.close();
      };
    });
  }, `teinewgame size ${position.size}\nstate startpos moves ${position.moves.join(" ")}`);
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** A way to press something: a click of the mouse, or a finger. */
export const CLICK = (locator) => locator.click();
export const TAP = (locator) => locator.tap();

/** Makes a move, square by square, once the board takes one. */
export async function play(page, move, press = CLICK) {
  await page.waitForSelector("#board.active");
  const [, count, letter, from, direction, drops] = /^(\d?)([SC]?)([a-h]\d)([-+<>]?)(\d*)$/.exec(move);
  if (!direction) {
    const kind = { S: "wall", C: "capstone" }[letter] ?? "flat";
    const isFree = await page.locator(`[data-kind=${kind}]`).isEnabled();
    if (isFree) await press(page.locator(`[data-kind=${kind}]`));
    await press(square(page, from));
    return;
  }
  await press(square(page, from));
  const carried = Number(count || 1);
  while (Number(/^\d+/.exec(await page.textContent("#hand-text"))?.[0]) > carried) await press(square(page, from));
  const [file, rank] = { "+": [0, 1], "-": [0, -1], ">": [1, 0], "<": [-1, 0] }[direction];
  let [x, y] = [from.charCodeAt(0), Number(from[1])];
  for (const drop of drops || count || "1") {
    [x, y] = [x + file, y + rank];
    for (let left = Number(drop); left > 0; left -= 1) {
      // The rest falls by itself where it can go nowhere else.
      const isOver = await page.locator("#hand").isHidden();
      if (!isOver) await press(square(page, `${String.fromCharCode(x)}${y}`));
    }
  }
}

/** Waits until it is the user's turn again, or the game is over. */
export async function myTurn(page, plies) {
  await page.waitForFunction((plies) => {
    const shown = document.querySelectorAll("#moves > button").length;
    const isOver = document.querySelector("#says").classList.contains("over");
    return isOver || (shown >= plies && document.querySelector("#board").classList.contains("active"));
  }, plies, { timeout: 60_000 });
  return !(await page.locator("#says.over").count());
}

export const GAME = `[Size "5"]
[Komi "2"]
[Player1 "Ada"]
[Player2 "Bob"]

{Two who know each other.}
1. a1 e5 $3 {corners} (1... a5 2. c3! {the middle} (2. c2 c3) 2... d3)
2. c3 c4? 3. d3 b3 4. c2 Cd4 5. d2' R-0
`;

export async function openText(page, text) {
  await page.click("#open");
  await page.fill("#open-text", text);
  await page.click("#open-now");
}

/** A game in a few moves from the start, which differs in nothing else. */
export const plain = (ptn) => ptn.replace(/\s+/g, " ").trim();

// ---- The scenarios ----
