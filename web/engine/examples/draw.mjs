// A board and a game in pictures, in Node: node draw.mjs
import { writeFile } from "node:fs/promises";
import { Rules } from "@tak-toolkit/engine";
import { drawGame, drawPicture } from "@tak-toolkit/engine/pictures";

const position = { size: 5, moves: ["a1", "e5", "c3", "c4"] };
await writeFile("board.png", await drawPicture(position, { theme: "dark" }));

const rules = await Rules.load();
const game = rules.parsePtn('[Size "5"]\n[Player1 "Ada"]\n[Player2 "Bob"]\n\n1. a1 e5 2. c3 c4 1-0');
await writeFile("game.gif", await drawGame(game, { turned: true }));
