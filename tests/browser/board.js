// The engine's own page, used as people use it. Ends with an error if anything is wrong.
//
//   node board.js SCENARIO ENGINE CHROMIUM [FOLDER]
//
// The scenarios are the functions of these files:

import assert from "node:assert/strict";
import * as analysing from "./board/analysing.js";
import * as axe from "./board/axe.js";
import * as beginning from "./board/beginner.js";
import { browser, end, faults, server } from "./board/browser.js";
import * as engine from "./board/engine.js";
import * as exploring from "./board/exploring.js";
import * as learning from "./board/learning.js";
import * as looks from "./board/looks.js";
import * as opening from "./board/opening.js";
import * as painting from "./board/paint.js";
import * as picturing from "./board/pictures.js";
import * as playing from "./board/playing.js";
import * as puzzling from "./board/puzzling.js";
import * as reader from "./board/reader.js";
import * as review from "./board/review.js";
import * as sharing from "./board/sharing.js";

const scenarios = { ...axe, ...beginning, ...playing, ...analysing, ...opening, ...engine, ...looks, ...painting, ...picturing, ...reader, ...learning, ...puzzling, ...exploring, ...review, ...sharing };

try {
  await scenarios[process.argv[2]]();
  assert.deepEqual(faults, []);
} finally {
  await browser.close();
  await end(server);
}
